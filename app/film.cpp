#include <fmt/core.h>

#include <iterator>
#include <utility>

#include "app/commands.h"
#include "app/play_source.h"
#include "app/program.h"
#include "app/progress_line.h"
#include "sim/world.h"
#include "view/film_writer.h"
#include "view/filming.h"
#include "view/painter.h"

namespace novphy::app {
namespace {

struct FilmArguments {
  PlaySource source{};
  PictureSize size{};
  std::string out{};
  int fps = 30;
  double speed = 1;
  bool quiet = false;

  Settings settings() {
    return joined({source.settings_of_several(),
                   {out_setting(out, {FileKind::kFilm},
                                "What to write: NAME.mp4, NAME.gif, or a new folder for PNG files")},
                   size.settings(),
                   {quiet_setting(quiet),
                    {"fps", &fps, "Frames per second", Also{.least = 1, .most = 200}},
                    {"speed", &speed, "Speed; below 1: slow motion", Also{.least = 0.01, .most = 100}}}});
  }
};

/// The stages that the film must show, and the time after which nothing moves.
struct Preview {
  std::vector<Stage> stages;
  double until_s = 0;
};

Preview preview(const LoadedPlay& play) {
  Tracks tracks;
  Playback playback = play.playback();
  Preview preview{.stages = {stage_of(playback.world())}};
  while (playback.step()) tracks.note(playback.world());
  preview.stages.front().paths = tracks.paths();
  preview.until_s = film_end_s(tracks);
  return preview;
}

/// The screen with even sides, as video encoders need them.
Screen even(Screen screen) {
  screen.width_px += screen.width_px % 2;
  screen.height_px += screen.height_px % 2;
  return screen;
}

void film(FilmArguments& options) {
  const std::vector<LoadedPlay> plays = options.source.load_all();
  std::vector<Stage> stages;
  std::vector<double> until_s;
  ProgressLine line("film", "plays", options.quiet);
  line.begin(plays.size());
  for (const LoadedPlay& play : plays) {
    Preview seen = preview(play);
    std::move(seen.stages.begin(), seen.stages.end(), std::back_inserter(stages));
    until_s.push_back(seen.until_s);
  }
  Painter painter(even(options.size.screen(stages)));
  FilmWriter writer(options.out, painter.screen().width_px, painter.screen().height_px, options.fps);
  const CatchSignals signals;
  const auto add = [&](const Stage& stage) {
    if (is_set(signals.stop())) throw Interrupted{.signal = signals.signal()};
    writer.add(painter.paint(stage));
  };
  std::string begins;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    const double begin_s = static_cast<double>(writer.frames()) / options.fps;
    Playback playback = plays[i].playback();
    film_play(playback, until_s[i], options.speed / options.fps, add);
    line.add();
    if (plays.size() > 1) begins += fmt::format("{:.1f} s: {}\n", begin_s, plays[i].name);
  }
  fmt::print("{}{} frames: {}\n", begins, writer.frames(), writer.finish());
}

}  // namespace

void add_film(Command& program) {
  add_job(program,
          {"film",
           "Films a play, or every play of files of records: MP4 or GIF through ffmpeg, where it is "
           "installed, else numbered PNG files",
           kTasksGroup,
           "novphy film rolling/agents:novel --shot 42@0.8 --zoom task --out play.mp4\n"
           "novphy film results/P01/records.jsonl --all --out p01.mp4"},
          job_of(film));
}

}  // namespace novphy::app
