#include "trials/open_run.h"

#include <fmt/core.h>

#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "trials/fingerprint.h"
#include "trials/records_file.h"

namespace novphy {
namespace {

std::string block_of(const std::vector<Record>& records) {
  std::string block;
  for (const Record& record : records) block += to_line(record) + "\n";
  return block;
}

std::vector<Record> records_in(std::string_view block) {
  std::vector<Record> records;
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    records.push_back(record_from_line(block.substr(0, end), "finished trial", 0));
    block.remove_prefix(end + 1);
  }
  return records;
}

void check_same(const std::string& file, const Fingerprint& then, const Fingerprint& now) {
  const auto found = obstacles(then, now);
  if (!found.empty()) throw InputError(file, "cannot go on with a different run: " + found.front());
}

/// Counts the records of an existing output. Throws InputError where the output is no plain file, belongs to
/// another run or has too few tasks, and without RunOptions::resume.
RunSummary finished_output(const Plan& plan, const std::vector<int>& trials, const Fingerprint& fingerprint,
                           const RunFiles& files) {
  const std::string file = files.out.string();
  if (!std::filesystem::is_regular_file(files.out))
    throw InputError(file, "expected a plain file, found a folder or a device");
  if (!files.resume) throw InputError(file, "is there already: expected another name, --force or --resume");
  RecordReader reader(file);
  check_same(file, reader.fingerprint(), fingerprint);
  SummaryCounter counter;
  while (const auto record = reader.next()) counter.add(*record);
  RunSummary summary = counter.summary();
  const int found = summary.records - summary.training_records;
  int expected = 0;
  for (const int i : trials) {
    const PlannedTrial& trial = plan.trials[static_cast<std::size_t>(i)];
    expected += task_count(trial) - static_cast<int>(trial.training.size());
  }
  if (found != expected)
    throw InputError(file, fmt::format("is whole with {} tasks, expected {}: use --force", found, expected));
  summary.trials = summary.resumed_trials = static_cast<int>(trials.size());
  return summary;
}

/// The novel tasks of each trial, or 0 where trials differ. Calibration runs have none.
int novel_tasks_of_each(const Plan& plan, const std::vector<int>& trials) {
  std::set<int> counts;
  for (const int i : trials) {
    const PlannedTrial& trial = plan.trials[static_cast<std::size_t>(i)];
    if (!is_calibration(trial)) counts.insert(static_cast<int>(trial.novel.size()));
  }
  return counts.size() == 1 ? *counts.begin() : 0;
}

Fingerprint with_counts(Fingerprint fingerprint, const Plan& plan, const std::vector<int>& trials) {
  fingerprint.planned_trials = static_cast<int>(trials.size());
  fingerprint.planned_novel = novel_tasks_of_each(plan, trials);
  return fingerprint;
}

/// Opens the partial file of an interrupted run, or makes a new partial file. The fingerprint becomes that of
/// the interrupted run, which names the files with which that run began. The plan is where it is now.
Partial open_partial(Fingerprint& fingerprint, const RunFiles& files) {
  const auto path = Partial::path_for(files.out);
  const std::string first_line = to_line(fingerprint);
  const bool there = std::filesystem::exists(path);
  if (there && !files.resume && !files.force)
    throw InputError(path.string(),
                     "left by an interrupted run: expected --resume (go on) or --force (anew)");
  if (!there || !files.resume) return Partial::create(path, first_line);
  Partial partial = Partial::open(path);
  if (partial.first_line().empty()) {
    partial.restart(first_line);
    return partial;
  }
  Fingerprint then = fingerprint_from_line(partial.first_line(), path.string());
  check_same(path.string(), then, fingerprint);
  then.plan = fingerprint.plan;
  then.planned_trials = fingerprint.planned_trials;
  then.planned_novel = fingerprint.planned_novel;
  fingerprint = std::move(then);
  return partial;
}

/// Whether an interrupted run is to go on. Where that run was to replace an output, both the old output and
/// the run's partial file are there.
bool goes_on(const RunFiles& files) {
  return files.resume && std::filesystem::exists(Partial::path_for(files.out));
}

}  // namespace

std::vector<int> selected_trials(const Plan& plan, std::optional<int> trials) {
  std::vector<int> selected;
  std::map<std::tuple<std::string, std::string, bool>, int> counts;
  for (int i = 0; i < static_cast<int>(plan.trials.size()); ++i) {
    const PlannedTrial& trial = plan.trials[static_cast<std::size_t>(i)];
    const bool counted = trials.has_value() && !is_calibration(trial);
    if (counted && counts[{trial.novelty, trial.scenario, trial.control}]++ >= *trials) continue;
    selected.push_back(i);
  }
  return selected;
}

std::optional<RunSummary> finished_run(const Plan& plan, const Fingerprint& fingerprint,
                                       const RunFiles& files) {
  if (!std::filesystem::exists(files.out) || files.force || goes_on(files)) return std::nullopt;
  return finished_output(plan, selected_trials(plan, files.trials), fingerprint, files);
}

OpenRun::OpenRun(const Plan& plan, Fingerprint fingerprint, const RunFiles& files)
    : plan_(plan),
      files_(files),
      trials_(selected_trials(plan, files.trials)),
      fingerprint_(with_counts(std::move(fingerprint), plan, trials_)),
      partial_(open_partial(fingerprint_, files)) {
  progress_.trials_of = static_cast<int>(trials_.size());
  for (const int trial : trials_) {
    progress_.tasks_of += task_count(plan_.trials[static_cast<std::size_t>(trial)]);
    if (partial_.holds(trial))
      count(trial);
    else
      missing_.push_back(trial);
  }
  progress_.resumed_tasks = progress_.tasks;
}

void OpenRun::count(int trial) {
  ++progress_.trials;
  progress_.tasks += task_count(plan_.trials[static_cast<std::size_t>(trial)]);
}

void OpenRun::keep(int trial, const std::vector<Record>& records) {
  partial_.append(trial, block_of(records));
  count(trial);
}

RunSummary OpenRun::finish() {
  SummaryCounter counter;
  RecordsFile file(files_.out);
  file.write(to_line(fingerprint_) + "\n");
  for (const int trial : trials_) {  // only one trial is in memory at a time
    std::vector<Record> records = records_in(partial_.read(trial));
    for (Record& record : records) {
      if (files_.mark) files_.mark(record);
      counter.add(record);
    }
    file.write(block_of(records));
  }
  file.commit();
  partial_.remove();
  RunSummary summary = counter.summary();
  summary.trials = static_cast<int>(trials_.size());
  summary.resumed_trials = static_cast<int>(trials_.size() - missing_.size());
  return summary;
}

StoppedRun OpenRun::stop() {
  StoppedRun stopped;
  stopped.kept = partial_.size();
  stopped.of = static_cast<int>(trials_.size());
  if (stopped.kept == 0) partial_.remove();
  return stopped;
}

}  // namespace novphy
