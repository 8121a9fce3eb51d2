#include <cstdint>
#include <utility>

#include "agents/external/line_protocol.h"
#include "app/commands.h"
#include "app/play_source.h"
#include "sim/rng.h"
#include "sim/world.h"
#include "view/geojson.h"
#include "view/painter.h"

namespace novphy::app {
namespace {

struct ObserveArguments {
  PlaySource source{};
  std::string form = "lines";
  std::string out = "-";
  bool labels = false;
  std::optional<double> noise_px{};
  std::uint64_t seed = 0;
  std::optional<double> at_s{};

  Settings settings() {
    Setting seed_of_noise = seed_setting(seed, "Seed of the noise");
    seed_of_noise.needs = {"noise"};
    return joined(
        {source.settings(),
         {moment_setting(
              at_s, "The moment, in seconds after the start; the last one where the play is over by then"),
          {"form", &form,
           "lines: as agents' programs get it; geojson: as in the original game; png: the picture",
           Also{.choices = {"lines", "geojson", "png"}}},
          {"labels", &labels, "Adds developer labels"},
          {"noise", &noise_px, "Shifts each object by up to PX pixels", "PX",
           Also{.least = 0, .most = kMostNoisePx}},
          std::move(seed_of_noise),
          out_setting(out, {FileKind::kObservation, FileKind::kPicture},
                      "Where to; - is the standard output")}});
  }
};

/// Adds the noise of the first observation of a trial with this seed.
void make_noisy(Observation& seen, const World& world, const ObserveArguments& options) {
  Rng rng = Rng::stream(options.seed, "trials/noise");
  add_noise(seen, world, options.noise_px.value_or(0), rng);
}

void observe_play(ObserveArguments& options) {
  const LoadedPlay play = options.source.load();
  Playback playback = play.playback();
  playback.advance_to(options.at_s.value_or(0));
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

void add_observe(Command& program) {
  add_job(program,
          {"observe", "Prints what an agent sees of a task, or of a moment of a play", kTasksGroup,
           "novphy observe rolling/agents:novel --form geojson"},
          job_of(observe_play));
}

}  // namespace novphy::app
