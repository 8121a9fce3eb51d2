#include "evaluator/measures/intervals.h"

#include <catch2/catch.hpp>
#include <cmath>
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

TEST_CASE("the interval of fractions has a 0 and a 1 more") {
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

TEST_CASE("the interval of differences of fractions has a -1 and a 1 more") {
  const Interval alike = fraction_difference_interval(std::vector<double>{0, 0, 0});
  CHECK(alike.high == Approx(2.776445 * std::sqrt(0.5 / 5)));  // of -1, 0, 0, 0, 1: four degrees of freedom
  CHECK(alike.low == Approx(-alike.high));
  const Interval one = fraction_difference_interval(std::vector<double>{1, 1, 1});
  CHECK(one.low == Approx(0.6 - 2.776445 * std::sqrt(0.8 / 5)));
  CHECK(one.high == 1);
  const Interval less = fraction_difference_interval(std::vector<double>{-1, -1, -1});
  CHECK(less.low == -1);
  CHECK(less.high == Approx(-one.low));
}

TEST_CASE("intervals of means combine as variances do") {
  const std::vector<MeanInterval> alike(4, MeanInterval{0.5, {0.3, 0.9}});
  const Interval found = *combined_interval(alike);
  CHECK(found.low == Approx(0.5 - 0.2 / 2));
  CHECK(found.high == Approx(0.5 + 0.4 / 2));
  CHECK_FALSE(combined_interval({}).has_value());
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
