#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "evaluator/input/csv.h"
#include "evaluator/report/html.h"
#include "evaluator/report/report.h"
#include "evaluator/tables/tables.h"
#include "tests/evaluator/logs.h"
#include "tests/evaluator/report_page.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

using Forms = std::map<std::string, std::string>;

/// What all writers make of a table.
Forms forms_of(const Table& table) {
  const std::vector<Table> tables{table};
  return {{"text", text_of(tables)},
          {"CSV", csv_of(tables, "table")},
          {"JSON", json_of(tables)},
          {"LaTeX", latex_of(tables)},
          {"page", html_of(table)}};
}

/// Everything that `measure` and `report` print of an evaluation.
Forms forms_of(const Evaluation& evaluation) {
  ReportInput input = bare_input(evaluation);
  input.warnings = evaluation.warnings;
  input.comparisons = compare_all(evaluation, kComparedMeasures);
  std::string text = warnings_text(evaluation);
  for (const AgentMeasures& agent : evaluation.agents)
    text += text_tables(agent, evaluation, default_selection());
  return {{"text", text},
          {"CSV", csv_table(evaluation)},
          {"JSON", json_table(evaluation)},
          {"LaTeX", latex_tables(evaluation, default_selection())},
          {"page", make_report(input).html}};
}

void check_all_say(const Forms& forms, const std::string& what) {
  for (const auto& [name, form] : forms) {
    INFO(name);
    CHECK_THAT(form, Contains(what));
  }
}

/// An agent with a baseline whose trials are plain.
Evaluation plain_evaluation(Conventions conventions = {}, bool runs = false) {
  std::vector<AgentLog> logs{agent_log("a", joined({trial("P|PF!P", 0), trial("P|PFF", 1)})),
                             agent_log("b", joined({trial("P|PFP", 0), trial("P|PFF", 1)}))};
  if (runs)
    for (const char* run : {"seed 1", "seed 2"}) {
      logs[0].trials.next_source({"plan"});
      logs[0].trials.set_run(run);
      for (const Record& record : trial("P|PFP", 0)) logs[0].trials.add(record);
    }
  const std::vector<std::string> baseline{"b"};
  return evaluate(logs, conventions, baseline);
}

Table one_cell(const TableCell& cell) {
  return {.key = "t",
          .title = "A table",
          .agent = "a",
          .path = "/rows",
          .intervals = true,
          .notes = {"said of the table"},
          .columns = columns_of(word_column("novelty"), measure_column("ap", "AP", 2, "mean")),
          .rows = {cells_of("fan", cell)}};
}

}  // namespace

TEST_CASE("what qualifies an agent's numbers stands in all forms") {
  struct Qualified {
    const char* what;
    void (*of)(Evaluation&);
  };
  const std::vector<Qualified> cases{
      {"2 trials; AP over the last m = 2 novel tasks; alarm where the record says so", [](Evaluation&) {}},
      {"1 novelty-scenario with fewer than 10 trials: the numbers say little.", [](Evaluation&) {}},
      {"Baseline: b; performance is the pass of a task.", [](Evaluation&) {}},
      {"7 incomplete trials left out: a task is missing",
       [](Evaluation& all) { all.agents[0].measures.cells[0].incomplete = 7; }},
      {"3 informed trials: adaptation only",
       [](Evaluation& all) { all.agents[0].measures.cells[0].informed = 3; }},
      {"1 trial without results: detection only.",
       [](Evaluation& all) { all.agents[0].measures.cells[0].with_results = 1; }},
      {"4 trials in which the agent could not go on: its tasks count as failed.",
       [](Evaluation& all) { all.agents[0].measures.cells[0].agent_errors = 4; }},
      {"5 unfinished last lines skipped: the run was killed.",
       [](Evaluation& all) { all.agents[0].files[0].cut_lines = 5; }},
      {"5 control trials without novelty: 1 with an alarm, share 0.20.",
       [](Evaluation& all) {
         all.agents[0].measures.control = {5, 1, 0.2};
       }},
      {"in 6 tasks above the agent's own threshold (0.25 to 0.5)",
       [](Evaluation& all) {
         all.agents[0].own_thresholds = {6, 0.25, 0.5};
       }},
      {"Model: llm 2.",
       [](Evaluation& all) {
         all.agents[0].files[0].fingerprint.emplace();
         all.agents[0].files[0].fingerprint->model = "llm";
         all.agents[0].files[0].fingerprint->model_version = "2";
       }},
      {"Warning: two files are of different worlds",
       [](Evaluation& all) { all.warnings.emplace_back("two files are of different worlds"); }}};
  for (const Qualified& each : cases) {
    Evaluation evaluation = plain_evaluation();
    each.of(evaluation);
    check_all_say(forms_of(evaluation), each.what);
  }
}

TEST_CASE("conventions that change the numbers are named in all forms, and several trainings") {
  Conventions conventions;
  conventions.definitions = Definitions::kWsuScript;
  check_all_say(forms_of(plain_evaluation(conventions)), "(wsu-script) defines them");
  Evaluation with_runs = plain_evaluation({}, true);
  check_all_say(forms_of(with_runs), "3 runs: means are over runs of means over trials");
  check_all_say(forms_of(with_runs), "some trials name no run");
}

TEST_CASE("every form tells on what a value rests, and a dash where one cell is defined") {
  const Forms one = forms_of(one_cell({.value = 8.0, .n = 1, .cells = 8, .defined = 1}));
  CHECK_THAT(one.at("text"), Contains("fan      8.00±– [–] (1/8, n=1)"));
  CHECK_THAT(csv_of(std::vector{one_cell({.value = 8.0, .n = 1, .cells = 8, .defined = 1})},
                    "mean,plus_minus,of_trials,cells,defined_cells"),
             Contains("\n8,,1,8,1,fan,\n"));
  CHECK_THAT(one.at("LaTeX"), Contains("Fan & $8.00 \\pm$ -- [--] (1/8, $n=1$) \\\\"));
  CHECK_THAT(one.at("page"),
             Contains("8.00<small>±–, n=1</small><small>[–]</small><small>1/8 cells</small>"));
  const auto row = nlohmann::json::parse(one.at("JSON"))["rows"][0]["ap"];
  CHECK((row["mean"] == 8 && row["plus_minus"].is_null() && row["interval"].is_null() && row["trials"] == 1 &&
         row["cells"] == 8 && row["defined"] == 1));
  const Forms two = forms_of(one_cell({.value = 0.25,
                                       .plus_minus = 0.125,
                                       .interval = Interval{0.1, 0.5},
                                       .n = 6,
                                       .cells = 2,
                                       .defined = 2}));
  CHECK_THAT(two.at("text"), Contains("fan      0.25±0.13 [0.10, 0.50] (n=6)"));
  CHECK_THAT(two.at("LaTeX"), Contains("$0.25 \\pm 0.13$ $[0.10, 0.50]$ ($n=6$)"));
}

TEST_CASE("all forms print the notes of a table and of its cells") {
  Table table = one_cell({.value = 0.5, .n = 3, .note = "the cells do not vary"});
  table.rows.push_back(cells_of("air", TableCell{.value = 0.75, .n = 3, .note = "drawn twice"}));
  const Forms forms = forms_of(table);
  for (const char* what : {"said of the table", "the cells do not vary", "drawn twice"})
    check_all_say(forms, what);
  CHECK_THAT(forms.at("text"),
             Contains("(n=3)*\n") && Contains("(n=3)**\n") && Contains("\n** drawn twice\n"));
  CHECK_THAT(forms.at("LaTeX"), Contains("% said of the table\n") && Contains("($n=3$)$^{**}$"));
  const auto notes = nlohmann::json::parse(forms.at("JSON"))["notes"];
  CHECK((notes[0]["agent"] == "a" && notes[0]["table"] == "t" && notes[0]["note"] == "said of the table"));
}

TEST_CASE("a CSV has a column for each name and number of its tables, and every line has all") {
  Table table = one_cell({.value = 0.5, .n = 3});
  table.columns.push_back(number_column("seen"));
  table.rows.front().push_back({4});
  std::istringstream lines(csv_of(std::vector{table, one_cell({.value = std::vector{1.0, 2.0}, .first = -1})},
                                  "table,measure,mean,of_trials,at"));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  CHECK(all == std::vector<std::string>{"table,measure,mean,of_trials,at,novelty,seen,note",
                                        "note,,,,,,,said of the table", "t,ap,0.5,3,,fan,4,",
                                        "note,,,,,,,said of the table", "t,ap,1,,-1,fan,,",
                                        "t,ap,2,,0,fan,,"});
}

TEST_CASE("notes of comparisons, detectors and efficiency stand in all forms that have these tables") {
  Difference difference;
  difference.measure = index_of("ap");
  difference.mean = 0.5;
  const Comparison pair{"a", "b", 4, 2, {difference}, 3, 1};
  const DetectorScores scores{"a", 4, true, {{"sma:5:0.2", 0.5, 0.25, 0, {}}}, 0};
  for (const Table& table :
       {joined_tables(comparison_tables({pair})), joined_tables(detector_tables({scores})),
        efficiency_table({{.agent = "a", .people = "people", .mean = 0.5}})}) {
    REQUIRE_FALSE(table.notes.empty());
    for (const std::string& note : table.notes) {
      const std::string begin = note.substr(0, note.find_first_of(",;:'%"));
      check_all_say(forms_of(table), begin);
    }
  }
  // The comparisons alone lacked the warnings that stand in all other forms.
  Evaluation evaluation;
  evaluation.warnings = {"agent a began 1 of 4 trials more than once"};
  CHECK_THAT(csv_table(evaluation, std::vector{pair}),
             Contains("2 trials that only one of them completed, left out.") &&
                 Contains("agent a began 1 of 4 trials more than once"));
}
