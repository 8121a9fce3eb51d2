#include <catch2/catch.hpp>

#include "evaluator/detectors/detector.h"

using namespace novphy;

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

/// Adds the records of a trial's tasks. Each letter is a task; '1' is a passed task.
void add(std::vector<Record>& records, Phase phase, int trial, const std::string& passes) {
  for (int task = 0; task < static_cast<int>(passes.size()); ++task) {
    records.push_back(record(phase, trial, passes[static_cast<std::size_t>(task)] == '1'));
    records.back().task = task;
  }
}

/// The alarms of a trial's tasks, a letter for each task: 'A' for an alarm, '-' for no alarm, '.' where no
/// alarm is set.
std::string alarms(OnlineDetector& detection, int trial, const std::string& passes,
                   Phase phase = Phase::kNormal) {
  std::string text;
  std::vector<Record> records;
  add(records, phase, trial, passes);
  for (Record& one : records) {
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

TEST_CASE("a task without a result changes no alarm, during a run and afterwards") {
  // Bug: the online detector took such a task for a failed one.
  std::vector<Record> records;
  add(records, Phase::kNormal, 0, "1111");
  add(records, Phase::kNormal, 1, "1110");
  for (Record& one : records) one.no_result = one.trial == 0 || one.task == 1;
  records[7].no_result = false;
  OnlineDetector online(parse_detector("sma:2:0.5"));
  OfflineDetector offline(parse_detector("sma:2:0.5"), CalibrateFrom::kTrials);
  for (const Record& one : records) offline.add(one);
  offline.find();
  for (Record& one : records) {
    const auto afterwards = offline.alarm(one);
    online.mark(one);
    CAPTURE(one.trial, one.task);
    CHECK(one.alarm == afterwards);
    CHECK(one.alarm == (one.trial == 1 && one.task == 3));
  }
}

TEST_CASE("tasks without a result are no failures in a calibration") {
  std::vector<Record> records;
  add(records, Phase::kCalibration, 0, "1100");
  records[2].no_result = records[3].no_result = true;
  add(records, Phase::kCalibration, 1, "10");
  add(records, Phase::kCalibration, 2, "0");
  records.back().no_result = true;
  add(records, Phase::kNormal, 0, "10");
  records.back().no_result = true;
  TrialLogs logs;
  for (const Record& one : records) logs.add(one);
  const auto of = [&](CalibrateFrom from) {
    return calibrations_of(logs, from).at({"agents", "rolling"}).mean;
  };
  CHECK(of(CalibrateFrom::kCalibrationTasks) == 0.75);  // 2 of 2 and 1 of 2; the third run tells nothing
  CHECK(of(CalibrateFrom::kTrials) == 1);
}

TEST_CASE("a control trial begins anew, even where it follows the trial of its number") {
  OnlineDetector detection(parse_detector("sma:2:0.5"));
  REQUIRE(alarms(detection, 0, "110") == "--A");
  Record control = record(Phase::kNormal, 0, true);
  control.control = true;
  detection.mark(control);
  CHECK(control.alarm == false);
}

TEST_CASE("a trial that is played again begins anew after forget_trial()") {
  OnlineDetector detection(parse_detector("sma:2:0.5"));
  REQUIRE(alarms(detection, 0, "110") == "--A");
  detection.forget_trial();
  REQUIRE(alarms(detection, 0, "110") == "--A");
}

TEST_CASE("pma is calibrated by the runs of its own novelty-scenario") {
  OnlineDetector detection(parse_detector("pma:2:1"));
  REQUIRE(alarms(detection, 0, "1111", Phase::kCalibration) == "....");
  REQUIRE(alarms(detection, 1, "0101", Phase::kCalibration) == "....");
  // Mean 0.75, spread 0.354: a window with two failures is far enough from the mean, a window with one
  // failure is not.
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

TEST_CASE("a file afterwards gets the alarms that the run would have set, whatever the order of its lines") {
  for (const char* detector : {"pma:2:1", "sma:2:0.5", "pma:3:2"}) {
    std::vector<Record> records;
    for (const auto& [trial, passes] : {std::pair{0, "1111"}, {1, "0101"}, {2, "1101"}})
      add(records, Phase::kCalibration, trial, passes);
    for (const auto& [trial, passes] : {std::pair{0, "1101001110"}, {1, "1111111111"}, {2, "0010110100"}})
      add(records, Phase::kNormal, trial, passes);
    OnlineDetector online(parse_detector(detector));
    OfflineDetector offline(parse_detector(detector), CalibrateFrom::kCalibrationTasks);
    for (auto record = records.rbegin(); record != records.rend(); ++record) offline.add(*record);
    offline.find();
    for (Record& record : records) {
      online.mark(record);
      CHECK(record.alarm == offline.alarm(record));
    }
  }
}

TEST_CASE("afterwards the trials' own normal tasks may stand for calibration runs") {
  std::vector<Record> records;
  add(records, Phase::kNormal, 0, "1111");
  add(records, Phase::kNormal, 1, "1010");
  OfflineDetector without(parse_detector("pma:2:1"), CalibrateFrom::kCalibrationTasks);
  OfflineDetector with(parse_detector("pma:2:1"), CalibrateFrom::kTrials);
  for (const Record& record : records) {
    without.add(record);
    with.add(record);
  }
  CHECK_THROWS_WITH(without.find(),
                    "pma needs calibration runs, found none of novelty agents, scenario rolling");
  with.find();
  // Mean 0.75, spread 0.354: a window with a pass rate of 0.5 is only 0.25 away from the mean.
  CHECK_FALSE(*with.alarm(records.back()));
  CHECK(with.no_spread().empty());
}

TEST_CASE("novelty-scenarios whose pass rates are all alike are named") {
  std::vector<Record> records;
  add(records, Phase::kCalibration, 0, "11");
  add(records, Phase::kCalibration, 1, "11");
  add(records, Phase::kNormal, 0, "0000");
  OfflineDetector detector(parse_detector("pma:2:1"), CalibrateFrom::kCalibrationTasks);
  for (const Record& record : records) detector.add(record);
  detector.find();
  CHECK(detector.no_spread() == "pma never fires where calibration has no spread: agents rolling");
  CHECK_FALSE(*detector.alarm(records.back()));
  const auto said = [&](const char* settings) {
    OnlineDetector online(parse_detector(settings));
    for (Record record : records) online.mark(record);
    return online.no_spread();
  };
  CHECK(said("pma:2:1") == detector.no_spread());
  CHECK(said("pma:2:1:as_published").empty());
  CHECK(said("sma:2:0.5").empty());
}
