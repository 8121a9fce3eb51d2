#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"
#include "evaluator/tables/tables.h"

/// Tables of tests, detector settings and efficiency.
namespace novphy {
namespace {

Table differing_cells(const Difference& difference) {
  Table table{.columns =
                  columns_of(word_column("novelty"), word_column("scenario"), number_column("trials"),
                             number_column("difference"), number_column("p"), number_column("p_holm"))};
  for (const CellDifference& cell : difference.cells)
    table.rows.push_back(cells_of(cell.novelty, cell.scenario, cell.trials, cell.mean, cell.p, cell.p_holm));
  return table;
}

TableCell difference_cell(const Difference& difference) {
  return {.value = plain(difference.mean),
          .interval = difference.interval,
          .note = difference.alike ? std::string(kAlikeNote) : ""};
}

std::vector<TableCell> difference_row(const Comparison& pair, const Difference& difference) {
  const Measure& measure = measures()[difference.measure];
  const auto differs = [](const CellDifference& cell) { return cell.p_holm < 0.05; };
  const auto count = std::ranges::count_if(difference.cells, differs);
  return cells_of(with_runs(pair.a, pair.runs_a), with_runs(pair.b, pair.runs_b), measure.title, measure.key,
                  difference.trials, difference_cell(difference), difference.p, difference.p_holm,
                  difference.p_cells, fmt::format("{} of {}", count, difference.cells.size()),
                  TableCell{.inner = std::make_shared<Table>(differing_cells(difference))});
}

std::vector<std::string> pair_notes(const Comparison& pair) {
  std::vector<std::string> notes{
      "Differences of agents on the same plan: the mean over novelty-scenarios of the first agent's value "
      "minus the second's, trial by trial. p is Student's, two-sided, of trials within "
      "novelty-scenarios, and the interval is its inversion; p Holm is corrected over all rows, and p cells "
      "is that of Wilcoxon's signed ranks "
      "over the novelty-scenarios' means, which takes these as a sample. Novelty-scenarios differ at 0.05 "
      "after Holm's correction over them."};
  if (pair.runs_a > 0)
    notes.emplace_back(
        "Where runs are given, they are compared instead of trials: p is that of Welch's test of the runs' "
        "means, and of Student's test if one agent has 1 run, whose luck is then left out.");
  if (pair.only_one > 0)
    notes.push_back(fmt::format("{} and {}: {} that only one of them completed, left out.", pair.a, pair.b,
                                counted(pair.only_one, "trial")));
  return notes;
}

TableCell test_cell(const std::optional<MannWhitney>& test, int trials) {
  if (!test) return {.n = trials};
  return {.value = test->effect,
          .n = trials,
          .more = {{"u", test->u}, {"p", test->p_normal}, {"p_exact", plain(test->p_exact)}}};
}

TableCell test_cell(const std::optional<Spearman>& test, int trials) {
  if (!test) return {.n = trials};
  return {.value = test->rho,
          .interval = test->fisher,
          .n = trials,
          .more = {{"n", test->n}, {"p", test->p_t}, {"p_exact", plain(test->p_exact)}}};
}

/// A cell with the p-value that people are shown, exact where it is known.
template <class Test>
TableCell p_cell(const std::optional<Test>& test, double Test::*approximate) {
  return {.value = test ? Plain(test->p_exact.value_or((*test).*approximate)) : Plain()};
}

TableCell efficiency_cell(double mean, const std::optional<Interval>& interval) {
  TableCell cell{.value = mean, .interval = interval};
  if (!cell.interval)
    cell.note =
        "No interval: none was drawn, no draw differs, or a cell has one person who passed or one trial of "
        "the agent.";
  return cell;
}

}  // namespace

std::vector<Table> comparison_tables(const std::vector<Comparison>& comparisons) {
  std::vector<Table> tables;
  for (const Comparison& pair : comparisons) {
    Table& table = tables.emplace_back(
        Table{.key = "comparison",
              .path = fmt::format("/comparisons/{}/measures", tables.size()),
              .intervals = true,
              .notes = pair_notes(pair),
              .fields = {{name_column("agent"), {pair.a}}, {name_column("less"), {pair.b}}}});
    for (const auto& [key, number] : {std::pair("trials", pair.trials), {"only_one", pair.only_one}})
      table.fields.push_back({number_column(key, kInJson), {number}});
    if (pair.runs_a > 0)
      for (const auto& [key, runs] : {std::pair("runs", pair.runs_a), {"runs_less", pair.runs_b}})
        table.fields.push_back({number_column(key, kInJson), {runs}});
    Column difference = number_column("difference");
    difference.decimals = 3;
    difference.interval = true;
    table.columns = columns_of(name_column("agent", kPeople), name_column("minus", kPeople),
                               name_column("measure", kPeople), name_column("measure", kData),
                               number_column("trials"), difference, p_column("p", "p"),
                               p_column("p_holm", "p Holm"), p_column("p_cells", "p cells"),
                               number_column("cells that differ", kPeople), number_column("cells", kData));
    for (const Difference& each : pair.differences) table.rows.push_back(difference_row(pair, each));
  }
  return tables;
}

Table noticing_table(const Evaluation& evaluation, std::size_t agent) {
  const AgentMeasures& of = evaluation.agents[agent];
  Table table{.key = "noticing", .agent = of.agent, .path = path_of(agent, "/noticing")};
  table.columns =
      columns_of(name_column("agent", kPeople), word_column("novelty"), word_column("scenario"),
                 number_column("detected", kPeople | kInJson), number_column("missed", kPeople | kInJson),
                 p_column("", "AP: p", kPeople), p_column("", "AUS: p", kPeople),
                 p_column("", "delay and AP: p", kPeople), p_column("", "delay and AUS: p", kPeople),
                 measure_column("ap_by_detection", "AP: effect", 2, "effect"),
                 measure_column("aus_by_detection", "AUS: effect", 2, "effect"),
                 measure_column("delay_ap", "delay and AP: ρ", 2, "rho"),
                 measure_column("delay_aus", "delay and AUS: ρ", 2, "rho"));
  for (const Noticing& cell : noticing(of.trials)) {
    const int trials = cell.detected + cell.missed;
    table.rows.push_back(
        cells_of(of.agent, cell.novelty, cell.scenario, cell.detected, cell.missed,
                 p_cell(cell.ap_by_detection, &MannWhitney::p_normal),
                 p_cell(cell.aus_by_detection, &MannWhitney::p_normal), p_cell(cell.delay_ap, &Spearman::p_t),
                 p_cell(cell.delay_aus, &Spearman::p_t), test_cell(cell.ap_by_detection, trials),
                 test_cell(cell.aus_by_detection, trials), test_cell(cell.delay_ap, trials),
                 test_cell(cell.delay_aus, trials)));
  }
  return table;
}

Table efficiency_table(const std::vector<Efficiency>& efficiencies) {
  Table table{
      .key = "efficiency", .title = "Efficiency against people", .path = "/efficiency", .intervals = true};
  table.notes = {
      "A novel task that the agent does not pass counts 0, and one that it passes at most 1: the mean number "
      "of shots of the people who passed it, divided by the agent's. The score has the square of that. The "
      "people "
      "are those of the same trial of the plan (same tasks: so many trials have some), else all of the "
      "novelty-scenario (cell) at the same place. Places at which none of them passed do not count."};
  Column efficiency = number_column("efficiency");
  efficiency.csv = "mean";
  efficiency.interval = true;
  Column score = number_column(std::string(kScoreKey));
  score.title = "score";
  score.value = "mean";
  Column same_tasks = number_column("same_tasks");
  same_tasks.title = "same tasks";
  table.columns =
      columns_of(name_column("agent"), name_column("people", kEvery, "setting"),
                 name_column("measure", kData), efficiency, score, number_column("passed"),
                 number_column("trials"), same_tasks, number_column("cells"), number_column("places"));
  for (const Efficiency& each : efficiencies)
    table.rows.push_back(cells_of(each.agent, each.people, kEfficiencyKey,
                                  efficiency_cell(each.mean, each.interval),
                                  efficiency_cell(each.score, each.score_interval), each.passed, each.trials,
                                  each.same_tasks, each.cells, each.places));
  return table;
}

Table question_table(const Evaluation& evaluation) {
  Table table{.key = "questions",
              .title = "Questions about the world at the trial's end",
              .path = "/questions",
              .intervals = true};
  table.notes = {
      "Beside each agent stands what it saw its most similar throw do, in the questions that it answers (if "
      "it "
      "answers none, in all). Others do not count. Means are over novelty-scenarios of means over trials."};
  Column mean = number_column("agent's answers");
  mean.key = mean.csv = "mean";
  Column again = number_column("last such throw again");
  again.key = again.value = "again";
  mean.interval = again.interval = true;
  table.columns =
      columns_of(name_column("agent"), name_column("after", kEvery, "setting"), name_column("what", kPeople),
                 name_column("measure", kData), number_column("trials"), number_column("questions"),
                 number_column("answered"), mean, again);
  const auto cell = [](const QuestionMean& value) {
    return TableCell{.value = plain(value.value), .interval = value.interval};
  };
  for (const AgentMeasures& agent : evaluation.agents)
    for (const QuestionScore& score : agent.questions)
      table.rows.push_back(cells_of(agent.agent, score.after, score.measure->title, score.measure->key,
                                    score.trials, score.questions, score.answered, cell(score.agent),
                                    cell(score.again)));
  return table;
}

std::vector<Table> detector_tables(const std::vector<DetectorScores>& scores) {
  std::vector<Table> tables;
  for (const DetectorScores& agent : scores) {
    Table& table = tables.emplace_back(Table{.key = "sweep",
                                             .title = "Detectors: every setting of NovPhy's Appendix D",
                                             .agent = agent.agent,
                                             .path = fmt::format("/sweeps/{}/settings", tables.size())});
    table.notes = {
        "The best has the highest pooled CDT on these very trials, so its numbers are optimistic: expect "
        "less on new trials. pma never fires in a cell whose calibration has no spread."};
    if (agent.from_trials)
      table.notes.push_back(agent.agent +
                            ": without calibration runs, pma is calibrated on the trials' own normal tasks, "
                            "which is optimistic too.");
    const Plain best = agent.best ? Plain(agent.rows[*agent.best].detector) : Plain();
    table.fields = {{name_column("agent", kInJson), {agent.agent}},
                    {number_column("trials"), {agent.trials}},
                    {number_column("from_trials", kInJson), {agent.from_trials}},
                    {name_column("best", kInJson), {best}}};
    table.columns = columns_of(name_column("agent", kPeople), name_column("detector", kEvery, "setting"),
                               name_column("", kPeople), number_column("trials", kPeople),
                               measure_column("cdt", "CDT", 3), measure_column("pooled_cdt", "pooled CDT", 3),
                               measure_column("wdt", "WDT", 3), measure_column("dd", "DD", 3));
    for (std::size_t i = 0; i < agent.rows.size(); ++i) {
      const DetectorScore& row = agent.rows[i];
      table.rows.push_back(cells_of(agent.agent, row.detector, agent.best == i ? "best" : "", agent.trials,
                                    row.cdt, row.pooled_cdt, row.wdt, row.dd));
    }
  }
  return tables;
}

}  // namespace novphy
