#include <nlohmann/json.hpp>

#include "evaluator/tables/tables.h"

namespace novphy {
namespace {

using OrderedJson = nlohmann::ordered_json;

template <class Value>
OrderedJson json_of(const std::optional<Value>& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

OrderedJson json_of(const std::optional<Interval>& interval) {
  return interval ? OrderedJson{interval->low, interval->high} : OrderedJson(nullptr);
}

OrderedJson json_of(const CellValue& value) {
  return {{"mean", json_of(value.mean)},
          {"trials", value.trials},
          {"undefined", value.undefined},
          {"interval", json_of(value.interval)}};
}

OrderedJson json_of(const CellMean& mean) {
  return {{"mean", json_of(mean.mean)},
          {"plus_minus", json_of(mean.plus_minus)},
          {"cells", mean.cells},
          {"defined", mean.defined},
          {"interval", json_of(mean.interval)}};
}

template <class Values>
OrderedJson json_by_key(const Values& values, const Measures& measured) {
  OrderedJson out = OrderedJson::object();
  for (std::size_t i = 0; i < measures().size(); ++i)
    if (is_measured(measures()[i], measured)) out[std::string(measures()[i].key)] = json_of(values[i]);
  return out;
}

OrderedJson json_of(const CellMeasures& cell, const Measures& measured) {
  return {{"novelty", cell.novelty},
          {"scenario", cell.scenario},
          {"class", cell.kind ? OrderedJson(name_of(*cell.kind)) : OrderedJson(nullptr)},
          {"trials", cell.trials},
          {"informed", cell.informed},
          {"with_results", cell.with_results},
          {"correctly_detected", cell.correctly_detected},
          {"wrongly_detected", cell.wrongly_detected},
          {"missed_trials", cell.missed_trials},
          {"incomplete", cell.incomplete},
          {"agent_errors", cell.agent_errors},
          {"novel_tasks", cell.novel_tasks},
          {"m", cell.m},
          {"measures", json_by_key(cell.values, measured)},
          {"pass_rate", cell.pass_rate}};
}

OrderedJson json_of(const MeanRow& row, const char* dimension, const Measures& measured) {
  return {{dimension, row.name}, {"trials", row.trials}, {"measures", json_by_key(row.means, measured)}};
}

OrderedJson json_of(const Conventions& conventions) {
  const bool above = conventions.alarm.comparator == Comparator::kAbove;
  const bool by_pass = conventions.performance == Performance::kPass;
  return {{"threshold", conventions.alarm.threshold},
          {"alarm_if", above ? "above" : "at_least"},
          {"performance", by_pass ? "pass" : "score"},
          {"undefined", conventions.undefined == Undefined::kPropagate ? "propagate" : "skip"},
          {"m", json_of(conventions.m)},
          {"m1", json_of(conventions.m1)},
          {"m2", json_of(conventions.m2)},
          {"sailon_m", json_of(conventions.sailon_m)},
          {"regain_window", conventions.regain_window},
          {"neutral", conventions.neutral},
          {"resamples", conventions.resamples},
          {"confidence", conventions.confidence},
          {"seed", conventions.seed}};
}

OrderedJson json_of(const ControlMeasures& control) {
  return {{"trials", control.trials},
          {"alarmed", control.alarmed},
          {"false_alarms", json_of(control.false_alarms)}};
}

OrderedJson json_of(const AgentMeasures& agent) {
  const Measures& measured = agent.measures;
  OrderedJson out{{"agent", agent.agent}, {"files", OrderedJson::array()}, {"cut_lines", 0}};
  int cut_lines = 0;
  for (const LogFile& file : agent.files) {
    out["files"].push_back(file.path);
    cut_lines += file.cut_lines;
  }
  out["cut_lines"] = cut_lines;
  for (const char* table : {"cells", "nps", "spn"}) out[table] = OrderedJson::array();
  for (const CellMeasures& cell : measured.cells) out["cells"].push_back(json_of(cell, measured));
  for (const MeanRow& row : measured.nps) out["nps"].push_back(json_of(row, "novelty", measured));
  for (const MeanRow& row : measured.spn) out["spn"].push_back(json_of(row, "scenario", measured));
  out["overall"] = {{"trials", measured.overall.trials},
                    {"measures", json_by_key(measured.overall.means, measured)}};
  out["control"] = json_of(measured.control);
  return out;
}

OrderedJson json_of(const Difference& difference) {
  OrderedJson out{{"measure", measures()[difference.measure].key},
                  {"trials", difference.trials},
                  {"difference", json_of(difference.mean)},
                  {"interval", json_of(difference.interval)},
                  {"p", json_of(difference.p)},
                  {"p_holm", json_of(difference.p_holm)},
                  {"p_cells", json_of(difference.p_cells)},
                  {"cells", OrderedJson::array()}};
  for (const CellDifference& cell : difference.cells)
    out["cells"].push_back({{"novelty", cell.novelty},
                            {"scenario", cell.scenario},
                            {"trials", cell.trials},
                            {"difference", cell.mean},
                            {"p", cell.p},
                            {"p_holm", cell.p_holm}});
  return out;
}

OrderedJson json_of(const Comparison& pair) {
  OrderedJson out{{"agent", pair.a}, {"less", pair.b}, {"trials", pair.trials}, {"only_one", pair.only_one}};
  out["measures"] = OrderedJson::array();
  for (const Difference& difference : pair.differences) out["measures"].push_back(json_of(difference));
  return out;
}

OrderedJson json_of(const DetectorScores& agent) {
  OrderedJson out{{"agent", agent.agent},
                  {"trials", agent.trials},
                  {"from_trials", agent.from_trials},
                  {"best", agent.best ? OrderedJson(agent.rows[*agent.best].detector) : OrderedJson(nullptr)},
                  {"settings", OrderedJson::array()}};
  for (const DetectorScore& row : agent.rows)
    out["settings"].push_back({{"detector", row.detector},
                               {"cdt", json_of(row.cdt)},
                               {"pooled_cdt", json_of(row.pooled_cdt)},
                               {"wdt", json_of(row.wdt)},
                               {"dd", json_of(row.dd)}});
  return out;
}

}  // namespace

std::string json_table(const Evaluation& evaluation, const std::vector<Comparison>& comparisons,
                       const std::vector<DetectorScores>& scores) {
  OrderedJson out{{"conventions", json_of(evaluation.conventions)},
                  {"baseline", evaluation.baseline},
                  {"agents", OrderedJson::array()}};
  for (const AgentMeasures& agent : evaluation.agents) out["agents"].push_back(json_of(agent));
  if (!comparisons.empty()) out["comparisons"] = OrderedJson::array();
  for (const Comparison& pair : comparisons) out["comparisons"].push_back(json_of(pair));
  if (!scores.empty()) out["sweeps"] = OrderedJson::array();
  for (const DetectorScores& agent : scores) out["sweeps"].push_back(json_of(agent));
  return out.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace novphy
