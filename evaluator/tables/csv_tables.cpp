#include <fmt/core.h>

#include <string>
#include <vector>

#include "evaluator/compare.h"
#include "evaluator/curves.h"
#include "evaluator/definitions.h"
#include "evaluator/tables/convention_values.h"
#include "evaluator/tables/csv_row.h"
#include "evaluator/tables/paper_results.h"
#include "evaluator/tables/tables.h"

namespace novphy {
namespace {

std::string number(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

std::string count(int number) { return fmt::format("{}", number); }

std::string low(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{}", interval->low) : "";
}
std::string high(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{}", interval->high) : "";
}

/// The program whose form of the measure differs from that of the table of measures. "" for none.
std::string defined_by(const Measure& measure, const Conventions& conventions) {
  if (!is_redefined(measure, conventions.definitions)) return "";
  return std::string(program_of(conventions.definitions).name);
}

std::string cell_rows(const std::string& agent, const CellMeasures& cell, const Measures& measured) {
  std::string text;
  for (std::size_t i = 0; i < measures().size(); ++i) {
    if (!is_measured(measures()[i], measured)) continue;
    const CellValue& value = cell.values[i];
    text += csv_line(CsvRow{.agent = agent,
                            .table = "cell",
                            .novelty = cell.novelty,
                            .scenario = cell.scenario,
                            .measure = std::string(measures()[i].key),
                            .mean = number(value.mean),
                            .low = low(value.interval),
                            .high = high(value.interval),
                            .of_trials = count(value.trials),
                            .undefined_trials = count(value.undefined),
                            .cells = "1",
                            .defined_cells = value.mean ? "1" : "0",
                            .trials = count(cell.trials),
                            .informed = count(cell.informed),
                            .with_results = count(cell.with_results),
                            .incomplete = count(cell.incomplete),
                            .agent_errors = count(cell.agent_errors),
                            .novel_tasks = count(cell.novel_tasks),
                            .m = count(cell.m),
                            .kind = cell.kind ? std::string(name_of(*cell.kind)) : "",
                            .setting = defined_by(measures()[i], measured.conventions)});
  }
  return text;
}

std::string mean_rows(const std::string& agent, const std::string& table, const MeanRow& row,
                      const Measures& measured) {
  std::string text;
  for (std::size_t i = 0; i < measures().size(); ++i) {
    if (!is_measured(measures()[i], measured)) continue;
    const CellMean& mean = row.means[i];
    text += csv_line(CsvRow{.agent = agent,
                            .table = table,
                            .novelty = table == "nps" ? row.name : "",
                            .scenario = table == "spn" ? row.name : "",
                            .measure = std::string(measures()[i].key),
                            .mean = number(mean.mean),
                            .plus_minus = number(mean.plus_minus),
                            .low = low(mean.interval),
                            .high = high(mean.interval),
                            .cells = count(mean.cells),
                            .defined_cells = count(mean.defined),
                            .trials = count(row.trials),
                            .setting = defined_by(measures()[i], measured.conventions)});
  }
  return text;
}

CsvRow run_row(const std::string& agent, const std::string& table, std::size_t measure) {
  return {.agent = agent, .table = table, .measure = std::string(measures()[measure].key)};
}

std::string line_of(CsvRow row, const RunStatistic& statistic) {
  row.mean = number(statistic.value);
  row.low = low(statistic.interval);
  row.high = high(statistic.interval);
  return csv_line(row);
}

std::string profile_rows(const std::string& agent, const Profile& profile) {
  std::string text;
  for (const ProfilePoint& point : profile.points) {
    CsvRow row = run_row(agent, "profile", profile.measure);
    row.at = number(point.tau);
    text += line_of(std::move(row), point.share);
  }
  return text;
}

/// The means of each training, the interquartile means and the performance profiles.
std::string run_rows(const AgentMeasures& agent) {
  std::string text;
  for (std::size_t run = 0; run < agent.runs.means.size(); ++run)
    for (std::size_t i = 0; i < measures().size(); ++i) {
      if (!is_measured(measures()[i], agent.measures)) continue;
      CsvRow row = run_row(agent.agent, "run", i);
      row.mean = number(agent.runs.means[run][i]);
      row.setting = agent.trials.runs[run];
      text += csv_line(row);
    }
  for (std::size_t i = 0; i < agent.runs.mean.size(); ++i)
    if (agent.runs.mean[i]) text += line_of(run_row(agent.agent, "run_mean", i), *agent.runs.mean[i]);
  for (std::size_t i = 0; i < agent.runs.iqm.size(); ++i)
    if (agent.runs.iqm[i]) text += line_of(run_row(agent.agent, "iqm", i), *agent.runs.iqm[i]);
  for (const Profile& profile : agent.runs.profiles) text += profile_rows(agent.agent, profile);
  return text;
}

std::string control_row(const std::string& agent, const ControlMeasures& control) {
  return csv_line(CsvRow{.agent = agent,
                         .table = "control",
                         .measure = "false_alarms",
                         .mean = number(control.false_alarms),
                         .of_trials = count(control.trials)});
}

/// The points of a curve. `from` is added to the index, which is 0 for the first novel task.
std::string curve_rows(const std::string& agent, const std::string& measure, const Curve& curve,
                       int from = 0) {
  std::string text;
  for (const CurvePoint& point : curve.points)
    text += csv_line(CsvRow{.agent = agent,
                            .table = "curve",
                            .novelty = curve.novelty,
                            .scenario = curve.scenario,
                            .measure = measure,
                            .mean = number(point.rate),
                            .low = low(point.interval),
                            .high = high(point.interval),
                            .of_trials = count(point.trials),
                            .at = count(point.index + from)});
  return text;
}

std::string trial_rows(const std::string& agent, const StatedTrial& trial) {
  std::string text;
  int index = -static_cast<int>(trial.normal.size());
  for (const auto* part : {&trial.normal, &trial.novel})
    for (const double probability : *part)
      text += csv_line(CsvRow{.agent = agent,
                              .table = "curve",
                              .novelty = trial.novelty,
                              .scenario = trial.scenario,
                              .measure = "novelty_probability_of_trial_" + count(trial.trial),
                              .mean = number(probability),
                              .of_trials = "1",
                              .at = count(index++)});
  return text;
}

std::string detection_rows(const std::string& agent, const DetectionCurves& curves) {
  std::string text;
  for (const StatedPoint& point : curves.probability)
    text += csv_line(CsvRow{.agent = agent,
                            .table = "curve",
                            .measure = "novelty_probability",
                            .mean = number(point.probability),
                            .of_trials = count(point.trials),
                            .at = count(point.index)});
  for (const StatedTrial& trial : curves.trials) text += trial_rows(agent, trial);
  for (const auto& [measure, curve] :
       {std::pair{"amoc_timeliness", &curves.amoc}, std::pair{"amoc_rate_timeliness", &curves.amoc_rate}})
    for (const AmocPoint& point : *curve)
      text += csv_line(CsvRow{.agent = agent,
                              .table = "curve",
                              .measure = measure,
                              .mean = number(point.timeliness),
                              .at = number(point.false_alarms)});
  return text;
}

std::string all_curves(const AgentMeasures& agent, double confidence) {
  std::string text = curve_rows(agent.agent, "pass_rate", pass_rates(agent.trials, confidence));
  for (const auto& curves :
       {pass_rates_by_novelty(agent.trials, confidence), pass_rates_by_scenario(agent.trials, confidence),
        pass_rates_by_cell(agent.trials, confidence)})
    for (const Curve& curve : curves) text += curve_rows(agent.agent, "pass_rate", curve);
  text += curve_rows(agent.agent, "detected_by", time_to_detection(agent.trials, confidence), 1);
  return text + detection_rows(agent.agent, agent.detection);
}

CsvRow noticing_row(const std::string& agent, const Noticing& cell, const std::string& measure, int trials) {
  return {.agent = agent,
          .table = "noticing",
          .novelty = cell.novelty,
          .scenario = cell.scenario,
          .measure = measure,
          .of_trials = count(trials)};
}

/// Mann-Whitney's test. The rank-biserial correlation is in the column of means.
std::string test_row(CsvRow row, const std::optional<MannWhitney>& test) {
  if (!test) return csv_line(row);
  row.mean = number(test->effect);
  row.p = number(test->p_normal);
  row.p_exact = number(test->p_exact);
  return csv_line(row);
}

std::string test_row(CsvRow row, const std::optional<Spearman>& test) {
  if (!test) return csv_line(row);
  row.mean = number(test->rho);
  row.low = low(test->fisher);
  row.high = high(test->fisher);
  row.p = number(test->p_t);
  row.p_exact = number(test->p_exact);
  return csv_line(row);
}

std::string noticing_rows(const AgentMeasures& agent) {
  std::string text;
  for (const Noticing& cell : noticing(agent.trials)) {
    const auto row = [&](const std::string& measure) {
      return noticing_row(agent.agent, cell, measure, cell.detected + cell.missed);
    };
    text += test_row(row("ap_by_detection"), cell.ap_by_detection);
    text += test_row(row("aus_by_detection"), cell.aus_by_detection);
    text += test_row(row("delay_ap"), cell.delay_ap) + test_row(row("delay_aus"), cell.delay_aus);
  }
  return text;
}

std::string sweep_rows(const DetectorScores& scores) {
  std::string text;
  for (const DetectorScore& row : scores.rows)
    for (const auto& [measure, value] : {std::pair{"cdt", row.cdt}, std::pair{"pooled_cdt", row.pooled_cdt},
                                         std::pair{"wdt", row.wdt}, std::pair{"dd", row.dd}})
      text += csv_line(CsvRow{.agent = scores.agent,
                              .table = "sweep",
                              .measure = measure,
                              .mean = number(value),
                              .trials = count(scores.trials),
                              .setting = row.detector});
  return text;
}

std::string efficiency_row(const Efficiency& efficiency) {
  return csv_line(CsvRow{.agent = efficiency.agent,
                         .table = "efficiency",
                         .measure = std::string(efficiency.key),
                         .mean = number(efficiency.ratio),
                         .low = low(efficiency.interval),
                         .high = high(efficiency.interval),
                         .cells = count(efficiency.cells),
                         .defined_cells = count(efficiency.cells),
                         .setting = efficiency.people});
}

std::string own_threshold_row(const std::string& agent, const OwnThresholds& own) {
  if (own.tasks == 0) return "";
  return csv_line(CsvRow{.agent = agent,
                         .table = "convention",
                         .measure = "own_threshold",
                         .low = number(own.low),
                         .high = number(own.high),
                         .setting = fmt::format("{} tasks", own.tasks)});
}

std::string text_of(const ConventionValue& value) {
  return std::visit(
      [](const auto& of_type) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(of_type)>, std::monostate>)
          return "";
        else
          return fmt::format("{}", of_type);
      },
      value);
}

std::string convention_rows(const Evaluation& evaluation) {
  std::string text;
  for (const auto& [key, value] : convention_values(evaluation.conventions))
    text += csv_line(CsvRow{.table = "convention", .measure = std::string(key), .setting = text_of(value)});
  for (const std::string& agent : evaluation.baseline)
    text += csv_line(CsvRow{.agent = agent, .table = "convention", .measure = "baseline"});
  return text;
}

/// The numbers of a table of the paper, for those novelties or scenarios that agents played.
std::string printed_rows(PaperTable table, const std::vector<std::string>& names) {
  const bool nps = table == PaperTable::kNps;
  std::string text;
  for (const std::string& name : names)
    for (const std::string_view measure : kPrintedMeasures)
      for (const PrintedMean& each : printed_means(table, name, measure))
        text += csv_line(CsvRow{.agent = std::string(each.agent),
                                .table = nps ? "paper_nps" : "paper_spn",
                                .novelty = nps ? name : "",
                                .scenario = nps ? "" : name,
                                .measure = std::string(measure),
                                .mean = number(each.mean),
                                .plus_minus = number(each.plus_minus)});
  return text;
}

}  // namespace

std::string csv_table(const Evaluation& evaluation, const std::vector<DetectorScores>& scores) {
  std::string text = csv_heading();
  for (const AgentMeasures& agent : evaluation.agents) {
    const Measures& measured = agent.measures;
    for (const CellMeasures& cell : measured.cells) text += cell_rows(agent.agent, cell, measured);
    for (const MeanRow& row : measured.nps) text += mean_rows(agent.agent, "nps", row, measured);
    for (const MeanRow& row : measured.spn) text += mean_rows(agent.agent, "spn", row, measured);
    text += mean_rows(agent.agent, "overall", measured.overall, measured);
    text += run_rows(agent) + control_row(agent.agent, measured.control);
    text += all_curves(agent, evaluation.conventions.confidence) + noticing_rows(agent);
    text += own_threshold_row(agent.agent, agent.own_thresholds);
  }
  for (const Efficiency& each : evaluation.efficiency) text += efficiency_row(each);
  for (const DetectorScores& each : scores) text += sweep_rows(each);
  const CellNames names = cell_names(evaluation);
  text += printed_rows(PaperTable::kNps, names.novelties) + printed_rows(PaperTable::kSpn, names.scenarios);
  text += convention_rows(evaluation);
  return text;
}

std::string csv_table(const std::vector<Comparison>& comparisons) {
  std::string text = "agent,less,measure,novelty,scenario,trials,difference,low,high,p,p_holm,p_cells\n";
  for (const Comparison& pair : comparisons) {
    for (const Difference& difference : pair.differences) {
      const std::string measure(measures()[difference.measure].key);
      text += csv_line(std::vector<std::string>{pair.a, pair.b, measure, "", "", count(difference.trials),
                                                number(difference.mean), low(difference.interval),
                                                high(difference.interval), number(difference.p),
                                                number(difference.p_holm), number(difference.p_cells)});
      for (const CellDifference& cell : difference.cells)
        text += csv_line(std::vector<std::string>{pair.a, pair.b, measure, cell.novelty, cell.scenario,
                                                  count(cell.trials), number(cell.mean), "", "",
                                                  number(cell.p), number(cell.p_holm), ""});
    }
  }
  return text;
}

}  // namespace novphy
