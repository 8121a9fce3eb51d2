#include "evaluator/compare.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "evaluator/evaluation.h"
#include "evaluator/measures/rank_tests.h"
#include "tests/evaluator/logs.h"

using namespace novphy;

namespace {

using Keys = std::vector<std::string_view>;

Conventions with_resamples(int resamples) {
  Conventions conventions;
  conventions.resamples = resamples;
  return conventions;
}

std::optional<Comparison> compared(const AgentLog& a, const AgentLog& b, const Keys& keys,
                                   int resamples = 0) {
  const Conventions conventions = with_resamples(resamples);
  return compare({.name = a.agent, .trials = tabulate(a.trials, conventions, nullptr)},
                 {.name = b.agent, .trials = tabulate(b.trials, conventions, nullptr)}, keys, conventions);
}

/// The difference in one measure of two agents on one plan.
Difference difference(const std::vector<Record>& a, const std::vector<Record>& b, std::string_view key,
                      int resamples = 0) {
  const auto found = compared(agent_log("a", a), agent_log("b", b), {key}, resamples);
  REQUIRE(found);
  REQUIRE(found->differences.size() == 1);
  CHECK(measures()[found->differences[0].measure].key == key);
  return found->differences[0];
}

/// `count` trials of a cell, with equal letters.
std::vector<Record> trials(int count, std::string_view letters, const std::string& novelty = "objects") {
  std::vector<std::vector<Record>> all;
  for (int number = 0; number < count; ++number) all.push_back(trial(letters, number, novelty));
  return joined(all);
}

std::vector<Comparison> compared_all(const std::vector<AgentLog>& logs, const Keys& keys) {
  return compare_all(evaluate(logs, with_resamples(50)), keys);
}

}  // namespace

TEST_CASE("agents are paired by plan and trial, whatever the order of files and lines") {
  AgentLog a = agent_log("a", joined({trial("P|PP", 0), trial("P|FF", 1)}), "first");
  a.trials.next_source({"second"});
  for (const Record& record : trial("P|PF", 0)) a.trials.add(record);
  AgentLog b = agent_log("b", trial("P|PF", 0), "second");
  b.trials.next_source({"first"});
  for (const Record& record : joined({trial("P|FF", 1), trial("P|PP", 0)})) b.trials.add(record);
  const auto found = compared(a, b, {"aus"}, 50);
  REQUIRE(found);
  CHECK(found->a == "a");
  CHECK(found->b == "b");
  CHECK(found->trials == 3);
  CHECK(found->only_one == 0);
  CHECK(found->differences[0].mean == 0.0);
  CHECK(found->differences[0].cells[0].p == 1);
}

TEST_CASE("trials that only one agent completed are counted and left out") {
  auto gap = trial("P|PP", 3);
  gap.pop_back();
  const auto found = compared(
      agent_log("a", joined({trial("P|PP", 0), trial("P|PP", 1), trial("P|PP", 2), gap})),
      agent_log("b", joined({trial("P|FF", 0), trial("P|FF", 3), trial("P|FF", 0, "agents")})), {"aus"});
  REQUIRE(found);
  CHECK(found->trials == 1);
  CHECK(found->only_one == 4);
  CHECK(found->differences[0].mean == 1.0);
}

TEST_CASE("trials with other numbers of tasks are no pair") {
  CHECK_FALSE(compared(agent_log("a", trial("P|PP")), agent_log("b", trial("PP|PP")), {"aus"}));
  CHECK_FALSE(compared(agent_log("a", trial("P|PP")), agent_log("b", trial("P|PPP")), {"aus"}));
}

TEST_CASE("agents without a common plan are not compared") {
  const AgentLog a = agent_log("a", trial("P|PP"), "one");
  const AgentLog b = agent_log("b", trial("P|PP"), "two");
  CHECK_FALSE(compared(a, b, {"aus"}));
  CHECK(compared_all({a, b}, {"aus"}).empty());
  CHECK(compared_all({a}, {"aus"}).empty());
}

TEST_CASE("a difference is a less b, over cells each alike") {
  const Difference found = difference(joined({trials(3, "P|PP!"), trial("P|FF", 0, "agents")}),
                                      joined({trials(3, "P|PF"), trial("P|FF", 0, "agents")}), "aus");
  CHECK(found.trials == 4);
  CHECK(found.mean == 0.25);  // 0.5 in one cell, 0 in the other
  REQUIRE(found.cells.size() == 2);
  CHECK(found.cells[0].novelty == "objects");
  CHECK(found.cells[0].scenario == "rolling");
  CHECK(found.cells[0].trials == 3);
  CHECK(found.cells[0].mean == 0.5);
  CHECK(found.cells[1].mean == 0);
}

TEST_CASE("a clear difference has a small p, not made smaller by correction") {
  const auto a = joined({trials(6, "P|PP"), trials(6, "P|PP", "agents")});
  const auto b = joined({trials(6, "P|FF"), trials(6, "P|FF", "agents")});
  const Difference found = difference(a, b, "aus", 100);
  CHECK(found.mean == 1.0);
  const std::vector<std::vector<double>> ones(2, std::vector<double>(6, 1));
  CHECK(found.interval->low == difference_test(ones, 1).interval->low);
  CHECK(found.interval->high == 1);
  CHECK(found.alike);
  CHECK(*found.p < 1e-4);
  REQUIRE(found.cells.size() == 2);
  for (const CellDifference& cell : found.cells) {
    CHECK(cell.p == *difference_test({&ones[0], 1}, 1).p);
    CHECK(cell.p > *found.p);
    CHECK(cell.p_holm == Approx(2 * cell.p));
  }
}

TEST_CASE("the test over cells takes them as a sample") {
  std::vector<std::vector<Record>> a;
  std::vector<std::vector<Record>> b;
  for (const char* novelty : {"objects", "agents", "actions", "relations", "goals", "events"}) {
    a.push_back(trial("P|PP", 0, novelty));
    b.push_back(trial("P|PF", 0, novelty));
  }
  CHECK(*difference(joined(a), joined(b), "aus").p_cells == Approx(2.0 / 64));
  CHECK(difference(joined(a), joined(a), "aus").p_cells == std::nullopt);
}

TEST_CASE("agents that do the same differ by nothing, with p = 1") {
  const auto records = joined({trial("P|PF!", 0), trial("P!|FF", 1), trial("P|PP", 0, "agents")});
  for (const std::string_view key : kComparedMeasures) {
    const Difference found = difference(records, records, key, 100);
    CHECK(found.mean == 0.0);
    CHECK(found.p == 1.0);
    CHECK(found.p_holm == 1.0);
    CHECK(found.interval->high > 0);
    CHECK(found.interval->low == Approx(-found.interval->high));
    for (const CellDifference& cell : found.cells) CHECK(cell.p_holm == 1);
  }
}

TEST_CASE("the interval of a difference is of pairs") {
  // Each agent alternates between two values, but the difference of a pair is always the same.
  std::vector<std::vector<Record>> a;
  std::vector<std::vector<Record>> b;
  for (int number = 0; number < 10; ++number) {
    a.push_back(trial(number % 2 == 0 ? "P|PP" : "P|PF", number));
    b.push_back(trial(number % 2 == 0 ? "P|PF" : "P|FF", number));
  }
  const Difference found = difference(joined(a), joined(b), "aus", 100);
  const Interval expected =
      *difference_test(std::vector<std::vector<double>>{std::vector<double>(10, 0.5)}, 1).interval;
  CHECK(found.interval->low == Approx(expected.low));
  CHECK(found.interval->high == Approx(expected.high));
}

TEST_CASE("the interval of a difference spreads with the trials, and only where resamples are asked for") {
  const auto a = joined({trials(10, "P|PP")});
  std::vector<std::vector<Record>> b;
  for (int number = 0; number < 10; ++number) b.push_back(trial(number < 5 ? "P|PP" : "P|FF", number));
  const Difference found = difference(a, joined(b), "aus", 1);
  CHECK(found.mean == 0.5);
  const std::vector<std::vector<double>> pairs{{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}};
  const Interval expected = *difference_test(pairs, 1).interval;
  CHECK(found.interval->low == Approx(expected.low));
  CHECK(found.interval->high == Approx(expected.high));
  CHECK_FALSE(difference(a, joined(b), "aus").interval);
}

TEST_CASE("a single pair in each cell gives a difference no interval") {
  const auto a = joined({trial("P|PP"), trial("P|PP", 0, "agents")});
  const auto b = joined({trial("P|PF"), trial("P|FF", 0, "agents")});
  CHECK(difference(a, b, "aus", 100).mean == 0.75);
  CHECK_FALSE(difference(a, b, "aus", 100).interval);
  CHECK_FALSE(difference(a, b, "aus", 100).p);
  const auto more = [](const std::vector<Record>& records) { return joined({records, trial("P|PP", 1)}); };
  CHECK(difference(more(a), more(b), "aus", 100).interval);
}

TEST_CASE("the interval of a difference of delays is cut to what delays can differ by") {
  std::vector<std::vector<Record>> a;
  std::vector<std::vector<Record>> b;
  for (int number = 0; number < 30; ++number) {
    a.push_back(trial(number % 2 == 0 ? "P|P!PPP" : "P|PP!PP", number));
    b.push_back(trial(number % 3 == 0 ? "P|PPP!P" : "P|PPPP!", number));
  }
  const Difference many = difference(joined(a), joined(b), "restricted_dd", 100);
  std::vector<std::vector<double>> pairs(1);
  for (int number = 0; number < 30; ++number)
    pairs[0].push_back((number % 2 == 0 ? 1 : 2) - (number % 3 == 0 ? 3 : 4));
  CHECK(many.interval->low == Approx(difference_test(pairs, 4).interval->low));
  CHECK(many.interval->high == Approx(difference_test(pairs, 4).interval->high));
  a.resize(2);
  b.resize(2);
  a[0] = trial("P|PPPP", 0);
  const Difference few = difference(joined(a), joined(b), "restricted_dd", 100);  // 2 and -2
  CHECK(few.interval->low == -4);
  CHECK(few.interval->high == 4);
}

TEST_CASE("Holm's correction is over all agents and measures") {
  const std::vector<AgentLog> logs{agent_log("a", trials(6, "P|PP!")), agent_log("b", trials(6, "P|FF")),
                                   agent_log("c", trials(6, "P|FF"))};
  const auto comparisons = compared_all(logs, {"cdt", "aus"});
  REQUIRE(comparisons.size() == 3);
  std::vector<double> p;
  std::vector<double> p_holm;
  for (const Comparison& comparison : comparisons)
    for (const Difference& each : comparison.differences) {
      p.push_back(*each.p);
      p_holm.push_back(*each.p_holm);
    }
  CHECK(p_holm == holm(p));
  CHECK(p[0] < 0.05);
  CHECK(p_holm[0] == Approx(6 * p[0]));
  CHECK(p_holm.back() == 1);
  CHECK(comparisons[2].a == "b");
  CHECK(comparisons[2].b == "c");
}

TEST_CASE("a value that one agent lacks leaves its pair out") {
  const auto a = joined({trial("P|FP!", 0), trial("P|PP!", 1), trial("P|PP!", 2)});
  const auto b = joined({trial("P|P!P", 0), trial("P|PP", 1), trial("P!|PP", 2)});
  const Difference delay = difference(a, b, "dd");
  CHECK(delay.trials == 1);
  CHECK(delay.mean == 1.0);
  CHECK(difference(a, b, "restricted_dd").trials == 3);
}

TEST_CASE("informed trials have no delay to compare, but results") {
  const auto a = joined({trial("P|PP!", 0), informed(trial("P|P!P", 1))});
  const auto b = joined({trial("P|FP!", 0), trial("P|FP!", 1)});
  CHECK(difference(a, b, "restricted_dd").trials == 1);
  CHECK(difference(a, b, "cdt").trials == 1);
  CHECK(difference(a, b, "aus").trials == 2);
}

TEST_CASE("a measure that no pair has is undefined and takes no part in the correction") {
  const std::vector<AgentLog> logs{agent_log("a", informed(trials(6, "P|PP!"))),
                                   agent_log("b", trials(6, "P|FF"))};
  const auto comparisons = compared_all(logs, {"cdt", "aus"});
  REQUIRE(comparisons.size() == 1);
  const Difference& cdt = comparisons[0].differences[0];
  CHECK(cdt.trials == 0);
  CHECK(cdt.mean == std::nullopt);
  CHECK(cdt.interval == std::nullopt);
  CHECK(cdt.p == std::nullopt);
  CHECK(cdt.p_holm == std::nullopt);
  CHECK(cdt.cells.empty());
  CHECK(comparisons[0].differences[1].p_holm == comparisons[0].differences[1].p);
}
