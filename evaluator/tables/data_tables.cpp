#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "base/lists.h"
#include "base/text.h"
#include "evaluator/tables/tables.h"

namespace novphy {
namespace {

constexpr std::size_t kMostNamed = 20;

std::string never_passed_text(const LevelTable& table) {
  if (table.never_passed.empty()) return "Every level was passed at least once.";
  const auto& names = table.never_passed;
  const std::size_t shown = std::min(names.size(), kMostNamed);
  const std::string rest = shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : "";
  return fmt::format("Never passed, {} of {}: {}{}.", names.size(), counted(table.levels, "level"),
                     fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     rest);
}

std::vector<std::string> level_notes(const LevelTable& table) {
  std::vector<std::string> notes{
      fmt::format("{} without a novelty: there is nothing to detect or to adapt to, so AP, CDT and "
                  "the other measures have no value. Means are over levels, each with its mean over plays. "
                  "Intervals at {} % take levels as drawn from more of their kind: Student's.",
                  counted(table.levels, "level"), table.confidence * 100)};
  for (const AgentLevels& agent : table.agents) {
    if (agent.runs > 1)
      notes.push_back(fmt::format(
          "{}: {} runs: means are over runs of means over levels, and intervals are Student's over the runs.",
          agent.agent, agent.runs));
    if (agent.agent_errors > 0)
      notes.push_back(fmt::format("{}: in {} the agent could not go on, which counts as failed.", agent.agent,
                                  counted(agent.agent_errors, "play")));
  }
  notes.push_back(never_passed_text(table));
  return notes;
}

Table means_table(const AgentLevels& agent, const std::vector<LevelMeans>& means, const std::string& path,
                  bool each) {
  Table table{.key = each ? "level" : "group", .agent = agent.agent, .path = path, .intervals = true};
  table.columns =
      columns_of(name_column("agent", kPeople), name_column("group", kPeople), name_column("group", kData),
                 name_column("level", each ? kData : 0), number_column("levels"), number_column("plays"));
  for (const auto& [key, title] : {std::pair("passed", "pass rate"), {"score", "score"}, {"shots", "shots"}})
    table.columns.push_back({.key = key, .title = title, .value = "mean"});
  for (const LevelMeans& mean : means) {
    const Plain group = mean.group.empty() ? Plain() : Plain(mean.group);
    auto& row = table.rows.emplace_back(cells_of(agent.agent, mean.group.empty() ? "all" : mean.group, group,
                                                 mean.level, mean.levels, mean.plays));
    for (const LevelMean& value : {mean.passed, mean.score, mean.shots})
      row.push_back({.value = value.mean, .interval = value.interval});
  }
  return table;
}

}  // namespace

std::vector<Table> level_tables(const LevelTable& table) {
  const auto field = [](const char* key, Plain value) {
    return std::pair<Column, TableCell>{number_column(key, kInJson), {.value = std::move(value)}};
  };
  Table about{.key = "levels",
              .title = "Levels",
              .path = "/levels",
              .json = JsonForm::kRow,
              .notes = level_notes(table)};
  about.fields = {field("confidence", table.confidence), field("number", table.levels),
                  field("never_passed", table.never_passed), field("agents", std::vector<std::string>{})};
  std::vector<Table> tables{std::move(about)};
  for (std::size_t i = 0; i < table.agents.size(); ++i) {
    const AgentLevels& agent = table.agents[i];
    const std::string path = fmt::format("/levels/agents/{}/", i);
    Table groups = means_table(agent, agent.groups, path + "groups", false);
    groups.fields = {field("agent", agent.agent), field("agent_errors", agent.agent_errors)};
    if (agent.runs > 1) groups.fields.push_back(field("runs", agent.runs));
    tables.push_back(std::move(groups));
    tables.push_back(means_table(agent, agent.levels, path + "levels", true));
  }
  return tables;
}

Table levels_for_people(const LevelTable& table) {
  std::vector<Table> tables = level_tables(table);
  Table all = tables.front();
  std::erase_if(tables, [](const Table& each) { return each.key != "group"; });
  Table groups = joined_tables(std::move(tables));
  all.intervals = true;
  all.columns = std::move(groups.columns);
  all.rows = std::move(groups.rows);
  return all;
}

// What CSV and JSON hold besides measures and tests: files, curves, conventions, printed numbers.
namespace {

/// A curve of `y`, which CSV calls `measure`, over `x`.
Table curve_of(const AgentMeasures& agent, std::string path, const char* x, const char* y,
               const std::string& measure) {
  Table table{.key = "curve", .agent = agent.agent, .path = std::move(path), .json = JsonForm::kColumns};
  table.columns = columns_of(name_column(x, kInJson), name_column("at", kInCsv), measure_column(y, y));
  table.columns.back().csv = measure;
  return table;
}

void name_cell(Table& table, const std::string& novelty, const std::string& scenario) {
  if (!novelty.empty()) table.fields.push_back({word_column("novelty"), {novelty}});
  if (!scenario.empty()) table.fields.push_back({word_column("scenario"), {scenario}});
}

/// A curve by tasks. `from` is added to CSV's index, which is 0 for the first novel task.
Table rate_table(const AgentMeasures& agent, std::string path, const char* measure, const Curve& curve,
                 int from = 0) {
  Table table = curve_of(agent, std::move(path), "task", "rate", measure);
  table.columns.back().interval = true;
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
  table.fields.push_back({number_column("trial", kInJson), {trial.trial}});
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
    Table& table = tables.emplace_back(curve_of(agent, path + key, "tau", "share", key));
    table.key = "profile";
    table.columns.back().interval = true;
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
  std::vector<std::pair<std::string, Plain>> values{
      {"threshold", conventions.alarm.threshold},
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
  if (conventions.at_change) values.emplace_back("at_change", *conventions.at_change);
  return values;
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
    const bool empty = std::ranges::all_of(table.rows, [&](const std::vector<TableCell>& row) {
      const auto* text = std::get_if<std::string>(&row[column].value);
      return text != nullptr && text->empty();
    });
    table.columns.push_back(name_column(key, empty ? kInJson : kEvery));
  }
  return table;
}

Table agent_table(const Evaluation& evaluation, std::size_t agent, bool intervals) {
  const AgentMeasures& of = evaluation.agents[agent];
  const std::string first = of.files.empty() ? "" : of.files.front().path;
  Table table{.key = "agent", .agent = of.agent, .path = path_of(agent), .json = JsonForm::kRow};
  table.title = fmt::format("Agent {} ({}{})", of.agent,
                            of.files.size() > 1 ? fmt::format("{} files from ", of.files.size()) : "",
                            of.files.size() > 1 ? first + " on" : first);
  table.notes = agent_notes(of, evaluation, intervals);
  table.fields = {
      {number_column("agent", kInJson), {of.agent}},
      {number_column("files", kInJson), {mapped(of.files, &LogFile::path)}},
      {number_column("cut_lines", kInJson), {cut_lines(of)}},
      {number_column("runs", kInJson), {.inner = std::make_shared<Table>(files_table(of.files))}}};
  if (of.own_thresholds.tasks == 0) table.fields.push_back({number_column("own_thresholds", kInJson), {}});
  return table;
}

Table warning_table(const Evaluation& evaluation) {
  Table table{.key = "warning", .json = JsonForm::kRow};
  for (const std::string& warning : evaluation.warnings) table.notes.push_back("Warning: " + warning);
  table.fields = {{number_column("baseline", kInJson), {.value = evaluation.baseline}},
                  {number_column("warnings", kInJson), {.value = evaluation.warnings}}};
  return table;
}

std::vector<Table> curve_tables(const Evaluation& evaluation, std::size_t agent) {
  const AgentMeasures& of = evaluation.agents[agent];
  const double confidence = evaluation.conventions.confidence;
  const ControlMeasures& control = of.measures.control;
  Table alarms{
      .key = "control", .agent = of.agent, .path = path_of(agent, "/control"), .json = JsonForm::kRow};
  alarms.columns = columns_of(number_column("trials", kInJson), number_column("alarmed", kInJson),
                              measure_column("false_alarms", ""));
  alarms.rows.push_back(cells_of(control.trials, control.alarmed,
                                 TableCell{.value = plain(control.false_alarms), .n = control.trials}));
  std::vector<Table> tables{std::move(alarms)};
  const std::string rates = path_of(agent, "/pass_rates/");
  tables.push_back(rate_table(of, rates + "overall", "pass_rate", pass_rates(of.trials, confidence)));
  for (const auto& [key, curves] : {std::pair("by_novelty", pass_rates_by_novelty(of.trials, confidence)),
                                    {"by_scenario", pass_rates_by_scenario(of.trials, confidence)},
                                    {"by_cell", pass_rates_by_cell(of.trials, confidence)}})
    for (const Curve& curve : curves)
      tables.push_back(rate_table(of, rates + key + "/-", "pass_rate", curve));
  tables.push_back(rate_table(of, path_of(agent, "/time_to_detection"), "detected_by",
                              time_to_detection(of.trials, confidence), 1));
  add_detection(tables, of, path_of(agent, "/detection_curves/"));
  add_profiles(tables, of, path_of(agent, "/trainings/profiles/"));
  if (const OwnThresholds& own = of.own_thresholds; own.tasks > 0) {
    Table& table = tables.emplace_back(Table{.key = "convention", .agent = of.agent});
    table.path = path_of(agent, "/own_thresholds");
    table.json = JsonForm::kRow;
    table.columns = columns_of(name_column("measure", kInCsv), number_column("setting", kInCsv),
                               number_column("tasks", kInJson), number_column("low"), number_column("high"));
    table.rows.push_back(
        cells_of("own_threshold", fmt::format("{} tasks", own.tasks), own.tasks, own.low, own.high));
  }
  return tables;
}

std::vector<Table> convention_tables(const Evaluation& evaluation) {
  Table object{.key = "convention", .path = "/conventions", .json = JsonForm::kRow};
  Table rows{.key = "convention", .json = JsonForm::kNone};
  rows.columns = columns_of(name_column("agent", kInCsv), name_column("measure"), number_column("setting"));
  object.rows.emplace_back();
  for (const auto& [key, value] : convention_values(evaluation.conventions)) {
    object.columns.push_back(number_column(key, kInJson));
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
