#include "evaluator/measured_trial.h"

#include <algorithm>

namespace novphy {
namespace {

template <class Get>
OwnedSeries series(const TrialLog& log, Get&& get) {
  std::vector<double> normal;
  std::vector<double> novel;
  for (const TaskMark& task : log.tasks)
    if (task.known) (task.novel ? novel : normal).push_back(get(task));
  return {std::move(normal), std::move(novel)};
}

std::optional<double> mean_shots(const TrialLog& log) {
  Mean mean;
  for (const TaskMark& task : log.tasks) {
    if (!task.known || !task.novel) continue;
    if (task.shots == TaskMark::kShotsNotKnown) return std::nullopt;
    mean.add(task.shots);
  }
  return mean.value();
}

template <class Number>
std::optional<double> mean_usage(const TrialLog& log, std::optional<Number> PlayerUsage::*number) {
  if (log.usage.size() < log.tasks.size()) return std::nullopt;
  Mean mean;
  for (const PlayerUsage& usage : log.usage) {
    if (!(usage.*number)) return std::nullopt;
    mean.add(static_cast<double>(*(usage.*number)));
  }
  return mean.value();
}

}  // namespace

MeasuredTrial::MeasuredTrial(const TrialLog& log)
    : informed(log.informed),
      has_results(std::all_of(log.tasks.begin(), log.tasks.end(),
                              [](const TaskMark& task) { return task.has_result; })),
      has_performance(std::all_of(log.tasks.begin(), log.tasks.end(),
                                  [](const TaskMark& task) { return task.has_performance; })),
      probability(series(log, [](const TaskMark& task) { return task.probability; })),
      passes(series(log, [](const TaskMark& task) { return task.passed ? 1.0 : 0.0; })),
      performance(series(log, [](const TaskMark& task) { return task.performance; })),
      cost{.shots = mean_shots(log),
           .calls = mean_usage(log, &PlayerUsage::calls),
           .tokens_in = mean_usage(log, &PlayerUsage::tokens_in),
           .tokens_out = mean_usage(log, &PlayerUsage::tokens_out),
           .cost = mean_usage(log, &PlayerUsage::cost),
           .wall_s = mean_usage(log, &PlayerUsage::wall_s)} {
  for (const TaskMark& task : log.tasks)
    if (task.known) (task.novel ? alarms.novel : alarms.normal).push_back(task.alarm);
}

}  // namespace novphy
