#include "evaluator/measures/random.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace novphy;

TEST_CASE("the generator is the standard's, so that a seed means the same everywhere") {
  std::mt19937_64 random;
  random.discard(9999);
  CHECK(random() == 9981545732273789042u);  // the 10,000th number, as [rand.predef] gives it
}

TEST_CASE("a draw below n is each of 0..n-1 about equally often") {
  std::mt19937_64 random(1);
  std::vector<int> counts(7);
  for (int i = 0; i < 7000; ++i) ++counts.at(below(random, 7));
  for (const int count : counts) CHECK(count == Approx(1000).margin(150));  // five standard deviations
  CHECK(below(random, 1) == 0);
}

TEST_CASE("a draw is unbiased where n does not divide the generator's range") {
  const std::uint64_t quarter = std::uint64_t{1} << 62;
  std::mt19937_64 random(2);
  int lowest_third = 0;
  for (int i = 0; i < 3000; ++i)
    if (below(random, 3 * quarter) < quarter) ++lowest_third;
  CHECK(lowest_third == Approx(1000).margin(130));  // the remainder alone would give 1500
}
