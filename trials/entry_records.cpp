#include "trials/entry_records.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "base/input_error.h"
#include "base/lists.h"
#include "base/parallel.h"
#include "base/text.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/input/source.h"
#include "evaluator/record_io.h"
#include "trials/plan_tasks.h"
#include "trials/questions.h"
#include "trials/replay.h"

namespace novphy {
namespace {

constexpr std::string_view kFromTrials = " from trials";  ///< ends the name of a detector of novphy detect

/// Throws InputError about a line of a file.
template <class... Values>
[[noreturn]] void refuse(const std::string& file, int line, fmt::format_string<Values...> text,
                         Values&&... values) {
  throw InputError(file, line, fmt::format(text, std::forward<Values>(values)...));
}

std::string trial_label(const std::string& scenario, const std::string& novelty, bool control,
                        bool calibration, int trial) {
  return fmt::format("{}/{}, {}{} {}", scenario, novelty, control ? "control " : "",
                     calibration ? "calibration run" : "trial", trial);
}

std::string label_of_task(const Record& record) {
  return fmt::format("{}, {} task {}",
                     trial_label(record.scenario, record.novelty, record.control,
                                 record.phase == Phase::kCalibration, record.trial),
                     name(record.phase), record.task);
}

/// Puts the records of a file beside the trials of the plan.
class PlanTasks {
 public:
  using Key = std::tuple<std::string, std::string, bool, bool, int>;

  static Key key_of(const Record& record) {
    return {record.novelty, record.scenario, record.control, record.phase == Phase::kCalibration,
            record.trial};
  }

  explicit PlanTasks(const Plan& plan) : plan_(plan) {
    for (std::size_t i = 0; i < plan.trials.size(); ++i) {
      const PlannedTrial& trial = plan.trials[i];
      trials_[{trial.novelty, trial.scenario, trial.control, is_calibration(trial), trial.index}] = i;
      lines_.emplace_back(measured_tasks(trial), 0);
    }
  }

  /// The task that the plan has in the record's place. Throws InputError for a record in no place of the
  /// plan, or in a place that an earlier record has.
  TaskRef take(const Record& record, const std::string& file, int line) {
    if (record.phase == Phase::kTraining) return training_task(record, file, line);
    const std::size_t at = trial_of(record, file, line);
    const std::optional<TaskRef> task = task_in(plan_.trials[at], record);
    if (!task) throw not_in_plan(record, file, line);
    int& earlier = lines_[at][static_cast<std::size_t>(record.task)];
    if (earlier != 0) refuse(file, line, "{}: is there already, in line {}", label_of_task(record), earlier);
    earlier = line;
    return *task;
  }

  const PlannedTrial& trial(const Record& record) const { return plan_.trials[trials_.at(key_of(record))]; }

  const std::string& name_of_template(TaskRef task) const {
    return plan_.templates[static_cast<std::size_t>(task.task_template)].base.name;
  }

  /// Whether every task of the record's trial has a record.
  bool is_whole(const Record& record) const {
    return record.phase == Phase::kTraining || !contains(lines_[trials_.at(key_of(record))], 0);
  }

  /// Throws InputError for the first task of the plan that no record had.
  void check_complete(const std::string& file) const {
    for (std::size_t i = 0; i < lines_.size(); ++i)
      for (std::size_t task = 0; task < lines_[i].size(); ++task)
        if (lines_[i][task] == 0) {
          const PlannedTrial& trial = plan_.trials[i];
          throw InputError(file, fmt::format("lacks task {} of {}: expected every task of the plan", task,
                                             trial_label(trial.scenario, trial.novelty, trial.control,
                                                         is_calibration(trial), trial.index)));
        }
  }

 private:
  static std::size_t measured_tasks(const PlannedTrial& trial) {
    return is_calibration(trial) ? trial.calibration.size() : trial.normal.size() + trial.novel.size();
  }

  static InputError not_in_plan(const Record& record, const std::string& file, int line) {
    return {file, line, fmt::format("{}: is not in the plan of the board", label_of_task(record))};
  }

  std::size_t trial_of(const Record& record, const std::string& file, int line) const {
    const auto found = trials_.find(key_of(record));
    if (found == trials_.end()) throw not_in_plan(record, file, line);
    return found->second;
  }

  static std::optional<TaskRef> task_in(const PlannedTrial& trial, const Record& record) {
    const bool novel = record.phase == Phase::kNovel;
    const std::vector<TaskRef>& tasks = record.phase == Phase::kCalibration ? trial.calibration
                                        : novel                             ? trial.novel
                                                                            : trial.normal;
    const int at = record.task - (novel ? static_cast<int>(trial.normal.size()) : 0);
    if (at < 0 || at >= static_cast<int>(tasks.size())) return std::nullopt;
    return tasks[static_cast<std::size_t>(at)];
  }

  /// Training tasks are not measured, and an agent may play fewer than the plan has.
  TaskRef training_task(const Record& record, const std::string& file, int line) const {
    const auto found = find_task(plan_, record.task_template, record.variation);
    if (!found) throw not_in_plan(record, file, line);
    return *found;
  }

  const Plan& plan_;
  std::map<Key, std::size_t> trials_{};
  std::vector<std::vector<int>> lines_{};  ///< of the record of each task, by trial; 0: none yet
};

void check_first_line(const Fingerprint& print, const BoardSetting& setting, const std::string& file) {
  if (print.plan_hash != setting.plan.hash)
    refuse(file, 1, "/plan_hash: found \"{}\", expected \"{}\": the hash of the board's plan",
           printable(print.plan_hash), setting.plan.hash);
  if (print.told_seeds != kToldSeeds)
    throw InputError(
        file, 1,
        fmt::format("/told_seeds: found {}, expected {}: the agent was told the numbers of another "
                    "version of novphy, and plays otherwise now",
                    print.told_seeds, kToldSeeds));
  if (const std::string why = obstacle_to_standard_play(print, setting.assets); !why.empty())
    refuse(file, 1, "{}: expected records of this program's own numbers", printable(why));
  if (!print.left_out.empty())
    throw InputError(file, 1, "/left_out: found a reason why the records do not count, expected none");
}

/// Throws InputError where a record says anything else of its task than the plan does.
void check_record(const Record& record, const EntryFile& file, int line, const PlanTasks& tasks,
                  TaskRef task) {
  const std::string& planned = tasks.name_of_template(task);
  if (record.task_template != planned || record.variation != task.variation)
    refuse(file.path, line, "{}: found variation {} of template {}, expected variation {} of {}",
           label_of_task(record), record.variation, printable(record.task_template), task.variation, planned);
  if (record.no_result)
    throw InputError(file.path, line, "/no_result: found true, expected whether the task was passed");
  if (record.attempts != 1)
    throw InputError(
        file.path, line,
        fmt::format("/attempts: found {}, expected 1: the player began this trial again, and may "
                    "have known its tasks",
                    record.attempts));
  if (record.phase == Phase::kTraining) return;
  const bool informed =
      tasks.trial(record).informed || (file.fingerprint.informed && record.phase != Phase::kCalibration);
  if (record.informed != informed)
    refuse(file.path, line, "/informed: found {}, expected {}, as plan and first line say", record.informed,
           informed);
}

/// Where nothing was played, there is nothing to win.
std::vector<std::string> unplayed_differences(const Record& record) {
  std::vector<std::string> found;
  if (record.end != "agent_error")
    found.push_back("no digest, and the end is \"" + printable(record.end) + "\"");
  if (record.passed) found.emplace_back("nothing was played, and the task is recorded as passed");
  if (record.score != 0) found.push_back(fmt::format("score: {} recorded, nothing was played", record.score));
  return found;
}

std::vector<std::string> differences_now(const EntryFile& file, std::size_t i, const BoardSetting& setting) {
  const Record& record = file.records[i];
  if (record.digest.empty()) return unplayed_differences(record);
  const Catalogue& catalogue = setting.assets.catalogue;
  const Plan& plan = setting.plan.plan;
  const Physics physics = played_physics(plan, setting.assets.physics.at(file.fingerprint.physics));
  auto found = replay(record, task_of(plan, file.tasks[i], catalogue), catalogue, physics).differences;
  add_all(found, question_differences(record, plan, catalogue, physics));
  return found;
}

/// Adds to each record's differences where a detector's alarm is not the recorded one.
void compare_alarms(const EntryFile& file, std::vector<std::vector<std::string>>& differences) try {
  std::string words = file.fingerprint.detector;
  if (words.empty()) return;
  const bool from_trials = words.ends_with(kFromTrials);
  if (from_trials) words.resize(words.size() - kFromTrials.size());
  OfflineDetector detector(parse_detector(words),
                           from_trials ? CalibrateFrom::kTrials : CalibrateFrom::kCalibrationTasks);
  for (const Record& record : file.records) detector.add(record);
  detector.find();
  const auto text = [](const std::optional<bool>& alarm) {
    return !alarm ? "none" : *alarm ? "true" : "false";
  };
  for (std::size_t i = 0; i < file.records.size(); ++i)
    if (const auto alarm = detector.alarm(file.records[i]); alarm != file.records[i].alarm)
      differences[i].push_back(
          fmt::format("alarm: {} recorded, {} now", text(file.records[i].alarm), text(alarm)));
} catch (const std::invalid_argument& error) {
  refuse(file.path, 1, "/detector: {}", error.what());
}

/// An agent that cannot go on loses the rest of its trial. Throws InputError for a later task that was
/// played.
void check_errors(const EntryFile& file) {
  std::map<PlanTasks::Key, int> first;  // task without a play
  for (const Record& record : file.records) {
    if (record.phase == Phase::kTraining || !record.digest.empty()) continue;
    int& task = first.try_emplace(PlanTasks::key_of(record), record.task).first->second;
    task = std::min(task, record.task);
  }
  for (std::size_t i = 0; i < file.records.size(); ++i) {
    const Record& record = file.records[i];
    const auto found = record.phase == Phase::kTraining ? first.end() : first.find(PlanTasks::key_of(record));
    if (found != first.end() && !record.digest.empty() && record.task > found->second)
      refuse(file.path, file.lines[i],
             "{}: was played after the agent could not go on in task {} of the trial", label_of_task(record),
             found->second);
  }
}

/// The file without the trials that the person did not finish.
EntryFile finished(EntryFile file, const PlanTasks& tasks) {
  EntryFile found{file.path, file.fingerprint, {}, {}, {}};
  for (std::size_t i = 0; i < file.records.size(); ++i) {
    if (!tasks.is_whole(file.records[i])) {
      ++found.unfinished;
      continue;
    }
    found.records.push_back(std::move(file.records[i]));
    found.lines.push_back(file.lines[i]);
    found.tasks.push_back(file.tasks[i]);
  }
  return found;
}

}  // namespace

EntryFile read_entry_file(const std::string& path, const BoardSetting& setting) {
  RecordReader reader(path, CutLine::kError);
  EntryFile file{path, reader.fingerprint(), {}, {}, {}};
  const bool of_person = is_human(file.fingerprint);
  if (of_person && !file.fingerprint.left_out.empty()) return file;
  check_first_line(file.fingerprint, setting, path);
  PlanTasks tasks(setting.plan.plan);
  while (auto record = reader.next()) {
    const TaskRef task = tasks.take(*record, path, reader.line());
    check_record(*record, file, reader.line(), tasks, task);
    file.records.push_back(*std::move(record));
    file.lines.push_back(reader.line());
    file.tasks.push_back(task);
  }
  if (!of_person) tasks.check_complete(path);
  check_errors(file);
  return of_person ? finished(std::move(file), tasks) : file;
}

void check_track(const EntryFile& file, CardTrack track) {
  if (track == CardTrack::kText || is_human(file.fingerprint)) return;  // people see pictures
  for (std::size_t i = 0; i < file.records.size(); ++i)
    if (file.records[i].saw_text && !file.records[i].digest.empty())
      throw InputError(
          file.path, file.lines[i],
          "/saw_text: found none, expected false, as in the entry's track \"picture\": the player was "
          "given the scene as text, or a version of novphy that does not record it played");
}

void check_entry_files(std::span<const EntryFile> files) {
  std::map<std::string, std::string> runs;
  for (const EntryFile& file : files) {
    const bool of_person = is_human(file.fingerprint);
    if (of_person ? !is_human(files.front().fingerprint)
                  : shown_name(file.fingerprint) != shown_name(files.front().fingerprint))
      throw InputError(file.path, 1,
                       fmt::format("is of the agent \"{}\", while {} is of \"{}\": expected one agent",
                                   printable(shown_name(file.fingerprint)), files.front().path,
                                   printable(shown_name(files.front().fingerprint))));
    const std::string& own = of_person ? file.fingerprint.agent : file.fingerprint.run;
    const auto [found, is_new] = runs.emplace(own, file.path);
    if (!is_new || (files.size() > 1 && own.empty()))
      refuse(file.path, 1, "/{}: found \"{}\", expected another {} than those of the entry's other files{}",
             of_person ? "agent" : "run", printable(own), of_person ? "person" : "training",
             of_person ? "" : ", as novphy run --run names them");
  }
}

void replay_entry_file(const EntryFile& file, const BoardSetting& setting, unsigned threads,
                       const std::function<void()>& played, ReplayVerdict& verdict) {
  std::vector<std::vector<std::string>> differences(file.records.size());
  parallel_for(file.records.size(), threads, [&](std::size_t i) {
    differences[i] = differences_now(file, i, setting);
    played();
  });
  compare_alarms(file, differences);
  const std::string name = (is_human(file.fingerprint) ? file.fingerprint.agent + ", " : "") +
                           std::filesystem::path(file.path).filename().string();
  for (std::size_t i = 0; i < differences.size(); ++i) {
    ++(file.records[i].digest.empty() ? verdict.unplayed : verdict.played);
    if (differences[i].empty()) continue;
    ++verdict.different;
    for (const std::string& each : differences[i])
      if (verdict.first.size() < kShownDifferences)
        verdict.first.push_back(
            fmt::format("{}:{}: {}: {}", name, file.lines[i], label_of_task(file.records[i]), each));
  }
}

void add_entry_file(AgentLog& log, const EntryFile& file) {
  // Every trial is there as the plan has it, so none counts as cut off, whatever the first line says.
  log.trials.next_source({.plan = file.fingerprint.plan_hash, .any_length = true});
  log.trials.set_run(file.fingerprint.run);
  if (is_human(file.fingerprint)) log.trials.set_of_people();
  log.files.push_back({file.path, file.fingerprint, 0});
  std::vector<std::string> warnings;
  check_pooled(log, warnings);
  for (std::size_t i = 0; i < file.records.size(); ++i) try {
      const Record& record = file.records[i];  // an unplayed task is failed after its shots, and counts
      log.trials.add(record, file.lines[i], static_cast<int>(record.shots.size()));
    } catch (const std::invalid_argument& error) {
      throw InputError(file.path, file.lines[i], error.what());
    }
}

}  // namespace novphy
