#include <catch2/catch.hpp>
#include <limits>

#include "agents/sighted.h"
#include "tests/agents/coloured.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

Look look_in_game(const std::string& appearance, std::size_t picture = 0) {
  static const Kinds kinds(worlds::assets().colours);
  return kinds.of({.colours = worlds::assets().colours.at(appearance).at(picture)});
}

Look look_of(std::vector<ColourShare> shares) {
  return Kinds(coloured::colours()).of({.colours = std::move(shares)});
}

}  // namespace

TEST_CASE("every picture of an ordinary appearance is told from its colours") {
  CHECK(look_in_game("bird_red") == Look::kRedBird);
  CHECK(look_in_game("bird_yellow") == Look::kYellowBird);
  CHECK(look_in_game("bird_blue") == Look::kBlueBird);
  CHECK(look_in_game("bird_black") == Look::kBlackBird);
  CHECK(look_in_game("bird_white") == Look::kWhiteBird);
  CHECK(look_in_game("platform") == Look::kPlatform);
  for (const auto& [name, pictures] : worlds::assets().colours)
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      INFO(name << " " << i);
      if (name.starts_with("pig_")) CHECK(look_in_game(name, i) == Look::kPig);
      if (name.starts_with("ice_")) CHECK(look_in_game(name, i) == Look::kIce);
      if (name.starts_with("wood_")) CHECK(look_in_game(name, i) == Look::kWood);
      if (name.starts_with("stone_")) CHECK(look_in_game(name, i) == Look::kStone);
      if (name.starts_with("tnt")) CHECK(look_in_game(name, i) == Look::kTnt);
    }
}

TEST_CASE("novel appearances look like TNT: pink pigs and blocks, the fan, air turbulence, an egg") {
  for (const auto& [name, pictures] : worlds::assets().colours)
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      INFO(name << " " << i);
      if (name.starts_with("pink_") || name == "fan" || name == "air_turbulence" || name == "egg")
        CHECK(look_in_game(name, i) == Look::kTnt);
    }
}

TEST_CASE("an object is of the kind with which it shares most of its colours") {
  CHECK(look_of({{6, 0.6}, {9, 0.4}}) == Look::kPig);
  CHECK(look_of({{6, 0.4}, {9, 0.6}}) == Look::kWood);
  CHECK(look_of({{6, 0.5}, {99, 0.5}}) == Look::kPig);
}

TEST_CASE("an object that shares less than half of its colours with every kind is TNT") {
  CHECK(look_of({{6, 0.49}, {99, 0.51}}) == Look::kTnt);
  CHECK(look_of({{6, 0.3}, {7, 0.3}, {8, 0.4}}) == Look::kTnt);
  CHECK(look_of({}) == Look::kTnt);
}

TEST_CASE("colours that are none do not count") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(look_of({{-1, 1}, {256, 1}, {6, nan}}) == Look::kTnt);
  CHECK(look_of({{-1, 1}, {6, 1}}) == Look::kPig);
}
