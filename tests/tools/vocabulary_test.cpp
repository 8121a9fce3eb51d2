#include <catch2/catch.hpp>
#include <set>

#include "serve/tools/named_scene.h"

using namespace novphy;

TEST_CASE("appearances have names in plain words") {
  const Vocabulary plain;
  CHECK(plain.thing("wood_rect_big") == "big wood rectangle");
  CHECK(plain.thing("ice_square_hole") == "ice square with a hole");
  CHECK(plain.thing("pink_pig_small") == "small pink pig");
  CHECK(plain.thing("pig_big_four_shots") == "big pig");
  CHECK(plain.thing("bird_red") == "red bird");
  CHECK(plain.thing("air_turbulence") == "air turbulence");
  CHECK(plain.thing("platform") == "platform");
  CHECK(plain.thing("") == "unknown thing");
}

TEST_CASE("disguised, forms and sizes keep their names, and all else has a name of its own by the seed") {
  const Vocabulary one(1);
  const Vocabulary again(1);
  const Vocabulary other(2);
  std::set<std::string> names;
  for (const char* plain : {"bird", "pig", "slingshot", "wood", "ice", "red", "air turbulence"}) {
    CHECK(one.word(plain) != plain);
    CHECK(one.word(plain) == again.word(plain));
    names.insert(one.word(plain));
  }
  CHECK(names.size() == 7);
  CHECK(one.word("pig") != other.word("pig"));
  CHECK(one.thing("wood_rect_big") == "big " + one.word("wood") + " rectangle");
}
