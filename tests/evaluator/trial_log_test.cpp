#include "evaluator/trial_log.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "tests/evaluator/trials.h"

using namespace novphy;

TEST_CASE("a copy of logs goes its own way") {
  const auto records = trial("P|PP");
  TrialLogs logs;
  logs.add(records[0]);
  TrialLogs copy = logs;
  copy.add(records[1]);
  copy.add(records[2]);
  CHECK(logs.trials().begin()->second.tasks.size() == 1);
  CHECK(copy.trials().begin()->second.tasks.size() == 3);
  logs = copy;
  logs.next_source();
  logs.add(records[0]);
  CHECK(logs.trials().size() == 2);
  CHECK(copy.trials().size() == 1);
}

TEST_CASE("logs tell the range of the thresholds that decided about alarms") {
  auto records = trial("PP|PP!PP");
  for (const std::size_t i : {1U, 3U, 4U}) records[i].novelty_threshold = 0.1 * static_cast<double>(i);
  records[2].novelty_threshold = 0.9;
  records[2].alarm = false;  // a detector's verdict, so that the threshold decides nothing
  TrialLogs logs;
  for (const Record& record : records) logs.add(record);
  CHECK(logs.own_thresholds().tasks == 2);  // the task with the fourth index has an alarm, too
  CHECK(range_text(logs.own_thresholds()) == "0.1 to 0.4");
  Conventions conventions;
  conventions.alarm.own_thresholds = false;
  TrialLogs same_for_all(conventions);
  for (const Record& record : records) same_for_all.add(record);
  CHECK(same_for_all.own_thresholds().tasks == 0);
}

TEST_CASE("logs go on where they were moved to") {
  const auto records = trial("P|PP");
  std::vector<TrialLogs> moved;
  moved.push_back(TrialLogs());
  moved.front().add(records[0]);
  moved.push_back(std::move(moved.front()));
  moved.back().add(records[1]);
  CHECK(moved.back().trials().begin()->second.tasks.size() == 2);
}

TEST_CASE("a trial that a killed run cut off is not whole, even where it is the longest of its cell") {
  for (const int planned : {0, 4}) {
    TrialLogs logs;
    logs.next_source({.planned_novel = planned});
    for (const Record& record : trial("P|PP", 0)) logs.add(record);
    const auto& [key, log] = *logs.trials().begin();
    CHECK(CompleteTrials(logs).has(key, log) == (planned == 0));
  }
}

TEST_CASE("trials of any length count where the file's trials may have any") {
  for (const bool any_length : {false, true}) {
    TrialLogs logs;
    logs.next_source({.any_length = any_length});
    for (const auto& records : {trial("P|PPPP", 0), trial("P|PP", 1)})
      for (const Record& record : records) logs.add(record);
    const CompleteTrials complete(logs);
    int counted = 0;
    for (const auto& [key, log] : logs.trials()) counted += complete.has(key, log) ? 1 : 0;
    CHECK(counted == (any_length ? 2 : 1));
  }
}
