#include "evaluator/report/shown_part.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace novphy {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The numbers of all agents, from the highest AP to the lowest, then those without AP.
std::vector<std::size_t> ranked(const Evaluation& evaluation) {
  std::vector<std::size_t> numbers(evaluation.agents.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  const auto ap = [&](std::size_t agent) {
    const auto& mean = evaluation.agents[agent].measures.overall.mean("ap").mean;
    return mean.value_or(-std::numeric_limits<double>::infinity());
  };
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](std::size_t a, std::size_t b) { return ap(a) > ap(b); });
  return numbers;
}

std::vector<std::size_t> shown_agents(const Evaluation& evaluation) {
  const std::vector<std::size_t> all = ranked(evaluation);
  const std::vector<std::size_t> some = all.size() > kMostAgents ? spread(all, kSomeAgents) : all;
  std::set<std::size_t> shown(some.begin(), some.end());
  for (std::size_t i = 0; i < evaluation.agents.size(); ++i)
    if (contains(evaluation.baseline, evaluation.agents[i].agent)) shown.insert(i);
  return {shown.begin(), shown.end()};
}

/// The scenarios that have a cell with any of the novelties, in their order.
std::vector<std::string> scenarios_with(const std::vector<std::string>& novelties,
                                        const Evaluation& evaluation) {
  std::set<std::string> found;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const CellMeasures& cell : agent.measures.cells)
      if (contains(novelties, cell.novelty)) found.insert(cell.scenario);
  std::vector<std::string> scenarios = cell_names(evaluation).scenarios;
  std::erase_if(scenarios, [&](const std::string& scenario) { return !found.contains(scenario); });
  return scenarios;
}

/// Leaves the rows of a table of means whose names are shown.
void keep_rows(std::vector<MeanRow>& rows, const std::vector<std::string>& names) {
  std::erase_if(rows, [&](const MeanRow& row) { return !contains(names, row.name); });
}

}  // namespace

std::string share_text(std::size_t shown, std::size_t all, const std::string& of) {
  return shown < all ? fmt::format("{} of {} {}", shown, all, of) : "";
}

bool ShownPart::has(const std::string& novelty, const std::string& scenario) const {
  return contains(cells.novelties, novelty) && contains(cells.scenarios, scenario);
}

std::string ShownPart::note(bool by_novelty, bool by_scenario) const {
  std::vector<std::string> parts{agents_note};
  if (by_novelty) parts.push_back(novelties_note);
  if (by_scenario) parts.push_back(scenarios_note);
  std::erase(parts, "");
  return parts.empty() ? "" : fmt::format("Shown are {}", fmt::join(parts, " and "));
}

ShownPart shown_part(const Evaluation& evaluation) {
  const CellNames all = cell_names(evaluation);
  ShownPart part{.agents = shown_agents(evaluation),
                 .cells = {.novelties = spread(all.novelties, kMostNovelties), .scenarios = {}},
                 .agents_note = {},
                 .novelties_note = {},
                 .scenarios_note = {}};
  part.cells.scenarios = spread(scenarios_with(part.cells.novelties, evaluation), kMostScenarios);
  part.agents_note =
      share_text(part.agents.size(), evaluation.agents.size(), "agents, from the highest to the lowest AP");
  part.novelties_note = share_text(part.cells.novelties.size(), all.novelties.size(), "novelties");
  part.scenarios_note = share_text(part.cells.scenarios.size(), all.scenarios.size(), "scenarios");
  return part;
}

Evaluation part_of(const Evaluation& evaluation, const ShownPart& part) {
  Evaluation some{.conventions = evaluation.conventions,
                  .baseline = evaluation.baseline,
                  .agents = {},
                  .warnings = evaluation.warnings};
  const auto hidden = [&](const auto& cell) { return !part.has(cell.novelty, cell.scenario); };
  for (const std::size_t number : part.agents) {
    AgentMeasures& agent = some.agents.emplace_back(evaluation.agents[number]);
    std::erase_if(agent.measures.cells, hidden);
    std::erase_if(agent.detection.trials, hidden);
    keep_rows(agent.measures.nps, part.cells.novelties);
    keep_rows(agent.measures.spn, part.cells.scenarios);
  }
  return some;
}

}  // namespace novphy
