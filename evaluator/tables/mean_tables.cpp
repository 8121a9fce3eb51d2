#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "evaluator/tables/tables.h"

namespace novphy {
namespace {

constexpr int kFewTrials = 10;

/// "m = 20", or "m = 2 to 20" if trials differ.
std::string ap_window(const Measures& measured) {
  std::optional<std::pair<int, int>> range;
  for (const CellMeasures& cell : measured.cells) {
    if (cell.m == 0 || cell.with_results == 0) continue;
    if (!range) range = {cell.shortest_m, cell.m};
    range = {std::min(range->first, cell.shortest_m), std::max(range->second, cell.m)};
  }
  if (!range) return "no AP, as no trial has passes";
  if (range->first == range->second) return fmt::format("AP over the last m = {} novel tasks", range->first);
  return fmt::format("AP over the last m = {} to {} novel tasks", range->first, range->second);
}

std::string alarm_rule(const AlarmRule& rule, const OwnThresholds& own) {
  const char* reaches = rule.comparator == Comparator::kAbove ? "above" : "at least";
  const std::string text = fmt::format(
      "alarm where the record says so, else where the novelty probability is {} {}", reaches, rule.threshold);
  if (own.tasks == 0) return text;
  return text + fmt::format(", in {} {} the agent's own threshold ({})", counted(own.tasks, "task"), reaches,
                            range_text(own));
}

std::string interval_note(const TrialTable& trials, const Conventions& conventions) {
  if (has_runs(trials))
    return fmt::format(
        "Intervals at {} %: Student's over the runs; for regained, the bootstrap's over the runs; for IQM, "
        "rliable's bootstrap over the runs of each novelty-scenario, {} resamples, seed {}.",
        conventions.confidence * 100, conventions.resamples, conventions.seed);
  const bool of_people = trials.strata.size() != trials.cells.size();
  return fmt::format(
      "Intervals at {} %: Wilson's for shares of a cell, Student's of stratified trials for other means; the "
      "bootstrap's over {} for {}, {} resamples, seed {}.",
      conventions.confidence * 100, of_people ? "the people of a level set" : "the trials of a cell",
      of_people ? "NPS, SPN, overall and regained" : "regained", conventions.resamples, conventions.seed);
}

std::string baseline_note(const Evaluation& evaluation) {
  return fmt::format("Baseline: {}{}; performance is the {} of a task.",
                     evaluation.baseline.size() > 1 ? "the mean of " : "",
                     fmt::join(evaluation.baseline, ", "),
                     evaluation.conventions.performance == Performance::kPass ? "pass" : "score");
}

}  // namespace

bool any_has(const Evaluation& evaluation, std::size_t measure) {
  return std::ranges::any_of(evaluation.agents, [&](const AgentMeasures& agent) {
    return agent.measures.overall.means[measure].mean.has_value();
  });
}

int sum_of(const AgentMeasures& agent, int CellMeasures::*number) {
  int sum = 0;
  for (const CellMeasures& cell : agent.measures.cells) sum += cell.*number;
  return sum;
}

std::vector<std::string> agent_notes(const AgentMeasures& agent, const Evaluation& evaluation,
                                     bool intervals) {
  const Conventions& conventions = evaluation.conventions;
  const auto& cells = agent.measures.cells;
  std::vector<std::string> notes{
      fmt::format("{}; {}; {}.", counted(sum_of(agent, &CellMeasures::trials), "trial"),
                  ap_window(agent.measures), alarm_rule(conventions.alarm, agent.own_thresholds))};
  const auto count = [&](std::ptrdiff_t number, std::string_view one, std::string_view rest) {
    if (number > 0) notes.push_back(counted(number, one) + std::string(rest));
  };
  if (const std::string model = model_of(agent); !model.empty())
    notes.push_back(fmt::format("Model: {}.", printable(model)));
  if (std::string runs = runs_note(agent.trials.runs); !runs.empty()) {
    runs.pop_back();
    notes.push_back(runs);
  }
  count(sum_of(agent, &CellMeasures::informed), "informed trial",
        ": adaptation only, no CDT, DD, WDT, missed.");
  count(sum_of(agent, &CellMeasures::trials) - sum_of(agent, &CellMeasures::with_results), "trial",
        conventions.performance == Performance::kPass
            ? " without results: detection only."
            : " without passes: no pass rates, such as AP and AUS.");
  count(sum_of(agent, &CellMeasures::incomplete), "incomplete trial",
        " left out: a task is missing, or novel tasks at the end.");
  count(std::ranges::count_if(
            cells, [](const CellMeasures& cell) { return cell.trials > 0 && cell.trials < kFewTrials; }),
        "novelty-scenario", " with fewer than 10 trials: the numbers say little.");
  count(sum_of(agent, &CellMeasures::agent_errors), "trial",
        " in which the agent could not go on: its tasks count as failed.");
  count(cut_lines(agent), "unfinished last line", " skipped: the run was killed.");
  if (const ControlMeasures& control = agent.measures.control; control.false_alarms)
    notes.push_back(fmt::format("{} without novelty: {} with an alarm, share {}.",
                                counted(control.trials, "control trial"), control.alarmed,
                                rounded(*control.false_alarms)));
  if (conventions.at_change) notes.push_back(change_note(*conventions.at_change) + ".");
  if (!evaluation.baseline.empty()) notes.push_back(baseline_note(evaluation));
  if (conventions.definitions != Definitions::kNovphy)
    notes.push_back(definitions_note(conventions.definitions));
  if (intervals) notes.push_back(interval_note(agent.trials, conventions));
  return notes;
}

namespace {

void add_measures(Table& table, const Selection& shown, const char* value = "mean",
                  const char* group = "measures") {
  table.intervals = shown.intervals;
  for (const std::size_t i : shown.measures) {
    const Measure& of = measures()[i];
    table.columns.push_back(
        measure_column(std::string(of.key), std::string(of.title), decimals_of(of), value));
    table.columns.back().group = group;
  }
}

/// Adds a row: what names it, then a cell of each measure.
template <class Of>
void add_row(Table& table, std::vector<TableCell> names, const Selection& shown, const Of& of) {
  auto& row = table.rows.emplace_back(std::move(names));
  for (const std::size_t i : shown.measures) row.push_back(of(i));
}

/// Names the program whose form of the measure differs from that of the table of measures.
TableCell with_definition(TableCell cell, std::size_t measure, const Conventions& conventions) {
  if (is_redefined(measures()[measure], conventions.definitions))
    cell.more.emplace_back("setting", std::string(program_of(conventions.definitions).name));
  return cell;
}

/// The note on the interval of a value, where people see intervals.
template <class Value>
std::string note_of(const Value& value, bool intervals) {
  return intervals && value.alike && value.interval ? std::string(kAlikeNote) : "";
}

TableCell value_cell(const CellValue& value, bool intervals) {
  TableCell cell{.value = plain(value.mean),
                 .interval = value.interval,
                 .n = value.trials,
                 .undefined = value.undefined,
                 .note = note_of(value, intervals)};
  if (value.runs > 0) cell.runs = value.runs;
  return cell;
}

/// A mean over cells, with the trials behind it.
TableCell mean_cell(const AgentMeasures& agent, const MeansOver& over, const MeanRow& row,
                    std::size_t measure, bool intervals) {
  const CellMean& mean = row.means[measure];
  TableCell cell{.value = plain(mean.mean),
                 .plus_minus = mean.plus_minus,
                 .interval = mean.interval,
                 .n = 0,
                 .cells = mean.cells,
                 .defined = mean.defined,
                 .note = note_of(mean, intervals),
                 .decimals = decimals_of(measures()[measure])};
  for (const CellMeasures& each : agent.measures.cells)
    if (over.name == nullptr || each.*over.name == row.name) *cell.n += each.values[measure].trials;
  if (has_runs(agent.trials)) cell.runs = static_cast<int>(agent.trials.runs.size());
  return cell;
}

std::span<const MeanRow> mean_rows(const Measures& measured, const MeansOver& over) {
  if (over.rows == nullptr) return {&measured.overall, 1};
  return measured.*over.rows;
}

TableCell mean_cell(const AgentMeasures& agent, const MeansOver& over, const std::string& name,
                    std::size_t measure, bool intervals) {
  for (const MeanRow& row : mean_rows(agent.measures, over))
    if (over.name == nullptr || row.name == name) return mean_cell(agent, over, row, measure, intervals);
  return {};
}

struct CellCount {
  const char* key;
  int CellMeasures::*of;
  unsigned writers = kData;
};
constexpr std::array<CellCount, 9> kCounts{
    {{"informed", &CellMeasures::informed},
     {"with_results", &CellMeasures::with_results},
     {"correctly_detected", &CellMeasures::correctly_detected, kInJson},
     {"wrongly_detected", &CellMeasures::wrongly_detected, kInJson},
     {"missed_trials", &CellMeasures::missed_trials, kInJson},
     {"incomplete", &CellMeasures::incomplete},
     {"agent_errors", &CellMeasures::agent_errors},
     {"novel_tasks", &CellMeasures::novel_tasks},
     {"m", &CellMeasures::m}}};

TableCell printed_cell(PaperTable paper, const std::string& name, std::size_t measure, std::size_t column) {
  for (const PrintedMean& mean : printed_means(paper, name, measures()[measure].key))
    if (mean.agent == paper_agents()[column]) return {.value = mean.mean, .plus_minus = mean.plus_minus};
  return {};
}

/// The paper's columns that hold a number in this table. The paper's learning agents were told of the
/// novelty, so they have no detection.
std::vector<std::size_t> filled_columns(PaperTable paper, const std::vector<std::string>& names,
                                        std::size_t measure) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < paper_agents().size(); ++i)
    if (std::ranges::any_of(names, [&](const std::string& name) {
          return printed_cell(paper, name, measure, i).plus_minus.has_value();
        }))
      columns.push_back(i);
  return columns;
}

std::vector<std::string> names_over(const Evaluation& evaluation, const MeansOver& over) {
  if (over.names == nullptr) return {"overall"};
  return cell_names(evaluation).*over.names;
}

/// The agents that have any of the measures.
std::vector<const AgentMeasures*> agents_with(const Evaluation& evaluation, const Selection& shown) {
  std::vector<const AgentMeasures*> agents;
  for (const AgentMeasures& agent : evaluation.agents)
    if (std::ranges::any_of(shown.measures, [&](std::size_t measure) {
          return agent.measures.overall.means[measure].mean.has_value();
        }))
      agents.push_back(&agent);
  return agents;
}

/// A table of an agent's trainings, or of a statistic of them.
Table runs_table(const AgentMeasures& agent, const char* key, std::string path, const Selection& shown) {
  const bool runs = std::string_view(key) == "run";
  Table table{.key = key,
              .agent = agent.agent,
              .path = std::move(path),
              .json = runs ? JsonForm::kRows : JsonForm::kRow};
  table.columns = columns_of(name_column("agent", kInPage), name_column("run", kPeople),
                             name_column("run", runs ? kData : 0, "setting"));
  add_measures(table, {.measures = shown.measures, .intervals = true}, runs ? "mean" : "value",
               runs ? "measures" : "");
  return table;
}

}  // namespace

Selection all_measures(const Measures& of_agent) {
  Selection shown{.measures = {}, .intervals = true};
  for (std::size_t i = 0; i < measures().size(); ++i)
    if (is_measured(measures()[i], of_agent)) shown.measures.push_back(i);
  return shown;
}

Table cell_table(const Evaluation& evaluation, std::size_t agent, const Selection& shown) {
  const auto& [name, cells] =
      std::tie(evaluation.agents[agent].agent, evaluation.agents[agent].measures.cells);
  const bool classified =
      std::ranges::any_of(cells, [](const CellMeasures& cell) { return cell.kind || !cell.no_kind.empty(); });
  Table table{.key = "cell", .title = "Novelty-scenarios", .agent = name, .path = path_of(agent, "/cells")};
  table.columns = columns_of(word_column("novelty"), word_column("scenario"),
                             name_column("class", classified ? kEvery : kData), number_column("trials"));
  for (const CellCount& count : kCounts) table.columns.push_back(number_column(count.key, count.writers));
  table.columns.push_back(number_column("pass_rate", kInJson));
  add_measures(table, shown);
  for (const CellMeasures& cell : cells) {
    const TableCell kind{.value = cell.kind ? Plain(std::string(name_of(*cell.kind))) : Plain(),
                         .note = cell.no_kind};
    auto row = cells_of(cell.novelty, cell.scenario, kind, cell.trials);
    for (const CellCount& count : kCounts) row.push_back({cell.*count.of});
    row.push_back({cell.pass_rate});
    add_row(table, std::move(row), shown, [&](std::size_t i) {
      return with_definition(value_cell(cell.values[i], shown.intervals), i, evaluation.conventions);
    });
  }
  return table;
}

Table mean_table(const Evaluation& evaluation, std::size_t agent, const MeansOver& over,
                 const Selection& shown) {
  const AgentMeasures& of = evaluation.agents[agent];
  const bool overall = over.name == nullptr;
  Table table{.key = std::string(over.key),
              .title = std::string(over.title),
              .agent = of.agent,
              .path = path_of(agent, "/" + std::string(over.key)),
              .json = overall ? JsonForm::kRow : JsonForm::kRows};
  table.columns = columns_of(word_column(std::string(over.dimension), overall ? kPeople : kEvery),
                             number_column("trials"));
  add_measures(table, shown);
  for (const MeanRow& mean : mean_rows(of.measures, over))
    add_row(table, cells_of(mean.name, mean.trials), shown, [&](std::size_t i) {
      return with_definition(mean_cell(of, over, mean, i, shown.intervals), i, evaluation.conventions);
    });
  return table;
}

namespace {

/// A measure of the table of changes.
struct ChangeColumn {
  const char* key;
  const char* title;
  Evaluation ChangeMeasures::*of;
  std::string_view measure;
};
constexpr std::array<ChangeColumn, 10> kChangeColumns{
    {{"cdt", "CDT", &ChangeMeasures::all, "cdt"},
     {"dd", "DD", &ChangeMeasures::all, "dd"},
     {"wdt", "WDT", &ChangeMeasures::all, "wdt"},
     {"missed", "missed", &ChangeMeasures::all, "missed"},
     {"normal", "normal", &ChangeMeasures::all, "normal"},
     {"first", "first m", &ChangeMeasures::first, "aus"},
     {"aus", "AUS", &ChangeMeasures::all, "aus"},
     {"ap", "AP", &ChangeMeasures::all, "ap"},
     {"passed_after", "passed after", &ChangeMeasures::end, "aus"},
     {"alarms_after", "alarms after", &ChangeMeasures::end, "recall"}}};

constexpr std::string_view kChangesNote =
    "Of each trial that has the change: CDT, DD, WDT and missed by alarms that begin since the novelty "
    "before; "
    "normal: success since then; first m, AUS, AP: success in the first m, in all and in the last m novel "
    "tasks, m as for AP; passed after, alarms after: shares of the normal tasks between the novelty's end "
    "and "
    "the next change.";

}  // namespace

Table change_table(const std::vector<ChangeMeasures>& changes, std::size_t agent, bool intervals) {
  Table table{.key = "change",
              .title = "At each change",
              .agent = changes.front().all.agents[agent].agent,
              .path = path_of(agent, "/changes"),
              .intervals = intervals,
              .notes = {std::string(kChangesNote)}};
  table.columns = columns_of(name_column("change", kEvery, "at"), word_column("novelty", kPeople),
                             word_column("novelty", kData), word_column("scenario"), number_column("trials"));
  for (const ChangeColumn& column : kChangeColumns)
    table.columns.push_back(
        measure_column(column.key, column.title, decimals_of(measures()[index_of(column.measure)]), "mean"));
  for (const ChangeMeasures& change : changes) {
    const Measures& all = change.all.agents[agent].measures;
    for (const CellMeasures& cell : all.cells) {
      auto& row = table.rows.emplace_back(
          cells_of(change.change, cell.novelty, cell.novelty, cell.scenario, cell.trials));
      for (const ChangeColumn& column : kChangeColumns) {
        const auto& cells = (change.*column.of).agents[agent].measures.cells;
        const CellMeasures* found = find_in(cells, [&](const CellMeasures& other) {
          return other.novelty == cell.novelty && other.scenario == cell.scenario;
        });
        row.push_back(found ? value_cell(found->values[index_of(column.measure)], intervals) : TableCell{});
      }
    }
    auto& row = table.rows.emplace_back(cells_of(change.change, "overall", "", "", all.overall.trials));
    for (const ChangeColumn& column : kChangeColumns) {
      const AgentMeasures& of = (change.*column.of).agents[agent];
      row.push_back(mean_cell(of, kOverall, of.measures.overall, index_of(column.measure), intervals));
    }
  }
  return table;
}

Table beside_table(const Evaluation& evaluation, const MeansOver& over, const Selection& shown, bool paper) {
  constexpr std::array<std::string_view, 3> kBetter{"higher", "lower", ""};
  const bool overall = over.name == nullptr;
  const auto names = names_over(evaluation, over);
  const auto agents = agents_with(evaluation, shown);
  const auto columns =
      paper ? filled_columns(over.paper, names, shown.measures.front()) : std::vector<std::size_t>{};
  Table table{.key = std::string(over.key), .title = std::string(over.title), .json = JsonForm::kNone};
  table.intervals = shown.intervals;
  table.columns =
      columns_of(word_column(std::string(over.dimension), overall ? 0 : kPeople),
                 name_column("measure", paper ? 0 : kPeople), name_column("better", overall ? kPeople : 0));
  const auto add = [&](const std::string& title, const std::string& group) {
    table.columns.push_back(measure_column("", title));
    table.columns.back().over = columns.empty() ? "" : group;
  };
  for (const AgentMeasures* agent : agents) add(agent->agent, "these runs");
  for (const std::size_t i : columns)
    add(std::string(paper_agents()[i]),
        fmt::format("NovPhy paper, Table {}", over.paper == PaperTable::kNps ? 2 : 3));
  for (const std::string& name : names)
    for (const std::size_t i : shown.measures) {
      const Measure& measure = measures()[i];
      auto& row = table.rows.emplace_back(
          cells_of(name, measure.title, kBetter.at(static_cast<std::size_t>(measure.better))));
      for (const AgentMeasures* agent : agents)
        row.push_back(mean_cell(*agent, over, name, i, shown.intervals));
      for (const std::size_t column : columns) row.push_back(printed_cell(over.paper, name, i, column));
    }
  return table;
}

std::vector<std::string> notes_of_agents(const Evaluation& evaluation) {
  std::vector<std::pair<std::string, std::string>> by_note;  // with the agents' names
  for (const AgentMeasures& agent : evaluation.agents) {
    const std::string note = fmt::format("{}", fmt::join(agent_notes(agent, evaluation, true), " "));
    if (auto* same = find_in(by_note, [&](const auto& each) { return each.first == note; }))
      same->second += ", " + agent.agent;
    else
      by_note.emplace_back(note, agent.agent);
  }
  return mapped(by_note, [](const auto& each) { return each.second + ": " + each.first; });
}

Table table_for_paper(const Evaluation& evaluation, const MeansOver& over, const Selection& shown) {
  Table table{.key = std::string(over.key),
              .title = std::string(over.title.substr(0, over.title.find(", ±"))),
              .json = JsonForm::kNone};
  table.brief = true;
  table.columns = columns_of(word_column(std::string(over.dimension)), name_column("agent"));
  table.columns.push_back(number_column("trials"));
  table.columns.back().title = "n";
  add_measures(table, shown);
  const auto add = [&](const MeansOver& means, const std::string& name) {
    for (const AgentMeasures* agent : agents_with(evaluation, shown))
      for (const MeanRow& row : mean_rows(agent->measures, means))
        if (row.name == name)
          add_row(table, cells_of(name, agent->agent, row.trials), shown,
                  [&](std::size_t i) { return mean_cell(*agent, means, row, i, true); });
  };
  for (const std::string& name : names_over(evaluation, over)) add(over, name);
  add(kOverall, "overall");
  table.notes = warning_table(evaluation).notes;
  add_all(table.notes, notes_of_agents(evaluation));
  return table;
}

Table summary_table(const Evaluation& evaluation, const Selection& shown) {
  Table table{.key = "overall", .json = JsonForm::kNone};
  bool model = false, control = false;
  for (const AgentMeasures& agent : evaluation.agents) {
    model = model || !model_of(agent).empty();
    control = control || agent.measures.control.false_alarms;
  }
  Column alarms = measure_column("", "control: false alarms");
  alarms.writers = control ? kPeople : 0;
  table.columns =
      columns_of(name_column("agent"), name_column("model", model ? kPeople : 0), number_column("trials"),
                 number_column("cells"), number_column("incomplete"), number_column("agent errors"), alarms);
  add_measures(table, shown);
  for (const AgentMeasures& agent : evaluation.agents) {
    const Measures& measured = agent.measures;
    add_row(table,
            cells_of(agent.agent, model_of(agent), measured.overall.trials,
                     static_cast<int>(measured.cells.size()), sum_of(agent, &CellMeasures::incomplete),
                     sum_of(agent, &CellMeasures::agent_errors),
                     TableCell{.value = plain(measured.control.false_alarms), .n = measured.control.trials}),
            shown,
            [&](std::size_t i) { return mean_cell(agent, kOverall, measured.overall, i, shown.intervals); });
  }
  return table;
}

std::vector<Table> run_tables(const Evaluation& evaluation, std::size_t agent, const Selection& shown) {
  const AgentMeasures& of = evaluation.agents[agent];
  if (!has_runs(of.trials)) return {};
  std::vector<Table> tables{runs_table(of, "run", path_of(agent, "/trainings/runs"), shown)};
  tables.front().title = "Runs";
  tables.front().notes = {
      "Each run's mean over its novelty-scenarios; their mean with Student's interval over the runs; IQM, "
      "the interquartile mean over runs and novelty-scenarios, with the interval of a bootstrap, which is "
      "too narrow with few runs."};
  for (std::size_t run = 0; run < of.trials.runs.size(); ++run) {
    const std::string& name = of.trials.runs[run];
    add_row(tables.front(), cells_of(of.agent, run_title(name), name), shown,
            [&](std::size_t i) { return cell_of(of.runs.means[run][i]); });
  }
  for (const auto& [key, path, title, statistics] :
       {std::tuple("run_mean", "/trainings/mean", "mean", &of.runs.mean),
        {"iqm", "/trainings/iqm", "IQM", &of.runs.iqm}}) {
    Table& table = tables.emplace_back(runs_table(of, key, path_of(agent, path), shown));
    add_row(table, cells_of(of.agent, title, ""), shown, [&, &found = *statistics](std::size_t i) {
      return found[i] ? TableCell{.value = found[i]->value, .interval = found[i]->interval} : TableCell{};
    });
  }
  return tables;
}

}  // namespace novphy
