#pragma once

#include "tests/sim/worlds.h"

/// Tasks for tests of pictures.
namespace novphy::worlds {

/// A task with a block of every material, TNT, pigs, a fan, turbulence and two birds.
inline Task full_task() {
  Task t = task({"red", "yellow"},
                {{.type = "circle", .material = "stone", .at_m = {-6, -3.1}},
                 {.type = "circle", .material = "wood", .at_m = {-4.5, -3.1}},
                 {.type = "square_hole", .material = "ice", .at_m = {-3, -3.07}},
                 {.type = "triangle", .material = "pink", .at_m = {-1.5, -3.08}},
                 {.type = "tnt", .at_m = {0, -3.17}},
                 {.type = "pig_medium", .at_m = {1.5, -3.1}},
                 {.type = "pig_big", .material = "pink", .at_m = {3, -3}},
                 {.type = "fan", .at_m = {5, -3.1}},
                 {.type = "platform", .at_m = {8, -1}, .angle_rad = 0.4, .size_m = Vec2{5, 0.5}}});
  t.effects.push_back(catalogue().effects.at("air_turbulence"));
  std::get<ForceField>(t.effects.back()).region->centre_m = {-8, 5};
  return t;
}

/// full_task() with the slingshot on the right.
inline Task mirrored_task() {
  Task t = full_task();
  t.slingshot = {.at_m = {12, -2.5}, .faces_left = true};
  return t;
}

/// A task with two birds and a storm that begins once the first bird is gone.
inline Task storm_task() {
  Task t = task({"red", "red"});
  t.effects.push_back(catalogue().effects.at("storm"));
  return t;
}

}  // namespace novphy::worlds
