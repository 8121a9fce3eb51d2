#include "evaluator/trial_measures.h"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/evaluator/trials.h"

using namespace novphy;

namespace {

TrialLog log_of(std::string_view letters) {
  TrialLogs logs;
  for (const Record& record : trial(letters)) logs.add(record);
  return logs.trials().begin()->second;
}

}  // namespace

TEST_CASE("a trial is detected correctly by alarms on novel tasks only") {
  CHECK(detection(log_of("PP|PP!P")) == Detection::kCorrect);
  CHECK(detection(log_of("|P!")) == Detection::kCorrect);
  CHECK(detection(log_of("PP!|PPP")) == Detection::kWrong);
  CHECK(detection(log_of("PP!|P!PP")) == Detection::kWrong);
  CHECK(detection(log_of("PP|PPP")) == Detection::kMissed);
  CHECK(detection(log_of("PP|")) == Detection::kMissed);
}

TEST_CASE("the delay is the 1-based index of the first alarmed novel task, whatever follows") {
  CHECK(detection_delay(log_of("PPP|P!PP")) == 1);
  CHECK(detection_delay(log_of("PPP|PPP!P")) == 3);
  CHECK(detection_delay(log_of("P|PP!PP!")) == 2);
  CHECK(detection_delay(log_of("P!|PPP")) == std::nullopt);
}

TEST_CASE("a probability is an alarm above the threshold, or at it where the comparator says so") {
  Record record;
  record.novelty_probability = 0.5;
  CHECK_FALSE(is_alarm(record, {}));
  CHECK(is_alarm(record, {0.5, Comparator::kAtLeast}));
  CHECK(is_alarm(record, {0.49, Comparator::kAbove}));
}

TEST_CASE("an alarm field goes before the probability") {
  Record record;
  record.novelty_probability = 1;
  record.alarm = false;
  CHECK_FALSE(is_alarm(record, {}));
  record.novelty_probability = 0;
  record.alarm = true;
  CHECK(is_alarm(record, {}));
}

TEST_CASE("the normal pass rate looks at normal tasks only and is undefined without them") {
  CHECK(normal_pass_rate(log_of("PPPF|FFFF")) == 0.75);
  CHECK(normal_pass_rate(log_of("|PPPP")) == std::nullopt);
}

TEST_CASE("AP is the mean of the last m values, m terms") {
  const std::vector<double> rates{1, 0, 0.5, 0.25};
  CHECK(asymptotic_performance(rates, 1) == 0.25);
  CHECK(asymptotic_performance(rates, 2) == 0.375);
  CHECK(asymptotic_performance(rates, 4) == 0.4375);
}

TEST_CASE("AUS is the plain mean, its trapezoid gives the ends half weight") {
  const std::vector<double> rates{1, 0, 0.5, 0.25};
  CHECK(area_under_success(rates) == 0.4375);
  CHECK(area_under_success_trapezoid(rates) == Approx((0.5 + 0.25 + 0.375) / 3));
  CHECK(area_under_success_trapezoid(std::vector<double>{0, 1}) == 0.5);
}

TEST_CASE("with one novel task the trapezoid is its pass rate") {
  CHECK(area_under_success_trapezoid(std::vector<double>{0.75}) == 0.75);
}

TEST_CASE("half the novel tasks is rounded up") {
  CHECK(default_m(1) == 1);
  CHECK(default_m(4) == 2);
  CHECK(default_m(5) == 3);
  CHECK(default_m(40) == 20);
}
