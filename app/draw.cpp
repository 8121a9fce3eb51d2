#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/image_options.h"
#include "app/outputs.h"
#include "app/play_source.h"
#include "base/input_error.h"
#include "sim/play.h"
#include "view/filming.h"
#include "view/image_file.h"
#include "view/stage.h"

namespace novphy::app {
namespace {

struct DrawArguments {
  PlaySource source;
  ImageOptions image;
  std::string out;
  bool trajectory = false;
  double at_s = 0;
  int strip = 0;
};

/// The tracks of the whole play, which is played once.
Tracks see_all(const LoadedPlay& play) {
  Tracks tracks;
  Playback playback(play.task, play.shots, play.assets.catalogue, play.physics);
  while (playback.step()) tracks.note(playback.world());
  return tracks;
}

/// The stages at these ascending times, in seconds after settling. Before the first step they show the pull
/// of the first shot.
std::vector<Stage> stages_at(const LoadedPlay& play, const std::vector<double>& times_s) {
  std::vector<Stage> stages;
  Playback playback(play.task, play.shots, play.assets.catalogue, play.physics);
  for (const double time_s : times_s) {
    playback.advance_to(time_s);
    Stage stage = stage_of(playback.world());
    if (stages.empty() && time_s <= 0 && playback.next_shot())
      stage.drag_m = pulled(playback.next_shot()->drag_m, play.assets.catalogue.launch.max_drag_m);
    stages.push_back(std::move(stage));
  }
  return stages;
}

void draw(const DrawArguments& options) {
  const ImageFormat format = image_format(options.out);
  const LoadedPlay play = options.source.load();
  const Tracks tracks = see_all(play);
  const std::vector<double> times_s =
      options.strip > 0 ? tracks.moments_s(options.strip) : std::vector<double>{options.at_s};
  std::vector<Stage> stages = stages_at(play, times_s);
  if (options.trajectory)
    for (Stage& stage : stages) stage.paths = tracks.paths();
  const Screen screen = options.image.screen(stages);
  std::vector<Panel> panels;
  for (std::size_t i = 0; i < stages.size(); ++i)
    panels.push_back({.stage = std::move(stages[i]),
                      .caption = options.strip > 0 ? fmt::format("{:.1f} s", times_s[i]) : ""});
  write_file(options.out, image_file(panels, screen, format, static_cast<int>(panels.size())));
}

}  // namespace

void add_draw(CLI::App& app) {
  const auto options = std::make_shared<DrawArguments>();
  CLI::App* command =
      &add_command(app, "draw", "Draws a task or a moment of a play, as PNG or SVG", kTasksGroup,
                   "novphy draw rolling/agents:novel --shot 42@0.8 --trajectory --zoom task --out task.png");
  options->source.add_to(*command);
  as_output(command->add_option("--out", options->out, "The file to write: NAME.png or NAME.svg"),
            {FileKind::kPicture})
      ->required()
      ->type_name("FILE");
  options->image.add_to(*command);
  command->add_flag("--trajectory", options->trajectory,
                    "Draws where birds fly and what they set in motion, until the play is over");
  CLI::Option* at = command->add_option("--at", options->at_s, "The moment, in seconds after the start");
  at->type_name("S")->check(between(0, 1e6));
  command
      ->add_option("--strip", options->strip,
                   "Draws this many moments side by side, from the start until nothing moves")
      ->type_name("N")
      ->check(CLI::Range(2, 20))
      ->excludes(at);
  command->callback([options] { draw(*options); });
}

}  // namespace novphy::app
