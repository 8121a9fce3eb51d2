#include <rapidcheck/catch.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "base/file.h"
#include "levels/json_geometry.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"
#include "tests/levels/shipped_catalogue.h"

using namespace novphy;

namespace {

/// Generates doubles of the range, both round numbers and arbitrary ones.
rc::Gen<double> number(double min, double max) {
  const auto crooked = rc::gen::map(rc::gen::arbitrary<std::uint32_t>(),
                                    [=](std::uint32_t u) { return min + (max - min) * (u / 4294967296.0); });
  const auto round =
      rc::gen::map(crooked, [=](double d) { return std::clamp(std::round(d * 100) / 100, min, max); });
  return rc::gen::oneOf(crooked, round);
}

rc::Gen<Vec2> vec2(double min, double max) {
  return rc::gen::construct<Vec2>(number(min, max), number(min, max));
}

rc::Gen<double> factor() { return rc::gen::oneOf(rc::gen::just(1.0), number(0.01, 100)); }

Slingshot slingshot() {
  Slingshot slingshot{
      .at_m = *vec2(-20, 20), .faces_left = *rc::gen::arbitrary<bool>(), .speed_factor = *factor()};
  if (*rc::gen::arbitrary<bool>()) slingshot.turn_rad = *number(-7, 7);
  if (*rc::gen::arbitrary<bool>()) slingshot.delay_s = *number(0, 10);
  return slingshot;
}

HiddenFactors some_factors() {
  return {
      .mass = *factor(), .friction = *factor(), .gravity = *factor(), .life = *factor(), .bounce = *factor()};
}

std::optional<double> limit_s() {
  return *rc::gen::arbitrary<bool>() ? std::optional(*number(0.001, 1e6)) : std::nullopt;
}

ViewMode shown() {
  return *rc::gen::element(ViewMode::kPlain, ViewMode::kMirrored, ViewMode::kUpsideDown, ViewMode::kGrey);
}

Box some_box() { return {.centre_m = *vec2(-50, 50), .size_m = *vec2(0.5, 9), .angle_rad = *number(-7, 7)}; }

std::optional<double> speed() {
  return *rc::gen::maybe(number(0, 10)) ? std::optional(*number(0, 10)) : std::nullopt;
}

/// Narrows a force to one material, or to the task's first object, which is a pig.
void narrow(Targets& on) {
  on.pigs_above_mps = *number(0, 2);
  if (*rc::gen::arbitrary<bool>()) on.material = *rc::gen::element<std::string>("wood", "pink");
  if (*rc::gen::arbitrary<bool>()) on.object = 0;
}

Matrix2 some_matrix() { return {*vec2(-8, 8), *vec2(-8, 8)}; }

ForceTimes some_times() {
  const double from_s = *number(0, 9);
  if (*rc::gen::arbitrary<bool>()) return {.from_s = from_s};
  const double until_s = from_s + *number(0.5, 9);
  if (*rc::gen::arbitrary<bool>()) return {.from_s = from_s, .until_s = until_s};
  return {.from_s = from_s, .until_s = until_s, .every_s = until_s + *number(0, 9)};
}

/// Lets a force grow with place and velocity. The bounds count for each kilogram, so that any body may do.
void make_affine(ForceField& field) {
  field.times_mass = true;
  field.per_m = some_matrix();
  if (*rc::gen::arbitrary<bool>()) field.per_mps = some_matrix();
  if (*rc::gen::arbitrary<bool>()) field.times = some_times();
  if (!field.region || !field.look.empty()) return;
  field.round = *rc::gen::arbitrary<bool>();
  if (field.round) field.region->size_m.y = field.region->size_m.x;
}

/// The classes of which at least one body may be meant, or the task's first object, which is a pig.
Bodies some_bodies() {
  if (*rc::gen::inRange(0, 4) == 0) return {.pigs = true, .object = 0};
  const auto any = [] { return *rc::gen::arbitrary<bool>(); };
  Bodies bodies{.birds = any(), .blocks = any(), .pigs = true};
  if (any()) bodies.material = *rc::gen::element<std::string>("wood", "pink");
  return bodies;
}

Alteration some_alteration() {
  if (*rc::gen::arbitrary<bool>())
    return {.on = {.platforms = true, .ground = *rc::gen::arbitrary<bool>()},
            .factors = {.friction = *factor(), .bounce = *factor()},
            .restitution = *number(-1, 1)};
  return {.on = some_bodies(),
          .factors = some_factors(),
          .drag_per_s = *number(-50, 50),
          .restitution = *number(-1, 1)};
}

Trigger some_trigger(int objects) {
  if (*rc::gen::arbitrary<bool>()) return {.object = *rc::gen::inRange(0, objects), .at_death = true};
  return {.object = *rc::gen::inRange(0, objects), .by = some_bodies()};
}

/// A law that the catalogue has no entry of.
Effect some_law(int objects) {
  switch (*rc::gen::inRange(0, 4)) {
    case 3:
      return Portal{
          .region = some_box(), .to_m = *vec2(-50, 50), .turn_rad = *number(-7, 7), .on = some_bodies()};
    case 1:
      return Forbidden{.object = *rc::gen::inRange(0, objects), .by = some_bodies()};
    case 2:
      return Shield{.on = {.blocks = *rc::gen::arbitrary<bool>(), .pigs = true}, .by = some_bodies()};
    default:
      return some_alteration();
  }
}

Effect some_effect(int objects) {
  if (*rc::gen::inRange(0, 3) == 0) return some_law(objects);
  const Catalogue& catalogue = shipped_catalogue();
  const auto names = std::vector<std::string>{"air_turbulence", "fan", "storm", "magnet", "force_field"};
  const std::string name = *rc::gen::elementOf(names);
  const auto object = [&] { return *rc::gen::inRange(0, objects); };
  const auto preset = catalogue.effects.find(name);
  Effect effect = preset == catalogue.effects.end() ? Effect(ForceField{}) : preset->second;
  if (auto* magnet = std::get_if<Magnet>(&effect)) {
    magnet->object = object();
    if (*rc::gen::arbitrary<bool>()) magnet->radius_m = *number(0.1, 9);
    if (*rc::gen::arbitrary<bool>()) magnet->repels = "";
    if (*rc::gen::arbitrary<bool>()) narrow(magnet->on);
    return effect;
  }
  auto& field = std::get<ForceField>(effect);
  field.name = name;
  field.object = *rc::gen::arbitrary<bool>() ? std::optional(object()) : std::nullopt;
  if (*rc::gen::arbitrary<bool>())
    field.region = *rc::gen::arbitrary<bool>() ? std::optional(some_box()) : std::nullopt;
  if (*rc::gen::arbitrary<bool>()) field.force_n = *vec2(-30, 30);
  if (*rc::gen::arbitrary<bool>()) field.by_centre = !field.by_centre;
  if (*rc::gen::arbitrary<bool>()) field.per_collider = !field.per_collider;
  field.on.birds_above_mps = *number(0, 2);
  field.on.pigs_above_mps = speed();
  if (*rc::gen::arbitrary<bool>()) narrow(field.on);
  if (*rc::gen::arbitrary<bool>()) make_affine(field);
  field.after_birds_gone = *rc::gen::inRange(0, 3);
  if (*rc::gen::arbitrary<bool>()) field.trigger = some_trigger(objects);
  return effect;
}

/// Generates an object; objects with different indices are so far apart that none overlap.
Object some_object(int index) {
  const Catalogue& catalogue = shipped_catalogue();
  const Kind kind = *rc::gen::elementOf(catalogue.objects);
  const Vec2 at{(index % 10) * 20 - 100 + *number(0, 1), 20.0 * (index / 10) + 20 + *number(0, 1)};
  Object object{
      .type = kind.type, .material = kind.material, .at_m = at, .angle_rad = *number(-7, 7), .size_m = {}};
  if (kind.category == Category::kPlatform) object.size_m = *vec2(0.1, 9);
  if (kind.category == Category::kPig || kind.category == Category::kBlock) object.hidden = some_factors();
  return object;
}

std::vector<Undo> some_undo(int objects, int effects) {
  std::vector<Undo> steps{{.task = {.gravity_mps2 = *vec2(-9, 9)}},
                          {.task = {.slingshot = slingshot()}},
                          {.task = {.width_m = *number(10, 100)}},
                          {.task = {.shown = shown()}},
                          {.task = {.time_limit_s = limit_s()}},
                          {.object = objects - 1, .hidden = some_factors()},
                          {.object = objects - 1, .pose = Pose{*vec2(-9, 9), *number(-7, 7)}}};
  if (effects > 0) {
    steps.push_back({.effect = 0, .was = some_effect(objects)});
    steps.push_back({.remove_effect = effects - 1});
  }
  return steps;
}

Task some_task() {
  Task task;
  task.width_m = *rc::gen::oneOf(rc::gen::just(shipped_catalogue().world.width_m), number(10, 100));
  task.gravity_mps2 = *rc::gen::oneOf(rc::gen::just(shipped_catalogue().world.gravity_mps2), vec2(-10, 10));
  task.slingshot = *rc::gen::arbitrary<bool>() ? slingshot() : shipped_catalogue().world.slingshot;
  const int birds = *rc::gen::inRange(1, 5);
  for (int i = 0; i < birds; ++i)
    task.birds.push_back(*rc::gen::element<std::string>("red", "blue", "yellow", "black", "white"));
  const int objects = *rc::gen::inRange(1, 12);
  task.objects.push_back(
      {.type = "pig_small", .material = "", .at_m = {5, 5}, .angle_rad = *number(-7, 7), .size_m = {}});
  for (int i = 1; i < objects; ++i) task.objects.push_back(some_object(i));
  task.shown = shown();
  task.time_limit_s = limit_s();
  task.may_overlap = *rc::gen::arbitrary<bool>();
  const int most_effects = *rc::gen::inRange(0, 3);
  for (int i = 0; i < most_effects; ++i) task.effects.push_back(some_effect(objects));
  for (int i = 0; i < objects; ++i)
    if (task.objects[static_cast<std::size_t>(i)].type == "platform" && *rc::gen::arbitrary<bool>())
      task.effects.emplace_back(PlatformSurface{
          .object = i, .speed_mps = *number(-20, 20), .one_way = *rc::gen::arbitrary<bool>()});
  const int effects = static_cast<int>(task.effects.size());
  if (*rc::gen::arbitrary<bool>())
    task.novelties.push_back({.name = "x", .undo = some_undo(objects, effects)});
  return task;
}

}  // namespace

TEST_CASE("every task is the same after writing and reading") {
  rc::prop("read(write(task)) == task", [] {
    const Task task = some_task();
    const std::string text = task_to_json(task, shipped_catalogue());
    RC_LOG(text);
    const Task again = parse_task_json(text, "t.json", shipped_catalogue());
    RC_ASSERT(again == task);
    RC_ASSERT(task_to_json(again, shipped_catalogue()) == text);
  });
}

TEST_CASE("degrees in files are the angles in memory, to the last bit") {
  rc::prop("every number of degrees is written as it was read", [] {
    const double angle_deg = *number(-400, 400);
    const auto written = exact_degrees(radians(angle_deg));
    RC_ASSERT(written.has_value());
    RC_ASSERT(radians(*written) == radians(angle_deg));
    RC_ASSERT(shortest(*written).size() <= shortest(angle_deg).size());
  });
  CHECK(shortest(*exact_degrees(radians(0.5426))) == "0.5426");
  CHECK(shortest(*exact_degrees(radians(90))) == "90");
}
