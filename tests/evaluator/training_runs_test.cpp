#include "evaluator/training_runs.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/curves.h"
#include "evaluator/evaluation.h"
#include "evaluator/report/parts.h"
#include "evaluator/tables/tables.h"
#include "tests/evaluator/logs.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

/// The trials of a training.
struct Run {
  std::string name;
  std::vector<std::vector<Record>> trials;
};

AgentLog agent_of(const std::vector<Run>& runs, const std::string& agent = "dqn") {
  AgentLog log{agent, {}, TrialLogs()};
  for (const Run& run : runs) {
    log.trials.next_source({"plan"});
    log.files.push_back({agent + run.name + ".jsonl", {}, 0});
    log.trials.set_run(run.name);
    for (const Record& record : joined(run.trials)) log.trials.add(record);
  }
  return log;
}

/// `count` trials, of which `passed` pass every task and the others none.
std::vector<std::vector<Record>> passing(int passed, int count, const std::string& novelty = "objects") {
  std::vector<std::vector<Record>> trials;
  for (int i = 0; i < count; ++i) trials.push_back(trial(i < passed ? "P|PP" : "F|FF", i, novelty));
  return trials;
}

std::vector<Run> five_runs() {
  std::vector<Run> runs;
  for (const int passed : {1, 18, 2, 19, 10})
    runs.push_back({"seed " + std::to_string(runs.size()), passing(passed, 20)});
  return runs;
}

Evaluation evaluated(const std::vector<AgentLog>& logs, const std::vector<std::string>& baseline = {}) {
  Conventions conventions;
  conventions.resamples = 200;
  conventions.regain_window = 1;
  return evaluate(logs, conventions, baseline);
}

Difference difference(const AgentLog& a, const AgentLog& b, std::string_view key = "aus") {
  const auto comparisons = compare_all(evaluated({a, b}), std::vector<std::string_view>{key});
  REQUIRE(comparisons.size() == 1);
  return comparisons[0].differences.at(0);
}

TrialTable table_of(const AgentLog& log) { return tabulate(log.trials, {}, nullptr); }

}  // namespace

TEST_CASE("means are over runs, and five runs that differ say little") {
  const Evaluation evaluation = evaluated({agent_of(five_runs())});
  const AgentMeasures& agent = evaluation.agents[0];
  const CellValue& aus = agent.measures.cells[0].value("aus");
  CHECK(*aus.mean == Approx(0.5));
  CHECK(aus.trials == 100);
  CHECK(aus.runs == 5);
  for (const auto& interval : {aus.interval, agent.measures.overall.mean("aus").interval,
                               agent.measures.nps[0].mean("aus").interval})
    CHECK((interval->low == 0 && interval->high == 1));  // cut to what a fraction can be
  const RunStatistic& mean = *agent.runs.mean[index_of("aus")];
  CHECK(mean.interval->high - mean.value == Approx(0.5286).margin(1e-4));
  CHECK(agent.measures.cells[0].value("regained").interval.has_value());
}

TEST_CASE("a share of runs, such as CDT, has no interval of trials") {
  std::vector<Run> runs{{"1", passing(0, 50)}, {"2", passing(0, 50)}};
  for (auto& records : runs[0].trials) records.back().alarm = true;
  const Evaluation evaluation = evaluated({agent_of(runs)});
  const Interval interval = *evaluation.agents[0].measures.cells[0].value("cdt").interval;
  CHECK((interval.low == 0 && interval.high == 1));
}

TEST_CASE("runs count equally, whatever their numbers of trials and cells") {
  const std::vector<Run> runs{{"long", passing(3, 3)},
                              {"short", {trial("F|FF", 0), trial("F|FF", 0, "agents")}},
                              {"third", passing(0, 1, "agents")}};
  const Evaluation evaluation = evaluated({agent_of(runs)});
  const AgentMeasures& agent = evaluation.agents[0];
  const auto& cells = agent.measures.cells;
  REQUIRE(cells.size() == 2);
  CHECK(*cells[0].value("aus").mean == 0.5);
  CHECK(cells[0].pass_rate == std::vector{0.5, 0.5});
  CHECK(*cells[1].value("aus").mean == 0.0);
  CHECK(*agent.measures.overall.mean("aus").mean == 0.25);
  CHECK(agent.runs.mean[index_of("aus")]->value == Approx(0.25));
  CHECK(agent.runs.means[0][index_of("aus")] == 1.0);
}

TEST_CASE("one named run is measured as trials without a name, and its tables say what is missing") {
  const Evaluation named = evaluated({agent_of({{"seed 1", passing(5, 20)}})});
  const Evaluation unnamed = evaluated({agent_of({{"", passing(5, 20)}})});
  const auto numbers = [](const Evaluation& each) {
    return std::regex_replace(csv_table(each), std::regex("[^\n]*,note,[^\n]*\n"), "");
  };
  CHECK(numbers(named) == numbers(unnamed));
  const auto text = [](const Evaluation& each) {
    return text_tables(each.agents[0], each, default_selection());
  };
  CHECK_THAT(text(named), Contains("1 run (seed 1): intervals and tests hold the luck of its trials"));
  CHECK_THAT(text(unnamed), !Contains(" run"));
}

TEST_CASE("the same trial in two runs is two trials, and none is repeated") {
  const TrialTable table = table_of(agent_of({{"1", passing(1, 2)}, {"2", passing(2, 2)}}));
  REQUIRE(table.rows.size() == 4);
  for (const TrialRow& row : table.rows) CHECK(row.name.time == 0);
  CHECK(table.runs == std::vector<std::string>{"1", "2"});
  const TrialTable repeated = table_of(agent_of({{"", passing(1, 2)}, {"", passing(2, 2)}}));
  CHECK(std::count_if(repeated.rows.begin(), repeated.rows.end(),
                      [](const TrialRow& row) { return row.name.time == 1; }) == 2);
}

TEST_CASE("agents are compared by runs, so that more trials of a run are no more evidence") {
  std::vector<Run> others;
  for (const int passed : {16, 17, 18})
    others.push_back({std::to_string(others.size()), passing(passed, 20)});
  const Difference found = difference(agent_of(five_runs()), agent_of(others, "ppo"));
  CHECK(*found.mean == Approx(-0.35));
  CHECK(*found.p == Approx(0.1401716892));  // of scipy, in rliable_figures.h
  CHECK(found.interval->low == Approx(-0.8756268930));
  CHECK(found.trials == 20);
  CHECK(!found.p_cells);
  CHECK(found.cells.at(0).p == Approx(*found.p));
  std::vector<Run> twice = five_runs();
  for (Run& run : twice)
    for (int i = 0; i < 20; ++i) run.trials.push_back(trial(i < 10 ? "P|PP" : "F|FF", 20 + i));
  CHECK(*difference(agent_of(twice), agent_of(others, "ppo")).p == Approx(*found.p));
}

TEST_CASE("an agent without several runs counts as known when it is compared with one that has some") {
  const AgentLog rule = agent_of({{"", passing(9, 20)}}, "rule");
  const auto comparisons =
      compare_all(evaluated({agent_of(five_runs()), rule}), std::vector<std::string_view>{"aus"});
  REQUIRE(comparisons.size() == 1);
  CHECK(*comparisons[0].differences[0].p == Approx(0.8058199294));
  CHECK_THAT(text_table(comparisons), Contains("dqn (5 runs)") && Contains("rule (1 run)"));
  CHECK(!difference(agent_of({{"1", passing(2, 2)}, {"2", passing(2, 2)}}),
                    agent_of({{"", passing(0, 2)}}, "b"))
             .p);
}

TEST_CASE("a baseline with several runs is their mean") {
  const Evaluation evaluation = evaluated(
      {agent_of({{"1", passing(2, 2)}, {"2", passing(0, 2)}}, "base"), agent_of({{"", passing(1, 2)}})},
      {"base"});
  CHECK(*evaluation.agents[1].measures.overall.mean("pre_baseline").mean == 0.5);
}

TEST_CASE("tests that take trials as independent are left out") {
  AgentLog log = agent_of({{"1", {trial("P|P!P", 0), trial("P|FF", 1)}}, {"2", {trial("P|P!P", 0)}}});
  CHECK(noticing(table_of(log)).empty());
}

TEST_CASE("curves are means over runs") {
  const Curve curve = pass_rates(table_of(agent_of({{"1", passing(3, 3)}, {"2", passing(0, 1)}})), 0.95);
  REQUIRE(curve.points.size() == 3);
  for (const CurvePoint& point : curve.points) {
    CHECK(point.rate == 0.5);
    CHECK(point.trials == 4);
    CHECK((point.interval.low == 0 && point.interval.high == 1));
  }
}

TEST_CASE(
    "tables, JSON, CSV and report hold runs, interquartile means and profiles where there are several") {
  const Evaluation runs = evaluated({agent_of(five_runs())});
  const Evaluation none = evaluated({agent_of({{"", passing(5, 20)}})});
  Selection selection = default_selection();
  selection.intervals = true;
  const std::string text = text_tables(runs.agents[0], runs, selection);
  CHECK_THAT(text, Contains("5 runs: means are over runs") && Contains("[0.00, 1.00] (5 runs)") &&
                       Contains("0.50 [-0.03, 1.03]") && Contains("\nIQM "));
  CHECK_THAT(csv_table(runs), Contains("dqn,run,,,aus,0.05,") && Contains("dqn,iqm,,,aus,0.5") &&
                                  Contains("dqn,run_mean,,,aus,0.5") && Contains("dqn,profile,,,aus,1,"));
  CHECK_THAT(json_table(runs), Contains("\"trainings\"") && Contains("\"run\": \"seed 4\""));
  CHECK_THAT(trainings_section(runs).body, Contains(">IQM<"));
  CHECK(!profiles_figure(runs).hints.empty());
  CHECK_THAT(csv_table(none), !Contains("iqm") && !Contains("profile"));
  CHECK_THAT(json_table(none), !Contains("trainings"));
  CHECK(trainings_section(none).body.empty());
  CHECK(profiles_figure(none).hints.empty());
}

TEST_CASE("trials without a run beside named runs count as one more run, with a warning") {
  const Evaluation evaluation = evaluated({agent_of({{"1", passing(1, 2)}, {"", passing(2, 2)}})});
  REQUIRE(evaluation.warnings.size() == 1);
  CHECK_THAT(evaluation.warnings[0], Contains("some trials name no run"));
}
