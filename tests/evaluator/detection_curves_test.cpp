#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "evaluator/curves.h"
#include "tests/evaluator/logs.h"

using namespace novphy;

namespace {

/// The records of a trial with these novelty probabilities.
std::vector<Record> stated(std::vector<double> probabilities, const std::string& letters, int number = 0,
                           const std::string& novelty = "objects", const std::string& scenario = "rolling") {
  std::vector<Record> records = trial(letters, number, novelty, scenario);
  for (std::size_t i = 0; i < records.size(); ++i) records[i].novelty_probability = probabilities.at(i);
  return records;
}

DetectionCurves curves_of(const std::vector<std::vector<Record>>& trials) {
  return detection_curves(agent_log("a", joined(trials)).trials);
}

double area(const std::vector<AmocPoint>& curve) {
  double area = 0;
  for (std::size_t i = 1; i < curve.size(); ++i)
    area += (curve[i].false_alarms - curve[i - 1].false_alarms) *
            (curve[i].timeliness + curve[i - 1].timeliness) / 2;
  return area;
}

}  // namespace

TEST_CASE("novelty probabilities are counted from the change, and an alarm is 1") {
  const DetectionCurves curves = curves_of({stated({0.25, 0.5, 1}, "PP|P"), trial("P|P!", 1)});
  REQUIRE(curves.probability.size() == 3);
  CHECK(curves.probability[0].index == -2);
  CHECK(curves.probability[0].trials == 1);
  CHECK(curves.probability[0].probability == 0.25);
  CHECK(curves.probability[1].index == -1);
  CHECK(curves.probability[1].trials == 2);
  CHECK(curves.probability[1].probability == 0.25);
  CHECK(curves.probability[2].probability == 1);
}

TEST_CASE("of each novelty the first trial is shown, in the papers' order") {
  const DetectionCurves curves = curves_of(
      {stated({0, 0.1}, "P|P", 3, "events"), stated({0, 0.2}, "P|P", 2, "objects", "sliding"),
       stated({0, 0.3}, "P|P", 2), stated({0.5, 0.4}, "P|P", 1), informed(stated({1, 1}, "P|P", 0))});
  REQUIRE(curves.trials.size() == 2);
  CHECK(curves.trials[0].novelty == "objects");
  CHECK(curves.trials[0].scenario == "rolling");
  CHECK(curves.trials[0].trial == 1);
  CHECK(curves.trials[0].normal == std::vector{0.5});
  CHECK(curves.trials[0].novel == std::vector{0.4});
  CHECK(curves.trials[1].trial == 3);
}

TEST_CASE("the area under the mean AMOC curve is the mean AMOC") {
  const std::vector<std::vector<Record>> trials{
      stated({0.3, 0.1, 0.2, 0.9, 0.4}, "PP|PPP", 0), stated({0.5, 0.6, 0.1, 0.4, 0.55}, "PP|PPP", 1),
      stated({0, 0, 0, 0, 0.7}, "PP|PPP", 2), stated({0, 0, 0, 0, 0}, "PP|PPP", 3)};
  double mean = 0;
  for (const auto& records : trials) {
    std::vector<double> numbers;
    for (const Record& record : records) numbers.push_back(record.novelty_probability);
    const TaskSeries series{Numbers(numbers).first(2), Numbers(numbers).last(3)};
    CHECK(area(amoc_curve(series)) == Approx(amoc(series)));
    mean += amoc(series) / 4;
  }
  const auto curve = curves_of(trials).amoc;
  REQUIRE(curve.size() == 101);
  CHECK(curve.front().false_alarms == 0);
  CHECK(curve.back().false_alarms == 1);
  CHECK(curve.back().timeliness == Approx(0.75));  // one of four trials has no alarm
  CHECK(area(curve) == Approx(mean).margin(0.01));
}

TEST_CASE("informed and incomplete trials have no curves of detection") {
  const DetectionCurves curves = curves_of({informed(trial("P|P!"))});
  CHECK(curves.probability.empty());
  CHECK(curves.trials.empty());
  CHECK(curves.amoc.empty());
  CHECK(curves_of({trial("PP")}).amoc.empty());
}
