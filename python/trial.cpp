#include "python/trial.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "trials/session.h"

namespace novphy::python {
namespace {

void check_share(const char* what, double share) {
  if (!(share >= 0 && share <= 1)) throw InputError(what, fmt::format("found {}, expected 0 to 1", share));
}

}  // namespace

NoveltyReport report_of(double probability, const std::optional<int>& level, const std::vector<int>& objects,
                        const std::string& text, const std::optional<double>& threshold) {
  check_share("probability", probability);
  check_share("threshold", threshold.value_or(0));
  if (level && (*level < 1 || *level > 8))
    throw InputError("level", fmt::format("found {}, expected 1 to 8", *level));
  if (objects.size() > kMostReportedIds)
    throw InputError("objects",
                     fmt::format("found {}, expected at most {}", objects.size(), kMostReportedIds));
  if (text.size() > kMostReportedBytes)
    throw InputError("text",
                     fmt::format("found {} bytes, expected at most {}", text.size(), kMostReportedBytes));
  return {
      .probability = probability, .threshold = threshold, .level = level, .objects = objects, .text = text};
}

std::vector<std::string> lines_of(const std::vector<Record>& records) {
  std::vector<std::string> lines;
  for (const Record& record : records) lines.push_back(to_line(record));
  return lines;
}

const PlannedTrial& numbered_trial(const Plan& plan, int number) {
  const auto trials = static_cast<int>(plan.trials.size());
  if (number < 0 || number >= trials)
    throw InputError("trial", fmt::format("found {}, expected 0 to {}", number, trials - 1));
  return plan.trials[static_cast<std::size_t>(number)];
}

Trial::Trial(PlanPointer plan, int index, const Senses& senses, bool labels, int training_tasks,
             const std::string& physics_name)
    : plan_(std::move(plan)), index_(index) {
  numbered_trial(plan_->plan, index);
  if (training_tasks < 0) throw InputError("training_tasks", "expected at least 0");
  TrialScript tasks = script(plan_->plan, planned(), training_tasks, catalogue());
  records_ = blank_records(plan_->plan, planned(), tasks);
  const SessionSetup setup{.catalogue = catalogue(),
                           .physics = physics(physics_name),
                           .colours = data().assets.colours,
                           .labels = labels,
                           .senses = senses,
                           .clock = steady_seconds};
  session_ = std::make_unique<Session>(std::move(tasks.tasks), setup_of(plan_->plan, planned(), setup));
}

Trial::Trial(const Task& task, const std::string& physics_name) {
  const SessionSetup setup{
      .catalogue = catalogue(), .physics = physics(physics_name), .colours = data().assets.colours};
  session_ = std::make_unique<Session>(std::vector{SessionTask{.task = task}}, setup);
}

void Trial::report(const NoveltyReport& report, OnlineDetector* detector) {
  if (session_->state() != SessionState::kReport)
    throw SessionError("session: report() is not allowed in the state " +
                       std::string(name(session_->state())));
  Record& record = records_[static_cast<std::size_t>(session_->task())];
  fill(record, report);
  fill(record, session_->played());
  if (detector != nullptr) detector->mark(record);
  session_->report();
}

std::vector<Record> Trial::finished() const {
  std::vector<Record> over;
  std::ranges::copy_if(records_, std::back_inserter(over),
                       [](const Record& record) { return !record.end.empty(); });
  return over;
}

}  // namespace novphy::python
