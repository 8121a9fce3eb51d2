#include "serve/served_trials.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "trials/made_by.h"
#include "trials/plan_tasks.h"
#include "trials/store/blocks.h"

namespace novphy {

TrialQueue::TrialQueue(OpenRun& run, std::function<void(const Progress&)> progress)
    : run_(run), order_(run.missing()), of_(order_.size()), progress_(std::move(progress)) {
  if (run.plan().options.seed.secret_sha256.empty()) return;
  const auto number = [&](int trial) { return run.plan().trials[static_cast<std::size_t>(trial)].seed; };
  std::ranges::stable_sort(order_, [&](int a, int b) { return number(a) < number(b); });
}

std::optional<int> TrialQueue::take() {
  const std::lock_guard lock(mutex_);
  if (taken_ == order_.size()) return std::nullopt;
  run_.begin(order_[taken_]);
  return order_[taken_++];
}

std::optional<int> TrialQueue::next() const {
  const std::lock_guard lock(mutex_);
  if (taken_ == order_.size()) return std::nullopt;
  return order_[taken_];
}

bool TrialQueue::all_finished() const {
  const std::lock_guard lock(mutex_);
  return finished_ == of_;
}

void TrialQueue::put_back(int trial) {
  const std::lock_guard lock(mutex_);
  order_.push_back(trial);
}

void TrialQueue::finish(int trial, const std::vector<Record>& records) {
  const std::lock_guard lock(mutex_);
  run_.keep(trial, block_of(records));
  ++finished_;
  if (progress_) progress_(run_.progress());
}

std::filesystem::path PracticeFile::path_for(const std::filesystem::path& records) {
  return records.parent_path() / (records.stem().string() + ".practice" + records.extension().string());
}

PracticeFile::PracticeFile(std::filesystem::path file, Fingerprint fingerprint, bool resume, bool force)
    : path_(std::move(file)) {
  fingerprint.left_out = "practice before the first trial";
  const bool there = std::filesystem::exists(path_);
  if (there && !resume && !force)
    throw InputError(path_.string(), "is there already: expected another name, --force or --resume");
  first_line_ = to_line(fingerprint) + "\n";
  const std::string kept = there && resume ? kept_lines(fingerprint) : "";
  if (attempts_ > 0)
    begin(kept);
  else if (there)
    std::filesystem::remove(link_target(path_));
}

void PracticeFile::begin(const std::string& kept) {
  write_atomically(path_, first_line_ + kept);
  file_.open(path_, std::ios::app);
}

/// The whole records of an earlier run, whose last line may be cut.
std::string PracticeFile::kept_lines(const Fingerprint& fingerprint) {
  RecordReader reader(path_.string(), CutLine::kSkip);
  const auto found = obstacles(reader.fingerprint(), fingerprint);
  if (!found.empty()) throw InputError(path_.string(), "cannot go on with a different run: " + found.front());
  std::string lines;
  while (const auto record = reader.next()) {
    lines += to_line(*record) + "\n";
    clients_ = std::max(clients_, record->trial + 1);
    ++attempts_;
  }
  return lines;
}

int PracticeFile::next_client() {
  const std::lock_guard lock(mutex_);
  return clients_++;
}

void PracticeFile::add(const Record& record) {
  const std::lock_guard lock(mutex_);
  if (!file_.is_open()) begin("");
  file_ << to_line(record) << '\n' << std::flush;
  if (!file_) throw InputError(path_.string(), std::string("cannot be written: ") + std::strerror(errno));
  ++attempts_;
}

int PracticeFile::attempts() const {
  const std::lock_guard lock(mutex_);
  return attempts_;
}

namespace {

/// The training tasks of each novelty-scenario, in the order of the plan.
std::vector<std::vector<PracticeTask>> by_scenario(const Plan& plan) {
  std::vector<std::vector<PracticeTask>> all;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (const PlannedTrial& trial : plan.trials) {
    const auto [at, is_new] = places.try_emplace({trial.novelty, trial.scenario}, all.size());
    if (is_new) all.emplace_back();
    for (const TaskRef ref : trial.training) all[at->second].push_back({.trial = &trial, .ref = ref});
  }
  return all;
}

Record blank_attempt(const Plan& plan, const PracticeTask& task) {
  Record record;
  record.novelty = task.trial->novelty;
  record.scenario = task.trial->scenario;
  record.phase = Phase::kTraining;
  record.task_template = plan.templates[static_cast<std::size_t>(task.ref.task_template)].base.name;
  record.variation = task.ref.variation;
  return record;
}

}  // namespace

std::vector<PracticeTask> practice_tasks(const Plan& plan, int most) {
  const std::vector<std::vector<PracticeTask>> scenarios = by_scenario(plan);
  std::size_t longest = 0;
  for (const auto& each : scenarios) longest = std::max(longest, each.size());
  std::vector<PracticeTask> tasks;
  for (std::size_t i = 0; i < longest; ++i)
    for (const auto& each : scenarios)
      if (std::ssize(tasks) < most && i < each.size() &&
          std::ranges::find(tasks, each[i].ref, &PracticeTask::ref) == tasks.end())
        tasks.push_back(each[i]);
  return tasks;
}

Practice::Practice(const Plan& plan, const PracticeSet& set, const SessionSetup& setup)
    : plan_(plan), set_(set), setup_(setup), client_(set.file.next_client()) {}

std::string Practice::place() const { return fmt::format("practice, level {}", level_); }

void Practice::load(int level) {
  end_attempt();
  level_ = level;
  SessionSetup setup = setup_;
  setup.noise_seed = noise_seed(plan_, *task().trial, setup_.catalogue) + 1 +
                     static_cast<std::uint64_t>(attempts_);  // each attempt has other noise
  setup.certain_ends = plan_.certain_ends;
  std::vector<SessionTask> tasks{
      {.phase = Phase::kTraining, .task = task_of(plan_, task().ref, setup_.catalogue)}};
  session_ = std::make_unique<Session>(std::move(tasks), setup);
}

void Practice::end_attempt() {
  const std::unique_ptr<Session> ended = std::move(session_);
  if (!ended || ended->shots().empty()) return;
  if (ended->state() == SessionState::kChoose) ended->give_up();
  Record record = blank_attempt(plan_, task());
  record.trial = client_;
  record.task = attempts_++;
  fill(record, ended->played());
  set_.file.add(record);
}

}  // namespace novphy
