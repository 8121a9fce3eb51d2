#include <catch2/catch.hpp>
#include <limits>

#include "agents/sighted.h"
#include "tests/agents/coloured.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

SeenKind look_in_game(const std::string& appearance, std::size_t picture = 0) {
  static const KindClassifier kinds(worlds::assets().colours);
  return kinds.of({.colours = worlds::assets().colours.at(appearance).at(picture)});
}

SeenKind look_of(std::vector<ColourShare> shares) {
  return KindClassifier(coloured::colours()).of({.colours = std::move(shares)});
}

}  // namespace

TEST_CASE("every picture of an ordinary appearance is told from its colours") {
  CHECK(look_in_game("bird_red") == SeenKind::kRedBird);
  CHECK(look_in_game("bird_yellow") == SeenKind::kYellowBird);
  CHECK(look_in_game("bird_blue") == SeenKind::kBlueBird);
  CHECK(look_in_game("bird_black") == SeenKind::kBlackBird);
  CHECK(look_in_game("bird_white") == SeenKind::kWhiteBird);
  CHECK(look_in_game("platform") == SeenKind::kPlatform);
  for (const auto& [name, pictures] : worlds::assets().colours)
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      INFO(name << " " << i);
      if (name.starts_with("pig_")) CHECK(look_in_game(name, i) == SeenKind::kPig);
      if (name.starts_with("ice_")) CHECK(look_in_game(name, i) == SeenKind::kIce);
      if (name.starts_with("wood_")) CHECK(look_in_game(name, i) == SeenKind::kWood);
      if (name.starts_with("stone_")) CHECK(look_in_game(name, i) == SeenKind::kStone);
      if (name.starts_with("tnt")) CHECK(look_in_game(name, i) == SeenKind::kTnt);
    }
}

TEST_CASE("novel appearances look like TNT: pink pigs and blocks, the fan, air turbulence, an egg") {
  for (const auto& [name, pictures] : worlds::assets().colours)
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      INFO(name << " " << i);
      if (name.starts_with("pink_") || name == "fan" || name == "air_turbulence" || name == "egg")
        CHECK(look_in_game(name, i) == SeenKind::kTnt);
    }
}

TEST_CASE("an object is of the kind with which it shares most of its colours") {
  CHECK(look_of({{6, 0.6}, {9, 0.4}}) == SeenKind::kPig);
  CHECK(look_of({{6, 0.4}, {9, 0.6}}) == SeenKind::kWood);
  CHECK(look_of({{6, 0.5}, {99, 0.5}}) == SeenKind::kPig);
}

TEST_CASE("an object that shares less than half of its colours with every kind is TNT") {
  CHECK(look_of({{6, 0.49}, {99, 0.51}}) == SeenKind::kTnt);
  CHECK(look_of({{6, 0.3}, {7, 0.3}, {8, 0.4}}) == SeenKind::kTnt);
  CHECK(look_of({}) == SeenKind::kTnt);
}

TEST_CASE("colours that are none do not count") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(look_of({{-1, 1}, {256, 1}, {6, nan}}) == SeenKind::kTnt);
  CHECK(look_of({{-1, 1}, {6, 1}}) == SeenKind::kPig);
}
