#include <catch2/catch.hpp>
#include <limits>

#include "agents/physicist/planner.h"

using namespace novphy;
using Catch::Matchers::Contains;

TEST_CASE("the physicist's options are read in any order, and those left out keep their defaults") {
  CHECK(read_physicist_options("plays=500") == PhysicistOptions{.plays = 500});
  CHECK(read_physicist_options("noise=2.5") == PhysicistOptions{.noise_px = 2.5});
  CHECK(read_physicist_options("noise=2,plays=1") == PhysicistOptions{.plays = 1, .noise_px = 2});
  CHECK(read_physicist_options("level=2") == PhysicistOptions{.level = 2});
  CHECK(read_physicist_options("level=1") == PhysicistOptions{});
  CHECK(read_physicist_options("without=memory,level=0,without=shooting") ==
        read_physicist_options("without=shooting,without=memory,level=0"));
  CHECK(read_physicist_options("without=memory") == PhysicistOptions{.memory = false});
  CHECK(read_physicist_options("without=exploring") != read_physicist_options("without=proposals"));
}

TEST_CASE("texts that are no options of the physicist are refused with an example") {
  for (const auto* text : {"",
                           "plays",
                           "plays=",
                           "plays=x",
                           "plays=5x",
                           "plays=1.5",
                           "plays= 5",
                           "plays=5,",
                           ",plays=5",
                           "plays=5,,noise=1",
                           "plays=5,plays=5",
                           "threads=2",
                           "playsnoise=1",
                           "level=x",
                           "level=",
                           "level=1.5",
                           "level=1,level=1",
                           "without=",
                           "without=nothing",
                           "without=memory,without=memory",
                           "memory"})
    CHECK_THROWS_WITH(
        read_physicist_options(text),
        Contains("expected such as level=1,plays=500,noise=2,without=memory") && !Contains("\n"));
}

TEST_CASE("numbers out of the range of the physicist's options are refused with the range") {
  for (const auto* text : {"plays=0", "plays=-1", "plays=1000001"})
    CHECK_THROWS_WITH(read_physicist_options(text), Contains("plays: found") && Contains("1 to 1000000"));
  for (const auto* text : {"noise=-0.5", "noise=5.5", "noise=nan", "noise=inf"})
    CHECK_THROWS_WITH(read_physicist_options(text), Contains("noise: found") && Contains("0 to 5"));
  for (const auto* text : {"level=-1", "level=3"})
    CHECK_THROWS_WITH(read_physicist_options(text), Contains("level: found") && Contains("0 to 2"));
  CHECK_THROWS_WITH(check_options({.threads = 0}), Contains("threads: found 0, expected 1 to 1024"));
}
