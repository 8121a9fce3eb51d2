#include "evaluator/baseline.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

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

namespace {

std::size_t normal_tasks(const TrialLog& trial) {
  return static_cast<std::size_t>(std::count_if(trial.tasks.begin(), trial.tasks.end(),
                                                [](const TaskMark& task) { return !task.novel; }));
}

void add(std::vector<double>& sums, Numbers numbers, double weight) {
  sums.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) sums[i] += weight * numbers[i];
}

void divide(std::vector<double>& sums, std::size_t by) {
  for (double& sum : sums) sum /= static_cast<double>(by);
}

void check_same_tasks(const TrialName& name, const TrialLog& baseline, const TrialLog& agent) {
  const bool same =
      baseline.tasks.size() == agent.tasks.size() && normal_tasks(baseline) == normal_tasks(agent);
  const auto names = named_tasks(baseline);
  const auto agents_names = named_tasks(agent);
  if (names && agents_names && names != agents_names)
    throw std::invalid_argument(fmt::format(
        "{} {}, trial {}: the baseline played tasks with other names (task_id), expected those of the agent",
        name.novelty, name.scenario, name.trial));
  if (same) return;
  throw std::invalid_argument(
      fmt::format("{} {}, trial {}: the baseline played {} normal and {} novel tasks, expected {} and {}: it "
                  "is another plan",
                  name.novelty, name.scenario, name.trial, normal_tasks(baseline), novel_tasks(baseline),
                  normal_tasks(agent), novel_tasks(agent)));
}

}  // namespace

TrialName TrialNames::of(const TrialKey& key) {
  TrialName name{logs_->plan_of(key.source), key.novelty, key.scenario, key.trial, 0};
  while (!given_.insert({name, key.run}).second) ++name.time;
  return name;
}

NamedTrials by_name(const TrialLogs& logs) {
  const CompleteTrials complete(logs);
  TrialNames names(logs);
  NamedTrials named;
  for (const auto& [key, trial] : logs.trials())
    if (complete.has(key, trial)) named[names.of(key)].push_back(&trial);
  return named;
}

Baseline::Baseline(std::span<const TrialLogs* const> agents) {
  if (agents.empty()) throw std::invalid_argument("a baseline needs an agent");
  for (const TrialLogs* agent : agents) agents_.push_back(by_name(*agent));
}

OwnedSeries Baseline::performance(const TrialName& name, const TrialLog& of_agent) const {
  std::vector<double> normal;
  std::vector<double> novel;
  for (const auto& agent : agents_) {
    // If the baseline played the plan less often, the first time is used.
    auto found = agent.find(name);
    if (found == agent.end()) found = agent.find({name.plan, name.novelty, name.scenario, name.trial, 0});
    if (found == agent.end()) return {};
    for (const TrialLog* log : found->second) {
      check_same_tasks(name, *log, of_agent);
      const MeasuredTrial trial(*log);
      if (!trial.has_performance) return {};
      const double weight = 1.0 / static_cast<double>(found->second.size());
      add(normal, trial.performance.series().normal, weight);
      add(novel, trial.performance.series().novel, weight);
    }
  }
  divide(normal, agents_.size());
  divide(novel, agents_.size());
  return {std::move(normal), std::move(novel)};
}

bool Baseline::has_plan(const std::string& plan) const {
  return std::all_of(agents_.begin(), agents_.end(), [&](const auto& agent) {
    const auto first = agent.lower_bound({plan, "", "", 0, 0});
    return first != agent.end() && first->first.plan == plan;
  });
}

}  // namespace novphy
