#pragma once

#include "tests/sim/worlds.h"

/// Small tasks that contain every visible kind of thing, and a colour table that does not depend on the
/// artwork.
namespace novphy::scenes {

inline ColourTable colours() {
  return {{"bird_red", {{{192, 0.75}, {255, 0.25}}}},
          {"wood_circle", {{{176, 0.5}, {140, 0.5}}, {{176, 0.25}, {140, 0.75}}, {{140, 1}}}},
          {"wood_rect_fat", {{{180, 1}}, {{181, 1}}, {{182, 1}}}},
          {"stone_square_hole", {{{146, 0.875}, {109, 0.125}}}},
          {"ice_triangle", {{{95, 1}}}},
          {"platform", {{{73, 1}}}},
          {"fan", {{{219, 0.125}, {3, 0.25}, {37, 0.625}}}},
          {"air_turbulence", {{{223, 1}}}},
          {"pink_pig_medium", {{{238, 0.75}, {97, 0.25}}}},
          {"pig_small", {{{89, 0.8125}, {8, 0.1875}}}}};
}

/// A task with outlines of every form: round, triangular, a box, a hole, a turned platform.
inline Task shapes() {
  return worlds::task({"red", "red"},
                      {{.type = "circle", .material = "wood", .at_m = {-6, -3.12}},
                       {.type = "triangle", .material = "ice", .at_m = {-4, -3.08}},
                       {.type = "rect_fat", .material = "wood", .at_m = {-2, -3.285}},
                       {.type = "square_hole", .material = "stone", .at_m = {0, -3.08}},
                       {.type = "platform", .at_m = {3, 0}, .angle_rad = 0.5, .size_m = Vec2{4, 0.5}},
                       {.type = "platform", .at_m = {40, 0}, .size_m = Vec2{1, 1}},
                       {.type = "tnt", .at_m = {6, -3.17}}});
}

/// A task with a fan, turned turbulence, a pink pig, a magnetic ball, a storm, and the mirrored slingshot.
inline Task novel_things() {
  Task task = worlds::task({"red"}, {{.type = "fan", .at_m = {-6, -3.1}},
                                     {.type = "pig_medium", .material = "pink", .at_m = {-3, -3.11}},
                                     {.type = "circle", .material = "wood", .at_m = {0, -3.12}}});
  task.slingshot = {.at_m = {12, -2.5}, .faces_left = true};
  const auto& effects = worlds::catalogue().effects;
  ForceField fan = std::get<ForceField>(effects.at("fan"));
  fan.object = 0;
  ForceField turbulence = std::get<ForceField>(effects.at("air_turbulence"));
  turbulence.region->centre_m = {5, 2};
  turbulence.region->angle_rad = 0.25;
  Magnet magnet = std::get<Magnet>(effects.at("magnet"));
  magnet.object = 2;
  task.effects = {fan, magnet, effects.at("storm"), turbulence};
  return task;
}

/// This many small blocks in a row.
inline Task crowd(int objects) {
  std::vector<Object> row;
  for (int i = 0; i < objects; ++i)
    row.push_back({.type = "square_tiny", .material = "wood", .at_m = {-10 + 0.4 * i, -3.4}});
  return worlds::task({"red"}, std::move(row));
}

/// A world `seconds` after the launch of its first bird.
inline World in_flight(const Task& task, const Shot& shot, double seconds) {
  World world = worlds::world(task);
  world.launch(shot);
  worlds::run_for(world, seconds);
  return world;
}

}  // namespace novphy::scenes
