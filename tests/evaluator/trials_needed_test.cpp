#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "evaluator/compare.h"
#include "evaluator/measures/intervals.h"
#include "tests/evaluator/logs.h"

using namespace novphy;

namespace {

/// How often difference_test() tells agents apart that pass with these rates.
double found(double a, double b, int cells, int trials) {
  std::mt19937_64 random(1);
  std::bernoulli_distribution of_a(a);
  std::bernoulli_distribution of_b(b);
  constexpr int kDraws = 2000;
  int told = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<std::vector<double>> samples(static_cast<std::size_t>(cells));
    for (auto& sample : samples)
      for (int trial = 0; trial < trials; ++trial) sample.push_back(of_a(random) - of_b(random));
    const auto p = difference_test(samples, 1).p;
    if (p && *p < 0.05) ++told;
  }
  return static_cast<double>(told) / kDraws;
}

}  // namespace

TEST_CASE("with the trials needed, four of five experiments find the difference") {
  for (const int cells : {1, 5, 40})
    for (const auto& [a, b] : {std::pair{0.3, 0.4}, {0.5, 0.8}, {0.05, 0.15}}) {
      const auto trials =
          trials_needed({.difference = b - a, .deviation = deviation_of_shares(a, b), .cells = cells});
      REQUIRE(trials);
      CAPTURE(cells, a, b, *trials);
      const double share = found(b, a, cells, *trials);
      CHECK(share > 0.76);
      CHECK(share < (*trials < 6 ? 1.0 : 0.87));
    }
}

TEST_CASE("the trials needed are those of the textbook for many of one cell, and a fortieth for 40 cells") {
  const DifferenceSought sought{.difference = 0.1, .deviation = 0.5};
  CHECK(*trials_needed(sought) >= 197);  // (1.96 + 0.84)^2 0.5^2 / 0.1^2 = 196
  CHECK(*trials_needed(sought) <= 205);
  DifferenceSought many = sought;
  many.cells = 40;
  CHECK(*trials_needed(many) == 6);
  CHECK(power_of(many, 6) >= 0.8);
  CHECK(power_of(many, 5) < 0.8);
  DifferenceSought tiny = sought;
  tiny.difference = 1e-6;
  CHECK_FALSE(trials_needed(tiny));
}

TEST_CASE("the deviation of pairs is within cells, and of one agent as if two were independent") {
  const auto table = [](const std::string& agent, const std::vector<std::vector<Record>>& trials) {
    return tabulate(agent_log(agent, joined(trials)).trials, {}, nullptr);
  };
  const auto a = table(
      "a", {trial("P|PP", 0), trial("P|FF", 1), trial("P|PP", 0, "agents"), trial("P|PP", 1, "agents")});
  const auto b = table(
      "b", {trial("P|PP", 0), trial("P|PP", 1), trial("P|FF", 0, "agents"), trial("P|FF", 1, "agents")});
  // Differences: 0 and -1 in one cell, 1 and 1 in the other.
  CHECK(*deviation_of_pairs(a, &b, index_of("aus")) == Approx(0.5));
  CHECK(*deviation_of_pairs(a, nullptr, index_of("aus")) == Approx(std::sqrt(2 * 0.25)));
  CHECK_FALSE(deviation_of_pairs(table("a", {trial("P|PP")}), nullptr, index_of("aus")));
}
