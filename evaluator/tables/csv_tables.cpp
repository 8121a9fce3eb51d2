#include <fmt/core.h>
#include <fmt/ranges.h>

#include "evaluator/input/csv.h"
#include "evaluator/tables/tables.h"

namespace novphy {
namespace {

std::string number(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

std::string count(int number) { return fmt::format("{}", number); }

std::string line_of(const std::vector<std::string>& cells) {
  std::vector<std::string> quoted;
  for (const std::string& cell : cells) quoted.push_back(csv_cell(cell));
  return fmt::format("{}\n", fmt::join(quoted, ","));
}

std::string low(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{}", interval->low) : "";
}
std::string high(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{}", interval->high) : "";
}

std::string cell_rows(const std::string& agent, const CellMeasures& cell, const Measures& measured) {
  std::string text;
  for (std::size_t i = 0; i < measures().size(); ++i) {
    if (!is_measured(measures()[i], measured)) continue;
    const CellValue& value = cell.values[i];
    text += line_of({agent,
                     "cell",
                     cell.novelty,
                     cell.scenario,
                     std::string(measures()[i].key),
                     number(value.mean),
                     "",
                     low(value.interval),
                     high(value.interval),
                     count(value.trials),
                     count(value.undefined),
                     "1",
                     value.mean ? "1" : "0",
                     count(cell.trials),
                     count(cell.informed),
                     count(cell.with_results),
                     count(cell.incomplete),
                     count(cell.agent_errors),
                     count(cell.novel_tasks),
                     count(cell.m)});
  }
  return text;
}

std::string mean_rows(const std::string& agent, const std::string& table, const MeanRow& row,
                      const Measures& measured) {
  std::string text;
  for (std::size_t i = 0; i < measures().size(); ++i) {
    if (!is_measured(measures()[i], measured)) continue;
    const CellMean& mean = row.means[i];
    text += line_of({agent,
                     table,
                     table == "nps" ? row.name : "",
                     table == "spn" ? row.name : "",
                     std::string(measures()[i].key),
                     number(mean.mean),
                     number(mean.plus_minus),
                     low(mean.interval),
                     high(mean.interval),
                     "",
                     "",
                     count(mean.cells),
                     count(mean.defined),
                     count(row.trials),
                     "",
                     "",
                     "",
                     "",
                     "",
                     ""});
  }
  return text;
}

}  // namespace

std::string csv_table(const Evaluation& evaluation) {
  std::string text =
      "agent,table,novelty,scenario,measure,mean,plus_minus,low,high,of_trials,undefined_trials,cells,"
      "defined_cells,trials,informed,with_results,incomplete,agent_errors,novel_tasks,m\n";
  for (const AgentMeasures& agent : evaluation.agents) {
    const Measures& measured = agent.measures;
    for (const CellMeasures& cell : measured.cells) text += cell_rows(agent.agent, cell, measured);
    for (const MeanRow& row : measured.nps) text += mean_rows(agent.agent, "nps", row, measured);
    for (const MeanRow& row : measured.spn) text += mean_rows(agent.agent, "spn", row, measured);
    text += mean_rows(agent.agent, "overall", measured.overall, measured);
  }
  return text;
}

std::string csv_table(const std::vector<Comparison>& comparisons) {
  std::string text = "agent,less,measure,novelty,scenario,trials,difference,low,high,p,p_holm,p_cells\n";
  for (const Comparison& pair : comparisons) {
    for (const Difference& difference : pair.differences) {
      const std::string measure(measures()[difference.measure].key);
      text += line_of({pair.a, pair.b, measure, "", "", count(difference.trials), number(difference.mean),
                       low(difference.interval), high(difference.interval), number(difference.p),
                       number(difference.p_holm), number(difference.p_cells)});
      for (const CellDifference& cell : difference.cells)
        text += line_of({pair.a, pair.b, measure, cell.novelty, cell.scenario, count(cell.trials),
                         number(cell.mean), "", "", number(cell.p), number(cell.p_holm), ""});
    }
  }
  return text;
}

}  // namespace novphy
