#include "app/play_source.h"

#include <fmt/core.h>

#include "base/input_error.h"
#include "jobs/recorded_plays.h"
#include "trials/replay.h"

namespace novphy::app {

void PlaySource::add_to(CLI::App& command) {
  task_.add_to(command);
  command.get_option("task")->description(
      "A task, a pair, a name such as rolling/agents:novel, or records (with --line)");
  shots_.add_to(command);
  CLI::Option* line =
      command.add_option("--line", line_, "The record in this line of a file of records (from 2)");
  line->type_name("K")->check(CLI::Range(2L, 1'000'000'000L));
  command.add_option("--plan", plan_, "The records' plan (default: where it was when they were made)")
      ->type_name("PLAN");
  assets_.add_to(command);
  for (const char* other : {"--side", "--with", "--shot", "--physics", "--set"})
    line->excludes(command.get_option(other));
}

void PlaySource::add_all_to(CLI::App& command) {
  CLI::Option* all =
      command.add_flag("--all", all_, "Every record, also of several files, one after the other");
  command.add_option("records", more_, "Further files of records, with --all")->type_name("FILE")->needs(all);
  for (const char* other : {"--line", "--side", "--with", "--shot", "--physics", "--set"})
    all->excludes(command.get_option(other));
  command
      .add_option("--cell", cell_,
                  "With --all: only the trials of this novelty-scenario, such as rolling/agents")
      ->type_name("SCENARIO/NOVELTY")
      ->needs(all);
  command.add_option("--trial", trial_, "With --all: only the trials with this number, from 0")
      ->type_name("K")
      ->check(CLI::Range(0, kMostIndex))
      ->needs(all);
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

void PlaySource::load_records(const std::string& file, std::vector<LoadedPlay>& plays) const {
  RecordReader reader(file, CutLine::kSkip);
  const RecordSetting setting =
      load_setting(file, reader.fingerprint(), {.assets = assets_.place(), .plan = plan_}, print_warning);
  while (const auto record = reader.next()) {
    if (record->digest.empty() || !is_wanted(*record)) continue;
    plays.push_back({.assets = setting.assets,
                     .physics = setting.physics,
                     .task = task_of(setting, *record, file, reader.line()),
                     .shots = shots_of(*record),
                     .name = fmt::format("{}:{} {} {} task {}", file, reader.line(), record->novelty,
                                         record->scenario, record->task)});
  }
}

LoadedPlay PlaySource::load() const {
  if (line_ > 0) return load_record();
  if (task_.text().ends_with(".jsonl"))
    throw InputError(task_.text(),
                     "is a file of records, expected --line for one of them, or --all of novphy film");
  if (!plan_.empty()) throw InputError("--plan", "is for records, expected --line or --all, too");
  LoadedPlay play{.assets = assets_.load(), .physics = {}, .task = {}, .shots = {}};
  play.physics = play.assets.physics.at(assets_.physics_name());
  play.task = task_.load(play.assets.catalogue);
  play.shots = shots_.load(play.task);
  return play;
}

LoadedPlay PlaySource::load_record() const {
  RecordReader reader(task_.text(), CutLine::kSkip);
  RecordSetting setting =
      load_setting(task_.text(), reader.fingerprint(), {.assets = assets_.place(), .plan = plan_}, print_warning);
  const Record record = record_at(reader, task_.text(), line_);
  Task task = task_of(setting, record, task_.text(), line_);
  return {.assets = std::move(setting.assets),
          .physics = setting.physics,
          .task = std::move(task),
          .shots = shots_of(record)};
}

}  // namespace novphy::app
