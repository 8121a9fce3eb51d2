#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "evaluator/measure_table.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/measures/detection.h"
#include "evaluator/measures/intervals.h"
#include "evaluator/measures/rank_tests.h"
#include "evaluator/measures/reaction.h"
#include "evaluator/trial_log.h"
#include "tests/evaluator/trials.h"

/// The boundaries of formulas, with a value on both sides of each. Boundaries that are the point of a test of
/// their own stand with the other tests of the formula: two deviations of NRM, the tolerance of the class of
/// a novelty, sma's and pma's thresholds and windows, SAIL-ON's windows.

using namespace novphy;

namespace {

constexpr double kTiny = 1e-300;

double just_above(double value) { return std::nextafter(value, 2.0); }
double just_below(double value) { return std::nextafter(value, -2.0); }

using Scores = std::vector<double>;
const Scores kOne{1};
const Scores kZero{0};

MeasuredTrial measured(std::string_view letters) {
  TrialLogs logs;
  for (const Record& record : trial(letters)) logs.add(record);
  return MeasuredTrial(logs.trials().begin()->second);
}

}  // namespace

TEST_CASE("boundary: an alarm is above the threshold by any difference, or not below it") {
  for (const double threshold : {0.0, 0.3, 0.5, 1.0}) {
    const AlarmRule above{threshold, Comparator::kAbove};
    const AlarmRule at_least{threshold, Comparator::kAtLeast};
    CAPTURE(threshold);
    CHECK(is_alarm(just_above(threshold), above));
    CHECK_FALSE(is_alarm(threshold, above));
    CHECK(is_alarm(threshold, at_least));
    CHECK_FALSE(is_alarm(just_below(threshold), at_least));
  }
}

TEST_CASE("boundary: AMOC takes every probability above 0 for an alarm") {
  CHECK(amoc({kZero, Scores{kTiny}}) == 1);
  CHECK(amoc({kZero, kZero}) == 0);
  CHECK(amoc_by_rate({kZero, Scores{kTiny}}) == 1.0);
  CHECK(amoc_by_rate({kZero, kZero}) == 0.0);
}

TEST_CASE("boundary: of equal probabilities AMOC takes the earlier task first") {
  CHECK(amoc({Scores{0.5}, Scores{just_above(0.5)}}) == 1);
  CHECK(amoc({Scores{0.5}, Scores{0.5}}) == 0);
  CHECK(amoc({Scores{0.5}, Scores{just_below(0.5)}}) == 0);
  // By the rate, equal probabilities pass the threshold together.
  CHECK(amoc_by_rate({Scores{0.5}, Scores{just_above(0.5)}}) == 1.0);
  CHECK(amoc_by_rate({Scores{0.5}, Scores{0.5}}) == 0.5);
  CHECK(amoc_by_rate({Scores{0.5}, Scores{just_below(0.5)}}) == 0.0);
}

TEST_CASE("boundary: shares of alarms are defined from the first task or alarm on") {
  struct Case {
    Confusion counts;
    std::optional<double> accuracy, recall, specificity, balanced, precision, f1;
  };
  const std::optional<double> none;
  for (const Case& each : {
           Case{{}, none, none, none, none, none, none},
           Case{{.tp = 1}, 1, 1, none, none, 1, 1},
           Case{{.fn = 1}, 0, 0, none, none, none, none},
           Case{{.tn = 1}, 1, none, 1, none, none, none},
           Case{{.fp = 1}, 0, none, 0, none, 0, none},
           Case{{.fp = 1, .fn = 1}, 0, 0, 0, 0, 0, none},  // both precision and recall are 0
           Case{{.tp = 1, .fp = 1, .fn = 1}, 1 / 3.0, 0.5, 0, 0.25, 0.5, 0.5},
       }) {
    CAPTURE(each.counts.tp, each.counts.fp, each.counts.tn, each.counts.fn);
    CHECK(accuracy(each.counts) == each.accuracy);
    CHECK(recall(each.counts) == each.recall);
    CHECK(specificity(each.counts) == each.specificity);
    CHECK(balanced_accuracy(each.counts) == each.balanced);
    CHECK(precision(each.counts) == each.precision);
    CHECK(f1(each.counts) == each.f1);
  }
}

TEST_CASE("boundary: delays reach from the first novel task to the last, misses one further") {
  for (const auto& [letters, delay, restricted] :
       {std::tuple{"P|P!PP", 1, 1}, std::tuple{"P|PPP!", 3, 3}, std::tuple{"P|PPP", 0, 4},
        std::tuple{"P!|PPP!", 0, 4}, std::tuple{"P|P!", 1, 1}, std::tuple{"P|P", 0, 2}}) {
    CAPTURE(letters);
    CHECK(detection_delay(measured(letters).alarms).value_or(0) == delay);
    CHECK(restricted_delay(measured(letters).alarms) == restricted);
  }
  CHECK(misses_before_lasting_alarm(measured("P|PP!").alarms) == 1);
  CHECK(misses_before_lasting_alarm(measured("P|P!P").alarms) == std::nullopt);
  CHECK(is_always_alarmed(measured("P|P!").alarms));
  CHECK_FALSE(is_always_alarmed(measured("P|PP!").alarms));
}

TEST_CASE("boundary: a normal pass rate is regained at it, in spite of rounding, and not below") {
  const Scores rates{0, 0.7, 0.9, 1};
  CHECK(tasks_until_regained(rates, 0.8, 2) == 3);
  CHECK(tasks_until_regained(rates, 0.8 + 1e-6, 2) == 4);
  CHECK(tasks_until_regained(rates, 0.95 + 1e-6, 2) == std::nullopt);
  CHECK(tasks_until_regained(rates, 0, 4) == 4);
  CHECK(tasks_until_regained(rates, 0, 5) == std::nullopt);
}

TEST_CASE("boundary: windows hold 1 to all novel tasks") {
  for (const auto& [part, set] :
       {std::pair{"m = ", &Conventions::m}, std::pair{"m1 = ", &Conventions::m1},
        std::pair{"m2 = ", &Conventions::m2}, std::pair{"SAIL-ON m = ", &Conventions::sailon_m}}) {
    for (const int window : {0, 1, 4, 5}) {
      Conventions conventions;
      conventions.*set = window;
      CAPTURE(part, window);
      if (window == 1 || window == 4)
        CHECK_NOTHROW(windows_of(conventions, 4));
      else
        CHECK_THROWS_WITH(windows_of(conventions, 4), Catch::Matchers::StartsWith(part));
    }
  }
  const auto tenth = [](int novel) { return windows_of({}, novel).m1; };
  CHECK((tenth(1) == 1 && tenth(19) == 1 && tenth(20) == 2));
  const auto share = [](double part) {
    Conventions conventions;
    conventions.sailon_m_share = part;
    return windows_of(conventions, 40, 20).sailon;
  };
  CHECK((share(0) == 1 && share(0.0333) == 1 && share(2 / 60.0) == 2));
  CHECK((share(39.9 / 60) == 39 && share(40 / 60.0) == 40 && share(1) == 40));
}

TEST_CASE("boundary: NRP is 0 where the agent has 0, OPTI is undefined where both have") {
  CHECK(nrp({{}, kZero}, {kZero, {}}) == 0.0);
  CHECK(nrp({{}, Scores{kTiny}}, {kZero, {}}) == 1.0);
  CHECK(nrp({{}, kZero}, {kOne, {}}) == 0.0);
  CHECK(opti({{}, kZero}, {{}, kZero}) == std::nullopt);
  CHECK(opti({{}, Scores{kTiny}}, {{}, kZero}) == 1.0);
  CHECK(opti({{}, kZero}, {{}, Scores{kTiny}}) == 0.0);
  CHECK(opti_by_script(kZero, kZero) == 0.0);
  CHECK(opti_by_script(kOne, kZero) == 1.0);
  CHECK(reaction_overall({{}, kOne}, {kZero, {}}) == std::nullopt);
  CHECK(reaction_overall({{}, kOne}, {Scores{0.001}, {}}) == Approx(1000));
  CHECK(apti_ratio({{}, kOne}, {{}, kZero}, 1) == std::nullopt);
  CHECK(apti_ratio({{}, kZero}, {{}, kOne}, 1) == 0.0);
}

TEST_CASE("boundary: the script's 0.00001 stands for 0 alone, not for what is smaller") {
  CHECK(reaction_by_script(kOne, kZero) == Approx(1e5));
  CHECK(reaction_by_script(kOne, Scores{1e-6}) == Approx(1e6));
  CHECK(apti_by_script(kOne, kZero) == Approx(1 / 1.00001));
  CHECK(apti_by_script(kOne, Scores{1e-6}) == Approx(1 / 1.000001).epsilon(1e-9));
}

TEST_CASE("boundary: the last m + 1 tasks are all tasks where m is one less, and never more") {
  const Scores novel{0, 1, 1};
  const Scores ones{1, 1, 1};
  CHECK(apti_m_plus_1({{}, novel}, {{}, ones}, 1) == 0.5);
  CHECK(apti_m_plus_1({{}, novel}, {{}, ones}, 2) == Approx(0.4));
  CHECK(apti_m_plus_1({{}, novel}, {{}, ones}, 3) == Approx(0.4));
}

TEST_CASE("boundary: a deviation by rounding alone is none, a greater one divides the change") {
  const auto z = [](double spread, double change) {
    return change_in_deviations({Scores{0.6 - spread, 0.6 + spread}, Scores{0.6 + change}});
  };
  CHECK(z(1e-10, 1e-10) == 0.0);
  CHECK(z(1e-10, 1e-8) == std::numeric_limits<double>::infinity());
  CHECK(z(1e-8, 1e-7) == Approx(10).epsilon(1e-6));
  CHECK(is_robust({Scores{0.6, 0.6}, Scores{0.6}}) == true);
  CHECK(is_robust({Scores{0.6, 0.6}, Scores{0.6 + 1e-6}}) == false);
}

TEST_CASE("boundary: without a tolerance any difference makes a bonus or a hazard") {
  CHECK(novelty_class(1, 1, 0) == NoveltyClass::kNeutral);
  CHECK(novelty_class(1 + 1e-6, 1, 0) == NoveltyClass::kBonus);
  CHECK(novelty_class(1 - 1e-6, 1, 0) == NoveltyClass::kHazard);
  CHECK(novelty_class(0, 1, 1) == NoveltyClass::kNeutral);
}

TEST_CASE("boundary: programs' forms on both sides of what they define otherwise") {
  const auto of = [](std::string_view key, Definitions program, std::string_view letters) {
    return definition_of(measures()[index_of(key)], program).of(measured(letters));
  };
  const std::optional<double> none;
  CHECK(of("m2_2", Definitions::kNovphy, "|PP") == none);
  CHECK(of("m2_2", Definitions::kWsuScript, "|PP") == 1.0);
  CHECK(of("m2_2", Definitions::kWsuScript, "P!P|PP") == 0.5);
  CHECK(of("m2_1", Definitions::kParcScript, "P|PP") == 1.0);
  CHECK(of("m2_1", Definitions::kParcScript, "P|PP!") == 0.0);
  CHECK(of("m2_1", Definitions::kNovphy, "P|PP") == 0.0);
  CHECK(definition_of(measures()[index_of("m1")], Definitions::kWsuScript).if_none == 0.0);
  CHECK(definition_of(measures()[index_of("m1")], Definitions::kWsu).if_none == none);
}

TEST_CASE("boundary: settings of detectors") {
  for (const char* good : {"pma:1:1.5", "pma:1000000:1.5", "sma:5:1e-300", "sma:5:1e300"})
    CHECK_NOTHROW(parse_detector(good));
  for (const char* bad : {"pma:0:1.5", "pma:1000001:1.5", "sma:5:0", "sma:5:-1e-300", "sma:5:1e309"})
    CHECK_THROWS_AS(parse_detector(bad), std::invalid_argument);
  CHECK(has_spread({0.5, 1e-9}));
  CHECK_FALSE(has_spread({0.5, just_below(1e-9)}));
  CHECK(calibrate({0.5}).spread == 0);
  CHECK(calibrate({0.5, 0.6}).spread > 0);
}

TEST_CASE(
    "boundary: pma fires at the distance that it names, above and below the mean, and not short of it") {
  const Calibration calibration{0.5, 0.1};
  const auto fires = [&](int passes, double spreads) {
    std::vector<bool> window(10, false);
    std::fill_n(window.begin(), passes, true);
    return pma(window, 10, spreads, calibration).has_value();
  };
  for (const int passes : {3, 7}) CHECK((fires(passes, 2) && !fires(passes, 2 + 1e-6)));
  for (const int passes : {4, 6}) CHECK((fires(passes, 1) && !fires(passes, 1 + 1e-6)));
  CHECK_FALSE(fires(5, 1e-6));
}

TEST_CASE("boundary: intervals need the fewest values that can differ") {
  const auto samples = [](std::vector<Scores> all) { return welch_interval(all).has_value(); };
  CHECK_FALSE(student_interval(Scores{1}).has_value());
  CHECK(student_interval(Scores{1, 2}).has_value());
  CHECK_FALSE(student_interval(Scores{1, 1}).has_value());
  CHECK_FALSE(student_interval(Scores{1, just_above(1)}).has_value());  // rounding
  CHECK(student_interval(Scores{1, 1 + 1e-9}).has_value());
  CHECK_FALSE(samples({{1}, {2}}));
  CHECK(samples({{1, 2}, {2}}));
  CHECK_FALSE(samples({{1, 1}, {2}}));
  CHECK_FALSE(samples({{1, 2}, {}}));
  CHECK_FALSE(fisher_interval(0.5, 3).has_value());
  CHECK(fisher_interval(0.5, 4).has_value());
  CHECK_FALSE(fisher_interval(-1, 4).has_value());
  CHECK(fisher_interval(just_above(-1), 4).has_value());
  CHECK_FALSE(bounded_interval({}, {0, 1}).has_value());
}

TEST_CASE("boundary: intervals of fractions end at 0 and 1 and always hold the mean") {
  for (const Scores& values : {Scores{0}, Scores{1}, Scores{0.5}, Scores(200, 0.0), Scores(200, 1.0)}) {
    const Interval found = fraction_interval(values);
    CAPTURE(values.size(), values.front());
    CHECK((found.low >= 0 && found.low <= values.front()));
    CHECK((found.high <= 1 && found.high >= values.front()));
  }
  for (const double end : {-1.0, 1.0}) {
    const Interval found = *difference_test(std::vector<Scores>{Scores(200, end)}, 1).interval;
    CHECK((found.low >= -1 && found.low <= end && found.high >= end && found.high <= 1));
  }
}

TEST_CASE("boundary: tests count exactly up to their limits") {
  const auto ramp = [](int n) {
    Scores values;
    for (int i = 0; i < n; ++i) values.push_back(i);
    return values;
  };
  CHECK(mann_whitney(ramp(20), ramp(20))->p_exact.has_value());
  CHECK_FALSE(mann_whitney(ramp(20), ramp(21))->p_exact.has_value());
  CHECK_FALSE(mann_whitney(ramp(1), {}).has_value());
  CHECK(spearman(ramp(8), ramp(8))->p_exact.has_value());
  CHECK_FALSE(spearman(ramp(9), ramp(9))->p_exact.has_value());
  CHECK(spearman(ramp(3), ramp(3)).has_value());
  CHECK_FALSE(spearman(ramp(2), ramp(2)).has_value());
}
