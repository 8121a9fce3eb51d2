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

TEST_CASE("a threshold that the agent reported goes before that of the rule, on both sides of it") {
  struct Case {
    double probability;
    std::optional<double> own;
    AlarmRule rule;
    bool alarm;
  };
  const AlarmRule above{0.5, Comparator::kAbove};
  const AlarmRule at_least{0.5, Comparator::kAtLeast};
  const AlarmRule same_for_all{0.5, Comparator::kAbove, false};
  for (const Case& each :
       {Case{0.3, 0.3, above, false}, Case{0.31, 0.3, above, true}, Case{0.3, 0.3, at_least, true},
        Case{0.29, 0.3, at_least, false}, Case{0.6, 0.7, above, false}, Case{0.6, {}, above, true},
        Case{0.01, 0.0, above, true}, Case{0.0, 0.0, above, false}, Case{1.0, 1.0, at_least, true},
        Case{0.31, 0.3, same_for_all, false}, Case{0.6, 0.7, same_for_all, true}}) {
    Record record;
    record.novelty_probability = each.probability;
    record.novelty_threshold = each.own;
    CAPTURE(each.probability, each.own.value_or(-1));
    CHECK(is_alarm(record, each.rule) == each.alarm);
    record.alarm = !each.alarm;
    CHECK(is_alarm(record, each.rule) != each.alarm);
    CHECK_FALSE(own_threshold(record, each.rule).has_value());
  }
}

TEST_CASE("AMOC by the false-alarm rate pays for a late alarm and for each false one") {
  const std::vector<double> quiet(4, 0.0);
  CHECK(amoc_by_rate({quiet, std::vector<double>{0.5, 0, 0}}) == Approx(1));
  CHECK(amoc_by_rate({quiet, std::vector<double>{0, 0, 0.5}}) == Approx(0.5));  // (3 + 1 - 2) / (3 + 1)
  CHECK(amoc_by_rate({quiet, quiet}) == Approx(0));
  // One of four normal tasks reaches the threshold of the first true alarm: by trapezoids half of 0.25 is
  // lost.
  const std::vector<double> one{0, 0.5, 0, 0};
  CHECK(amoc_by_rate({one, std::vector<double>{0.5, 0, 0}}) == Approx(1 - 0.125));
  CHECK(amoc_by_rate({one, std::vector<double>{0.4, 0, 0}}) == Approx(0.75));
  CHECK(amoc_by_rate({one, std::vector<double>{0.6, 0, 0}}) == Approx(1));
  CHECK_FALSE(amoc_by_rate({quiet, {}}).has_value());
  CHECK_FALSE(amoc_by_rate({{}, quiet}).has_value());
  const auto curve = amoc_rate_curve({one, std::vector<double>{0.4, 0, 0.9}});
  REQUIRE(curve.size() == 5);  // from (0, 0) by 0.9, 0.5 and 0.4 to x = 1
  CHECK(curve[1].false_alarms == 0);
  CHECK(curve[1].timeliness == Approx(0.5));
  CHECK(curve[2].false_alarms == Approx(0.25));
  CHECK(curve[2].timeliness == Approx(0.5));
  CHECK(curve[3].timeliness == Approx(1));
  CHECK(curve[4].false_alarms == 1);
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
