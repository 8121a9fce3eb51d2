#include <fmt/core.h>

#include "app/commands.h"
#include "app/play_source.h"
#include "sim/world.h"
#include "view/filming.h"

namespace novphy::app {
namespace {

struct DrawArguments {
  PlaySource source{};
  PictureSize size{};
  std::string out{};
  bool trajectory = false;
  std::optional<double> at_s{};
  std::optional<int> strip{};

  Settings settings() {
    return joined(
        {source.settings(),
         {out_setting(out, {FileKind::kPicture}, "The file to write: NAME.png or NAME.svg")},
         size.settings(),
         {{"trajectory", &trajectory,
           "Draws where birds fly and what they set in motion, until the play is over"},
          moment_setting(at_s, "The moment, in seconds after the start"),
          {"strip", &strip, "Draws this many moments side by side, from the start until nothing moves", "N",
           Also{.least = 2, .most = 20, .excludes = {"at"}}}}});
  }
};

/// The tracks of the whole play, which is played once.
Tracks see_all(const LoadedPlay& play) {
  Tracks tracks;
  Playback playback = play.playback();
  while (playback.step()) tracks.note(playback.world());
  return tracks;
}

/// The stages at these ascending times, in seconds after settling. Before the first step they show the pull
/// of the first shot.
std::vector<Stage> stages_at(const LoadedPlay& play, const std::vector<double>& times_s) {
  std::vector<Stage> stages;
  Playback playback = play.playback();
  for (const double time_s : times_s) {
    playback.advance_to(time_s);
    Stage stage = stage_of(playback.world());
    if (stages.empty() && time_s <= 0 && playback.next_shot())
      stage.drag_m = pulled(playback.next_shot()->drag_m, play.assets.catalogue.launch.max_drag_m);
    stages.push_back(std::move(stage));
  }
  return stages;
}

void draw(DrawArguments& options) {
  const ImageFormat format = image_format(options.out);
  const LoadedPlay play = options.source.load();
  const Tracks tracks = see_all(play);
  const std::vector<double> times_s =
      options.strip ? tracks.moments_s(*options.strip) : std::vector<double>{options.at_s.value_or(0)};
  std::vector<Stage> stages = stages_at(play, times_s);
  if (options.trajectory)
    for (Stage& stage : stages) stage.paths = tracks.paths();
  const Screen screen = options.size.screen(stages);
  std::vector<Panel> panels;
  for (std::size_t i = 0; i < stages.size(); ++i)
    panels.push_back(
        {.stage = std::move(stages[i]), .caption = options.strip ? fmt::format("{:.1f} s", times_s[i]) : ""});
  write_file(options.out, image_file(panels, screen, format, static_cast<int>(panels.size())));
}

}  // namespace

void add_draw(Command& program) {
  add_job(program,
          {"draw", "Draws a task or a moment of a play, as PNG or SVG", kTasksGroup,
           "novphy draw rolling/agents:novel --shot 42@0.8 --trajectory --zoom task --out task.png"},
          job_of(draw));
}

}  // namespace novphy::app
