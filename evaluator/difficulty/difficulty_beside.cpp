#include "evaluator/difficulty/difficulty_beside.h"

#include <algorithm>
#include <tuple>

namespace novphy {
namespace {

const CellMeasures* cell_named(const Measures& measured, const DifficultyCell& wanted) {
  const auto found =
      std::find_if(measured.cells.begin(), measured.cells.end(), [&](const CellMeasures& cell) {
        return cell.novelty == wanted.novelty && cell.scenario == wanted.scenario;
      });
  return found == measured.cells.end() ? nullptr : &*found;
}

/// Fills in `predicted`: the least-squares line cut to 0 to 1, or the mean if all difficulties are equal.
void predict(std::vector<CellBeside>& cells) {
  const double n = static_cast<double>(cells.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const CellBeside& cell : cells) {
    x += cell.difficulty / n;
    y += cell.achieved / n;
  }
  for (const CellBeside& cell : cells) {
    xx += (cell.difficulty - x) * (cell.difficulty - x);
    xy += (cell.difficulty - x) * (cell.achieved - y);
  }
  for (CellBeside& cell : cells)
    cell.predicted = std::clamp(y + (xx > 0 ? xy / xx * (cell.difficulty - x) : 0), 0.0, 1.0);
}

BesideDifficulty beside(const AgentMeasures& agent, const DifficultyTable& table, const std::string& state,
                        const std::string& dimension, const std::string& measure) {
  BesideDifficulty result{.agent = agent.agent, .state = state, .dimension = dimension, .measure = measure};
  std::vector<std::optional<Interval>> intervals;
  std::vector<double> x, y;
  for (const DifficultyCell& each : table.cells) {
    const CellMeasures* cell = cell_named(agent.measures, each);
    const auto difficulty = mean_difficulty(each, state, dimension);
    if (!cell || !difficulty || !cell->value(measure).mean) continue;
    x.push_back(*difficulty);
    y.push_back(*cell->value(measure).mean);
    intervals.push_back(cell->value(measure).interval);
    result.cells.push_back({each.novelty, each.scenario, x.back(), y.back()});
  }
  predict(result.cells);
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    CellBeside& cell = result.cells[i];
    if (!intervals[i]) continue;
    if (cell.predicted < intervals[i]->low) cell.against = AgainstDifficulty::kBetter;
    if (cell.predicted > intervals[i]->high) cell.against = AgainstDifficulty::kWorse;
  }
  result.rank_correlation = spearman(x, y);
  return result;
}

}  // namespace

std::vector<BesideDifficulty> beside_difficulty(const Evaluation& evaluation, const DifficultyTable& table) {
  std::vector<BesideDifficulty> all;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const auto& [state, dimension, measure] :
         {std::tuple("detection", "seen", "cdt"), std::tuple("detection", "together", "cdt"),
          std::tuple("adaptation", "target", "aus"), std::tuple("adaptation", "together", "aus")}) {
      BesideDifficulty result = beside(agent, table, state, dimension, measure);
      if (!result.cells.empty()) all.push_back(std::move(result));
    }
  return all;
}

}  // namespace novphy
