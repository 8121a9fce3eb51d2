#include "levels/assets.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/input_error.h"
#include "levels/overlap.h"
#include "sim/catalogue.h"

using namespace novphy;

namespace {

const std::filesystem::path kAssets = std::filesystem::path(NOVPHY_SOURCE_DIR) / "assets";

const Assets& assets() {
  static const Assets read = load_assets(kAssets);
  return read;
}

const Kind& kind(const std::string& type, const std::string& material = "") {
  const Kind* found = assets().catalogue.find(type, material);
  REQUIRE(found);
  return *found;
}

double area_m2(const Shape& shape) {
  double area = 0;
  for (const Ring& ring : shape.rings) area += signed_area(ring);
  return area;
}

Assets with(const std::vector<std::string>& overrides) { return load_assets(kAssets, overrides); }

/// A copy of the assets folder in which one text of one file is replaced. The destructor removes the copy.
struct BrokenAssets {
  BrokenAssets(const std::string& file, const std::string& from, const std::string& to)
      : folder(std::filesystem::temp_directory_path() / ("novphy_assets_" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder);
    std::filesystem::copy(kAssets, folder);
    std::string text = read_file(folder / file);
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    std::ofstream(folder / file) << text;
  }
  ~BrokenAssets() { std::filesystem::remove_all(folder); }

  /// The error message of reading the copy, without the folder's path.
  std::string message() const {
    try {
      load_assets(folder);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(folder.string().size() + 1);
    }
    return "no error";
  }

  std::filesystem::path folder;
};

std::string override_error(const std::string& text) {
  try {
    with({text});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("every type stands in the catalogue in every material it comes in") {
  const std::vector<std::string> shapes{"circle",       "circle_small", "rect_big",  "rect_fat",
                                        "rect_medium",  "rect_small",   "rect_tiny", "square_hole",
                                        "square_small", "square_tiny",  "triangle",  "triangle_hole"};
  for (const std::string& shape : shapes)
    for (const std::string material : {"wood", "stone", "ice", "pink"})
      CHECK(kind(shape, material).points == 500);
  for (const std::string pig :
       {"pig_small", "pig_medium", "pig_big", "pig_big_two_shots", "pig_big_four_shots"})
    for (const std::string material : {"", "pink"}) CHECK(kind(pig, material).points == 5000);
  for (const std::string other : {"platform", "tnt", "fan"}) kind(other);
  CHECK(assets().catalogue.objects.size() == 12 * 4 + 5 * 2 + 3);
  for (const std::string bird : {"red", "blue", "yellow", "black", "white"})
    CHECK(assets().catalogue.bird(bird) != nullptr);
  CHECK(assets().catalogue.bird("green") == nullptr);
}

TEST_CASE("masses and lives are base x material, unless a life was read") {
  CHECK(kind("circle", "pink").mass_kg == Approx(0.45).margin(1e-12));
  CHECK(kind("circle", "pink").life == 23.4);
  CHECK(kind("circle", "wood").mass_kg == Approx(0.45).margin(1e-12));
  CHECK(kind("circle", "wood").life == Approx(18.75));
  CHECK(kind("circle", "stone").mass_kg == Approx(1.2));
  CHECK(kind("circle", "stone").life == Approx(31.25));
  CHECK(kind("rect_fat", "stone").mass_kg == Approx(0.8));
  CHECK(kind("rect_fat", "ice").mass_kg == Approx(0.15));
  CHECK(kind("square_hole", "wood").life == Approx(11.25));
}

TEST_CASE("pigs weigh and live as the reference says, pink ones alike") {
  CHECK(kind("pig_small").life == 1);
  CHECK(kind("pig_medium").life == 2);
  CHECK(kind("pig_medium").mass_kg == 0.296);
  CHECK(kind("pig_medium").gravity_scale == 1);
  CHECK(kind("pig_big").birds_to_die == 3);
  CHECK(kind("pig_big_two_shots").birds_to_die == 2);
  CHECK(kind("pig_big_four_shots").birds_to_die == 4);
  CHECK(kind("pig_big", "pink").mass_kg == kind("pig_big").mass_kg);
  CHECK(kind("pig_small").continuous);
  CHECK_FALSE(kind("rect_big", "wood").continuous);
}

TEST_CASE("outlines have the areas of the reference") {
  CHECK(area_m2(kind("circle", "wood").shape) == Approx(0.4789).margin(5e-5));
  CHECK(area_m2(kind("circle_small", "wood").shape) == Approx(0.1370).margin(5e-5));
  CHECK(area_m2(kind("square_hole", "wood").shape) == Approx(0.5012).margin(5e-5));
  CHECK(area_m2(kind("square_small", "wood").shape) == Approx(0.126314).margin(5e-7));
  CHECK(area_m2(kind("triangle", "wood").shape) == Approx(0.3694).margin(5e-5));
  CHECK(area_m2(kind("triangle_hole", "wood").shape) == Approx(0.4084).margin(5e-5));
  CHECK(area_m2(kind("rect_fat", "wood").shape) == Approx(0.85 * 0.43));
  CHECK(area_m2(kind("pig_small").shape) == Approx(0.1276).margin(5e-5));
  CHECK(area_m2(kind("pig_medium").shape) == Approx(0.4986).margin(5e-5));
  CHECK(area_m2(kind("pig_big").shape) == Approx(0.7952).margin(6e-5));
  CHECK(area_m2(assets().catalogue.egg.shape) == Approx(0.24855).margin(5e-6));
  CHECK(area_m2(assets().catalogue.slingshot.shape) == Approx(0.2403).margin(5e-5));
}

TEST_CASE("the convex pieces of a kind cover its outline") {
  for (const Kind& each : assets().catalogue.objects) {
    double pieces = 0;
    for (const Ring& piece : each.shape.pieces) {
      CHECK(piece.size() <= 8);
      pieces += signed_area(piece);
    }
    CHECK(pieces == Approx(area_m2(each.shape)).margin(1e-12));
  }
}

TEST_CASE("birds have their radius, mass and ability") {
  const BirdKind& red = *assets().catalogue.bird("red");
  CHECK(red.body.shape.radius_m == 0.225);
  CHECK(red.body.shape.rings.size() == 1);
  CHECK(red.body.shape.colliders() == 2);
  CHECK(assets().catalogue.bird("black")->body.shape.colliders() == 1);
  CHECK(red.body.mass_kg == 1);
  CHECK(red.body.gravity_scale == 0.48);
  CHECK(red.damage_factor.at("stone") == 0.3);
  CHECK(std::holds_alternative<std::monostate>(red.ability));
  const auto& split = std::get<Split>(assets().catalogue.bird("blue")->ability);
  REQUIRE(split.directions_rad.size() == 3);
  CHECK(degrees(split.directions_rad[0]) == Approx(15));
  CHECK(std::get<SpeedUp>(assets().catalogue.bird("yellow")->ability).impulse_ns == 4);
  const auto& explode = std::get<Explode>(assets().catalogue.bird("black")->ability);
  CHECK(explode.after_contact_s == 1);
  CHECK(explode.explosion.falloff == Falloff::kInverse);
  CHECK(std::get<DropEgg>(assets().catalogue.bird("white")->ability).bird_impulse_ns == 10);
  CHECK(assets().catalogue.egg_explosion.damage == 200);
  CHECK(assets().catalogue.egg_explosion.falloff == Falloff::kLinear);
}

TEST_CASE("effects stand under their names") {
  const auto& effects = assets().catalogue.effects;
  CHECK(std::get<ForceField>(effects.at("air_turbulence")).force_n == Vec2{0, 1.5});
  CHECK(std::get<ForceField>(effects.at("strong_air_turbulence")).force_n == Vec2{0, 4});
  CHECK(std::get<ForceField>(effects.at("downward_air_turbulence")).look == "air_turbulence");
  const auto& fan = std::get<ForceField>(effects.at("fan"));
  CHECK(fan.object.has_value());
  CHECK(fan.region->size_m == Vec2{4, 1.6});
  CHECK(fan.per_collider);
  CHECK_FALSE(fan.on.pigs_above_mps.has_value());
  const auto& storm = std::get<ForceField>(effects.at("storm"));
  CHECK_FALSE(storm.region.has_value());
  CHECK(storm.after_birds_gone == 1);
  CHECK(std::get<Magnet>(effects.at("magnet")).repels == "wood");
}

TEST_CASE("the rules and the steps are those that were decided") {
  const Physics& standard = assets().physics.at("standard");
  CHECK(standard.step_s == 0.01);
  CHECK(standard.rules.still_rad_per_s == Approx(radians(2)));
  CHECK(standard.rules.time_cap_s == 40);
  CHECK(assets().physics.at("reference").step_s == 0.0004);
  CHECK(standard.rules.short_step_s == 0.0004);
  CHECK(standard.cut->above_mps == 5);
  CHECK(standard.cut->iterations.velocity == 40);
  CHECK(assets().physics.at("reference").iterations.velocity == 100);
  CHECK_FALSE(assets().physics.at("reference").cut.has_value());
}

TEST_CASE("the colours of every appearance are known, and tell kinds and materials apart") {
  const ColourTable& colours = assets().colours;
  const std::vector<std::string> names{"bird_red",       "bird_blue",    "bird_yellow", "bird_black",
                                       "bird_white",     "egg",          "pig_small",   "platform",
                                       "wood_circle",    "stone_circle", "ice_circle",  "pink_circle",
                                       "pink_pig_small", "tnt",          "fan",         "air_turbulence"};
  for (const std::string& a : names)
    for (const std::string& b : names)
      if (a < b) CHECK(colours.at(a).front().front().colour != colours.at(b).front().front().colour);
  CHECK(colours.at("pig_big") == colours.at("pig_big_four_shots"));
}

TEST_CASE("an override changes one number and no hash") {
  const Assets changed = with({"catalogue:/blocks/linear_drag_per_s=0.5", "physics:/rules/settle_s=0"});
  CHECK(changed.catalogue.find("rect_big", "ice")->linear_drag_per_s == 0.5);
  CHECK(changed.physics.at("standard").rules.settle_s == 0);
  CHECK(changed.catalogue_hash == assets().catalogue_hash);
  CHECK(changed.physics_hash == assets().physics_hash);
  CHECK(assets().catalogue_hash.size() == 16);
  CHECK(assets().catalogue_hash != assets().physics_hash);
}

TEST_CASE("an override that is none is refused in one line") {
  CHECK(override_error("blocks") ==
        "override \"blocks\": expected file:/pointer=number, such as physics:/rules/settle_s=0");
  CHECK(override_error("colours:/a=1") ==
        "override \"colours:/a=1\": expected catalogue or physics before the colon");
  CHECK_THAT(override_error("physics:/rules/setle_s=1"),
             Catch::EndsWith("physics.json has no /rules/setle_s"));
  CHECK_THAT(override_error("physics:/about=1"), Catch::Contains("/about is not a number in"));
  CHECK_THAT(override_error("physics:/rules/settle_s=nan"), Catch::Contains("expected a number"));
  CHECK_THAT(override_error("physics:/rules/settle_s=1e999"), Catch::Contains("expected a number"));
  CHECK_THAT(override_error("physics:/rules/settle_s=-1"),
             Catch::Contains("expected a number from 0 to 3600"));
  CHECK_THAT(override_error("catalogue:/blocks/shapes/circle/outline_m/0/0/0=-9"),
             Catch::Contains("expected a ring that does not touch itself"));
}

TEST_CASE("a row of steps may have later ends than the others") {
  AssetTexts texts{read_file(kAssets / "catalogue.json"), read_file(kAssets / "physics.json"),
                   read_file(kAssets / "colours.json")};
  const std::string standard = "\"standard\":  {";
  texts.physics.replace(texts.physics.find(standard), standard.size(),
                        standard + "\"certain_end_every_s\": 0, \"early_end\": false, ");
  const Assets changed = read_assets(texts, kAssets);
  CHECK(changed.physics.at("standard").rules.certain_end_every_s == 0);
  CHECK_FALSE(changed.physics.at("standard").rules.early_end);
  CHECK(changed.physics.at("reference").rules.certain_end_every_s == 0.1);
  CHECK(changed.physics.at("reference").rules.early_end);
}

TEST_CASE("the hash is of the content, not of the white space") {
  const BrokenAssets spaced("physics.json", "{", "{\n\n  ");
  CHECK(load_assets(spaced.folder).physics_hash == assets().physics_hash);
}

TEST_CASE("mistakes in the assets are told with their place") {
  CHECK_THAT(BrokenAssets("catalogue.json", "\"mass_kg\": 3, \"life\": 25", "\"mass_kg\": 0, \"life\": 25")
                 .message(),
             Catch::Matches(
                 "catalogue\\.json:[0-9]+: /blocks/shapes/circle/mass_kg: expected a number from 1e-06 to "
                 "1e\\+09, found 0"));
  CHECK_THAT(BrokenAssets("catalogue.json", "\"source\": \"d\"}", "\"source\": \"e\"}").message(),
             Catch::Contains("/platform/source: expected s_read, "));
  CHECK_THAT(BrokenAssets("catalogue.json", ", \"source\": \"d\"}", "}").message(),
             Catch::Contains("/platform: expected a key \"source\", found none"));
  CHECK_THAT(
      BrokenAssets("catalogue.json", "\"friction\": 0.4, \"restitution\": 0", "\"friktion\": 0.4").message(),
      Catch::Contains("/ground/friktion: unknown key"));
  CHECK_THAT(BrokenAssets("colours.json", "[196, 0.4933]", "[196, 0.5033]").message(),
             Catch::Contains("/colours/bird_red/0: expected shares that sum to 1, found 1.01"));
  CHECK_THAT(BrokenAssets("colours.json", "\"fan\":", "\"fun\":").message(),
             Catch::Contains("no colours for \"fan\" of the catalogue"));
  CHECK_THAT(BrokenAssets("physics.json", "\"standard\":", "\"usual\":").message(),
             Catch::Contains("/steps: expected a row \"standard\", found none"));
  CHECK_THAT(BrokenAssets("physics.json", "\"above_mps\": 5", "\"above_mps\": -5").message(),
             Catch::Contains("/steps/standard/cut/above_mps: expected a number"));
  CHECK_THAT(BrokenAssets("physics.json", "\"above_mps\": 5", "\"above\": 5").message(),
             Catch::Contains("/steps/standard/cut/above: unknown key"));
  CHECK_THAT(BrokenAssets("physics.json", "\"short_step_s\": 0.0004", "\"short_step_s\": 0").message(),
             Catch::Contains("/rules/short_step_s: expected a number from 1e-05"));
}

TEST_CASE("rings are simple only if nothing of them touches") {
  CHECK(is_simple({{0, 0}, {1, 0}, {1, 1}, {0, 1}}));
  CHECK_FALSE(is_simple({{0, 0}, {1, 1}, {1, 0}, {0, 1}}));
  CHECK_FALSE(is_simple({{0, 0}, {1, 0}, {1, 0}, {0, 1}}));
  CHECK_FALSE(is_simple({{0, 0}, {1, 0}, {2, 0}}));
  CHECK_FALSE(is_simple({{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}));
  CHECK(lies_inside({{0.2, 0.2}, {0.2, 0.4}, {0.4, 0.2}}, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}));
  CHECK_FALSE(lies_inside({{0.2, 0.2}, {0.2, 1.4}, {0.4, 0.2}}, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}));
}
