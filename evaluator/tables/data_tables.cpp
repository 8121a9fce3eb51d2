#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "evaluator/curves.h"
#include "evaluator/definitions.h"
#include "evaluator/tables/builders.h"
#include "evaluator/tables/paper_results.h"

/// What CSV and JSON hold besides measures and tests: files, curves, conventions, printed numbers.
namespace novphy {
namespace {

std::string data_path(std::size_t agent, std::string_view part) {
  return fmt::format("/agents/{}{}", agent, part);
}

/// A curve of `y`, which CSV calls `measure`, over `x`.
Table curve_of(const AgentMeasures& agent, std::string path, const char* x, const char* y,
               const std::string& measure, bool interval = false) {
  Table table{.key = "curve", .agent = agent.agent, .path = std::move(path), .json = JsonForm::kColumns};
  table.columns = columns_of(name_column(x, kJson), name_column("at", kCsv), measure_column(y, y));
  table.columns.back().csv = measure;
  table.columns.back().interval = interval;
  return table;
}

void name_cell(Table& table, const std::string& novelty, const std::string& scenario) {
  if (!novelty.empty()) table.fields.push_back({word_column("novelty"), {novelty}});
  if (!scenario.empty()) table.fields.push_back({word_column("scenario"), {scenario}});
}

/// A curve by tasks. `from` is added to CSV's index, which is 0 for the first novel task.
Table rate_table(const AgentMeasures& agent, std::string path, const char* measure, const Curve& curve,
                 int from = 0) {
  Table table = curve_of(agent, std::move(path), "task", "rate", measure, true);
  name_cell(table, curve.novelty, curve.scenario);
  for (const CurvePoint& point : curve.points)
    table.rows.push_back(
        cells_of(point.index, point.index + from,
                 TableCell{.value = point.rate, .interval = point.interval, .n = point.trials}));
  return table;
}

Table stated_table(const AgentMeasures& agent, std::string path, const StatedTrial& trial) {
  Table table{.key = "curve", .agent = agent.agent, .path = std::move(path), .json = JsonForm::kRow};
  name_cell(table, trial.novelty, trial.scenario);
  table.fields.push_back({number_column("trial", kJson), {trial.trial}});
  table.columns = columns_of(measure_column("normal", ""), measure_column("novel", ""));
  for (Column& column : table.columns)
    column.csv = fmt::format("novelty_probability_of_trial_{}", trial.trial);
  table.rows.push_back(
      cells_of(TableCell{.value = trial.normal, .n = 1, .first = -static_cast<int>(trial.normal.size())},
               TableCell{.value = trial.novel, .n = 1}));
  return table;
}

void add_detection(std::vector<Table>& tables, const AgentMeasures& agent, const std::string& path) {
  const DetectionCurves& curves = agent.detection;
  Table mean = curve_of(agent, path + "novelty_probability", "task", "probability", "novelty_probability");
  for (const StatedPoint& point : curves.probability)
    mean.rows.push_back(
        cells_of(point.index, point.index, TableCell{.value = point.probability, .n = point.trials}));
  tables.push_back(std::move(mean));
  for (const StatedTrial& trial : curves.trials)
    tables.push_back(stated_table(agent, path + "novelty_probability_of_trials/-", trial));
  for (const auto& [key, measure, curve] : {std::tuple("amoc", "amoc_timeliness", &curves.amoc),
                                            {"amoc_rate", "amoc_rate_timeliness", &curves.amoc_rate}}) {
    Table& table = tables.emplace_back(curve_of(agent, path + key, "false_alarms", "timeliness", measure));
    for (const AmocPoint& point : *curve)
      table.rows.push_back(cells_of(point.false_alarms, point.false_alarms, point.timeliness));
  }
}

void add_profiles(std::vector<Table>& tables, const AgentMeasures& agent, const std::string& path) {
  for (const Profile& profile : agent.runs.profiles) {
    const std::string key(measures()[profile.measure].key);
    Table& table = tables.emplace_back(curve_of(agent, path + key, "tau", "share", key, true));
    table.key = "profile";
    for (const auto& [tau, share] : profile.points)
      table.rows.push_back(cells_of(tau, tau, TableCell{.value = share.value, .interval = share.interval}));
  }
}

std::string word(Repeats repeats) {
  if (repeats == Repeats::kRefuse) return "refuse";
  return repeats == Repeats::kFirst ? "first" : "last";
}

/// Every choice that changes a number. Empty: none was asked for, so the default applies.
std::vector<std::pair<std::string, Plain>> convention_values(const Conventions& conventions) {
  const auto either = [](bool first, const char* one, const char* other) {
    return std::string(first ? one : other);
  };
  return {{"threshold", conventions.alarm.threshold},
          {"alarm_if", either(conventions.alarm.comparator == Comparator::kAbove, "above", "at_least")},
          {"own_thresholds", conventions.alarm.own_thresholds},
          {"performance", either(conventions.performance == Performance::kPass, "pass", "score")},
          {"undefined", either(conventions.undefined == Undefined::kPropagate, "propagate", "skip")},
          {"repeats", word(conventions.repeats)},
          {"m", plain(conventions.m)},
          {"m1", plain(conventions.m1)},
          {"m2", plain(conventions.m2)},
          {"definitions", std::string(program_of(conventions.definitions).name)},
          {"sailon_m", plain(conventions.sailon_m)},
          {"sailon_m_share", plain(conventions.sailon_m_share)},
          {"regain_window", conventions.regain_window},
          {"neutral", conventions.neutral},
          {"paired", conventions.paired},
          {"resamples", conventions.resamples},
          {"confidence", conventions.confidence},
          {"seed", conventions.seed}};
}

Table printed_table(PaperTable paper, const std::vector<std::string>& names, const char* dimension) {
  const std::string key = paper == PaperTable::kNps ? "nps" : "spn";
  Table table{.key = "paper_" + key, .path = "/paper/" + key};
  table.columns = columns_of(word_column(dimension), name_column("measure"), number_column("printed"));
  for (const std::string& name : names)
    for (const std::string_view measure : kPrintedMeasures) {
      Table printed{
          .key = table.key,
          .columns = columns_of(name_column("agent"), number_column("mean"), number_column("plus_minus"))};
      for (const PrintedMean& each : printed_means(paper, name, measure))
        printed.rows.push_back(cells_of(each.agent, each.mean, each.plus_minus));
      if (!printed.rows.empty())
        table.rows.push_back(cells_of(name, measure, TableCell{.inner = std::make_shared<Table>(printed)}));
    }
  return table;
}

}  // namespace

Table files_table(std::span<const LogFile> files) {
  Table table;
  for (const LogFile& file : files) {
    const Fingerprint& of = file.fingerprint ? *file.fingerprint : Fingerprint{};
    table.rows.push_back(cells_of(file.path, of.agent, of.name, of.model, of.model_version, of.run,
                                  of.detector, of.plan_hash, of.seed, of.version, of.physics,
                                  of.catalogue_hash, of.physics_hash, of.compiler, of.architecture, of.box2d,
                                  of.labels, of.overrides));
    for (TableCell& cell : std::span(table.rows.back()).subspan(1))
      if (!file.fingerprint) cell.value = {};
  }
  for (const char* key : {"path", "agent", "name", "model", "model_version", "run", "detector", "plan_hash",
                          "seed", "version", "physics", "catalogue_hash", "physics_hash", "compiler",
                          "architecture", "box2d", "labels", "overrides"}) {
    const std::size_t column = table.columns.size();
    const bool empty =
        std::all_of(table.rows.begin(), table.rows.end(), [&](const std::vector<TableCell>& row) {
          const auto* text = std::get_if<std::string>(&row[column].value);
          return text != nullptr && text->empty();
        });
    table.columns.push_back(name_column(key, empty ? kJson : kEvery));
  }
  return table;
}

Table agent_table(const Evaluation& evaluation, std::size_t agent, bool intervals) {
  const AgentMeasures& of = evaluation.agents[agent];
  const std::string first = of.files.empty() ? "" : of.files.front().path;
  Table table{.key = "agent", .agent = of.agent, .path = data_path(agent, ""), .json = JsonForm::kRow};
  table.title = fmt::format("Agent {} ({}{})", of.agent,
                            of.files.size() > 1 ? fmt::format("{} files from ", of.files.size()) : "",
                            of.files.size() > 1 ? first + " on" : first);
  table.notes = agent_notes(of, evaluation, intervals);
  std::vector<std::string> paths;
  int cut_lines = 0;
  for (const LogFile& file : of.files) {
    paths.push_back(file.path);
    cut_lines += file.cut_lines;
  }
  table.fields = {{number_column("agent", kJson), {of.agent}},
                  {number_column("files", kJson), {paths}},
                  {number_column("cut_lines", kJson), {cut_lines}},
                  {number_column("runs", kJson), {.inner = std::make_shared<Table>(files_table(of.files))}}};
  if (of.own_thresholds.tasks == 0) table.fields.push_back({number_column("own_thresholds", kJson), {}});
  return table;
}

Table warning_table(const Evaluation& evaluation) {
  Table table{.key = "warning", .json = JsonForm::kRow};
  for (const std::string& warning : evaluation.warnings) table.notes.push_back("Warning: " + warning);
  table.fields = {{number_column("baseline", kJson), {.value = evaluation.baseline}},
                  {number_column("warnings", kJson), {.value = evaluation.warnings}}};
  return table;
}

std::vector<Table> curve_tables(const Evaluation& evaluation, std::size_t agent) {
  const AgentMeasures& of = evaluation.agents[agent];
  const double confidence = evaluation.conventions.confidence;
  const ControlMeasures& control = of.measures.control;
  Table alarms{
      .key = "control", .agent = of.agent, .path = data_path(agent, "/control"), .json = JsonForm::kRow};
  alarms.columns = columns_of(number_column("trials", kJson), number_column("alarmed", kJson),
                              measure_column("false_alarms", ""));
  alarms.rows.push_back(cells_of(control.trials, control.alarmed,
                                 TableCell{.value = plain(control.false_alarms), .n = control.trials}));
  std::vector<Table> tables{std::move(alarms)};
  const std::string rates = data_path(agent, "/pass_rates/");
  tables.push_back(rate_table(of, rates + "overall", "pass_rate", pass_rates(of.trials, confidence)));
  for (const auto& [key, curves] : {std::pair("by_novelty", pass_rates_by_novelty(of.trials, confidence)),
                                    {"by_scenario", pass_rates_by_scenario(of.trials, confidence)},
                                    {"by_cell", pass_rates_by_cell(of.trials, confidence)}})
    for (const Curve& curve : curves)
      tables.push_back(rate_table(of, rates + key + "/-", "pass_rate", curve));
  tables.push_back(rate_table(of, data_path(agent, "/time_to_detection"), "detected_by",
                              time_to_detection(of.trials, confidence), 1));
  add_detection(tables, of, data_path(agent, "/detection_curves/"));
  add_profiles(tables, of, data_path(agent, "/trainings/profiles/"));
  if (const OwnThresholds& own = of.own_thresholds; own.tasks > 0) {
    Table& table = tables.emplace_back(Table{.key = "convention", .agent = of.agent});
    table.path = data_path(agent, "/own_thresholds");
    table.json = JsonForm::kRow;
    table.columns = columns_of(name_column("measure", kCsv), number_column("setting", kCsv),
                               number_column("tasks", kJson), number_column("low"), number_column("high"));
    table.rows.push_back(
        cells_of("own_threshold", fmt::format("{} tasks", own.tasks), own.tasks, own.low, own.high));
  }
  return tables;
}

std::vector<Table> convention_tables(const Evaluation& evaluation) {
  Table object{.key = "convention", .path = "/conventions", .json = JsonForm::kRow};
  Table rows{.key = "convention", .json = JsonForm::kNone};
  rows.columns = columns_of(name_column("agent", kCsv), name_column("measure"), number_column("setting"));
  object.rows.emplace_back();
  for (const auto& [key, value] : convention_values(evaluation.conventions)) {
    object.columns.push_back(number_column(key, kJson));
    object.rows.front().push_back({value});
    rows.rows.push_back(cells_of("", key, value));
  }
  for (const std::string& agent : evaluation.baseline)
    rows.rows.push_back(cells_of(agent, "baseline", Plain()));
  return {std::move(rows), std::move(object)};
}

std::vector<Table> paper_tables_of(const Evaluation& evaluation) {
  const CellNames names = cell_names(evaluation);
  return {printed_table(PaperTable::kNps, names.novelties, "novelty"),
          printed_table(PaperTable::kSpn, names.scenarios, "scenario")};
}

}  // namespace novphy
