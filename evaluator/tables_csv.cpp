#include <fmt/core.h>
#include <fmt/ranges.h>

#include "evaluator/csv.h"
#include "evaluator/tables.h"

namespace novphy {
namespace {

std::string text_of(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

std::string line_of(const std::vector<std::string>& cells) {
  std::vector<std::string> quoted;
  for (const std::string& cell : cells) quoted.push_back(csv_cell(cell));
  return fmt::format("{}\n", fmt::join(quoted, ","));
}

std::string header() {
  std::vector<std::string> names{"agent",    "table",        "novelty",    "scenario",     "trials",
                                 "informed", "with_results", "incomplete", "agent_errors", "novel_tasks",
                                 "m",        "cells"};
  for (const MeasureColumn& column : kMeasureColumns)
    for (const std::string_view suffix : {"", "_plus_minus", "_defined"})
      names.push_back(std::string(column.key).append(suffix));
  return line_of(names);
}

std::string cell_row(const std::string& agent, const CellMeasures& cell) {
  std::vector<std::string> row{agent, "cell", cell.novelty, cell.scenario};
  for (const int number : {cell.trials, cell.informed, cell.with_results, cell.incomplete, cell.agent_errors,
                           cell.novel_tasks, cell.m})
    row.push_back(fmt::format("{}", number));
  row.emplace_back("1");
  for (const MeasureColumn& column : kMeasureColumns) {
    const auto& value = cell.*column.value;
    row.insert(row.end(), {text_of(value), "", value ? "1" : "0"});
  }
  return line_of(row);
}

std::string mean_row(const std::string& agent, const MeanRow& means, bool nps) {
  std::vector<std::string> row{agent, nps ? "nps" : "spn", nps ? means.name : "", nps ? "" : means.name,
                               fmt::format("{}", means.trials)};
  row.insert(row.end(), 6, "");  // counts that belong to cells
  row.push_back(fmt::format("{}", means.means.front().cells));
  for (const CellMean& mean : means.means)
    row.insert(row.end(), {text_of(mean.mean), text_of(mean.plus_minus), fmt::format("{}", mean.defined)});
  return line_of(row);
}

}  // namespace

std::string csv_tables(std::span<const AgentMeasures> agents) {
  std::string text = header();
  for (const AgentMeasures& agent : agents) {
    for (const CellMeasures& cell : agent.measures.cells) text += cell_row(agent.agent, cell);
    for (const MeanRow& row : agent.measures.nps) text += mean_row(agent.agent, row, true);
    for (const MeanRow& row : agent.measures.spn) text += mean_row(agent.agent, row, false);
  }
  return text;
}

}  // namespace novphy
