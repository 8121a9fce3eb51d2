#include "sim/rng.h"

#include <catch2/catch.hpp>
#include <set>

using novphy::Rng;

TEST_CASE("the generator is PCG32: its published demo sequence comes out") {
  Rng rng(42, 54);
  for (const std::uint32_t expected :
       {0xa15c02b7U, 0x7b47f409U, 0xba1d3330U, 0x83d2f293U, 0xbfa4784bU, 0xcbed606eU}) {
    CHECK(rng.next() == expected);
  }
}

TEST_CASE("streams of another name, index or seed are other streams, and the same one repeats") {
  std::set<std::uint64_t> firsts;
  for (const char* name : {"a", "b"}) {
    for (std::uint64_t index = 0; index < 20; ++index) {
      for (std::uint64_t seed = 0; seed < 20; ++seed) firsts.insert(Rng::stream(seed, name, index).seed64());
    }
  }
  CHECK(firsts.size() == 800);
  CHECK(Rng::stream(1, "a", 2).seed64() == Rng::stream(1, "a", 2).seed64());
}

TEST_CASE("whole numbers stay within their limits and reach all of them alike") {
  Rng rng = Rng::stream(1, "test");
  std::array<int, 7> seen{};
  for (int i = 0; i < 7000; ++i) ++seen.at(static_cast<std::size_t>(rng.integer(-3, 3) + 3));
  for (const int count : seen) CHECK(std::abs(count - 1000) < 150);
  CHECK(rng.integer(5, 5) == 5);
}

TEST_CASE("uniform numbers lie in their half-open interval") {
  Rng rng = Rng::stream(2, "test");
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const double x = rng.uniform(2, 4);
    REQUIRE((x >= 2 && x < 4));
    sum += x;
  }
  CHECK(sum / 10000 == Approx(3).margin(0.03));
}
