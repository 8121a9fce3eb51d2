#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/external/line_protocol.h"
#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/program.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/lists.h"
#include "base/text.h"
#include "sim/rng.h"
#include "sim/world.h"
#include "trials/replay.h"
#include "view/artwork.h"
#include "view/film_writer.h"
#include "view/filming.h"
#include "view/geojson.h"
#include "view/image_file.h"
#include "view/painter.h"
#include "view/stage.h"

namespace novphy::app {
namespace {

struct LoadedPlay {
  Assets assets;
  Physics physics;
  Task task;
  std::vector<Shot> shots;
  std::string name{};  ///< for a record: its file, line and trial

  /// Refers to this object.
  Playback playback() const { return Playback(task, shots, assets.catalogue, physics); }
};

/// The settings that choose the play: a task with shots, or one record of a file of records.
class PlaySource {
 public:
  Settings settings() {
    Settings task = task_.settings();
    task.front().help = "A task, a pair, a name such as rolling/agents:novel, or records (with --line)";
    return joined(
        {task,
         {shots_setting(shots_),
          {"line", &line_, "The record in this line of a file of records (from 2)", "K",
           Also{.least = 2, .most = 1e9, .excludes = {"side", "with", "shot", "physics", "set"}}},
          {"plan", &plan_, "The records' plan (default: where it was when they were made)", "PLAN"}},
         assets_.settings()});
  }

  /// For commands that show several plays: also "all", further files of records, and what chooses among the
  /// records.
  Settings settings_of_several() {
    return joined(
        {this->settings(),
         {{"all", &all_, "Every record, also of several files, one after the other",
           Also{.excludes = {"line", "side", "with", "shot", "physics", "set"}}},
          {"records", &more_, "Further files of records, with --all", "FILE",
           Also{.positional = true, .needs = {"all"}}},
          {"cell", &cell_, "With --all: only the trials of this novelty-scenario, such as rolling/agents",
           "SCENARIO/NOVELTY", Also{.needs = {"all"}}},
          {"trial", &trial_, "With --all: only the trials with this number, from 0", "K",
           Also{.least = 0, .most = kMostIndex, .needs = {"all"}}}}});
  }

  LoadedPlay load() const {
    const std::string& name = task_.text();
    if (line_) {
      RecordFile from(name, assets_.folder, plan_);
      return play_of(from, record_at(from.reader, name, *line_), *line_);
    }
    if (name.ends_with(".jsonl"))
      throw InputError(name,
                       "is a file of records, expected --line for one of them, or --all of novphy film");
    if (!plan_.empty()) throw InputError("--plan", "is for records, expected --line or --all, too");
    const Assets assets = assets_.load();
    const Task task = task_.load(assets.catalogue);
    return {.assets = assets,
            .physics = assets.physics.at(assets_.physics),
            .task = task,
            .shots = app::shots_of(shots_, task)};
  }

  /// The plays of the command line: with --all every record of every file, else one. Throws InputError.
  std::vector<LoadedPlay> load_all() const {
    if (!all_) return {load()};
    std::vector<LoadedPlay> plays;
    load_records(task_.text(), plays);
    for (const std::string& file : more_) load_records(file, plays);
    if (plays.empty())
      throw InputError(task_.text(), cell_.empty() && !trial_
                                         ? "has no record of a play"
                                         : "has no record of a play of this --cell and --trial");
    return plays;
  }

 private:
  static LoadedPlay play_of(const RecordFile& from, const Record& record, int line) {
    return {.assets = from.setting.assets,
            .physics = from.setting.physics,
            .task = task_of(from.setting, record, from.file, line),
            .shots = novphy::shots_of(record),
            .name = fmt::format("{}:{} {} {} task {}", from.file, line, record.novelty, record.scenario,
                                record.task)};
  }

  /// Whether --cell and --trial select the record. Both leave out training, calibration and control trials.
  bool is_wanted(const Record& record) const {
    if (cell_.empty() && !trial_) return true;
    if (record.control || (record.phase != Phase::kNormal && record.phase != Phase::kNovel)) return false;
    return (cell_.empty() || record.scenario + "/" + record.novelty == cell_) &&
           (!trial_ || record.trial == *trial_);
  }

  void load_records(const std::string& file, std::vector<LoadedPlay>& plays) const {
    RecordFile from(file, assets_.folder, plan_);
    while (const auto record = from.reader.next())
      if (!record->digest.empty() && is_wanted(*record))
        plays.push_back(play_of(from, *record, from.reader.line()));
  }

  AssetOptions assets_{};
  TaskArgument task_{};
  std::vector<std::string> shots_{};
  std::string plan_{};
  std::optional<int> line_{};
  bool all_ = false;
  std::string cell_{};
  std::optional<int> trial_{};
  std::vector<std::string> more_{};
};

Setting moment_setting(std::optional<double>& at_s, std::string help) {
  return {"at", &at_s, std::move(help), "S", Also{.least = 0, .most = 1e6}};
}

constexpr int kLargestPx = 8192;

std::optional<int> pixels_in(std::string_view text) {
  const auto number = number_text<int>(text);
  return number && *number >= 1 && *number <= kLargestPx ? number : std::nullopt;
}

struct PictureSize {
  std::string size = "640x480";
  std::string zoom = "screen";

  Settings settings() {
    return {{"size", &size, "Width and height in pixels; without a height, the one that fits", "W[xH]"},
            {"zoom", &zoom, "screen: the whole level, as agents see it; task: only the part where things are",
             Also{.choices = {"screen", "task"}}}};
  }

  /// The screen that shows these stages. Throws InputError.
  Screen screen(const std::vector<Stage>& stages) const {
    const auto cross = size.find('x');
    const auto width = pixels_in(std::string_view(size).substr(0, cross));
    const auto height = cross == std::string::npos ? std::optional<int>(0)
                                                   : pixels_in(std::string_view(size).substr(cross + 1));
    if (!width || !height)
      throw InputError("--size",
                       fmt::format("found \"{}\", expected pixels from 1 to {} as W or WxH, such as 640x480",
                                   size, kLargestPx));
    return screen_for(zoom == "task" ? worth_seeing(stages) : shown_by(Screen{}), *width, *height);
  }
};

/// The format of a name that ends in .png or .svg. Throws InputError, which names the option, for other
/// names.
ImageFormat image_format(std::string_view file, const char* option = "--out") {
  if (file.ends_with(".png")) return ImageFormat::kPng;
  if (file.ends_with(".svg")) return ImageFormat::kSvg;
  throw InputError(option, fmt::format("found \"{}\", expected a name that ends with .png or .svg", file));
}

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

/// The screen with even sides, as video encoders need them.
Screen even(Screen screen) {
  screen.width_px += screen.width_px % 2;
  screen.height_px += screen.height_px % 2;
  return screen;
}

void film(FilmArguments& options) {
  const std::vector<LoadedPlay> plays = options.source.load_all();
  std::vector<Stage> stages;
  std::vector<double> until_s;  // after this time nothing moves
  ProgressLine line("film", "plays", options.quiet);
  line.begin(plays.size());
  for (const LoadedPlay& play : plays) {
    const Tracks tracks = see_all(play);
    stages.push_back(stage_of(play.playback().world()));
    stages.back().paths = tracks.paths();
    until_s.push_back(film_end_s(tracks));
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
  fmt::print("{}{}: {}\n", begins, counted(writer.frames(), "frame"), writer.finish());
}

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
    return joined({source.settings(),
                   {moment_setting(at_s, "The moment, in seconds after the start, or the last one"),
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

void observe_play(ObserveArguments& options) {
  const LoadedPlay play = options.source.load();
  Playback playback = play.playback();
  playback.advance_to(options.at_s.value_or(0));
  if (options.form == "png") {
    Painter painter;
    return write_file(options.out, png(painter.screenshot(playback.world())));
  }
  Observation seen = observe(playback.world(), play.assets.colours, options.labels);
  Rng rng = Rng::stream(options.seed, "trials/noise");  // as of the first observation of a trial
  add_noise(seen, playback.world(), options.noise_px.value_or(0), rng);
  const std::string text = options.form == "geojson" ? geojson(seen) : observation_to_json(seen);
  write_file(options.out, text + "\n");
}

struct ArtArguments {
  std::string assets{};  ///< folder
  std::string sheet{};
  bool colours = false;

  Settings settings() {
    return {{"sheet", &sheet, "Draws all of them, with names, as NAME.png or NAME.svg", "FILE",
             Also{.writes = {{FileKind::kPicture}}}},
            {"colours", &colours, "Prints the colours of each object, in the form of assets/colours.json"},
            assets_setting(assets)};
  }
};

/// The rows of assets/colours.json.
void print_colours(const ColourTable& table) {
  std::size_t rows = 0;
  for (const auto& [name, looks] : table) {
    std::vector<std::string> lists;
    for (const auto& look : looks) {
      const auto shares = mapped(look, [](const ColourShare& share) {
        return json_array({fmt::format("{}", share.colour), fmt::format("{:g}", share.share)}, kWithBlanks);
      });
      lists.push_back(json_array(shares, kWithBlanks));
    }
    fmt::print("    {}: {}{}\n", in_quotes(name), json_array(lists, kWithBlanks),
               ++rows < table.size() ? "," : "");
  }
}

void art(ArtArguments& options) {
  if (options.sheet.empty() && !options.colours) throw InputError("", "--sheet or --colours is required");
  const Catalogue catalogue = load_catalogue(assets_folder(options.assets));
  if (!options.sheet.empty())
    write_file(options.sheet, contact_sheet(catalogue, image_format(options.sheet, "--sheet")));
  if (options.colours) print_colours(colours_of_artwork(catalogue));
}

}  // namespace

Commands draw_commands() {
  return {{{"draw", "Draws a task or a moment of a play, as PNG or SVG", kTasksGroup,
            "novphy draw rolling/agents:novel --shot 42@0.8 --trajectory --zoom task --out task.png"},
           job<draw>},
          {{"film", "Films plays: MP4 or GIF through ffmpeg, where it is installed, else numbered PNG files",
            kTasksGroup,
            "novphy film rolling/agents:novel --shot 42@0.8 --zoom task --out play.mp4\n"
            "novphy film results/P01/records.jsonl --all --out p01.mp4"},
           job<film>},
          {{"observe", "Prints what an agent sees of a task, or of a moment of a play", kTasksGroup,
            "novphy observe rolling/agents:novel --form geojson"},
           job<observe_play>},
          {{"art", "Shows the artwork: every object in every state", kTasksGroup,
            "novphy art --sheet artwork.png"},
           job<art>}};
}

}  // namespace novphy::app
