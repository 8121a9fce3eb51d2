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

}  // namespace

MeasuredTrial::MeasuredTrial(const TrialLog& log)
    : informed(log.informed),
      has_results(std::all_of(log.tasks.begin(), log.tasks.end(),
                              [](const TaskMark& task) { return task.has_result; })),
      has_performance(std::all_of(log.tasks.begin(), log.tasks.end(),
                                  [](const TaskMark& task) { return task.has_performance; })),
      probability(series(log, [](const TaskMark& task) { return task.probability; })),
      passes(series(log, [](const TaskMark& task) { return task.passed ? 1.0 : 0.0; })),
      performance(series(log, [](const TaskMark& task) { return task.performance; })) {
  for (const TaskMark& task : log.tasks)
    if (task.known) (task.novel ? alarms.novel : alarms.normal).push_back(task.alarm);
}

}  // namespace novphy
