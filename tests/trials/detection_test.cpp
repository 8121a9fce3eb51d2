#include "trials/detection.h"

#include <catch2/catch.hpp>

#include "tests/trials/fixtures.h"

using namespace novphy;
using namespace novphy::test;

namespace {

Record record(Phase phase, int trial, bool passed) {
  Record made;
  made.novelty = "agents";
  made.scenario = "rolling";
  made.phase = phase;
  made.trial = trial;
  made.passed = passed;
  return made;
}

/// The alarms of a trial's tasks, 'A' or '-'; '.' where there is none at all.
std::string alarms(OnlineDetector& detection, int trial, const std::string& passes,
                   Phase phase = Phase::kNormal) {
  std::string text;
  for (const char pass : passes) {
    Record one = record(phase, trial, pass == '1');
    detection.mark(one);
    text += one.alarm ? (*one.alarm ? 'A' : '-') : '.';
  }
  return text;
}

}  // namespace

TEST_CASE("alarms stay from a trial's first one on and begin anew with the next trial") {
  OnlineDetector detection(parse_detector("sma:2:0.5"));
  REQUIRE(alarms(detection, 0, "111011") == "---AAA");
  REQUIRE(alarms(detection, 1, "000000") == "------");
}

TEST_CASE("pma is calibrated by the runs of its own novelty-scenario") {
  OnlineDetector detection(parse_detector("pma:2:1"));
  REQUIRE(alarms(detection, 0, "1111", Phase::kCalibration) == "....");
  REQUIRE(alarms(detection, 1, "0101", Phase::kCalibration) == "....");
  // Mean 0.75, spread 0.354: two failures in a row are far from it, one is not.
  REQUIRE(alarms(detection, 0, "1101001") == "-----AA");
  Record other = record(Phase::kNormal, 0, true);
  other.scenario = "falling";
  REQUIRE_THROWS_WITH(detection.mark(other),
                      "pma needs calibration runs, found none of novelty agents, scenario falling");
}

TEST_CASE("training tasks say nothing about the novelty") {
  OnlineDetector detection(parse_detector("sma:1:0.5"));
  REQUIRE(alarms(detection, 0, "0101", Phase::kTraining) == "....");
  REQUIRE(alarms(detection, 0, "11") == "--");
}

TEST_CASE("normal and novel tasks of a trial are one sequence") {
  OnlineDetector detection(parse_detector("sma:2:0.5"));
  REQUIRE(alarms(detection, 0, "11") == "--");
  REQUIRE(alarms(detection, 0, "10", Phase::kNovel) == "-A");
}

TEST_CASE("a plan without calibration runs is refused for pma before it is played") {
  PlanOptions options = small_options();
  REQUIRE_NOTHROW(OnlineDetector::check(shifted_plan(pairs(), options), parse_detector("pma:2:1")));
  options.calibration_runs = 0;
  const Plan plan = shifted_plan(pairs(), options);
  REQUIRE_THROWS_AS(OnlineDetector::check(plan, parse_detector("pma:2:1")), std::invalid_argument);
  REQUIRE_NOTHROW(OnlineDetector::check(plan, parse_detector("sma:2:0.5")));
}
