#include "app/play_source.h"

#include <fmt/core.h>

#include <utility>

#include "base/input_error.h"
#include "base/text.h"
#include "trials/replay.h"

namespace novphy::app {

namespace {

constexpr int kLargestPx = 8192;

std::optional<int> pixels_in(std::string_view text) {
  const auto number = number_text<int>(text);
  return number && *number >= 1 && *number <= kLargestPx ? number : std::nullopt;
}

}  // namespace

Settings PlaySource::settings() {
  Settings task = task_.settings();
  task.front().help = "A task, a pair, a name such as rolling/agents:novel, or records (with --line)";
  return joined({task,
                 {shots_setting(shots_),
                  {"line", &line_, "The record in this line of a file of records (from 2)", "K",
                   Also{.least = 2, .most = 1e9, .excludes = {"side", "with", "shot", "physics", "set"}}},
                  {"plan", &plan_, "The records' plan (default: where it was when they were made)", "PLAN"}},
                 assets_.settings()});
}

Settings PlaySource::settings_of_several() {
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

/// Whether --cell and --trial select the record. Both leave out training, calibration and control trials.
bool PlaySource::is_wanted(const Record& record) const {
  if (cell_.empty() && !trial_) return true;
  if (record.control || (record.phase != Phase::kNormal && record.phase != Phase::kNovel)) return false;
  return (cell_.empty() || record.scenario + "/" + record.novelty == cell_) &&
         (!trial_ || record.trial == *trial_);
}

std::vector<LoadedPlay> PlaySource::load_all() const {
  std::vector<LoadedPlay> plays;
  if (all_) {
    load_records(task_.text(), plays);
    for (const std::string& file : more_) load_records(file, plays);
    if (plays.empty())
      throw InputError(task_.text(), cell_.empty() && !trial_
                                         ? "has no record of a play"
                                         : "has no record of a play of this --cell and --trial");
  } else {
    plays.push_back(load());
  }
  return plays;
}

LoadedPlay PlaySource::play_of(const RecordSetting& setting, const Record& record, const std::string& file,
                               int line) {
  return {
      .assets = setting.assets,
      .physics = setting.physics,
      .task = task_of(setting, record, file, line),
      .shots = novphy::shots_of(record),
      .name = fmt::format("{}:{} {} {} task {}", file, line, record.novelty, record.scenario, record.task)};
}

RecordSetting PlaySource::setting_of(const std::string& file, const RecordReader& reader) const {
  return load_setting(file, reader.fingerprint(), {.assets = assets_folder(assets_.folder), .plan = plan_},
                      print_warning);
}

void PlaySource::load_records(const std::string& file, std::vector<LoadedPlay>& plays) const {
  RecordReader reader(file, CutLine::kSkip);
  const RecordSetting setting = setting_of(file, reader);
  while (const auto record = reader.next())
    if (!record->digest.empty() && is_wanted(*record))
      plays.push_back(play_of(setting, *record, file, reader.line()));
}

LoadedPlay PlaySource::load() const {
  const std::string& name = task_.text();
  if (line_) {
    RecordReader reader(name, CutLine::kSkip);
    const RecordSetting setting = setting_of(name, reader);
    return play_of(setting, record_at(reader, name, *line_), name, *line_);
  }
  if (name.ends_with(".jsonl"))
    throw InputError(name, "is a file of records, expected --line for one of them, or --all of novphy film");
  if (!plan_.empty()) throw InputError("--plan", "is for records, expected --line or --all, too");
  const Assets assets = assets_.load();
  const Task task = task_.load(assets.catalogue);
  return {.assets = assets,
          .physics = assets.physics.at(assets_.physics),
          .task = task,
          .shots = app::shots_of(shots_, task)};
}

Setting moment_setting(std::optional<double>& at_s, std::string help) {
  return {"at", &at_s, std::move(help), "S", Also{.least = 0, .most = 1e6}};
}

Settings PictureSize::settings() {
  return {{"size", &size_, "Width and height in pixels; without a height, the one that fits", "W[xH]"},
          {"zoom", &zoom_, "screen: the whole level, as agents see it; task: only the part where things are",
           Also{.choices = {"screen", "task"}}}};
}

Screen PictureSize::screen(const std::vector<Stage>& stages) const {
  const auto cross = size_.find('x');
  const auto width = pixels_in(std::string_view(size_).substr(0, cross));
  const auto height = cross == std::string::npos ? std::optional<int>(0)
                                                 : pixels_in(std::string_view(size_).substr(cross + 1));
  if (!width || !height)
    throw InputError("--size",
                     fmt::format("found \"{}\", expected pixels from 1 to {} as W or WxH, such as 640x480",
                                 size_, kLargestPx));
  return screen_for(zoom_ == "task" ? worth_seeing(stages) : shown_by(Screen{}), *width, *height);
}

ImageFormat image_format(std::string_view file, const char* option) {
  if (file.ends_with(".png")) return ImageFormat::kPng;
  if (file.ends_with(".svg")) return ImageFormat::kSvg;
  throw InputError(option, fmt::format("found \"{}\", expected a name that ends with .png or .svg", file));
}

}  // namespace novphy::app
