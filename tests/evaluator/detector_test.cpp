#include "evaluator/detectors/detector.h"

#include <rapidcheck/catch.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>
#include <vector>

using namespace novphy;

namespace {

using Passes = std::vector<bool>;

Passes repeated(const Passes& passes, int times) {
  Passes all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), passes.begin(), passes.end());
  return all;
}

Passes then(Passes first, const Passes& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// The passes among the tasks end - window + 1 .. end (0-based).
int count(const Passes& passed, int window, int end) {
  int passes = 0;
  for (int i = end - window + 1; i <= end; ++i) passes += passed[static_cast<std::size_t>(i)] ? 1 : 0;
  return passes;
}

/// The rule |c_k - c_(k-1)| / w >= theta in whole thousandths, which are exact.
std::optional<int> naive_sma(const Passes& passed, int window, int threshold_1000) {
  for (int k = window; k < static_cast<int>(passed.size()); ++k)
    if (1000 * std::abs(count(passed, window, k) - count(passed, window, k - 1)) >= threshold_1000 * window)
      return k;
  return std::nullopt;
}

std::optional<int> naive_pma(const Passes& passed, int window, long threshold_10, long mean_100,
                             long spread_100) {
  for (int k = window - 1; k < static_cast<int>(passed.size()); ++k) {
    const long deviation = std::abs(1000L * count(passed, window, k) - 10 * mean_100 * window);
    if (spread_100 > 0 && deviation >= threshold_10 * spread_100 * window) return k;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("sma(5, 0.2) fires where a result differs from the one five tasks earlier") {
  const Passes passed{true, true, false, true, true, true, true, true};
  CHECK(sma(passed, 5, 0.2) == 7);  // task 8 is passed, task 3 was failed
}

TEST_CASE("sma never fires before the task after its first window") {
  CHECK(sma({false, true, true, true, true, true}, 5, 0.2) == 5);
  CHECK(sma({false, true, true, true, true}, 5, 0.2) == std::nullopt);
}

TEST_CASE("sma sees rises and drops alike") {
  CHECK(sma({true, true, true, true, true, false}, 5, 0.2) == 5);
  CHECK(sma({false, false, false, false, false, true}, 5, 0.2) == 5);
}

TEST_CASE("sma fires at its threshold, in spite of binary fractions") {
  for (int window = 1; window <= 200; ++window) {
    Passes passed(static_cast<std::size_t>(window), true);
    passed.push_back(false);
    CHECK(sma(passed, window, 1.0 / window) == window);
  }
}

TEST_CASE("sma(10, 0.4) and every threshold above 1 / window never fires") {
  const Passes passed = then(Passes(40, true), Passes(40, false));
  CHECK(sma(passed, 10, 0.4) == std::nullopt);
  CHECK(sma(passed, 5, 0.21) == std::nullopt);
  CHECK(sma(passed, 5, 0.2) == 40);
}

TEST_CASE("pma fires on the first window far enough from the mean, its end included") {
  const Calibration calibration{0.8, 0.1};
  const Passes passed = then(repeated({true, true, true, true, false}, 4), Passes(10, false));
  // A window of 10 holds 8 passes up to task 20. The first window below 0.8 - 0.15 = 0.65 holds 6 passes.
  const auto alarm = pma(passed, 10, 1.5, calibration);
  REQUIRE(alarm);
  CHECK(count(passed, 10, *alarm) == 6);
  CHECK(count(passed, 10, *alarm - 1) == 7);
}

TEST_CASE("pma fires at exactly its threshold and on rises too") {
  const Calibration calibration{0.5, 0.2};
  CHECK(pma({true, true, false, true, true}, 5, 1.5, calibration) == 4);  // 0.8 - 0.5 = 1.5 x 0.2
  CHECK(pma({true, false, false, true, true}, 5, 1.5, calibration) == std::nullopt);
}

TEST_CASE("pma may fire on the last task of its first window, not before") {
  const Calibration calibration{0.9, 0.1};
  CHECK(pma(Passes(10, false), 10, 1.0, calibration) == 9);
  CHECK(pma(Passes(9, false), 10, 1.0, calibration) == std::nullopt);
}

TEST_CASE(
    "without spread pma never fires, and as published it fires on the first window that equals the mean") {
  const Calibration never_passes{0, 0};
  CHECK(pma(Passes(50, false), 10, 1.5, never_passes) == std::nullopt);
  CHECK(pma(Passes(50, false), 10, 1.5, never_passes, true) == 9);
  CHECK(pma(Passes(50, true), 10, 1.5, never_passes) == std::nullopt);
}

TEST_CASE("equal pass rates have no spread in spite of binary fractions") {
  const Calibration calibration = calibrate(std::vector<double>(12, 0.6));
  CHECK(pma(Passes(50, true), 10, 1.5, calibration) == std::nullopt);
}

TEST_CASE("calibration is the mean and the sample standard deviation of the runs") {
  const Calibration calibration = calibrate({0.5, 0.7, 0.9});
  CHECK(calibration.mean == Approx(0.7));
  CHECK(calibration.spread == Approx(0.2));
  CHECK(calibrate({0.4}).spread == 0);
  CHECK_THROWS_AS(calibrate({}), std::invalid_argument);
}

TEST_CASE("detectors follow their definitions for every sequence") {
  rc::prop("sma equals windows counted anew", [](const Passes& passed) {
    const int window = *rc::gen::inRange(1, 13);
    const int threshold = *rc::gen::element(50, 75, 83, 84, 100, 200, 250, 400, 500, 1000, 1001);
    RC_ASSERT(sma(passed, window, threshold / 1000.0) == naive_sma(passed, window, threshold));
  });
  rc::prop("pma equals windows counted anew", [](const Passes& passed) {
    const int window = *rc::gen::inRange(1, 13);
    const int threshold = *rc::gen::inRange(1, 40);
    const int mean = *rc::gen::inRange(0, 101);
    const int spread = *rc::gen::inRange(0, 51);
    RC_ASSERT(pma(passed, window, threshold / 10.0, {mean / 100.0, spread / 100.0}) ==
              naive_pma(passed, window, threshold, mean, spread));
  });
}

TEST_CASE("a detector fed task by task alarms from the first alarm on") {
  rc::prop("online equals offline", [](const Passes& passed) {
    const DetectorSettings settings{DetectorMethod::kPma, 3, 1.0, false};
    const Calibration calibration{0.7, 0.2};
    Detector detector(settings, calibration);
    const auto alarm = first_alarm(passed, settings, calibration);
    for (int i = 0; i < static_cast<int>(passed.size()); ++i)
      RC_ASSERT(detector.add(passed[static_cast<std::size_t>(i)]) == (alarm && i >= *alarm));
  });
}

TEST_CASE("detector settings have a text form") {
  for (const char* text : {"pma:10:1.5", "sma:5:0.2", "pma:5:2:as_published"})
    CHECK(text_of(parse_detector(text)) == text);
  for (const char* text : {"", "pma", "pma:10", "cusum:1:1", "pma:0:1", "pma:-3:1", "pma:10:0", "pma:10:nan",
                           "pma:10:inf", "pma:1x:1", "pma:10:1:published"})
    CHECK_THROWS_AS(parse_detector(text), std::invalid_argument);
}
