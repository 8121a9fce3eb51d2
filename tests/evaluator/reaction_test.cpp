#include "evaluator/measures/reaction.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <vector>

using namespace novphy;

namespace {

const std::vector<double> kTens{10, 10};
const std::vector<double> kRising{0, 5, 10, 25};
const std::vector<double> kZeros{0, 0, 0, 0};

}  // namespace

TEST_CASE("Pinto's measures are 0 where the agent reaches nothing, undefined where nobody played") {
  CHECK(nrp({kTens, kZeros}, {kTens, kTens}) == 0.0);
  CHECK(anrp({kTens, kZeros}, {kTens, kZeros}, 2) == 0.0);
  CHECK(dnrp({kTens, kZeros}, 2, 2) == 0.0);
  CHECK(nrp({kTens, {}}, {kTens, kTens}) == std::nullopt);
  CHECK(nrp({kTens, kRising}, {{}, kTens}) == std::nullopt);
}

TEST_CASE("NRP, ANRP and DNRP look at the windows they name") {
  CHECK(nrp({kTens, kRising}, {kTens, kZeros}) == 0.5);
  CHECK(anrp({{}, kRising}, {{}, kTens}, 1) == 25.0 / 35);
  CHECK(dnrp({{}, kRising}, 2, 3) == 17.5 / 22.5);
}

TEST_CASE("SAIL-ON's ratios are undefined at a divisor of 0") {
  CHECK(reaction_overall({kTens, kRising}, {kZeros, kTens}) == std::nullopt);
  CHECK(opti({kTens, kZeros}, {kTens, kZeros}) == std::nullopt);
  CHECK(apti_ratio({{}, kRising}, {{}, kZeros}, 2) == std::nullopt);
  CHECK(ipti({{}, kRising}, {{}, kTens}, 0) == std::nullopt);
  CHECK(apti_m_plus_1({{}, kRising}, {{}, kTens}, 0) == std::nullopt);
}

TEST_CASE("a change is counted in population deviations: equal numbers have none, binary fractions or not") {
  const std::vector<double> mixed{0, 1};
  const std::vector<double> high{2, 2};
  CHECK(change_in_deviations({mixed, high}) == 3.0);
  const std::vector<double> sixths(12, 0.6);
  const std::vector<double> other(5, 0.6 + 1e-13);
  CHECK(change_in_deviations({sixths, other}) == 0.0);
  CHECK(change_in_deviations({sixths, high}) == std::numeric_limits<double>::infinity());
  CHECK(change_in_deviations({{}, high}) == std::nullopt);
}

TEST_CASE("a change of two deviations is not robust, less is") {
  const std::vector<double> mixed{0, 1};
  CHECK(is_robust({mixed, std::vector<double>{1.5}}) == false);
  CHECK(is_robust({mixed, std::vector<double>{1.49}}) == true);
  CHECK(is_robust({mixed, {}}) == std::nullopt);
}

TEST_CASE("two deviations are two deviations in any order of the tasks") {
  std::vector<double> normal{0, 1, 1, 1, 1};  // mean 0.8, deviation 0.4
  do {
    CHECK(is_robust({normal, std::vector<double>{0, 0}}) == false);
    CHECK(is_robust({normal, std::vector<double>(100, 0.0001)}) == true);
  } while (std::next_permutation(normal.begin(), normal.end()));
}

TEST_CASE("a difference at the tolerance is neutral, a larger one is not") {
  for (const double normal : {1.0, 0.2, 0.6, 0.7, 0.35}) {
    CAPTURE(normal);
    CHECK(novelty_class(0.95 * normal, normal, 0.05) == NoveltyClass::kNeutral);
    CHECK(novelty_class(0.9499 * normal, normal, 0.05) == NoveltyClass::kHazard);
    CHECK(novelty_class(normal, 0.95 * normal, 0.05) == NoveltyClass::kNeutral);
    CHECK(novelty_class(normal, 0.9499 * normal, 0.05) == NoveltyClass::kBonus);
  }
}

TEST_CASE("a novelty is a bonus, a hazard or neutral by what the best agent reaches") {
  CHECK(novelty_class(1.2, 1, 0.05) == NoveltyClass::kBonus);
  CHECK(novelty_class(0.9, 1, 0.05) == NoveltyClass::kHazard);
  CHECK(novelty_class(0.96, 1, 0.05) == NoveltyClass::kNeutral);
  CHECK(novelty_class(0, 0, 0) == NoveltyClass::kNeutral);
}
