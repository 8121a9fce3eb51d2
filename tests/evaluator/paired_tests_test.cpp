#include "evaluator/measures/paired_tests.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

using namespace novphy;

namespace {

using Values = std::vector<double>;
using Strata = std::vector<Values>;

/// Darwin's fifteen pairs of maize, in eighths of an inch (Fisher 1935, section 21).
const Values kMaize{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

/// Checks that a p of 9,999 random flips is within five standard errors of the exact p.
void check_sampled(std::optional<double> found, double exact) {
  REQUIRE(found);
  CHECK(*found == Approx(exact).epsilon(0).margin(5 * std::sqrt(exact * (1 - exact) / 9999)));
}

/// P(|S| >= s) for a sum S of n fair signs.
double fair_signs_p(int n, int s) {
  double p = 0;
  for (int plus = 0; plus <= n; ++plus)
    if (std::abs(2 * plus - n) >= s)
      p += std::exp(std::lgamma(n + 1) - std::lgamma(plus + 1) - std::lgamma(n - plus + 1) - n * std::log(2));
  return p;
}

Values ones(std::size_t positive, std::size_t negative) {
  Values values(positive, 1);
  values.insert(values.end(), negative, -1);
  return values;
}

/// p over all signs of a first and a second stratum, by the definition of the test.
double stratified_by_hand(const Values& first, const Values& second) {
  const auto distance = [&](unsigned signs) {
    double means[2] = {0, 0};
    for (std::size_t i = 0; i < first.size() + second.size(); ++i) {
      const double sign = (signs >> i & 1u) != 0 ? -1 : 1;
      if (i < first.size())
        means[0] += sign * first[i] / static_cast<double>(first.size());
      else
        means[1] += sign * second[i - first.size()] / static_cast<double>(second.size());
    }
    return std::abs((means[0] + means[1]) / 2);
  };
  int far = 0;
  const unsigned all = 1u << (first.size() + second.size());
  for (unsigned signs = 0; signs < all; ++signs)
    if (distance(signs) >= distance(0) - 1e-9) ++far;
  return static_cast<double>(far) / all;
}

}  // namespace

TEST_CASE("the sign-flip test counts as Fisher did on Darwin's maize") {
  CHECK(sign_flip_p(kMaize, 1) == 2 * 863. / 32768);
}

TEST_CASE("an exact sign-flip test needs no seed, ignores zeros, scale and direction") {
  const auto p = sign_flip_p(kMaize, 1);
  CHECK(sign_flip_p(kMaize, 2) == p);
  Values other(kMaize);
  for (double& value : other) value *= -0.1;
  other.insert(other.begin() + 3, 5, 0.0);
  CHECK(sign_flip_p(other, 1) == p);
}

TEST_CASE("sums that are equal but for rounding are equally far") {
  REQUIRE(0.1 + 0.1 + 0.1 - 0.1 > 0.1 + 0.1 - 0.1 + 0.1);
  CHECK(sign_flip_p(Values{0.1, 0.1, 0.1, -0.1}, 1) == 10. / 16);
}

TEST_CASE("differences of one sign have the smallest p there is") {
  CHECK(sign_flip_p(ones(1, 0), 1) == 1);
  CHECK(sign_flip_p(ones(5, 0), 1) == 2. / 32);
  CHECK(sign_flip_p(ones(16, 0), 1) == 2. / 65536);
  CHECK(sign_flip_p(ones(17, 0), 1).value() >= 1. / 10000);
  CHECK(sign_flip_p(ones(200, 0), 1) == 1. / 10000);
}

TEST_CASE("the sign-flip test is 1 where all is zero and undefined where there is nothing") {
  CHECK(sign_flip_p(Values{0, 0, 0}, 1) == 1);
  CHECK(sign_flip_p(Values(40, 0.0), 1) == 1);
  CHECK(sign_flip_p({}, 1) == std::nullopt);
}

TEST_CASE("random flips come near the exact p, for any number of 64-sign draws") {
  check_sampled(sign_flip_p(ones(14, 6), 1), fair_signs_p(20, 8));
  check_sampled(sign_flip_p(ones(39, 25), 2), fair_signs_p(64, 14));
  check_sampled(sign_flip_p(ones(40, 25), 3), fair_signs_p(65, 15));
  check_sampled(sign_flip_p(ones(75, 55), 4), fair_signs_p(130, 20));
  check_sampled(sign_flip_p(ones(270, 230), 5), fair_signs_p(500, 40));
  CHECK(sign_flip_p(ones(50, 50), 6) == 1);
}

TEST_CASE("a seed gives the same random flips again, another seed others") {
  const Values differences = ones(40, 25);
  CHECK(sign_flip_p(differences, 7) == sign_flip_p(differences, 7));
  CHECK(sign_flip_p(differences, 7) != sign_flip_p(differences, 8));
}

TEST_CASE("a single stratum is the plain sign-flip test") {
  CHECK(stratified_sign_flip_p({kMaize}, 1) == sign_flip_p(kMaize, 1));
  CHECK(stratified_sign_flip_p({ones(40, 25)}, 7) == sign_flip_p(ones(40, 25), 7));
}

TEST_CASE("strata count alike, whatever their sizes") {
  const Values few{3, 1, 2};
  const Values many{-1, 2, 4, -3, 0.5, 1, 1, -2, 0};
  const double p = stratified_by_hand(few, many);
  Values pooled(few);
  pooled.insert(pooled.end(), many.begin(), many.end());
  CHECK(stratified_sign_flip_p({few, many}, 1).value() == Approx(p));
  CHECK(stratified_sign_flip_p({many, {}, few}, 1).value() == Approx(p));
  CHECK(sign_flip_p(pooled, 1) != stratified_sign_flip_p({few, many}, 1));
}

TEST_CASE("many strata are flipped at random") {
  // Forty strata with two equal differences each. The statistic is a sum of 80 signs of equal weight.
  Strata strata(23, ones(2, 0));
  strata.resize(40, ones(0, 2));
  check_sampled(stratified_sign_flip_p(strata, 1), fair_signs_p(80, 12));
}

TEST_CASE("the stratified test is undefined where all strata are empty, 1 where all is zero") {
  CHECK(stratified_sign_flip_p({}, 1) == std::nullopt);
  CHECK(stratified_sign_flip_p({{}, {}}, 1) == std::nullopt);
  CHECK(stratified_sign_flip_p({{0, 0}, {}, {0}}, 1) == 1);
}

TEST_CASE("Holm multiplies the smallest p by all, the next by one less, and never falls") {
  const Values adjusted = holm(Values{0.01, 0.02, 0.03, 0.04});
  const Values expected{0.04, 0.06, 0.06, 0.06};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(adjusted.at(i) == Approx(expected[i]));
}

TEST_CASE("Holm keeps the order given and stops at 1") {
  const Values adjusted = holm(Values{0.9, 0.01, 0.6});
  CHECK(adjusted.at(0) == 1);
  CHECK(adjusted.at(1) == Approx(0.03));
  CHECK(adjusted.at(2) == 1);
  CHECK(holm(Values{0.2}) == Values{0.2});
  CHECK(holm(Values{}).empty());
}

TEST_CASE("undefined tests stay undefined and do not count in Holm's correction") {
  using Tests = std::vector<std::optional<double>>;
  const Tests adjusted = holm(Tests{std::nullopt, 0.02, std::nullopt, 0.01});
  CHECK(adjusted == Tests{std::nullopt, 0.02, std::nullopt, 0.02});
  CHECK(holm(Tests{std::nullopt}) == Tests{std::nullopt});
}
