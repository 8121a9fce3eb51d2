#include "evaluator/trial_log.h"

#include <fmt/core.h>

#include <tuple>

#include "base/hash.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "evaluator/level_results.h"

namespace novphy {
namespace {

int window(std::string_view name, const std::optional<int>& asked, int otherwise, int novel_tasks) {
  if (!asked) return otherwise;
  if (*asked < 1 || *asked > novel_tasks)
    throw std::invalid_argument(
        fmt::format("{} = {}: expected 1 to {}, the novel tasks of a trial", name, *asked, novel_tasks));
  return *asked;
}

/// A share of `tasks` as a window, rounded down. The small summand compensates rounding errors.
int part(double share, int tasks, int novel_tasks) {
  return std::clamp(static_cast<int>(share * tasks + 1e-9), 1, std::max(1, novel_tasks));
}

/// SAIL-ON's window if no number is asked for.
int sailon_window(const Conventions& conventions, int novel_tasks, int tasks) {
  if (conventions.sailon_m_share) return part(*conventions.sailon_m_share, tasks, novel_tasks);
  switch (conventions.definitions) {
    case Definitions::kSailOn:
      return std::clamp(novel_tasks, 1, 100);
    case Definitions::kWsu:
      return part(0.05, tasks, novel_tasks);
    case Definitions::kWsuScript:
      return part(0.1, tasks, novel_tasks);
    default:
      return std::max(1, novel_tasks / 10);
  }
}

}  // namespace

Windows windows_of(const Conventions& conventions, int novel_tasks, int normal_tasks) {
  const int tenth = std::max(1, novel_tasks / 10);
  return {.ap = window("m", conventions.m, default_m(novel_tasks), novel_tasks),
          .m1 = window("m1", conventions.m1, tenth, novel_tasks),
          .m2 = window("m2", conventions.m2, tenth, novel_tasks),
          .sailon = window("SAIL-ON m", conventions.sailon_m,
                           sailon_window(conventions, novel_tasks, novel_tasks + normal_tasks), novel_tasks)};
}

namespace {

/// A key that all trials of a cell and file share.
TrialKey cell_and_file(TrialKey key) {
  key.trial = 0;
  return key;
}

[[noreturn]] void reject_second(const Record& record, int earlier_line) {
  const std::string earlier = earlier_line > 0 ? fmt::format(", after line {}", earlier_line) : "";
  throw RepeatedTask(fmt::format("a second record of {} {}, trial {}, task {}{}", record.novelty,
                                 record.scenario, record.trial, record.task, earlier));
}

/// Whether a trial may have both tasks: an agent may be told of the novelty when it comes, or from the first
/// task on.
bool is_told_in_order(const TaskMark& a, const TaskMark& b) {
  if (a.informed == b.informed) return true;
  return a.informed ? a.novel && !b.novel : b.novel && !a.novel;
}

/// Throws if records of one trial contradict each other about what the agent was told.
void check_told(const TrialLog& log, const Record& record, const TaskMark& mark) {
  const auto other = std::ranges::find_if(
      log.tasks, [&](const TaskMark& task) { return task.known && !is_told_in_order(task, mark); });
  if (other == log.tasks.end()) return;
  throw std::invalid_argument(fmt::format(
      "{} {}, trial {}: informed is {} here and {} in line {}: expected one value for all records "
      "of a trial, or true from the novelty on",
      record.novelty, record.scenario, record.trial, record.informed, !record.informed, other->line));
}

/// Sets an item of a list that ends with the last item that tells anything.
template <class Item>
void set(std::vector<Item>& list, std::size_t at, const Item& item) {
  if (at >= list.size()) {
    if (item == Item{}) return;
    list.resize(at + 1);
  }
  list[at] = item;
}

/// A hash of what was played in a task: 0 for nothing.
std::uint64_t play_of(const Record& record) {
  if (record.digest.empty()) return 0;
  Hash hash;
  hash.add(fnv1a(record.digest)).add(record.task).add(record.score).add(int{record.passed});
  for (const RecordedShot& shot : record.shots)
    hash.add(shot.drag_m[0]).add(shot.drag_m[1]).add(shot.tap_ms).add(shot.launch_ms);
  return hash.value();
}

}  // namespace

bool note_order(TrialLog& trial, int last_normal, int first_novel) {
  trial.last_normal = std::max(trial.last_normal, last_normal);
  if (trial.first_novel < 0 || (first_novel >= 0 && first_novel < trial.first_novel))
    trial.first_novel = first_novel;
  return trial.first_novel < 0 || trial.last_normal < trial.first_novel;
}

std::vector<int> changes_of(const TrialLog& trial) {
  std::vector<int> changes;
  int begun = 0;
  for (const TaskMark& task : trial.tasks) {
    if (task.novel && (changes.empty() || changes.back() == 0)) ++begun;
    changes.push_back(!task.novel ? 0 : task.change > 0 ? task.change : begun);
  }
  return changes;
}

bool has_one_change(const TrialLog& trial) {
  const std::vector<int> changes = changes_of(trial);
  return std::ranges::is_sorted(changes) && (changes.empty() || changes.back() <= 1);
}

PlayerUsage usage_of(const TrialLog& trial, std::size_t task) {
  return task < trial.usage.size() ? trial.usage[task] : PlayerUsage{};
}

void put_task(TrialLog& trial, std::size_t at, const TrialLog& other, std::size_t task) {
  trial.tasks[at] = other.tasks[task];
  set(trial.usage, at, usage_of(other, task));
  set(trial.task_names, at, task < other.task_names.size() ? other.task_names[task] : 0);
}

std::optional<int> thrown_shots(const Record& record) {
  if (record.end.empty() || record.end == "agent_error" || record.no_result) return std::nullopt;
  return static_cast<int>(record.shots.size());
}

void OwnThresholds::add(double threshold) {
  low = tasks == 0 ? threshold : std::min(low, threshold);
  high = tasks == 0 ? threshold : std::max(high, threshold);
  ++tasks;
}

std::string range_text(const OwnThresholds& thresholds) {
  if (thresholds.low == thresholds.high) return fmt::format("{}", thresholds.low);
  return fmt::format("{} to {}", thresholds.low, thresholds.high);
}

std::optional<double> own_threshold(const Record& record, const AlarmRule& rule) {
  return rule.own_thresholds && !record.alarm ? record.novelty_threshold : std::nullopt;
}

bool is_alarm(const Record& record, const AlarmRule& rule) {
  if (record.alarm) return *record.alarm;
  AlarmRule own = rule;
  own.threshold = own_threshold(record, rule).value_or(rule.threshold);
  return is_alarm(record.novelty_probability, own);
}

void TrialLogs::next_source(TrialSource source) {
  source_ = static_cast<int>(sources_.size());
  repeated_ = {};
  sources_.push_back(std::move(source));
}

std::optional<std::uint64_t> TrialLogs::tasks_of(const TrialKey& key, const TrialLog& trial) const {
  if (const auto named = named_tasks(trial)) return named;
  if (source_of(key.source).numbered && !conventions_.paired) return std::nullopt;
  return 0;
}

std::optional<std::uint64_t> named_tasks(const TrialLog& trial) {
  if (trial.task_names.empty() || trial.task_names.size() < trial.tasks.size()) return std::nullopt;
  Hash all;
  for (const std::uint64_t name : trial.task_names) {
    if (name == 0) return std::nullopt;
    all.add(name);
  }
  return all.value();
}

void TrialLogs::set_run(const std::string& name) {
  if (runs_[static_cast<std::size_t>(run_)] == name) return;
  run_ = static_cast<int>(index_in(runs_, name));
  if (!contains(runs_, name)) runs_.push_back(name);
}

TrialKey TrialLogs::key_of(const Record& record, bool informed) const {
  return {.novelty = record.novelty,
          .scenario = record.scenario,
          .control = record.control,
          .source = source_,
          .trial = record.trial,
          .run = run_,
          .informed = informed};
}

TrialLog& TrialLogs::log_of(const Record& record, bool informed) {
  // Most records belong to the same trial as the record before.
  const auto same = [&](const TrialKey& key) {
    return std::tie(key.trial, key.control, key.source, key.run, key.informed, key.novelty, key.scenario) ==
           std::tie(record.trial, record.control, source_, run_, informed, record.novelty, record.scenario);
  };
  if (last_.trial == nullptr || !same(last_.trial->first))
    last_.trial = &*trials_.try_emplace(key_of(record, informed), TrialLog{}).first;
  return last_.trial->second;
}

bool TrialLogs::replaces(const Record& record, const TaskMark& earlier, int line) {
  if (conventions_.repeats == Repeats::kRefuse || earlier.novel != (record.phase == Phase::kNovel))
    reject_second(record, earlier.line);
  if (repeated_.records++ == 0) repeated_ = {1, line, earlier.line};
  return conventions_.repeats == Repeats::kLast;
}

void TrialLogs::add_calibration(const Record& record) {
  CalibrationRun& run = calibration_[key_of(record, false)];
  const auto task = static_cast<std::size_t>(record.task);
  if (task >= run.known.size()) run.known.resize(task + 1);
  if (run.known[task]) reject_second(record, 0);
  run.known[task] = true;
  if (record.no_result) return;
  ++run.tasks;
  run.passed += record.passed ? 1 : 0;
}

TaskMark TrialLogs::mark_of(const Record& record, int line, std::optional<int> shots) const {
  const bool by_pass = conventions_.performance == Performance::kPass;
  const double passed = record.passed ? 1 : 0;
  const double said = record.alarm ? (*record.alarm ? 1 : 0) : record.novelty_probability;
  return {.performance = by_pass ? passed : record.score,
          .probability = said,
          .line = line,
          .known = true,
          .novel = record.phase == Phase::kNovel,
          .passed = record.passed,
          .alarm = is_alarm(record, conventions_.alarm),
          .has_result = !record.no_result,
          .has_performance = !record.no_result,
          .informed = record.informed,
          .change = static_cast<std::uint8_t>(record.change),
          .shots = shots ? static_cast<std::uint16_t>(std::min(*shots, TaskMark::kShotsNotKnown - 1))
                         : TaskMark::kShotsNotKnown};
}

void TrialLogs::add_task(const Record& record, const TaskMark& mark, TrialLog& log) {
  const auto task = static_cast<std::size_t>(record.task);
  if (task >= log.tasks.size()) log.tasks.resize(task + 1);
  const bool again = log.tasks[task].known;
  if (again && !replaces(record, log.tasks[task], mark.line)) return;
  const bool novel = mark.novel;
  if (!note_order(log, novel ? -1 : record.task, novel ? record.task : -1) && !source_of(source_).spans)
    throw std::invalid_argument(
        fmt::format("{} {}, trial {}: task {} is normal and comes after the novel task {}: expected all "
                    "normal tasks of a trial before its novel tasks",
                    record.novelty, record.scenario, record.trial, log.last_normal, log.first_novel));
  if (record.informed != log.informed) check_told(log, record, mark);
  log.tasks[task] = mark;
  if (!record.questions.empty()) log.questions = record.questions;
  if (!record.questions.empty()) log.ends_novel = novel;
  set(log.usage, task, record.usage);
  log.plays = again ? 0 : log.plays + play_of(record);
  if (const auto own = own_threshold(record, conventions_.alarm)) own_thresholds_.add(*own);
  log.informed = log.informed || record.informed;
  log.agent_error = log.agent_error || !record.error.empty();
  log.only_levels = log.only_levels && is_level_play(record);
}

void TrialLogs::add(const Record& record, int line, std::optional<int> shots) {
  if (record.attempts > 1) begun_again_.emplace(key_of(record, false), record.phase == Phase::kCalibration);
  if (record.phase == Phase::kCalibration) add_calibration(record);
  if (record.phase != Phase::kNormal && record.phase != Phase::kNovel) return;
  add_task(record, mark_of(record, line, shots), log_of(record, false));
}

void TrialLogs::add_row(const Record& record, std::optional<double> score, int line,
                        std::optional<int> shots) {
  TaskMark mark = mark_of(record, line, shots);
  if (conventions_.performance == Performance::kScore) {
    mark.performance = score.value_or(0);
    mark.has_performance = score.has_value();
  }
  TrialLog& log = log_of(record, record.informed);
  add_task(record, mark, log);
  const auto task = static_cast<std::size_t>(record.task);
  if (log.tasks[task].line == line)
    set(log.task_names, task, record.task_template.empty() ? 0 : fnv1a(record.task_template));
}

void TrialLogs::join_versions(const TrialKey& uninformed, bool renumber) {
  TrialKey informed = uninformed;
  informed.informed = true;
  last_ = {};
  const TrialLog told = std::move(trials_.extract(informed).mapped());
  TrialLog& log = trials_.at(uninformed);
  const auto first = renumber ? log.tasks.size() : 0;
  log.first_novel = told.first_novel + static_cast<int>(first);
  log.informed = true;
  log.tasks.resize(std::max(log.tasks.size(), first + told.tasks.size()));
  for (std::size_t i = 0; i < told.tasks.size(); ++i)
    if (told.tasks[i].known) put_task(log, first + i, told, i);
}

void TrialLogs::join_parts(const TrialKey& trial, TrialLog together, const TrialKey& later) {
  last_ = {};
  trials_.erase(later);
  trials_.at(trial) = std::move(together);
}

void TrialLogs::keep(const std::function<bool(const TrialKey&)>& wanted) {
  last_ = {};
  std::erase_if(trials_, [&](const auto& trial) { return !wanted(trial.first); });
  std::erase_if(calibration_, [&](const auto& run) { return !wanted(run.first); });
  std::erase_if(begun_again_, [&](const auto& begun) { return !wanted(begun.first); });
}

TrialLogs TrialLogs::cut(const std::function<TrialLog(const TrialLog&)>& part) const {
  const CompleteTrials complete(*this);
  TrialLogs all = *this;
  all.trials_.clear();
  for (TrialSource& source : all.sources_) {
    source.any_length = true;
    source.planned_novel = 0;
  }
  for (const auto& [key, trial] : trials_) {
    TrialLog made = part(trial);
    if (made.tasks.empty()) continue;
    if (!key.control && !complete.has(key, trial)) made.tasks.push_back({.novel = true});  // is not known
    all.trials_.emplace(key, std::move(made));
  }
  return all;
}

void TrialLogs::count_tasks_from_zero() {
  const auto from_one = [&](const auto& entry) {
    const std::vector<TaskMark>& tasks = entry.second.tasks;
    return entry.first.source != source_ ||
           (tasks.size() > 1 && !tasks[0].known && (tasks[1].known || counts_from_one_));
  };
  if (!std::ranges::all_of(trials_, from_one)) return;
  counts_from_one_ = true;
  for (auto& [key, log] : trials_) {
    if (key.source != source_) continue;
    log.tasks.erase(log.tasks.begin());
    if (!log.usage.empty()) log.usage.erase(log.usage.begin());
    if (!log.task_names.empty()) log.task_names.erase(log.task_names.begin());
    log.last_normal = std::max(-1, log.last_normal - 1);
    log.first_novel = std::max(-1, log.first_novel - 1);
  }
}

int novel_tasks(const TrialLog& trial) {
  return static_cast<int>(
      std::ranges::count_if(trial.tasks, [](const TaskMark& task) { return task.known && task.novel; }));
}

CompleteTrials::CompleteTrials(const TrialLogs& logs) {
  for (const auto& [key, trial] : logs.trials()) {
    const TrialSource& source = logs.source_of(key.source);
    if (source.any_length) continue;
    int& novel = planned_[cell_and_file(key)];
    novel = std::max({novel, novel_tasks(trial), source.planned_novel});
  }
}

bool CompleteTrials::has(const TrialKey& key, const TrialLog& trial) const {
  const auto planned = planned_.find(cell_and_file(key));
  const int novel = novel_tasks(trial);
  const auto known = [](const TaskMark& task) { return task.known; };
  return !key.control && novel > 0 && (planned == planned_.end() || novel == planned->second) &&
         std::ranges::all_of(trial.tasks, known);
}

}  // namespace novphy
