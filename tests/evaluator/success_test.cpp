#include <catch2/catch.hpp>
#include <vector>

#include "evaluator/measures/detection.h"

using namespace novphy;

TEST_CASE("AP is the mean of the last m values, m terms") {
  const std::vector<double> rates{1, 0, 0.5, 0.25};
  CHECK(asymptotic_performance(rates, 1) == 0.25);
  CHECK(asymptotic_performance(rates, 2) == 0.375);
  CHECK(asymptotic_performance(rates, 4) == 0.4375);
}

TEST_CASE("AP of no tasks is undefined, of more than there are the mean of all") {
  const std::vector<double> rates{1, 0};
  CHECK(asymptotic_performance(rates, 0) == std::nullopt);
  CHECK(asymptotic_performance({}, 2) == std::nullopt);
  CHECK(asymptotic_performance(rates, 9) == 0.5);
}

TEST_CASE("AUS is the plain mean, its trapezoid gives the ends half weight") {
  const std::vector<double> rates{1, 0, 0.5, 0.25};
  CHECK(area_under_success(rates) == 0.4375);
  CHECK(*area_under_success_trapezoid(rates) == Approx((0.5 + 0.25 + 0.375) / 3));
  CHECK(area_under_success_trapezoid(std::vector<double>{0, 1}) == 0.5);
  CHECK(area_under_success({}) == std::nullopt);
}

TEST_CASE("with one novel task the trapezoid is its pass rate") {
  CHECK(area_under_success_trapezoid(std::vector<double>{0.75}) == 0.75);
  CHECK(area_under_success_trapezoid({}) == std::nullopt);
}

TEST_CASE("half the novel tasks is rounded up") {
  CHECK(default_m(1) == 1);
  CHECK(default_m(4) == 2);
  CHECK(default_m(5) == 3);
  CHECK(default_m(40) == 20);
}

TEST_CASE("a pass rate is regained with the first window that reaches the normal one") {
  const std::vector<double> rates{0, 0, 0.5, 0.7, 0.9, 0.9};
  CHECK(tasks_until_regained(rates, 0.8, 2) == 5);
  CHECK(tasks_until_regained(rates, 0.9, 2) == 6);
  CHECK(tasks_until_regained(rates, 0.9, 1) == 5);
  CHECK(tasks_until_regained(rates, 0, 2) == 2);
}

TEST_CASE("a pass rate that is never regained is undefined, not 0") {
  const std::vector<double> rates{0, 0.5, 0.5};
  CHECK(tasks_until_regained(rates, 0.8, 2) == std::nullopt);
  CHECK(tasks_until_regained(rates, 0.1, 4) == std::nullopt);
  CHECK(tasks_until_regained({}, 0.1, 1) == std::nullopt);
  CHECK(tasks_until_regained(rates, 0.1, 0) == std::nullopt);
}

TEST_CASE("a mean of thirds reaches a third") {
  const std::vector<double> rates{1.0 / 3, 1.0 / 3, 1.0 / 3};
  CHECK(tasks_until_regained(rates, 1.0 / 3, 3) == 3);
}
