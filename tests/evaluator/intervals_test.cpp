#include "evaluator/measures/intervals.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

using namespace novphy;

namespace {

constexpr double kZ95 = 1.959963984540054;

void check_interval(const std::optional<Interval>& found, double low, double high, double margin) {
  REQUIRE(found);
  CHECK(found->low == Approx(low).epsilon(0).margin(margin));
  CHECK(found->high == Approx(high).epsilon(0).margin(margin));
}

}  // namespace

TEST_CASE("Wilson's interval has its published values") {
  check_interval(wilson(9, 12), 0.4677, 0.9111, 5e-5);
  check_interval(wilson(81, 263), 0.2553, 0.3662, 5e-5);  // Newcombe 1998, table I
  check_interval(wilson(15, 148), 0.0624, 0.1605, 5e-5);
  check_interval(wilson(0, 20), 0, 0.1611, 5e-5);
  check_interval(wilson(1, 29), 0.0061, 0.1718, 5e-5);
}

TEST_CASE("an end of Wilson's interval is z standard errors, taken at that end, from the share") {
  for (const double successes : {0.5, 3.0, 7.25, 11.0}) {
    const Interval found = wilson(successes, 12);
    for (const double end : {found.low, found.high})
      CHECK(std::abs(end - successes / 12) == Approx(kZ95 * std::sqrt(end * (1 - end) / 12)));
  }
}

TEST_CASE("Wilson's interval stays in [0, 1] and touches the ends exactly") {
  for (const int n : {1, 2, 3, 7, 12, 1000}) {
    CHECK(wilson(0, n).low == 0);
    CHECK(wilson(0, n).high < 1);
    CHECK(wilson(n, n).low > 0);
    CHECK(wilson(n, n).high == 1);
  }
}

TEST_CASE("Wilson's interval of the failures is that of the successes, turned over") {
  const Interval passed = wilson(3, 11);
  const Interval failed = wilson(8, 11);
  CHECK(passed.low == Approx(1 - failed.high));
  CHECK(passed.high == Approx(1 - failed.low));
}

TEST_CASE("more confidence widens an interval, more trials narrow it") {
  const auto width = [](Interval interval) { return interval.high - interval.low; };
  CHECK(width(wilson(3, 12, 0.99)) > width(wilson(3, 12)));
  CHECK(width(wilson(3, 12, 0.9)) < width(wilson(3, 12)));
  CHECK(width(wilson(12, 48)) < width(wilson(3, 12)));
  CHECK(width(*fisher_interval(0.3, 12, 0.99)) > width(*fisher_interval(0.3, 12)));
  CHECK(width(*fisher_interval(0.3, 48)) < width(*fisher_interval(0.3, 12)));
}

TEST_CASE("Fisher's interval is symmetric around atanh of the correlation") {
  // For n = 28 the standard error is 0.2. atanh 0.5 = 0.5493, so the interval is tanh(0.5493 -+ 0.3920).
  check_interval(fisher_interval(0.5, 28), 0.1560, 0.7358, 5e-5);
  check_interval(fisher_interval(-0.5, 28), -0.7358, -0.1560, 5e-5);
  check_interval(fisher_interval(0, 4), -std::tanh(kZ95), std::tanh(kZ95), 1e-12);
}

TEST_CASE("Fisher's interval is undefined for three pairs and for a perfect correlation") {
  CHECK_FALSE(fisher_interval(0.5, 3));
  CHECK_FALSE(fisher_interval(1, 10));
  CHECK_FALSE(fisher_interval(-1, 10));
}

TEST_CASE("a quantile lies between neighbours, at place (n - 1) p") {
  const std::vector<double> values{1, 2, 4, 8};
  CHECK(quantile(values, 0) == 1);
  CHECK(quantile(values, 0.25) == 1.75);
  CHECK(quantile(values, 0.5) == 3);
  CHECK(quantile(values, 0.75) == 5);
  CHECK(quantile(values, 1) == 8);
  CHECK(quantile(std::vector<double>{3}, 0.7) == 3);
  CHECK(quantile({}, 0.5) == std::nullopt);
}

TEST_CASE("the percentile interval cuts off both tails, whatever the order") {
  std::vector<double> values;
  for (int i = 0; i <= 200; ++i) values.push_back(i * 77 % 201);  // 0..200 shuffled: 77 and 201 are coprime
  check_interval(percentile_interval(values), 5, 195, 1e-9);
  check_interval(percentile_interval(values, 0.5), 50, 150, 1e-9);
}

TEST_CASE("the percentile interval of one value is that value, of none undefined") {
  check_interval(percentile_interval({0.25}), 0.25, 0.25, 0);
  CHECK_FALSE(percentile_interval({}));
}

TEST_CASE("Student's interval is that of the tables, widened") {
  const std::vector<double> values{1, 2, 3};
  const double t = 4.302653;  // two degrees of freedom, 97.5 %
  const Interval found = *student_interval(values);
  CHECK(found.low == Approx(2 - t / std::sqrt(3.0) * std::sqrt(2.0)));
  CHECK(found.high == Approx(2 + t / std::sqrt(3.0) * std::sqrt(2.0)));
  CHECK_FALSE(student_interval(std::vector<double>{5}).has_value());
  CHECK_FALSE(student_interval(std::vector<double>{0.1, 0.1, 0.1}).has_value());
}

TEST_CASE("fractions that are all alike have an interval with a 0 and a 1 more") {
  const Interval alike = fraction_interval(std::vector<double>{1, 1, 1});
  CHECK(alike.low == Approx(0.8 - 2.776445 * 0.2));  // of 0, 1, 1, 1, 1: s = 0.447, four degrees of freedom
  CHECK(alike.high == 1);
  const Interval zero = fraction_interval(std::vector<double>{0, 0, 0});
  CHECK(zero.low == 0);
  CHECK(zero.high == Approx(1 - alike.low));
  CHECK(fraction_interval(std::vector<double>{0.5}).low == 0);
  const Interval many = fraction_interval(std::vector<double>(1000, 1));
  CHECK(many.low > 0.99);
  CHECK(many.high == 1);
}

TEST_CASE("there is no interval of numbers whose squares are no numbers") {
  for (const double size : {1e-90, 1e90}) {
    const std::vector<std::vector<double>> samples{{size, 2 * size}, {size, 3 * size}};
    CHECK_FALSE(welch_interval(samples, 0.95));
  }
}

TEST_CASE("the interval of a mean over samples has Welch's degrees of freedom") {
  const std::vector<std::vector<double>> samples{{1, 2, 3}, {2, 4, 6}};
  const Interval found = *welch_interval(samples);
  const double error = std::sqrt(1.0 / 3 + 4.0 / 3) / 2;
  CHECK((found.low + found.high) / 2 == Approx(3));
  CHECK((found.high - found.low) / 2 > 3.182446 * error);  // 2.94 degrees of freedom, between 3 ...
  CHECK((found.high - found.low) / 2 < 4.302653 * error);  // ... and 2
  // A single value has the variance of the other samples.
  const std::vector<std::vector<double>> single{{1, 2, 3}, {7}};
  const Interval pooled = *welch_interval(single);
  CHECK((pooled.low + pooled.high) / 2 == Approx(4.5));
  CHECK_FALSE(welch_interval(std::vector<std::vector<double>>{{1}, {2}}).has_value());
  CHECK_FALSE(welch_interval(std::vector<std::vector<double>>{{1, 1}, {2, 2}}).has_value());
}

TEST_CASE("an end of a bounded interval is t standard errors, taken at that end, from the mean") {
  const std::vector<std::vector<double>> samples{{0, 0, 1}, {0.2, 0.4, 0.6}};
  const MeanInterval found = *bounded_interval(samples, {0, 1});
  CHECK_FALSE(found.alike);
  const double mean = (1.0 / 3 + 0.4) / 2;
  const double variances[] = {1.0 / 9, 0.04 / 3};  // of the samples' means
  const double variance = (variances[0] + variances[1]) / 4;
  const double freedom = std::pow(variances[0] + variances[1], 2) /
                         (variances[0] * variances[0] / 2 + variances[1] * variances[1] / 2);
  CHECK(freedom == Approx(2.47319).epsilon(1e-4));
  const double t = 3.602536;  // of these degrees of freedom, 97.5 %
  for (const double end : {found.interval.low, found.interval.high})
    CHECK(std::abs(end - mean) ==
          Approx(t * std::sqrt(variance * end * (1 - end) / mean / (1 - mean))).epsilon(1e-3));
  const Interval scaled = bounded_interval(std::vector<std::vector<double>>{{1, 1, 11}, {3, 5, 7}}, {1, 11})
                              ->interval;  // the same as delays
  CHECK(scaled.low == Approx(1 + 10 * found.interval.low));
  CHECK(scaled.high == Approx(1 + 10 * found.interval.high));
}

TEST_CASE("where no sample varies, a bounded interval says so and takes equal samples as one") {
  const std::vector<std::vector<double>> samples{{1, 1, 1}, {1, 1, 1}};
  const MeanInterval found = *bounded_interval(samples, {0, 1});
  CHECK(found.alike);
  CHECK(found.interval.low == Approx(fraction_interval(std::vector<double>(6, 1)).low));
  CHECK(found.interval.high == 1);
  const MeanInterval apart = *bounded_interval(std::vector<std::vector<double>>{{0, 0}, {1, 1}}, {0, 1});
  CHECK(apart.alike);
  CHECK(apart.interval.low < 0.25);  // two successes and two failures, each of two
  CHECK(apart.interval.high == Approx(1 - apart.interval.low));
}

TEST_CASE("a mean over 40 cells with one success has no interval as wide as that of each cell") {
  std::vector<std::vector<double>> samples(40, {0, 0, 0});
  for (int i = 0; i < 6; ++i) samples[static_cast<std::size_t>(i)][0] = 1;
  const MeanInterval found = *bounded_interval(samples, {0, 1});  // a 0 and a 1 in every cell gave .15
  CHECK(found.interval.high - found.interval.low < 0.1);
}

TEST_CASE("zero lies in the interval of a difference exactly where p is at least 1 - confidence") {
  int inside = 0;
  int outside = 0;
  std::mt19937_64 random(1);
  for (int draw = 0; draw < 400; ++draw) {
    std::vector<std::vector<double>> samples(1 + random() % 5);
    for (auto& sample : samples)
      for (int i = 0; i < 2 + draw % 9; ++i)
        sample.push_back(static_cast<double>(random() % 5) / 2 - (draw % 3 == 0 ? 1 : 0.5));
    const double confidence = draw % 2 == 0 ? 0.95 : 0.999;
    const DifferenceTest found = difference_test(samples, 2, confidence);
    REQUIRE((found.interval && found.p));
    const bool holds = found.interval->low <= 0 && found.interval->high >= 0;
    CHECK(holds == (*found.p >= 1 - confidence));
    ++(holds ? inside : outside);
  }
  CHECK(inside > 40);
  CHECK(outside > 40);
}

TEST_CASE("a mean lies in its interval, also where samples do not vary and their values differ") {
  for (const int trials : {2, 3, 10}) {
    std::vector<std::vector<double>> samples;
    for (int i = 0; i < 20; ++i) samples.emplace_back(trials, (20 - i / 2) / 20.0);
    const DifferenceTest found = difference_test(samples, 1);  // 0.775 had [0.322, 0.712]
    CHECK(found.interval->low < 0.7);
    CHECK(found.interval->high > 0.8);
    CHECK(*found.p < 0.05);
    const Interval mean = bounded_interval(samples, {0, 1}, 0.95)->interval;
    CHECK(mean.low < 0.75);
    CHECK(mean.high > 0.78);
  }
}

TEST_CASE("a difference is tested as Student does, with the farthest value once more") {
  const std::vector<std::vector<double>> samples{{1, 2, 6}};  // mean 3, variance 7, farthest 3 away
  const DifferenceTest found = difference_test(samples, std::nullopt);
  const double error = std::sqrt(7.0 / 3 + 1);
  CHECK(found.interval->low == Approx(3 - 4.302653 * error));
  CHECK(found.interval->high == Approx(3 + 4.302653 * error));
  CHECK(*found.p == Approx(0.24206).margin(1e-4));  // t = 1.6432 with two degrees of freedom
}

TEST_CASE("agents that always differ alike are told apart by the range, and not without one") {
  const std::vector<std::vector<double>> ones(2, {1, 1, 1});
  const DifferenceTest far = difference_test(ones, 1);
  CHECK(far.alike);
  CHECK(*far.p < 0.05);
  CHECK(far.interval->low > 0);
  CHECK(far.interval->high == 1);
  const DifferenceTest none = difference_test(std::vector<std::vector<double>>(2, {0, 0, 0}), 1);
  CHECK(*none.p == 1);
  CHECK(none.interval->high == Approx(-none.interval->low));
  CHECK_FALSE(difference_test(ones, std::nullopt).p);
  CHECK_FALSE(difference_test(std::vector<std::vector<double>>{{1}, {0.5}}, 1).p);
  const DifferenceTest rounding =
      difference_test(std::vector<std::vector<double>>{{0.9 - 0.7, 0.4 - 0.2}}, 1);
  CHECK(rounding.alike);
}
