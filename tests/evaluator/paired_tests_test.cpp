#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "evaluator/measures/rank_tests.h"

using namespace novphy;

namespace {

using Values = std::vector<double>;

}  // namespace

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
