#include "evaluator/cell.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "evaluator/trial_measures.h"

namespace novphy {

void Cell::add_incomplete(const TrialLog& trial) {
  ++measures_.incomplete;
  if (trial.agent_error) ++measures_.agent_errors;
}

void Cell::add(const TrialLog& trial) {
  ++measures_.trials;
  if (trial.agent_error) ++measures_.agent_errors;
  measures_.novel_tasks = std::max(measures_.novel_tasks, novel_tasks(trial));
  if (trial.informed) {
    ++measures_.informed;
  } else {
    add_detection(trial);
  }
  const auto has_result = [](const TaskMark& task) { return task.has_result; };
  if (std::all_of(trial.tasks.begin(), trial.tasks.end(), has_result)) add_adaptation(trial);
}

void Cell::add_detection(const TrialLog& trial) {
  switch (detection(trial)) {
    case Detection::kCorrect:
      ++measures_.correctly_detected;
      dd_.add(*detection_delay(trial));
      break;
    case Detection::kWrong:
      ++measures_.wrongly_detected;
      break;
    case Detection::kMissed:
      ++measures_.missed_trials;
      break;
  }
}

void Cell::add_adaptation(const TrialLog& trial) {
  ++measures_.with_results;
  if (const auto rate = normal_pass_rate(trial)) normal_.add(*rate);
  const std::vector<double> passes = novel_passes(trial);
  const int novel = static_cast<int>(passes.size());
  measures_.m = std::max(measures_.m, m_of(novel));
  ap_.add(asymptotic_performance(passes, m_of(novel)));
  aus_.add(area_under_success(passes));
  aus_trapz_.add(area_under_success_trapezoid(passes));
  if (passes.size() > pass_rate_.size()) pass_rate_.resize(passes.size());
  for (std::size_t i = 0; i < passes.size(); ++i) pass_rate_[i].add(passes[i]);
}

int Cell::m_of(int novel) const {
  const int m = conventions_.m.value_or(default_m(novel));
  if (m < 1 || m > novel)
    throw std::invalid_argument(
        fmt::format("m = {}: expected 1 to {}, the novel tasks of a trial", m, novel));
  return m;
}

CellMeasures Cell::finish(std::string novelty, std::string scenario) && {
  CellMeasures& cell = measures_;
  const int uninformed = cell.trials - cell.informed;
  cell.novelty = std::move(novelty);
  cell.scenario = std::move(scenario);
  cell.cdt = share(cell.correctly_detected, uninformed);
  cell.wdt = share(cell.wrongly_detected, uninformed);
  cell.missed = share(cell.missed_trials, uninformed);
  cell.dd = dd_.value();
  cell.ap = ap_.value();
  cell.aus = aus_.value();
  cell.aus_trapz = aus_trapz_.value();
  cell.normal = normal_.value();
  std::transform(pass_rate_.begin(), pass_rate_.end(), std::back_inserter(cell.pass_rate),
                 [](const Mean& rate) { return *rate.value(); });
  return std::move(cell);
}

}  // namespace novphy
