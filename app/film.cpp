#include <fmt/core.h>

#include <memory>
#include <string>

#include "app/commands.h"
#include "app/image_options.h"
#include "app/play_source.h"
#include "base/input_error.h"
#include "sim/play.h"
#include "view/film_writer.h"
#include "view/painter.h"
#include "view/tracks.h"

namespace novphy::app {
namespace {

struct FilmArguments {
  PlaySource source;
  ImageOptions image;
  std::string out;
  int fps = 30;
  double speed = 1;
};

constexpr double kPullS = 0.5;   // the pull before the first shot lasts this long
constexpr double kAfterS = 0.7;  // the film goes on this long after the last motion

/// The stages that the camera must show, and the time after which nothing moves.
struct Preview {
  std::vector<Stage> stages;
  double until_s = 0;
};

Preview preview(const LoadedPlay& play) {
  Tracks tracks;
  Playback playback(play.task, play.shots, play.assets.catalogue, play.physics);
  Preview preview{.stages = {stage_of(playback.world())}};
  while (playback.step()) tracks.note(playback.world());
  preview.stages.front().paths = tracks.paths();
  preview.until_s = tracks.calm_s() + kAfterS;
  return preview;
}

/// The screen with even sides, as video encoders need them.
Screen even(Screen screen) {
  screen.width_px += screen.width_px % 2;
  screen.height_px += screen.height_px % 2;
  return screen;
}

void film(const FilmArguments& options) {
  const LoadedPlay play = options.source.load();
  const Preview seen = preview(play);
  Painter painter(even(options.image.screen(seen.stages)));
  FilmWriter writer(options.out, painter.screen().width_px, painter.screen().height_px, options.fps);
  Playback playback(play.task, play.shots, play.assets.catalogue, play.physics);
  Stage stage = stage_of(playback.world());
  const double frame_s = options.speed / options.fps;
  if (const Shot* shot = playback.next_shot())
    for (double t = 0; t < kPullS; t += frame_s) {
      stage.drag_m = t / kPullS * pulled(shot->drag_m, play.assets.catalogue.launch.max_drag_m);
      writer.add(painter.paint(stage));
    }
  for (int frame = 0; frame * frame_s <= seen.until_s; ++frame) {
    playback.advance_to(frame * frame_s);
    writer.add(painter.paint(stage_of(playback.world())));
  }
  fmt::print("{} frames: {}\n", writer.frames(), writer.finish());
}

}  // namespace

void add_film(CLI::App& app) {
  const auto options = std::make_shared<FilmArguments>();
  CLI::App* command = app.add_subcommand(
      "film", "Films a play: MP4 or GIF through ffmpeg, where it is installed, else numbered PNG files");
  options->source.add_to(*command);
  command->add_option("--out", options->out, "Where to: NAME.mp4, NAME.gif, or a new folder for PNG files")
      ->required()
      ->type_name("FILE");
  options->image.add_to(*command);
  command->add_option("--fps", options->fps, "Frames each second")
      ->check(CLI::Range(1, 200))
      ->capture_default_str();
  command->add_option("--speed", options->speed, "Below 1: slow motion")
      ->check(between(0.01, 100))
      ->capture_default_str();
  command->callback([options] { film(*options); });
}

}  // namespace novphy::app
