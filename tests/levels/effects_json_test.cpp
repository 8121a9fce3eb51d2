#include <catch2/catch.hpp>
#include <string>

#include "tests/levels/task_texts.h"

using namespace novphy;

TEST_CASE("a named effect is the catalogue's, and its keys override that") {
  const Task task = parsed(task_with("{\"type\": \"fan\", \"at\": [5, 5]}",
                                     "\"effects\": [{\"effect\": \"fan\", \"object\": 1},"
                                     "{\"effect\": \"storm\", \"force\": [-3, 0], \"on\": {\"pigs\": 0}},"
                                     "{\"effect\": \"air_turbulence\", \"everywhere\": true}]"));
  ForceField fan = std::get<ForceField>(shipped_catalogue().effects.at("fan"));
  ForceField storm = std::get<ForceField>(shipped_catalogue().effects.at("storm"));
  fan.object = 1;
  storm.force_n = {-3, 0};
  storm.on = {.birds_above_mps = {}, .blocks_above_mps = {}, .pigs_above_mps = 0.0};
  REQUIRE(task.effects.size() == 3);
  CHECK(std::get<ForceField>(task.effects[0]) == fan);
  CHECK(std::get<ForceField>(task.effects[1]) == storm);
  CHECK_FALSE(std::get<ForceField>(task.effects[2]).region);
}

TEST_CASE("a force field of one's own says what it does") {
  const Task task =
      parsed(task_with("",
                       "\"effects\": [{\"effect\": \"force_field\", \"at\": [1, 2], \"size\": [3, 4], "
                       "\"force\": [0, 2], \"on\": {\"birds\": 0.5}, \"by\": \"centre\", "
                       "\"per\": \"collider\", "
                       "\"after_birds_gone\": 2}]"));
  const auto& field = std::get<ForceField>(task.effects.at(0));
  CHECK(field == ForceField{.name = "force_field",
                            .look = "",
                            .object = {},
                            .region = Box{{1, 2}, {3, 4}, 0},
                            .by_centre = true,
                            .per_collider = true,
                            .force_n = {0, 2},
                            .on = {.birds_above_mps = 0.5, .blocks_above_mps = {}, .pigs_above_mps = {}},
                            .after_birds_gone = 2});
}

TEST_CASE("a force may grow with place and velocity, act in a disc, for each kilogram, and in gusts") {
  const Task task = parsed(
      task_with("", R"("effects": [{"effect": "force_field", "at": [1, 2], "size": [4, 4], "shape": "disc",)"
                    R"("force": [0, 0], "per_m": [[1, -2], [3, 4]], "per_mps": [[-1, 0], [0, -1]],)"
                    R"("times_mass": true, "times": {"from_s": 1, "until_s": 2, "every_s": 3},)"
                    R"("on": {"birds": 0}}])"));
  const auto& field = std::get<ForceField>(task.effects.at(0));
  CHECK(field == ForceField{.name = "force_field",
                            .region = Box{{1, 2}, {4, 4}, 0},
                            .round = true,
                            .times_mass = true,
                            .per_m = {{1, -2}, {3, 4}},
                            .per_mps = {{-1, 0}, {0, -1}},
                            .on = {.birds_above_mps = 0},
                            .times = {.from_s = 1, .until_s = 2, .every_s = 3}});
}

TEST_CASE("a force and a magnet may act on one material or one object only") {
  const Task task =
      parsed(task_with(R"({"type": "circle", "material": "wood", "at": [5, 5]})",
                       R"("effects": [{"effect": "storm", "on": {"blocks": 0, "material": "ice"}},)"
                       R"({"effect": "magnet", "object": 1, "on": {"birds": 0, "pigs": 2, "object": 0}},)"
                       R"({"effect": "magnet", "object": 1}])"));
  CHECK(std::get<ForceField>(task.effects[0]).on == Targets{.blocks_above_mps = 0, .material = "ice"});
  CHECK(std::get<Magnet>(task.effects[1]).on ==
        Targets{.birds_above_mps = 0, .pigs_above_mps = 2, .object = 0});
  CHECK(std::get<Magnet>(task.effects[2]).on == Targets{.birds_above_mps = 0, .blocks_above_mps = 0});
}

TEST_CASE("an alteration names the bodies that differ, and how") {
  const Task task = parsed(task_with(
      R"({"type": "platform", "at": [5, 5], "size": [2, 1]})",
      R"("effects": [{"effect": "alteration", "on": {"birds": true, "blocks": true, "material": "ice"},)"
      R"("unlike": {"mass": 2}, "drag": 1.5, "restitution": 0.25},)"
      R"({"effect": "alteration", "on": {"platforms": true, "ground": true}, "unlike": {"friction": 0}},)"
      R"({"effect": "alteration", "on": {"platforms": true, "object": 1}, "restitution": 1}])"));
  CHECK(std::get<Alteration>(task.effects[0]) ==
        Alteration{.on = {.birds = true, .blocks = true, .material = "ice"},
                   .factors = {.mass = 2},
                   .drag_per_s = 1.5,
                   .restitution = 0.25});
  CHECK(std::get<Alteration>(task.effects[1]) ==
        Alteration{.on = {.platforms = true, .ground = true}, .factors = {.friction = 0}});
  CHECK(std::get<Alteration>(task.effects[2]) ==
        Alteration{.on = {.platforms = true, .object = 1}, .restitution = 1});
}

TEST_CASE("a slingshot may turn and delay launches") {
  const Task task = parsed(task_with("", R"("slingshot": {"turn_deg": 90, "delay_s": 0.5})"));
  CHECK(task.slingshot == Slingshot{.at_m = {-12, -2.5}, .turn_rad = std::numbers::pi / 2, .delay_s = 0.5});
}

TEST_CASE("a force may wait for a touch or a death") {
  const Task task =
      parsed(task_with("", R"("effects": [{"effect": "storm", "trigger": {"object": 0}},)"
                           R"({"effect": "storm", "trigger": {"object": 0, "when": "gone"}},)"
                           R"({"effect": "storm", "trigger": {"object": 0, "by": {"blocks": true}}}])"));
  CHECK(std::get<ForceField>(task.effects[0]).trigger == Trigger{.object = 0});
  CHECK(std::get<ForceField>(task.effects[1]).trigger == Trigger{.object = 0, .at_death = true});
  CHECK(std::get<ForceField>(task.effects[2]).trigger == Trigger{.object = 0, .by = {.blocks = true}});
}

TEST_CASE("a shield names what may hurt pigs, or others") {
  const Task task = parsed(task_with(
      "",
      R"("effects": [{"effect": "shield", "by": {"blocks": true, "material": "stone"}},)"
      R"({"effect": "shield", "on": {"pigs": true, "object": 0}, "by": {"birds": true, "ground": true}}])"));
  CHECK(std::get<Shield>(task.effects[0]) ==
        Shield{.on = {.pigs = true}, .by = {.blocks = true, .material = "stone"}});
  CHECK(std::get<Shield>(task.effects[1]) ==
        Shield{.on = {.pigs = true, .object = 0}, .by = {.birds = true, .ground = true}});
}

TEST_CASE("an object may be forbidden to birds, or to others") {
  const Task task = parsed(
      task_with("", R"("effects": [{"effect": "forbidden", "object": 0},)"
                    R"({"effect": "forbidden", "object": 0, "by": {"birds": true, "blocks": true}}])"));
  CHECK(std::get<Forbidden>(task.effects[0]) == Forbidden{.object = 0});
  CHECK(std::get<Forbidden>(task.effects[1]) ==
        Forbidden{.object = 0, .by = {.birds = true, .blocks = true}});
}

TEST_CASE("a platform may be a belt and one-way") {
  const Task task = parsed(task_with(R"({"type": "platform", "at": [5, 5], "size": [2, 1]})",
                                     R"("effects": [{"effect": "surface", "object": 1, "speed": -1.5},)"
                                     R"({"effect": "surface", "object": 1, "one_way": true}])"));
  CHECK(std::get<PlatformSurface>(task.effects[0]) == PlatformSurface{.object = 1, .speed_mps = -1.5});
  CHECK(std::get<PlatformSurface>(task.effects[1]) == PlatformSurface{.object = 1, .one_way = true});
}

TEST_CASE("a portal leads from a box to a place") {
  const Task task =
      parsed(task_with("", R"("effects": [{"effect": "portal", "at": [1, 2], "size": [3, 4], "to": [5, 6]},)"
                           R"({"effect": "portal", "at": [1, 2], "size": [3, 4], "angle_deg": 90,)"
                           R"("to": [5, 6], "turn_deg": 180, "on": {"birds": true}}])"));
  CHECK(std::get<Portal>(task.effects[0]) == Portal{.region = {{1, 2}, {3, 4}, 0}, .to_m = {5, 6}});
  CHECK(std::get<Portal>(task.effects[1]) == Portal{.region = {{1, 2}, {3, 4}, std::numbers::pi / 2},
                                                    .to_m = {5, 6},
                                                    .turn_rad = std::numbers::pi,
                                                    .on = {.birds = true}});
}
