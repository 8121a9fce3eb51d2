#include "evaluator/trial_table.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "tests/evaluator/logs.h"

using namespace novphy;
using Catch::Matchers::Contains;

namespace {

using Names = std::vector<std::string>;
using List = std::vector<double>;

List list(Numbers numbers) { return {numbers.begin(), numbers.end()}; }

/// The baseline's performance on the agent's first trial.
OwnedSeries performance(const std::vector<AgentLog>& baseline, const AgentLog& agent) {
  std::vector<const TrialLogs*> logs;
  for (const AgentLog& log : baseline) logs.push_back(&log.trials);
  const auto named = by_name(agent.trials);
  return Baseline(logs).performance(named.begin()->first, *named.begin()->second.front());
}

/// The only cell of the first agent.
CellMeasures cell_of(const std::vector<AgentLog>& logs, const Names& baseline,
                     const Conventions& conventions = {}) {
  const Evaluation evaluation = evaluate(logs, conventions, baseline);
  REQUIRE(evaluation.agents.at(0).measures.cells.size() == 1);
  return evaluation.agents[0].measures.cells[0];
}

std::string kind_of(const CellMeasures& cell) {
  return cell.kind ? std::string(name_of(*cell.kind)) : "unclassified";
}

/// The class of the novelty for an agent with these trials, beside a baseline that passes half its normal
/// tasks and no novel task.
std::string kind_of(const std::vector<std::vector<Record>>& trials) {
  std::vector<std::vector<Record>> base;
  for (int number = 0; number < static_cast<int>(trials.size()); ++number)
    base.push_back(trial("PF|FF", number));
  const std::vector<AgentLog> logs{agent_log("a", joined(trials)), agent_log("base", joined(base))};
  return kind_of(cell_of(logs, {"base"}));
}

}  // namespace

TEST_CASE("a baseline of one agent is its performance on the same trial") {
  const AgentLog agent = agent_log("a", trial("FF|FFF"));
  const OwnedSeries base = performance({agent_log("base", trial("PF|FPP"))}, agent);
  CHECK(list(base.normal) == List{1, 0});
  CHECK(list(base.novel) == List{0, 1, 1});
}

TEST_CASE("a baseline of several agents is their mean, task by task") {
  const AgentLog agent = agent_log("a", trial("FF|FF"));
  const OwnedSeries base =
      performance({agent_log("b", trial("PF|PF")), agent_log("c", trial("PP|FF"))}, agent);
  CHECK(list(base.normal) == List{1, 0.5});
  CHECK(list(base.novel) == List{0.5, 0});
}

TEST_CASE("a baseline has nothing of a trial that one of its agents did not play or has no results of") {
  const AgentLog agent = agent_log("a", trial("P|P", 1));
  const AgentLog good = agent_log("b", trial("P|P", 1));
  CHECK(performance({good}, agent).novel.size() == 1);
  CHECK(performance({good, agent_log("c", trial("P|P", 0))}, agent).novel.empty());
  CHECK(performance({good, agent_log("c", trial("P|P", 1), "other")}, agent).novel.empty());
  CHECK(performance({good, agent_log("c", trial("P|P?", 1))}, agent).novel.empty());
}

TEST_CASE("a baseline needs an agent") {
  CHECK_THROWS_AS(Baseline(std::vector<const TrialLogs*>{}), std::invalid_argument);
}

TEST_CASE("an agent that played the plan twice has the baseline's only run beside both") {
  AgentLog agent = agent_log("a", trial("P|PP"));
  agent.trials.next_source("plan");
  for (const Record& record : trial("P|PF")) agent.trials.add(record);
  const CellMeasures cell = cell_of({agent, agent_log("base", trial("P|FF"))}, {"base"});
  CHECK(cell.value("nrp").trials == 2);
  CHECK(*cell.value("nrp").mean == Approx((0.5 + 0.5 / 1.5) / 2));
}

TEST_CASE("ratios to a baseline are of the same trial, whatever the order of the lines") {
  const CellMeasures cell = cell_of({agent_log("a", joined({trial("PP|PP", 0), trial("PP|FP", 1)})),
                                     agent_log("base", joined({trial("PF|FF", 1), trial("PP|PP", 0)}))},
                                    {"base"});
  CHECK(cell.value("nrp").mean == 0.5);  // 1 / (1 + 1) and 0.5 / (0.5 + 0.5)
}

TEST_CASE("a trial that the baseline did not play leaves its measures undefined, and counted") {
  const CellMeasures cell =
      cell_of({agent_log("a", joined({trial("P|PP", 0), trial("P|FF", 1), trial("P|FF", 2)})),
               agent_log("base", joined({trial("P|PF", 0), trial("P|PF", 2)}))},
              {"base"});
  for (const char* key : {"nrp", "anrp", "m3", "opti", "apti_ratio"}) {
    INFO(key);
    CHECK(cell.value(key).undefined >= 1);
  }
  CHECK(cell.value("nrp").trials == 2);
  CHECK(cell.value("nrp").undefined == 1);
  CHECK(*cell.value("nrp").mean == Approx(0.25));
  CHECK(cell.value("aus").trials == 3);
}

TEST_CASE("an agent that began trials more than once is named, with their number") {
  std::vector<Record> records = joined({trial("P|PP", 0), trial("P|PP", 1), trial("P|PP", 2)});
  for (Record& record : records) record.attempts = record.trial == 1 ? 3 : 1;
  records.push_back(records.front());
  records.back().phase = Phase::kCalibration;
  records.back().attempts = 2;
  const std::vector<AgentLog> logs{agent_log("again", records), agent_log("once", trial("P|PP"))};
  CHECK(evaluate(logs, {}).warnings ==
        Names{"agent again began 2 of 4 trials more than once, and may have known their tasks"});
}

TEST_CASE("an agent of another plan is warned of and has no measure that needs a baseline") {
  const std::vector<AgentLog> logs{agent_log("far", trial("P|PP"), "other"), agent_log("near", trial("P|PP")),
                                   agent_log("base", trial("P|PP"))};
  const Names baseline{"base"};
  const Evaluation evaluation = evaluate(logs, {}, baseline);
  REQUIRE(evaluation.warnings.size() == 1);
  CHECK_THAT(evaluation.warnings[0], Contains("agent far: the baseline did not play its plan"));
  const Measures& far = evaluation.agents[0].measures;
  CHECK_FALSE(far.with_baseline);
  CHECK(far.cells[0].value("nrp").mean == std::nullopt);
  CHECK(far.cells[0].value("nrp").undefined == 0);
  CHECK(far.cells[0].kind == std::nullopt);
  CHECK(evaluation.agents[1].measures.with_baseline);
  CHECK(evaluation.agents[1].measures.cells[0].value("nrp").mean == 0.5);
}

TEST_CASE("a baseline that nobody can be compared with is refused") {
  const Names baseline{"base"};
  const std::vector<AgentLog> logs{agent_log("far", trial("P|PP"), "other"),
                                   agent_log("base", trial("P|PP"))};
  CHECK_THROWS_WITH(evaluate(logs, {}, baseline),
                    "baseline base: no other agent completed a trial of its plan");
  const std::vector<AgentLog> alone{agent_log("base", trial("P|PP"))};
  CHECK(evaluate(alone, {}, baseline).agents.size() == 1);
}

TEST_CASE("a baseline that no file is of is refused, with the names there are") {
  const std::vector<AgentLog> logs{agent_log("a", trial("P|P")), agent_log("b", trial("P|P"))};
  const Names baseline{"c"};
  CHECK_THROWS_WITH(evaluate(logs, {}, baseline),
                    "baseline \"c\": no file is of that agent; there are: a, b");
}

TEST_CASE("a baseline with other numbers of tasks in the same plan is refused") {
  const Names baseline{"base"};
  const auto error_beside = [&](std::string_view letters) {
    const std::vector<AgentLog> logs{agent_log("a", trial("PP|PPP")), agent_log("base", trial(letters))};
    evaluate(logs, {}, baseline);
  };
  CHECK_NOTHROW(error_beside("FF|FFF"));
  CHECK_THROWS_WITH(
      error_beside("FF|FFFF"),
      "objects rolling, trial 0: the baseline played 2 normal and 4 novel tasks, expected 2 and "
      "3: it is another plan");
  CHECK_THROWS_WITH(error_beside("FFF|FF"), Contains("played 3 normal and 2 novel tasks"));
}

TEST_CASE("informed trials have M4, uninformed ones M3") {
  const AgentLog base = agent_log("base", joined({trial("PF|FF", 0), trial("PF|FF", 1)}));
  const CellMeasures told = cell_of({agent_log("a", informed(trial("PP|PF"))), base}, {"base"});
  CHECK(told.value("m4").mean == 1.0);
  CHECK(told.value("m4_asymptotic").mean == 0.0);
  CHECK(told.value("m4_1").mean == 2.0);
  for (const char* key : {"m3", "m3_asymptotic", "m3_1"}) {
    CHECK(told.value(key).mean == std::nullopt);
    CHECK(told.value(key).undefined == 0);
  }
  const CellMeasures both =
      cell_of({agent_log("a", joined({informed(trial("PP|PF", 0)), trial("PP|PP", 1)})), base}, {"base"});
  CHECK(both.value("m4").mean == 1.0);
  CHECK(both.value("m3").mean == 2.0);
  CHECK(both.value("opti").trials == 2);
}

TEST_CASE("performance is the pass, or the score") {
  auto agent = trial("P|PF");
  auto base = trial("F|FF");
  for (Record& record : agent) record.score = 300;
  for (Record& record : base) record.score = 100;
  Conventions conventions;
  const auto logs = [&] {
    return std::vector<AgentLog>{agent_log("a", agent, "plan", conventions),
                                 agent_log("base", base, "plan", conventions)};
  };
  CHECK(cell_of(logs(), {"base"}, conventions).value("nrp").mean == 1.0);
  conventions.performance = Performance::kScore;
  const CellMeasures cell = cell_of(logs(), {"base"}, conventions);
  CHECK(cell.value("nrp").mean == 0.75);
  CHECK(cell.value("m3").mean == 3.0);
  CHECK(cell.value("asymptotic").mean == 300.0);
  CHECK(cell.value("aus").mean == 0.5);
}

TEST_CASE("a novelty is a bonus, a hazard or neutral by the best end beside the baseline's beginning") {
  CHECK(kind_of({trial("PP|FP")}) == "bonus");
  CHECK(kind_of({trial("PP|PF")}) == "hazard");
  CHECK(kind_of({trial("PP|FP", 0), trial("PP|FF", 1)}) == "neutral");
}

TEST_CASE("neutral reaches as far as the conventions say") {
  Conventions conventions;
  const std::vector<AgentLog> logs{agent_log("a", trial("PP|FP")), agent_log("base", trial("PF|FF"))};
  conventions.neutral = 0.49;
  CHECK(kind_of(cell_of(logs, {"base"}, conventions)) == "bonus");
  conventions.neutral = 0.5;
  CHECK(kind_of(cell_of(logs, {"base"}, conventions)) == "neutral");
}

TEST_CASE("the best of the agents classifies a cell for all of them, each cell for itself") {
  const std::vector<AgentLog> logs{agent_log("bad", joined({trial("FF|FF"), trial("FF|FF", 0, "agents")})),
                                   agent_log("good", joined({trial("FF|FP"), trial("FF|FF", 0, "agents")})),
                                   agent_log("base", joined({trial("PF|FF"), trial("PF|FF", 0, "agents")}))};
  const Names baseline{"base"};
  const Evaluation evaluation = evaluate(logs, {}, baseline);
  for (const AgentMeasures& agent : evaluation.agents) {
    CHECK(kind_of(agent.measures.cells.at(0)) == "bonus");
    CHECK(kind_of(agent.measures.cells.at(1)) == "hazard");
  }
}

TEST_CASE("a baseline near 0 or 1 on normal tasks leaves no room for a class, and the cell says why") {
  const auto beside = [](const char* base) {
    return cell_of({agent_log("a", trial("PP|FP")), agent_log("base", trial(base))}, {"base"});
  };
  CHECK(beside("PF|FF").no_kind.empty());
  const CellMeasures ceiling = beside("PP|FF");
  CHECK_FALSE(ceiling.kind);
  CHECK(ceiling.no_kind == "the baseline has 1.00 on normal tasks, where no bonus shows");
  CHECK(ceiling.value("pre_baseline").trials == 1);
  const CellMeasures floor = beside("FF|FF");
  CHECK_FALSE(floor.kind);
  CHECK(floor.no_kind == "the baseline has 0.00 on normal tasks, where no hazard shows");
  CHECK(has_room_for_class(0.1));
  CHECK(has_room_for_class(0.9));
  CHECK_FALSE(has_room_for_class(0.0999));
  CHECK_FALSE(has_room_for_class(0.9001));
}

TEST_CASE("the interval of a mean score is not cut to what fractions can be") {
  Conventions conventions;
  conventions.performance = Performance::kScore;
  conventions.resamples = 10;
  auto records = joined({trial("P|PF", 0), trial("P|PF", 1)});
  for (Record& record : records) record.score = 300 + 100 * record.trial;
  const CellMeasures cell = cell_of({agent_log("a", records, "plan", conventions)}, {}, conventions);
  CHECK(cell.value("asymptotic").mean == 350.0);
  CHECK(cell.value("asymptotic").interval->low < 300);
}

TEST_CASE("without a baseline no cell is classified") {
  CHECK(kind_of(cell_of({agent_log("a", trial("P|P"))}, {})) == "unclassified");
}
