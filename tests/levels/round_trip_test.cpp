#include <fmt/core.h>
#include <rapidcheck/catch.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "base/file.h"
#include "levels/json_geometry.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"
#include "sim/rng.h"
#include "tests/levels/shipped_catalogue.h"
#include "tests/sim/drawn_law.h"

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

/// Draws the values of laws.
struct LawValues {
  unsigned whole(unsigned below) { return *rc::gen::inRange(0u, below); }
  double number(double least, double most) { return *::number(least, most); }
};

std::optional<Effect> some_law(const Task& task) {
  LawValues values;
  return LawDraws(values, task, shipped_catalogue()).draw();
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

std::vector<Undo> some_undo(const Task& task) {
  const int objects = static_cast<int>(task.objects.size());
  std::vector<Undo> steps{{.task = {.gravity_mps2 = *vec2(-9, 9)}},
                          {.task = {.slingshot = slingshot()}},
                          {.task = {.width_m = *number(10, 100)}},
                          {.task = {.shown = shown()}},
                          {.task = {.time_limit_s = limit_s()}},
                          {.object = objects - 1, .hidden = some_factors()},
                          {.object = objects - 1, .pose = Pose{*vec2(-9, 9), *number(-7, 7)}}};
  if (task.effects.empty()) return steps;
  if (const auto was = some_law(task)) steps.push_back({.effect = 0, .was = was});
  steps.push_back({.remove_effect = static_cast<int>(task.effects.size()) - 1});
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
  for (int i = *rc::gen::inRange(0, 6); i > 0; --i)
    if (auto law = some_law(task)) task.effects.push_back(*std::move(law));
  if (*rc::gen::arbitrary<bool>()) task.novelties.push_back({.name = "x", .undo = some_undo(task)});
  return task;
}

/// Values of laws from random numbers.
struct RandomValues {
  Rng rng = Rng::stream(1, "tests/laws");
  unsigned whole(unsigned below) {
    return static_cast<unsigned>(rng.integer(0, static_cast<int>(below) - 1));
  }
  double number(double least, double most) { return rng.uniform(least, most); }
};

}  // namespace

TEST_CASE("every law is drawn, and every field of it with other values than a law has as it is made") {
  Task task;
  task.objects = {{.type = "pig_small"}, {.type = "platform", .size_m = Vec2{3, 1}}};
  std::set<std::string> all;
  std::set<std::string> changed;
  const auto note = [&]<class Law>(const Law& law) {
    if (law.name != Law{}.name) return;  // an entry of the catalogue
    for_each_field(law, [&](const auto& row, const auto& value) {
      const std::string field = fmt::format("{} of {}", row.key, law.name);
      all.insert(field);
      if (value != Law{}.*row.member) changed.insert(field);
    });
  };
  for (const Effect& law : all_laws()) std::visit(note, law);
  RandomValues values;
  for (int i = 0; i < 5000; ++i)
    if (const auto law = LawDraws(values, task, shipped_catalogue()).draw()) std::visit(note, *law);
  CHECK(changed == all);
}

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
