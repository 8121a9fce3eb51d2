#include "evaluator/evaluation.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace novphy {
namespace {

const AgentLog& log_of(std::span<const AgentLog> logs, const std::string& agent) {
  const auto found =
      std::find_if(logs.begin(), logs.end(), [&](const AgentLog& log) { return log.agent == agent; });
  if (found != logs.end()) return *found;
  std::vector<std::string> names;
  for (const AgentLog& log : logs) names.push_back(log.agent);
  throw std::invalid_argument(
      fmt::format("baseline \"{}\": no file is of that agent; there are: {}", agent, fmt::join(names, ", ")));
}

std::optional<Baseline> baseline_of(std::span<const AgentLog> logs, std::span<const std::string> names) {
  if (names.empty()) return std::nullopt;
  std::vector<const TrialLogs*> agents;
  for (const std::string& name : names) agents.push_back(&log_of(logs, name).trials);
  return Baseline(agents);
}

/// An agent without a trial in common with the baseline would have every such measure undefined, without a
/// word.
void check_plans(const AgentLog& log, const Baseline& baseline) {
  const auto named = by_name(log.trials);
  const bool any = std::any_of(named.begin(), named.end(),
                               [&](const auto& trial) { return baseline.has_plan(trial.first.plan); });
  if (any || named.empty()) return;
  throw std::invalid_argument(
      fmt::format("agent {}: the baseline did not play its plan ({})", log.agent,
                  named.begin()->first.plan.empty() ? "none is named" : named.begin()->first.plan));
}

}  // namespace

Evaluation evaluate(std::span<const AgentLog> logs, const Conventions& conventions,
                    std::span<const std::string> baseline) {
  Evaluation evaluation{conventions, {baseline.begin(), baseline.end()}, {}};
  const std::optional<Baseline> base = baseline_of(logs, baseline);
  for (const AgentLog& log : logs) {
    if (base) check_plans(log, *base);
    TrialTable table = tabulate(log.trials, conventions, base ? &*base : nullptr);
    Measures measured = measure(log.trials, table, conventions, base.has_value());
    evaluation.agents.push_back({log.agent, log.files, std::move(table), std::move(measured)});
  }
  std::vector<Measures*> all;
  for (AgentMeasures& agent : evaluation.agents) all.push_back(&agent.measures);
  if (base) classify(all);
  return evaluation;
}

std::vector<Comparison> compare_all(const Evaluation& evaluation, std::span<const std::string_view> keys) {
  std::vector<Comparison> comparisons;
  const auto& agents = evaluation.agents;
  for (std::size_t a = 0; a < agents.size(); ++a)
    for (std::size_t b = a + 1; b < agents.size(); ++b)
      if (auto found = compare(agents[a].agent, agents[a].trials, agents[b].agent, agents[b].trials, keys,
                               evaluation.conventions))
        comparisons.push_back(std::move(*found));
  if (comparisons.empty())
    throw std::invalid_argument("nothing to compare: no two agents played trials of the same plan");
  correct_for_all(comparisons);
  return comparisons;
}

}  // namespace novphy
