#include <nlohmann/json.hpp>

#include "evaluator/tables.h"

namespace novphy {
namespace {

using json = nlohmann::ordered_json;

template <class Value>
json json_of(const std::optional<Value>& value) {
  return value ? json(*value) : json(nullptr);
}

json json_of(const CellMeasures& cell) {
  json out{{"novelty", cell.novelty},
           {"scenario", cell.scenario},
           {"trials", cell.trials},
           {"informed", cell.informed},
           {"with_results", cell.with_results},
           {"correctly_detected", cell.correctly_detected},
           {"wrongly_detected", cell.wrongly_detected},
           {"missed_trials", cell.missed_trials},
           {"incomplete", cell.incomplete},
           {"agent_errors", cell.agent_errors},
           {"novel_tasks", cell.novel_tasks},
           {"m", cell.m}};
  for (const MeasureColumn& column : kMeasureColumns)
    out[std::string(column.key)] = json_of(cell.*column.value);
  out["pass_rate"] = cell.pass_rate;
  return out;
}

json json_of(const MeanRow& row, const char* dimension) {
  json out{{dimension, row.name}, {"trials", row.trials}};
  for (std::size_t i = 0; i < kMeasureColumns.size(); ++i) {
    const CellMean& mean = row.means[i];
    out[std::string(kMeasureColumns[i].key)] = {{"mean", json_of(mean.mean)},
                                                {"plus_minus", json_of(mean.plus_minus)},
                                                {"cells", mean.cells},
                                                {"defined", mean.defined}};
  }
  return out;
}

json json_of(const Conventions& conventions) {
  const bool above = conventions.alarm.comparator == Comparator::kAbove;
  return {{"threshold", conventions.alarm.threshold},
          {"alarm_if", above ? "above" : "at_least"},
          {"m", json_of(conventions.m)}};
}

json json_of(const ControlMeasures& control) {
  return {{"trials", control.trials},
          {"alarmed", control.alarmed},
          {"false_alarms", json_of(control.false_alarms)}};
}

json json_of(const AgentMeasures& agent) {
  json out{{"agent", agent.agent}, {"files", agent.files}, {"cut_lines", agent.cut_lines}};
  out["conventions"] = json_of(agent.measures.conventions);
  for (const char* table : {"cells", "nps", "spn"}) out[table] = json::array();
  for (const CellMeasures& cell : agent.measures.cells) out["cells"].push_back(json_of(cell));
  for (const MeanRow& row : agent.measures.nps) out["nps"].push_back(json_of(row, "novelty"));
  for (const MeanRow& row : agent.measures.spn) out["spn"].push_back(json_of(row, "scenario"));
  out["control"] = json_of(agent.measures.control);
  return out;
}

}  // namespace

std::string json_tables(std::span<const AgentMeasures> agents) {
  json out;
  out["agents"] = json::array();
  for (const AgentMeasures& agent : agents) out["agents"].push_back(json_of(agent));
  return out.dump(1, ' ', false, json::error_handler_t::replace) + '\n';
}

}  // namespace novphy
