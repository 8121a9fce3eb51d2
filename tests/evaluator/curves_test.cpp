#include "evaluator/curves.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"
#include "tests/evaluator/logs.h"

using namespace novphy;

namespace {

constexpr double kConfidence = 0.95;

TrialTable table_of(const std::vector<std::vector<Record>>& trials) {
  return tabulate(agent_log("a", joined(trials)).trials, {}, nullptr);
}

std::vector<int> indices(const Curve& curve) {
  std::vector<int> found;
  for (const CurvePoint& point : curve.points) found.push_back(point.index);
  return found;
}

std::vector<double> rates(const Curve& curve) {
  std::vector<double> found;
  for (const CurvePoint& point : curve.points) found.push_back(point.rate);
  return found;
}

std::vector<int> counts(const Curve& curve) {
  std::vector<int> found;
  for (const CurvePoint& point : curve.points) found.push_back(point.trials);
  return found;
}

std::vector<std::string> names(const std::vector<Curve>& curves) {
  std::vector<std::string> found;
  for (const Curve& curve : curves) found.push_back(curve.novelty + curve.scenario);
  return found;
}

using Names = std::vector<std::string>;

/// Trials detected at the 1st, 3rd and 2nd novel task, a missed trial and a trial with a false alarm.
const std::vector<std::vector<Record>> kDetected{trial("P|P!PP", 0), trial("P|PPP!", 1), trial("P|PP!P", 2),
                                                 trial("P|PPP", 3), trial("P!|P!PP", 0, "agents")};

}  // namespace

TEST_CASE("tasks of a curve are counted from the change, trials with fewer of them stand at the end") {
  const Curve curve = pass_rates(table_of({trial("FPP|PF", 0), trial("P|FF", 1)}), kConfidence);
  CHECK((curve.novelty.empty() && curve.scenario.empty()));
  CHECK(indices(curve) == std::vector{-3, -2, -1, 0, 1});
  CHECK(counts(curve) == std::vector{1, 1, 2, 2, 2});
  CHECK(rates(curve) == std::vector<double>{0, 1, 1, 0.5, 0});
}

TEST_CASE("a curve has no point without a trial") {
  CHECK(indices(pass_rates(table_of({trial("|PF")}), kConfidence)) == std::vector{0, 1});
  CHECK(pass_rates(table_of({trial("P?|PF")}), kConfidence).points.empty());
  CHECK(pass_rates(TrialTable{}, kConfidence).points.empty());
}

TEST_CASE("curves pool the trials of their cells, each trial alike") {
  const TrialTable table =
      table_of({trial("P|P", 0), trial("P|P", 1), trial("F|P", 2), trial("F|F", 0, "objects", "sliding"),
                trial("P|F", 0, "zebra"), trial("P|P", 0, "events")});
  const auto novelties = pass_rates_by_novelty(table, kConfidence);
  CHECK(names(novelties) == Names{"objects", "events", "zebra"});
  CHECK(counts(novelties[0]) == std::vector{4, 4});
  CHECK(rates(novelties[0]) == std::vector<double>{0.5, 0.75});
  const auto scenarios = pass_rates_by_scenario(table, kConfidence);
  CHECK(names(scenarios) == Names{"rolling", "sliding"});
  CHECK(rates(scenarios[0]) == std::vector<double>{0.8, 0.8});
  CHECK(rates(scenarios[1]) == std::vector<double>{0, 0});
}

TEST_CASE("each cell has a curve of its own trials") {
  const auto cells =
      pass_rates_by_cell(table_of({trial("P|P", 0), trial("F|P", 1), trial("P|F", 0, "objects", "sliding"),
                                   trial("P", 0, "events")}),
                         kConfidence);
  CHECK(names(cells) == Names{"objectsrolling", "objectssliding", "eventsrolling"});
  CHECK(cells[0].novelty == "objects");
  CHECK(rates(cells[0]) == std::vector<double>{0.5, 1});
  CHECK(counts(cells[1]) == std::vector{1, 1});
  CHECK(cells[2].points.empty());
}

TEST_CASE("informed trials stand in curves of passes, trials without results do not") {
  const TrialTable table =
      table_of({informed(trial("P|P", 0)), trial("F|F", 1), trial("P?|P", 2), trial("P|P", 3)});
  CHECK(counts(pass_rates(table, kConfidence)) == std::vector{3, 3});
}

TEST_CASE("the band of a curve is Wilson's") {
  const TrialTable table = table_of({trial("|P", 0), trial("|P", 1), trial("|F", 2)});
  for (const double confidence : {0.5, 0.95}) {
    const CurvePoint point = pass_rates(table, confidence).points.at(0);
    CHECK(point.interval.low == wilson(2, 3, confidence).low);
    CHECK(point.interval.high == wilson(2, 3, confidence).high);
  }
}

TEST_CASE("time to detection is the distribution of the delay, of all trials") {
  const Curve curve = time_to_detection(table_of(kDetected), kConfidence);
  CHECK(indices(curve) == std::vector{0, 1, 2});
  CHECK(counts(curve) == std::vector{5, 5, 5});
  CHECK(rates(curve) == std::vector<double>{0.2, 0.4, 0.6});
  CHECK(curve.points[2].interval.low == wilson(3, 5, kConfidence).low);
}

TEST_CASE("time to detection never falls and ends at the pooled share of correct detections") {
  const TrialTable table = table_of(kDetected);
  const Curve curve = time_to_detection(table, kConfidence);
  const auto passed = rates(curve);
  CHECK(std::is_sorted(passed.begin(), passed.end()));
  const auto correct = std::count_if(table.rows.begin(), table.rows.end(), [](const TrialRow& row) {
    return row.detection == Detection::kCorrect;
  });
  CHECK(passed.back() == static_cast<double>(correct) / 5);
}

TEST_CASE("informed trials have no time to detection, those without results do") {
  CHECK(time_to_detection(table_of({informed(trial("P|P!"))}), kConfidence).points.empty());
  const Curve curve =
      time_to_detection(table_of({informed(trial("P|P!", 0)), trial("P?|P!", 1)}), kConfidence);
  CHECK(counts(curve) == std::vector{1});
  CHECK(rates(curve) == std::vector<double>{1});
}

TEST_CASE("a shorter trial keeps its verdict where longer ones go on") {
  AgentLog log = agent_log("a", trial("P|P!"));
  log.trials.next_source({"other"});
  for (const Record& record : trial("P|PPP!")) log.trials.add(record);
  const Curve curve = time_to_detection(tabulate(log.trials, {}, nullptr), kConfidence);
  CHECK(counts(curve) == std::vector{2, 2, 2});
  CHECK(rates(curve) == std::vector<double>{0.5, 0.5, 1});
}

TEST_CASE("the time to detection of a novelty is that of its trials") {
  const auto curves =
      time_to_detection_by_novelty(table_of({trial("P|F!F", 0), trial("P|FF!", 1), trial("P|FF", 0, "agents"),
                                             informed(trial("P|F!F", 0, "events"))}),
                                   kConfidence);
  REQUIRE(curves.size() == 2);
  CHECK(curves[0].novelty == "objects");
  CHECK(curves[0].points.at(0).rate == 0.5);
  CHECK(curves[0].points.at(1).rate == 1);
  CHECK(curves[0].points.at(1).trials == 2);
  CHECK(curves[1].points.at(1).rate == 0);
}
