#include "serve/practice.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "trials/made_by.h"
#include "trials/plan_tasks.h"
#include "trials/session.h"

namespace novphy {

std::filesystem::path PracticeFile::path_for(const std::filesystem::path& records) {
  std::filesystem::path name = records.stem();
  name += ".practice";
  name += records.extension();
  return records.parent_path() / name;
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

bool holds(const std::vector<PracticeTask>& tasks, TaskRef ref) {
  return std::any_of(tasks.begin(), tasks.end(), [&](const PracticeTask& each) { return each.ref == ref; });
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
      if (std::ssize(tasks) < most && i < each.size() && !holds(tasks, each[i].ref)) tasks.push_back(each[i]);
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
