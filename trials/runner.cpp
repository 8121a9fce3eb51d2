#include "trials/runner.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <tuple>

#include "base/text.h"
#include "evaluator/record_io.h"
#include "trials/made_by.h"

namespace novphy {
namespace {

void check_same(const std::string& file, const Fingerprint& then, const Fingerprint& now) {
  const auto found = obstacles(then, now);
  if (!found.empty()) throw InputError(file, "cannot go on with a different run: " + found.front());
}

/// Counts the records of an existing output. Throws InputError if the output is not a plain file, belongs to
/// another run or has too few tasks, and if RunFiles::resume is not set.
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
  RunSummary summary = counter.summary(trials.size());
  const int found = summary.records - summary.training_records;
  int expected = 0;
  for (const int i : trials) {
    const PlannedTrial& trial = plan.trials[static_cast<std::size_t>(i)];
    expected += task_count(trial) - static_cast<int>(trial.training.size());
  }
  if (found != expected)
    throw InputError(file, fmt::format("is a finished output with {}, expected {}: use --force to replace it",
                                       counted(found, "task"), expected));
  summary.resumed_trials = summary.trials;
  return summary;
}

/// The number of novel tasks of each trial, or 0 if trials differ. Calibration runs have none.
int novel_tasks_of_each(const Plan& plan, const std::vector<int>& trials) {
  std::set<int> counts;
  for (const int i : trials) {
    const PlannedTrial& trial = plan.trials[static_cast<std::size_t>(i)];
    if (!is_calibration(trial)) counts.insert(static_cast<int>(trial.novel.size()));
  }
  return counts.size() == 1 ? *counts.begin() : 0;
}

/// Whether trials of one cell of the plan have different numbers of novel tasks. It is asked of the whole
/// plan, so that all shards say the same.
bool novel_varies(const Plan& plan) {
  std::map<std::pair<std::string, std::string>, std::size_t> novel;
  return std::any_of(plan.trials.begin(), plan.trials.end(), [&](const PlannedTrial& trial) {
    if (is_calibration(trial) || trial.control) return false;
    const auto cell = std::pair(trial.novelty, trial.scenario);
    return novel.emplace(cell, trial.novel.size()).first->second != trial.novel.size();
  });
}

/// Opens the partial file of an interrupted run, or makes a new one. The fingerprint becomes that of the
/// interrupted run, which names the files with which that run began, but with the plan's present path, and
/// the planned counts and settings of this run.
Partial open_partial(Fingerprint& fingerprint, const RunFiles& files) {
  const auto path = Partial::path_for(files.out);
  const std::string first_line = to_line(fingerprint);
  const bool there = std::filesystem::exists(path);
  if (there && !files.resume && !files.force)
    throw InputError(path.string(),
                     "left by an interrupted run: use --resume to go on or --force to begin anew");
  if (!there || !files.resume) return Partial::create(path, first_line);
  Partial partial = Partial::open(path);
  if (partial.first_line().empty()) {
    partial.restart(first_line);
    return partial;
  }
  Fingerprint then = fingerprint_from_line(partial.first_line(), path.string());
  check_same(path.string(), then, fingerprint);
  fingerprint = continued(std::move(then), fingerprint);
  return partial;
}

/// The path of the shard's file.
std::filesystem::path shard_path(const RunFiles& files) { return shard_path(files.out, *files.shard); }

/// Throws InputError if the file holds trials of another run, or of a run with another number of trials.
void check_same_run(const BlockFile& file, const Fingerprint& now) {
  const std::string name = file.file().string();
  const Fingerprint then = fingerprint_from_line(file.blocks().first_line, name);
  check_same(name, then, now);
  if (then.planned_trials != now.planned_trials)
    throw InputError(name, fmt::format("is of a run of {}, this run has {}: expected another name or "
                                       "--force",
                                       counted(then.planned_trials, "trial"), now.planned_trials));
}

/// The files whose trials a new try of the shard takes over. Throws InputError if there are any and the run
/// is asked neither to resume nor to begin anew. The shard's own file is among them if a trial in it has been
/// damaged.
std::vector<std::filesystem::path> earlier_tries(const RunFiles& files) {
  const auto shard = shard_path(files);
  auto tries = tries_of(shard);
  if (files.force) {
    remove_tries(shard);
    return {};
  }
  if (std::filesystem::exists(shard)) tries.push_back(shard);
  if (!tries.empty() && !files.resume)
    throw InputError(tries.front().string(),
                     "left by an earlier try of the shard: use --resume to go on or --force to begin anew");
  return tries;
}

/// Begins a try of a shard with the trials that earlier tries have finished. The fingerprint becomes that of
/// the earlier tries, as in open_partial().
Partial open_try(Fingerprint& fingerprint, const RunFiles& files, const std::vector<int>& wanted) {
  std::vector<BlockFile> found;
  for (const auto& path : earlier_tries(files)) {
    if (!std::filesystem::exists(path)) continue;  // another process has finished the shard just now
    BlockFile earlier(path);
    if (earlier.blocks().first_line.empty()) continue;
    check_same_run(earlier, fingerprint);
    found.push_back(std::move(earlier));
  }
  if (!found.empty()) {
    Fingerprint then = fingerprint_from_line(found.front().blocks().first_line, "");
    then.plan = fingerprint.plan;
    fingerprint = std::move(then);
  }
  Partial partial = begin_try(shard_path(files), to_line(fingerprint));
  for (const BlockFile& earlier : found) partial.add_begun(earlier.blocks().begun);
  for (const BlockFile& earlier : found)
    for (const int trial : wanted)
      if (earlier.holds(trial) && !partial.holds(trial)) partial.append(trial, earlier.read(trial));
  return partial;
}

/// The run's trials that belong to the shard.
std::vector<int> of_shard(const std::vector<int>& trials, const std::optional<Shard>& shard) {
  std::vector<int> own;
  for (const int trial : trials)
    if (holds(shard, trial)) own.push_back(trial);
  return own;
}

/// The summary of a finished shard. Nothing if it still has to be played. Deletes leftovers of tries.
std::optional<RunSummary> finished_shard(const Plan& plan, const Fingerprint& fingerprint,
                                         const RunFiles& files) {
  const auto path = shard_path(files);
  if (!std::filesystem::exists(path) || files.force) return std::nullopt;
  const BlockFile file(path);
  const auto all = selected_trials(plan, files.trials);
  if (file.blocks().first_line.empty()) return std::nullopt;
  check_same_run(file, with_counts(fingerprint, plan, all));
  const auto own = of_shard(all, files.shard);
  for (const int trial : own)
    if (!file.holds(trial)) return std::nullopt;
  remove_tries(path);
  RunSummary summary = count_records(own, [&](int trial) { return file.read(trial); });
  summary.resumed_trials = summary.trials;
  return summary;
}

/// Whether an interrupted run is to go on. If that run was to replace an output, both the old output and its
/// partial file exist.
bool goes_on(const RunFiles& files) {
  return files.resume && std::filesystem::exists(Partial::path_for(files.out));
}

}  // namespace

Fingerprint with_counts(Fingerprint fingerprint, const Plan& plan, const std::vector<int>& trials) {
  fingerprint.planned_trials = static_cast<int>(trials.size());
  fingerprint.novel_varies = novel_varies(plan);
  fingerprint.novel_spans = has_spans(plan);
  fingerprint.planned_novel = fingerprint.novel_varies ? 0 : novel_tasks_of_each(plan, trials);
  return fingerprint;
}

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
  if (files.shard) return finished_shard(plan, fingerprint, files);
  if (!std::filesystem::exists(files.out) || files.force || goes_on(files)) return std::nullopt;
  return finished_output(plan, selected_trials(plan, files.trials), fingerprint, files);
}

std::string kept_text(const StoppedRun& stopped) {
  if (stopped.kept == 0 && stopped.begun == 0) return "";
  const std::string kept = fmt::format("{} of {} kept in {}", stopped.kept,
                                       counted(stopped.of, "trial is", "trials are"), stopped.file);
  return stopped.begun == 0 ? kept : fmt::format("{}, which notes {} more as begun", kept, stopped.begun);
}

OpenRun::OpenRun(const Plan& plan, Fingerprint fingerprint, const RunFiles& files)
    : plan_(plan),
      files_(files),
      trials_(of_shard(selected_trials(plan, files.trials), files.shard)),
      fingerprint_(with_counts(std::move(fingerprint), plan, selected_trials(plan, files.trials))),
      partial_(files.shard ? open_try(fingerprint_, files, trials_) : open_partial(fingerprint_, files)) {
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

void OpenRun::keep(int trial, const std::string& block) {
  const PlannedTrial& planned = plan_.trials.at(static_cast<std::size_t>(trial));
  const auto lines = std::count(block.begin(), block.end(), '\n');
  const int most = task_count(planned);
  const int least = most - static_cast<int>(planned.training.size());
  if (lines < least || lines > most || !block.ends_with('\n'))
    throw InputError("records of a finished trial", fmt::format("found {}, expected {}", lines, most));
  partial_.append(trial, block);
  count(trial);
}

void OpenRun::begin(int trial) {
  partial_.note_begun(trial);
  begun_ = true;
}

std::string OpenRun::block(int trial) const {
  return with_attempts(partial_.read(trial), attempts_of(partial_.begun(), trial));
}

RunSummary OpenRun::finish() {
  const auto block_of_trial = [&](int trial) { return block(trial); };
  RunSummary summary = files_.shard
                           ? count_records(trials_, block_of_trial)
                           : write_records(files_.out, fingerprint_, trials_, block_of_trial, files_.mark);
  if (files_.shard)
    become_shard();
  else
    partial_.remove();
  summary.resumed_trials = static_cast<int>(trials_.size() - missing_.size());
  return summary;
}

/// Another process may meanwhile have finished the same shard and deleted this try. Its notes of begun
/// trials, and those of other tries, are kept.
void OpenRun::become_shard() {
  const auto shard = shard_path(files_);
  if (!partial_.begun().empty())
    for (const auto& other : tries_of(shard))
      if (std::filesystem::exists(other)) partial_.add_begun(BlockFile(other).blocks().begun);
  try {
    partial_.rename(shard);
  } catch (const InputError&) {
    if (!std::filesystem::exists(shard)) throw;
  }
  remove_tries(shard);
}

StoppedRun OpenRun::stop() {
  StoppedRun stopped;
  stopped.kept = partial_.size();
  stopped.of = static_cast<int>(trials_.size());
  stopped.file = files_.shard ? shard_path(files_).string() + ".try-*" : partial_.file().string();
  for (const int trial : trials_) {
    if (partial_.holds(trial)) continue;
    stopped.unfinished.push_back(trial);
    stopped.begun += partial_.begun().contains(trial) ? 1 : 0;
  }
  // A try that has finished and begun nothing only holds what earlier tries hold.
  const bool is_needless = files_.shard
                               ? !begun_ && stopped.of - stopped.kept == static_cast<int>(missing_.size())
                               : stopped.kept == 0 && partial_.begun().empty();
  std::error_code ignored;
  if (is_needless) std::filesystem::remove(partial_.file(), ignored);
  return stopped;
}

void OpenRun::keep(int trial, std::string block, const std::string& not_begun) {
  constexpr std::size_t kFirstTrials = 3;  // without an agent that could be made, the run ends after these
  has_agent_ = has_agent_ || not_begun.empty();
  held_.emplace_back(trial, std::move(block));
  if (!has_agent_ && held_.size() == std::min(missing_.size(), kFirstTrials)) {
    const std::string kept =
        partial_.size() == 0
            ? ""
            : fmt::format(" ({} kept for --resume)",
                          counted(partial_.size(), "earlier trial is", "earlier trials are"));
    const std::string where =
        held_.size() == 1 ? "the first trial" : fmt::format("any of the first {} trials", held_.size());
    throw NoneBegan(fingerprint_.agent,
                    fmt::format("the agent could not begin in {}: {}{}", where, not_begun, kept));
  }
  if (!has_agent_) return;
  for (const auto& [number, of_trial] : held_) keep(number, of_trial);
  held_.clear();
}

FinishedTrial finish_trial(const Plan& plan, const PlannedTrial& trial, const AgentFactory& make,
                           const SessionSetup& setup, StopFlag stop) {
  bool began = false;
  const auto noting = [&](const std::string& normal_template) {
    auto agent = make(normal_template);
    began = true;
    return agent;
  };
  FinishedTrial finished;
  finished.records = play_trial(plan, trial, noting, setup, stop);
  check_stop(stop);  // an agent that ended early because of a stop has not failed
  if (!began) finished.not_begun = finished.records.front().error;
  return finished;
}

namespace {

/// The missing trials: the first one of each novelty-scenario, then the second ones, and so on. A run that
/// was stopped can so be finished with fewer trials of each (RunFiles::trials).
std::vector<int> first_of_each_first(const OpenRun& run) {
  std::vector<int> order = run.missing();
  const auto index = [&](int trial) { return run.plan().trials[static_cast<std::size_t>(trial)].index; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return index(a) < index(b); });
  return order;
}

/// Plays all trials that the run does not have yet. An error is thrown after every thread has ended.
void play_missing(OpenRun& run, const AgentFactory& make, const SessionSetup& setup,
                  const RunOptions& options) {
  std::mutex mutex;
  const std::vector<int> order = first_of_each_first(run);
  if (options.begins) options.begins(run.progress());
  parallel_for(order.size(), static_cast<unsigned>(std::max(1, options.jobs)), [&](std::size_t i) {
    check_stop(options.stop);
    check_stop(options.pause);
    SessionSetup of_trial = setup;
    if (options.outside)
      of_trial.begins = [&] {
        const std::lock_guard lock(mutex);
        run.begin(order[i]);
      };
    const PlannedTrial& planned = run.plan().trials[static_cast<std::size_t>(order[i])];
    const FinishedTrial played = finish_trial(run.plan(), planned, make, of_trial, options.stop);
    const std::lock_guard lock(mutex);
    run.keep(order[i], block_of(played.records), played.not_begun);
    if (options.progress) options.progress(run.progress());
  });
}

}  // namespace

RunSummary run(const Plan& plan, const Fingerprint& fingerprint, const AgentFactory& make,
               const SessionSetup& setup, const RunOptions& options) {
  if (const auto summary = finished_run(plan, fingerprint, options)) return *summary;
  OpenRun open(plan, fingerprint, options);
  try {
    play_missing(open, make, setup, options);
  } catch (const NoneBegan&) {
    open.stop();
    throw;
  } catch (const Stopped&) {
    throw open.stop();
  } catch (const InputError&) {
    if (!options.shard || !open.is_overtaken()) throw;
    if (const auto summary = finished_run(plan, fingerprint, options)) return *summary;
    throw;
  }
  return open.finish();
}

}  // namespace novphy
