#include <nlohmann/json.hpp>

#include "evaluator/compare.h"
#include "evaluator/curves.h"
#include "evaluator/tables/convention_values.h"
#include "evaluator/tables/paper_results.h"
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
  OrderedJson out{{"mean", json_of(value.mean)},
                  {"trials", value.trials},
                  {"undefined", value.undefined},
                  {"interval", json_of(value.interval)}};
  if (value.runs > 0) out["runs"] = value.runs;
  return out;
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
          {"no_class", cell.no_kind},
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

OrderedJson json_of(const RunStatistic& statistic) {
  return {{"value", statistic.value}, {"interval", json_of(statistic.interval)}};
}

OrderedJson json_of(const Profile& profile) {
  OrderedJson out{
      {"tau", OrderedJson::array()}, {"share", OrderedJson::array()}, {"interval", OrderedJson::array()}};
  for (const ProfilePoint& point : profile.points) {
    out["tau"].push_back(point.tau);
    out["share"].push_back(point.share.value);
    out["interval"].push_back(json_of(point.share.interval));
  }
  return out;
}

/// Several trainings of an agent: the means of each, the interquartile means, the performance profiles.
OrderedJson trainings_of(const AgentMeasures& agent) {
  OrderedJson out{{"runs", OrderedJson::array()},
                  {"mean", OrderedJson::object()},
                  {"iqm", OrderedJson::object()},
                  {"profiles", OrderedJson::object()}};
  for (std::size_t run = 0; run < agent.runs.means.size(); ++run) {
    OrderedJson means = OrderedJson::object();
    for (std::size_t i = 0; i < measures().size(); ++i)
      if (is_measured(measures()[i], agent.measures))
        means[std::string(measures()[i].key)] = json_of(agent.runs.means[run][i]);
    out["runs"].push_back({{"run", agent.trials.runs[run]}, {"measures", std::move(means)}});
  }
  for (std::size_t i = 0; i < agent.runs.mean.size(); ++i)
    if (agent.runs.mean[i]) out["mean"][std::string(measures()[i].key)] = json_of(*agent.runs.mean[i]);
  for (std::size_t i = 0; i < agent.runs.iqm.size(); ++i)
    if (agent.runs.iqm[i]) out["iqm"][std::string(measures()[i].key)] = json_of(*agent.runs.iqm[i]);
  for (const Profile& profile : agent.runs.profiles)
    out["profiles"][std::string(measures()[profile.measure].key)] = json_of(profile);
  return out;
}

OrderedJson json_of(const ConventionValue& value) {
  return std::visit(
      [](const auto& of_type) -> OrderedJson {
        if constexpr (std::is_same_v<std::decay_t<decltype(of_type)>, std::monostate>)
          return nullptr;
        else
          return of_type;
      },
      value);
}

OrderedJson json_of(const Conventions& conventions) {
  OrderedJson out = OrderedJson::object();
  for (const auto& [key, value] : convention_values(conventions)) out[std::string(key)] = json_of(value);
  return out;
}

OrderedJson json_of(const ControlMeasures& control) {
  return {{"trials", control.trials},
          {"alarmed", control.alarmed},
          {"false_alarms", json_of(control.false_alarms)}};
}

/// Curves of shares as objects of arrays: one entry for each task.
OrderedJson json_of(const std::vector<Curve>& curves) {
  OrderedJson all = OrderedJson::array();
  for (const Curve& curve : curves) {
    OrderedJson out = OrderedJson::object();
    if (!curve.novelty.empty()) out["novelty"] = curve.novelty;
    if (!curve.scenario.empty()) out["scenario"] = curve.scenario;
    for (const char* key : {"task", "rate", "interval", "trials"}) out[key] = OrderedJson::array();
    for (const CurvePoint& point : curve.points) {
      out["task"].push_back(point.index);
      out["rate"].push_back(point.rate);
      out["interval"].push_back({point.interval.low, point.interval.high});
      out["trials"].push_back(point.trials);
    }
    all.push_back(std::move(out));
  }
  return all;
}

OrderedJson pass_rates_of(const TrialTable& trials, double confidence) {
  return {{"overall", json_of(std::vector{pass_rates(trials, confidence)})[0]},
          {"by_novelty", json_of(pass_rates_by_novelty(trials, confidence))},
          {"by_scenario", json_of(pass_rates_by_scenario(trials, confidence))},
          {"by_cell", json_of(pass_rates_by_cell(trials, confidence))}};
}

OrderedJson json_of(const std::vector<AmocPoint>& curve) {
  OrderedJson amoc{{"false_alarms", OrderedJson::array()}, {"timeliness", OrderedJson::array()}};
  for (const AmocPoint& point : curve) {
    amoc["false_alarms"].push_back(point.false_alarms);
    amoc["timeliness"].push_back(point.timeliness);
  }
  return amoc;
}

OrderedJson json_of(const DetectionCurves& curves) {
  OrderedJson mean{{"task", OrderedJson::array()},
                   {"probability", OrderedJson::array()},
                   {"trials", OrderedJson::array()}};
  for (const StatedPoint& point : curves.probability) {
    mean["task"].push_back(point.index);
    mean["probability"].push_back(point.probability);
    mean["trials"].push_back(point.trials);
  }
  OrderedJson trials = OrderedJson::array();
  for (const StatedTrial& trial : curves.trials)
    trials.push_back({{"novelty", trial.novelty},
                      {"scenario", trial.scenario},
                      {"trial", trial.trial},
                      {"normal", trial.normal},
                      {"novel", trial.novel}});
  return {{"novelty_probability", mean},
          {"novelty_probability_of_trials", trials},
          {"amoc", json_of(curves.amoc)},
          {"amoc_rate", json_of(curves.amoc_rate)}};
}

OrderedJson json_of(const std::optional<MannWhitney>& test) {
  if (!test) return nullptr;
  return {
      {"u", test->u}, {"effect", test->effect}, {"p", test->p_normal}, {"p_exact", json_of(test->p_exact)}};
}

OrderedJson json_of(const std::optional<Spearman>& test) {
  if (!test) return nullptr;
  return {{"rho", test->rho},
          {"n", test->n},
          {"interval", json_of(test->fisher)},
          {"p", test->p_t},
          {"p_exact", json_of(test->p_exact)}};
}

OrderedJson json_of(const Noticing& cell) {
  return {{"novelty", cell.novelty},
          {"scenario", cell.scenario},
          {"detected", cell.detected},
          {"missed", cell.missed},
          {"ap_by_detection", json_of(cell.ap_by_detection)},
          {"aus_by_detection", json_of(cell.aus_by_detection)},
          {"delay_ap", json_of(cell.delay_ap)},
          {"delay_aus", json_of(cell.delay_aus)}};
}

OrderedJson json_of(const LogFile& file) {
  OrderedJson out{{"path", file.path}};
  if (!file.fingerprint) return out;
  const Fingerprint& print = *file.fingerprint;
  out.update({{"agent", print.agent},
              {"detector", print.detector},
              {"plan_hash", print.plan_hash},
              {"seed", print.seed},
              {"version", print.version},
              {"physics", print.physics},
              {"catalogue_hash", print.catalogue_hash},
              {"physics_hash", print.physics_hash},
              {"compiler", print.compiler},
              {"architecture", print.architecture},
              {"box2d", print.box2d},
              {"labels", print.labels},
              {"overrides", print.overrides}});
  if (!print.run.empty()) out["run"] = print.run;
  if (!print.model.empty()) out["model"] = print.model;
  if (!print.model_version.empty()) out["model_version"] = print.model_version;
  return out;
}

OrderedJson json_of(const OwnThresholds& own) {
  if (own.tasks == 0) return nullptr;
  return {{"tasks", own.tasks}, {"low", own.low}, {"high", own.high}};
}

OrderedJson json_of(const AgentMeasures& agent, double confidence) {
  const Measures& measured = agent.measures;
  OrderedJson out{{"agent", agent.agent},
                  {"files", OrderedJson::array()},
                  {"cut_lines", 0},
                  {"runs", OrderedJson::array()}};
  int cut_lines = 0;
  for (const LogFile& file : agent.files) {
    out["files"].push_back(file.path);
    out["runs"].push_back(json_of(file));
    cut_lines += file.cut_lines;
  }
  out["cut_lines"] = cut_lines;
  out["own_thresholds"] = json_of(agent.own_thresholds);
  for (const char* table : {"cells", "nps", "spn"}) out[table] = OrderedJson::array();
  for (const CellMeasures& cell : measured.cells) out["cells"].push_back(json_of(cell, measured));
  for (const MeanRow& row : measured.nps) out["nps"].push_back(json_of(row, "novelty", measured));
  for (const MeanRow& row : measured.spn) out["spn"].push_back(json_of(row, "scenario", measured));
  out["overall"] = {{"trials", measured.overall.trials},
                    {"measures", json_by_key(measured.overall.means, measured)}};
  if (has_runs(agent.trials)) out["trainings"] = trainings_of(agent);
  out["control"] = json_of(measured.control);
  out["pass_rates"] = pass_rates_of(agent.trials, confidence);
  out["time_to_detection"] = json_of(std::vector{time_to_detection(agent.trials, confidence)})[0];
  out["detection_curves"] = json_of(agent.detection);
  out["noticing"] = OrderedJson::array();
  for (const Noticing& cell : noticing(agent.trials)) out["noticing"].push_back(json_of(cell));
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
  if (pair.runs_a > 0) out.update({{"runs", pair.runs_a}, {"runs_less", pair.runs_b}});
  out["measures"] = OrderedJson::array();
  for (const Difference& difference : pair.differences) out["measures"].push_back(json_of(difference));
  return out;
}

OrderedJson json_of(const Efficiency& efficiency) {
  return {{"agent", efficiency.agent},
          {"people", efficiency.people},
          {"measure", efficiency.key},
          {"efficiency", efficiency.ratio},
          {"interval", json_of(efficiency.interval)},
          {"cells", efficiency.cells},
          {"mean_of_people", efficiency.of_people},
          {"mean_of_agent", efficiency.of_agent}};
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

/// The numbers of a table of the paper, for those novelties or scenarios that agents played.
OrderedJson printed_of(PaperTable table, const std::vector<std::string>& names, const char* dimension) {
  OrderedJson rows = OrderedJson::array();
  for (const std::string& name : names)
    for (const std::string_view measure : kPrintedMeasures) {
      OrderedJson printed = OrderedJson::array();
      for (const PrintedMean& each : printed_means(table, name, measure))
        printed.push_back({{"agent", each.agent}, {"mean", each.mean}, {"plus_minus", each.plus_minus}});
      if (!printed.empty())
        rows.push_back({{dimension, name}, {"measure", measure}, {"printed", std::move(printed)}});
    }
  return rows;
}

}  // namespace

std::string json_table(const Evaluation& evaluation, const std::vector<Comparison>& comparisons,
                       const std::vector<DetectorScores>& scores) {
  OrderedJson out{{"conventions", json_of(evaluation.conventions)},
                  {"baseline", evaluation.baseline},
                  {"warnings", evaluation.warnings},
                  {"agents", OrderedJson::array()}};
  for (const AgentMeasures& agent : evaluation.agents)
    out["agents"].push_back(json_of(agent, evaluation.conventions.confidence));
  const CellNames names = cell_names(evaluation);
  out["paper"] = {{"nps", printed_of(PaperTable::kNps, names.novelties, "novelty")},
                  {"spn", printed_of(PaperTable::kSpn, names.scenarios, "scenario")}};
  if (!evaluation.efficiency.empty()) out["efficiency"] = OrderedJson::array();
  for (const Efficiency& each : evaluation.efficiency) out["efficiency"].push_back(json_of(each));
  if (!comparisons.empty()) out["comparisons"] = OrderedJson::array();
  for (const Comparison& pair : comparisons) out["comparisons"].push_back(json_of(pair));
  if (!scores.empty()) out["sweeps"] = OrderedJson::array();
  for (const DetectorScores& agent : scores) out["sweeps"].push_back(json_of(agent));
  return out.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace novphy
