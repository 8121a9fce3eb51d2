#include "base/shard.h"

#include <catch2/catch.hpp>
#include <vector>

#include "base/input_error.h"

using namespace novphy;

TEST_CASE("the shards of a job share its pieces out") {
  for (const int of : {1, 2, 3, 7, 40}) {
    for (int piece = 0; piece < 30; ++piece) {
      int holders = 0;
      for (int number = 1; number <= of; ++number) holders += holds(Shard{number, of}, piece) ? 1 : 0;
      REQUIRE(holders == 1);
    }
  }
  REQUIRE(holds(Shard{3, 8}, 2));
  REQUIRE(holds(Shard{3, 8}, 10));
  REQUIRE_FALSE(holds(Shard{3, 8}, 3));
  REQUIRE(holds(std::nullopt, 3));
}

TEST_CASE("a shard is read from its text") {
  REQUIRE(shard_from_text("3/8") == Shard{3, 8});
  REQUIRE(shard_from_text("1/1") == Shard{1, 1});
  REQUIRE(shard_from_text("1000000/1000000") == Shard{1'000'000, 1'000'000});
}

TEST_CASE("what is no shard is refused") {
  for (const char* text : {"", "x", "0/4", "5/4", "-1/4", "1/0", "1/-2", "1", "1/", "/4", "1/4/", "1/4x",
                           " 1/4", "+1/4", "1 /4", "1.0/4", "1/1000001", "99999999999/99999999999"}) {
    CAPTURE(text);
    REQUIRE_THROWS_WITH(shard_from_text(text), Catch::Contains("expected I/N"));
  }
}

TEST_CASE("names tell shards") {
  REQUIRE(shard_of_name("r.jsonl" + shard_ending({3, 8})) == Shard{3, 8});
  REQUIRE(shard_of_name("r.shard-1-of-2.shard-3-of-8.try-host-17") == Shard{3, 8});
  for (const char* name : {"r.jsonl", "r.shard-", "r.shard-3", "r.shard-3-of-", "r.shard-3-of-x",
                           "r.shard-9-of-8", "r.shard-0-of-8", "r.shard-3-of-8x"}) {
    CAPTURE(name);
    REQUIRE_FALSE(shard_of_name(name));
  }
}
