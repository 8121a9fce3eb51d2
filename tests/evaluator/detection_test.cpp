#include "evaluator/measures/detection.h"

#include <catch2/catch.hpp>
#include <string_view>

#include "evaluator/trial_log.h"

using namespace novphy;

namespace {

/// The alarms that letters describe, such as "..|.!!". A point is a task without an alarm, an exclamation
/// mark a task with an alarm. Tasks before the bar are normal, tasks behind the bar are novel.
Alarms alarms(std::string_view letters) {
  Alarms alarms;
  bool novel = false;
  for (const char letter : letters) {
    if (letter == '|') novel = true;
    if (letter != '|') (novel ? alarms.novel : alarms.normal).push_back(letter == '!');
  }
  return alarms;
}

}  // namespace

TEST_CASE("a trial is detected correctly by alarms on novel tasks only") {
  CHECK(detection(alarms("..|.!.")) == Detection::kCorrect);
  CHECK(detection(alarms("|!")) == Detection::kCorrect);
  CHECK(detection(alarms("..!|...")) == Detection::kWrong);
  CHECK(detection(alarms("..!|!..")) == Detection::kWrong);
  CHECK(detection(alarms("..|...")) == Detection::kMissed);
  CHECK(detection(alarms("..|")) == Detection::kMissed);
}

TEST_CASE("the delay is the 1-based index of the first alarmed novel task, whatever follows") {
  CHECK(detection_delay(alarms("...|!..")) == 1);
  CHECK(detection_delay(alarms("...|..!.")) == 3);
  CHECK(detection_delay(alarms(".|.!.!")) == 2);
  CHECK(detection_delay(alarms("!|...")) == std::nullopt);
  CHECK(detection_delay(alarms("!|!..")) == std::nullopt);
}

TEST_CASE("the restricted delay counts what was not detected correctly as n + 1") {
  CHECK(restricted_delay(alarms("..|.!.")) == 2);
  CHECK(restricted_delay(alarms("..|...")) == 4);
  CHECK(restricted_delay(alarms("!.|!..")) == 4);
  CHECK(restricted_delay(alarms("..|")) == std::nullopt);
}

TEST_CASE("a lasting alarm begins behind the last miss") {
  CHECK(misses_before_lasting_alarm(alarms("..|.!.!!")) == 3);
  CHECK(misses_before_lasting_alarm(alarms("..|!!!")) == 0);
  CHECK(misses_before_lasting_alarm(alarms("..|!!.")) == std::nullopt);
  CHECK(misses_before_lasting_alarm(alarms("!.|!!!")) == std::nullopt);
}

TEST_CASE("always alarmed is literal") {
  CHECK(is_always_alarmed(alarms("..|!!")));
  CHECK_FALSE(is_always_alarmed(alarms("..|.!")));
  CHECK_FALSE(is_always_alarmed(alarms("!|!!")));
  CHECK_FALSE(is_always_alarmed(alarms("..|")));
}

TEST_CASE("all misses are counted where the trial is detected correctly") {
  CHECK(all_misses(alarms("..|.!.!.")) == 3);
  CHECK(all_misses(alarms("!|.!")) == std::nullopt);
}

TEST_CASE("a probability is an alarm above the threshold, or at it where the comparator says so") {
  CHECK_FALSE(is_alarm(0.5, AlarmRule{}));
  CHECK(is_alarm(0.5, AlarmRule{0.5, Comparator::kAtLeast}));
  CHECK(is_alarm(0.5, AlarmRule{0.49, Comparator::kAbove}));
}

TEST_CASE("a record's alarm goes before its probability") {
  Record record;
  record.novelty_probability = 1;
  record.alarm = false;
  CHECK_FALSE(is_alarm(record, AlarmRule{}));
  record.novelty_probability = 0;
  record.alarm = true;
  CHECK(is_alarm(record, AlarmRule{}));
}

TEST_CASE("AMOC does not care for a late alarm, only for false ones before it") {
  const std::vector<double> quiet(3, 0.0);
  const std::vector<double> late{0, 0, 0, 0.9};
  CHECK(amoc({quiet, late}) == 1);
  const std::vector<double> false_first{0, 0.95, 0};
  CHECK(amoc({false_first, late}) == 0.5 * 0 + 0);
  CHECK(amoc({false_first, {}}) == 0);
  CHECK(amoc({quiet, quiet}) == 0);
}
