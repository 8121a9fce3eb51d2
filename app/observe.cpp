#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "agents/external/line_protocol.h"
#include "app/arguments.h"
#include "app/commands.h"
#include "app/outputs.h"
#include "app/play_source.h"
#include "base/input_error.h"
#include "sim/play.h"
#include "sim/rng.h"
#include "view/geojson.h"
#include "view/image_file.h"
#include "view/painter.h"

namespace novphy::app {
namespace {

struct ObserveArguments {
  PlaySource source;
  std::string form = "lines";
  std::string out = "-";
  bool labels = false;
  double noise_px = 0;
  std::uint64_t seed = 0;
  double at_s = 0;
};

/// Adds the noise of the first observation of a trial with this seed.
void make_noisy(Observation& seen, const World& world, const ObserveArguments& options) {
  Rng rng = Rng::stream(options.seed, "trials/noise");
  add_noise(seen, world, options.noise_px, rng);
}

void observe_play(const ObserveArguments& options) {
  const LoadedPlay play = options.source.load();
  Playback playback(play.task, play.shots, play.assets.catalogue, play.physics);
  playback.advance_to(options.at_s);
  if (options.form == "png") {
    Painter painter;
    return write_file(options.out, png(painter.screenshot(playback.world())));
  }
  Observation seen = observe(playback.world(), play.assets.colours, options.labels);
  make_noisy(seen, playback.world(), options);
  const std::string text = options.form == "geojson" ? geojson(seen) : observation_to_json(seen);
  write_file(options.out, text + "\n");
}

}  // namespace

void add_observe(CLI::App& app) {
  const auto options = std::make_shared<ObserveArguments>();
  CLI::App* command =
      &add_command(app, "observe", "Prints what an agent sees of a task, or of a moment of a play",
                   kTasksGroup, "novphy observe rolling/agents:novel --form geojson");
  options->source.add_to(*command);
  command
      ->add_option("--at", options->at_s,
                   "The moment, in seconds after the start; the last one where the play is over by then")
      ->type_name("S")
      ->check(between(0, 1e6));
  command
      ->add_option("--form", options->form,
                   "lines: as agents' programs get it; geojson: as in the original game; png: the picture")
      ->check(CLI::IsMember({"lines", "geojson", "png"}))
      ->capture_default_str();
  command->add_flag("--labels", options->labels, "Adds developer labels");
  CLI::Option* noise =
      command->add_option("--noise", options->noise_px, "Shifts each object by up to PX pixels");
  noise->type_name("PX")->check(between(0, kMostNoisePx));
  add_seed(*command, options->seed, "Seed of the noise")->needs(noise);
  as_output(command->add_option("--out", options->out, "Where to; - is the standard output"),
            {FileKind::kObservation, FileKind::kPicture})
      ->type_name("FILE")
      ->capture_default_str();
  command->callback([options] { observe_play(*options); });
}

}  // namespace novphy::app
