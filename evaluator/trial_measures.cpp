#include "evaluator/trial_measures.h"

#include <algorithm>
#include <numeric>

#include "evaluator/mean.h"

namespace novphy {
namespace {

double sum(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

double mean(std::span<const double> values) { return sum(values) / static_cast<double>(values.size()); }

}  // namespace

Detection detection(const TrialLog& trial) {
  const auto false_alarm = [](const TaskMark& task) { return task.alarm && !task.novel; };
  if (std::any_of(trial.tasks.begin(), trial.tasks.end(), false_alarm)) return Detection::kWrong;
  return detection_delay(trial) ? Detection::kCorrect : Detection::kMissed;
}

std::optional<int> detection_delay(const TrialLog& trial) {
  int index = 0;
  for (const TaskMark& task : trial.tasks) {
    if (!task.novel) continue;
    ++index;
    if (task.alarm) return index;
  }
  return std::nullopt;
}

std::vector<double> novel_passes(const TrialLog& trial) {
  std::vector<double> passes;
  for (const TaskMark& task : trial.tasks)
    if (task.novel) passes.push_back(task.passed ? 1 : 0);
  return passes;
}

std::optional<double> normal_pass_rate(const TrialLog& trial) {
  Mean rate;
  for (const TaskMark& task : trial.tasks)
    if (task.known && !task.novel) rate.add(task.passed ? 1 : 0);
  return rate.value();
}

double asymptotic_performance(std::span<const double> pass_rate, int m) {
  return mean(pass_rate.last(static_cast<std::size_t>(m)));
}

double area_under_success(std::span<const double> pass_rate) { return mean(pass_rate); }

double area_under_success_trapezoid(std::span<const double> pass_rate) {
  if (pass_rate.size() == 1) return pass_rate.front();
  const double ends = (pass_rate.front() + pass_rate.back()) / 2;
  return (sum(pass_rate) - ends) / static_cast<double>(pass_rate.size() - 1);
}

int default_m(int novel) { return (novel + 1) / 2; }

}  // namespace novphy
