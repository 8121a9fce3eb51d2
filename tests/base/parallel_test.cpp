#include "base/parallel.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

using novphy::parallel_for;

TEST_CASE("each index is worked on once, by any number of threads") {
  for (const unsigned threads : {1U, 2U, 7U, 100U}) {
    std::vector<int> calls(50);
    parallel_for(calls.size(), threads, [&](std::size_t i) { ++calls[i]; });
    REQUIRE(calls == std::vector<int>(50, 1));
  }
  parallel_for(0, 4, [](std::size_t) { FAIL("there is nothing to work on"); });
}

TEST_CASE("of several failures the one with the lowest index is thrown, whoever is first") {
  for (const unsigned threads : {1U, 2U, 8U})
    for (int round = 0; round < 200; ++round) {
      const auto work = [](std::size_t i) {
        if (i >= 5 && i % 2 == 1) throw std::runtime_error(std::to_string(i));
      };
      REQUIRE_THROWS_WITH(parallel_for(40, threads, work), "5");
    }
}

TEST_CASE("after a failure nothing more is begun") {
  std::vector<int> calls(1000);
  const auto work = [&](std::size_t i) {
    ++calls[i];
    throw std::runtime_error("stop");
  };
  REQUIRE_THROWS(parallel_for(calls.size(), 1, work));
  REQUIRE(calls[0] == 1);
  REQUIRE(calls[1] == 0);
}
