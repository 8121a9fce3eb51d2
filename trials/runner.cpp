#include "trials/runner.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "base/input_error.h"
#include "base/parallel.h"
#include "evaluator/record_io.h"
#include "trials/fingerprint.h"
#include "trials/partial.h"
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

/// So many trials are played before an agent that never begins ends the run.
constexpr std::size_t kFirstTrials = 3;

/// Thrown where no agent began in the first trials of a run.
struct NoneBegan : InputError {
  using InputError::InputError;
};

/// Gives finished trials to the partial file. Until an agent has begun, that is, could be made, the trials
/// are held back: a run whose agent cannot begin at all shall leave nothing behind.
class FinishedTrials {
 public:
  FinishedTrials(Partial& partial, const std::string& agent, std::size_t missing)
      : partial_(partial), agent_(agent), first_(std::min(missing, kFirstTrials)) {}

  /// Throws NoneBegan at the last of the first trials.
  void add(int trial, const std::vector<Record>& records, bool began) {
    begun_ = begun_ || began;
    held_.emplace_back(trial, block_of(records));
    if (!begun_ && held_.size() == first_) throw none_began(records.front().error);
    if (!begun_) return;
    for (const auto& [number, block] : held_) partial_.append(number, block);
    held_.clear();
  }

 private:
  NoneBegan none_began(const std::string& error) const {
    const std::string kept = partial_.size() == 0
                                 ? ""
                                 : fmt::format(" ({} earlier trials are kept for --resume)", partial_.size());
    return {agent_, fmt::format("the agent could not begin in any of the first {} trials: {}{}", held_.size(),
                                error, kept)};
  }

  Partial& partial_;
  const std::string& agent_;
  std::size_t first_ = 0;
  bool begun_ = false;
  std::vector<std::pair<int, std::string>> held_;
};

/// Plays the trials that the partial file does not hold yet.
class Players {
 public:
  Players(const Plan& plan, const std::vector<int>& trials, const AgentFactory& make,
          const SessionSetup& setup, const RunOptions& options, const Partial& partial)
      : plan_(plan), make_(make), setup_(setup), options_(options) {
    progress_.trials_of = static_cast<int>(trials.size());
    for (const int trial : trials) {
      progress_.tasks_of += task_count(trial_at(trial));
      if (!partial.holds(trial))
        todo_.push_back(trial);
      else
        count(trial);
    }
    progress_.resumed_tasks = progress_.tasks;
  }

  /// Plays all missing trials. An error is thrown after every thread has ended.
  void play(Partial& partial, const std::string& agent) {
    FinishedTrials finished(partial, agent, todo_.size());
    const auto threads = static_cast<unsigned>(std::max(1, options_.jobs));
    parallel_for(todo_.size(), threads, [&](std::size_t i) { play(todo_[i], finished); });
  }

 private:
  const PlannedTrial& trial_at(int trial) const { return plan_.trials[static_cast<std::size_t>(trial)]; }

  void count(int trial) {
    ++progress_.trials;
    progress_.tasks += task_count(trial_at(trial));
  }

  void play(int trial, FinishedTrials& finished) {
    check_stop(options_.stop);
    bool began = false;
    const auto make = [&] {
      auto agent = make_();
      began = true;
      return agent;
    };
    const auto records = play_trial(plan_, trial_at(trial), make, setup_, options_.stop);
    check_stop(options_.stop);  // an agent that a stop ended early has not failed
    const std::lock_guard lock(mutex_);
    finished.add(trial, records, began);
    count(trial);
    if (options_.progress) options_.progress(progress_);
  }

  const Plan& plan_;
  const AgentFactory& make_;
  const SessionSetup& setup_;
  const RunOptions& options_;
  Progress progress_;
  std::vector<int> todo_;
  std::mutex mutex_;
};

/// Plays the missing trials. A partial file without trials is deleted where the run is stopped and where no
/// agent began.
void play_missing(Players& players, Partial& partial, const std::string& agent, int trials) {
  try {
    players.play(partial, agent);
  } catch (const NoneBegan&) {
    if (partial.size() == 0) partial.remove();
    throw;
  } catch (const Stopped&) {
    StoppedRun stopped;
    stopped.kept = partial.size();
    stopped.of = trials;
    if (stopped.kept == 0) partial.remove();
    throw stopped;
  }
}

/// Copies the blocks of the partial file to the output in plan order. Only one trial is in memory at a time.
RunSummary assemble(const std::vector<int>& trials, const Fingerprint& fingerprint, const Partial& partial,
                    const RunOptions& options) {
  SummaryCounter counter;
  RecordsFile file(options.out);
  file.write(to_line(fingerprint) + "\n");
  for (const int trial : trials) {
    std::vector<Record> records = records_in(partial.read(trial));
    for (Record& record : records) {
      if (options.mark) options.mark(record);
      counter.add(record);
    }
    file.write(block_of(records));
  }
  file.commit();
  return counter.summary();
}

void check_same(const std::string& file, const Fingerprint& then, const Fingerprint& now) {
  const auto found = obstacles(then, now);
  if (!found.empty()) throw InputError(file, "cannot go on with a different run: " + found.front());
}

/// Counts the records of an existing output. Throws InputError where the output is no plain file, belongs to
/// another run or has too few tasks, and without RunOptions::resume.
RunSummary finished_output(const Plan& plan, const std::vector<int>& trials, const Fingerprint& fingerprint,
                           const RunOptions& options) {
  const std::string file = options.out.string();
  if (!std::filesystem::is_regular_file(options.out))
    throw InputError(file, "expected a plain file, found a folder or a device");
  if (!options.resume) throw InputError(file, "is there already: expected another name, --force or --resume");
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

/// Opens the partial file of an interrupted run, or makes a new partial file. The fingerprint becomes that of
/// the interrupted run, which names the files with which that run began. The plan is where it is now.
Partial open_partial(Fingerprint& fingerprint, const RunOptions& options) {
  const auto path = Partial::path_for(options.out);
  const std::string first_line = to_line(fingerprint);
  const bool there = std::filesystem::exists(path);
  if (there && !options.resume && !options.force)
    throw InputError(path.string(),
                     "left by an interrupted run: expected --resume (go on) or --force (anew)");
  if (!there || !options.resume) return Partial::create(path, first_line);
  Partial partial = Partial::open(path);
  if (partial.first_line().empty()) {
    partial.restart(first_line);
    return partial;
  }
  Fingerprint then = fingerprint_from_line(partial.first_line(), path.string());
  check_same(path.string(), then, fingerprint);
  then.plan = fingerprint.plan;
  fingerprint = std::move(then);
  return partial;
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

RunSummary run(const Plan& plan, Fingerprint fingerprint, const AgentFactory& make, const SessionSetup& setup,
               const RunOptions& options) {
  const std::vector<int> trials = selected_trials(plan, options.trials);
  // An interrupted run that was to replace an output leaves both the old output and its own partial file.
  const bool goes_on = options.resume && std::filesystem::exists(Partial::path_for(options.out));
  if (std::filesystem::exists(options.out) && !options.force && !goes_on)
    return finished_output(plan, trials, fingerprint, options);
  Partial partial = open_partial(fingerprint, options);
  const int resumed = partial.size();
  Players players(plan, trials, make, setup, options, partial);
  play_missing(players, partial, fingerprint.agent, static_cast<int>(trials.size()));
  RunSummary summary = assemble(trials, fingerprint, partial, options);
  partial.remove();
  summary.trials = static_cast<int>(trials.size());
  summary.resumed_trials = resumed;
  return summary;
}

}  // namespace novphy
