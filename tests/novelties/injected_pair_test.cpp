#include "novelties/injected_pair.h"

#include <catch2/catch.hpp>

#include "levels/task_parts.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

const std::vector<Novelty>& all_novelties() {
  static const auto kNovelties = read_novelties(NOVPHY_SOURCE_DIR "/novelties", worlds::catalogue());
  return kNovelties;
}

Pair shipped_pair(const std::string& name) {
  return read_pair(NOVPHY_SOURCE_DIR "/levels/templates/" + name + ".json", worlds::catalogue());
}

/// Values and a shift away from the base: numbers three quarters up their range, the last word.
Member away_from_base(const Pair& pair) {
  Member member{.values = {}, .shift_m = {pair.normal.dx_m.max, pair.normal.dy_m.min}};
  for (const Parameter& each : pair.family.parameters)
    member.values[each.name] = each.is_word() ? ParameterValue(each.words.back())
                                              : ParameterValue(each.min + 0.75 * (each.max - each.min));
  return member;
}

/// A pair in which everything about the ball is a formula, with an air turbulence.
constexpr const char* kFormulas = R"({
  "novphy_pair": 1, "novelty": "x", "scenario": "rolling",
  "parameters": {"ball": {"base": "stone", "of": ["stone", "wood"]}, "x": {"base": 1, "range": [0, 2]},
                 "lean": {"base": 3, "range": [0, 9]}},
  "common": {
    "birds": ["red", "red"],
    "objects": [{"type": "circle", "material": "=ball", "at": ["=x", 2], "angle_deg": "=lean"},
                {"type": "pig_medium", "at": ["=x + 5", -3.105]}],
    "effects": [{"effect": "air_turbulence", "at": ["=x", 5], "size": [2, 2]}],
    "vary": {"dx": [0, 1], "dy": [0, 1]}
  },
  "normal": {"objects": [{"type": "rect_fat", "material": "wood", "at": [-3, 2]}],
             "intent": {"mode": "direct"}},
  "novel": {}
})";

Pair formulas() { return parse_pair_json(kFormulas, "formulas", worlds::catalogue()); }

}  // namespace

TEST_CASE("a pair with a novelty put in has the normal side twice, once with the novelty") {
  for (const Pair& base : {formulas(), shipped_pair("rolling/objects"), shipped_pair("sliding/goals")}) {
    for (const Novelty& novelty : all_novelties()) {
      CAPTURE(base.normal.name, novelty.name);
      const Pair pair = injected_pair(base, novelty, worlds::catalogue());
      CHECK(pair.novelty == novelty.name);
      CHECK(pair.novel.name == base.scenario + "/" + novelty.name + "/novel");
      CHECK(pair.normal.task == base.normal.task);
      const Task expected = inject(base.normal.task, novelty, worlds::catalogue()).task;
      CHECK(first_difference(pair.novel.task, expected, 1e-4).empty());
      CHECK(without(pair.novel.task) == pair.normal.task);
      CHECK(pair.normal.intent == base.normal.intent);
      CHECK_FALSE(pair.novel.intent.has_value());
    }
  }
}

TEST_CASE("every member of an injected pair is the normal member with the novelty") {
  for (const Pair& base : {formulas(), shipped_pair("rolling/objects")}) {
    for (const Novelty& novelty : all_novelties()) {
      CAPTURE(base.normal.name, novelty.name);
      const Pair injected = injected_pair(base, novelty, worlds::catalogue());
      const Member member = away_from_base(base);
      const Pair pair = novphy::member_of(injected, member, worlds::catalogue());
      CHECK(pair.normal.task == novphy::member_of(base, member, worlds::catalogue()).normal.task);
      CHECK(without(pair.novel.task) == pair.normal.task);
    }
  }
}

TEST_CASE("an altered object keeps the formulas of its place and of what stays") {
  const Pair injected = injected_pair(formulas(), find_novelty(all_novelties(), "heavy"), worlds::catalogue(),
                                      {{"mass_factor", 7}});
  const Pair pair = novphy::member_of(injected, {.values = {{"x", 2.0}, {"ball", std::string("wood")}}},
                                      worlds::catalogue());
  CHECK(pair.novel.task.objects[0].hidden.mass == 7);
  CHECK(pair.novel.task.objects[0].at_m.x == 2);
  CHECK(pair.novel.task.objects[0].material == "wood");
  const Pair turned =
      parse_pair_json(injected_pair_json(formulas(), find_novelty(all_novelties(), "turned"),
                                         worlds::catalogue(), {.object = 0}, {{"angle_deg", 30}}),
                      "t", worlds::catalogue());
  const Pair leaning = novphy::member_of(turned, {.values = {{"lean", 8.0}}}, worlds::catalogue());
  CHECK(leaning.novel.task.objects[0].angle_rad == Approx(radians(38)));
  CHECK(without(leaning.novel.task).objects[0].angle_rad == Approx(radians(8)));
}

TEST_CASE("a published template without a text takes novelties, too") {
  Pair base = shipped_pair("rolling/objects");
  base.text.clear();
  const Pair pair = injected_pair(base, find_novelty(all_novelties(), "turned"), worlds::catalogue());
  CHECK(pair.normal.task == base.normal.task);
  CHECK(pair.normal.dx_m == base.normal.dx_m);
  CHECK(without(pair.novel.task) == base.normal.task);
}

TEST_CASE("an added region stays beside an object whose place is a formula, or where it is") {
  const Task& normal = formulas().normal.task;
  const auto region_x = [&](std::optional<int> beside, double x) {
    Injected injected{.task = normal, .beside = beside};
    ForceField field{.name = "force_field", .force_n = {1, 0}, .on = {.birds_above_mps = 0}};
    field.region = Box{{3.5, 4}, {2, 2}, 0};
    injected.task.effects.emplace_back(field);
    injected.task.novelties.push_back({.name = "gust", .undo = {{.remove_effect = 1}}});
    const Pair pair = parse_pair_json(
        injected_pair_json(formulas(), injected, injected.task.novelties.back().name, worlds::catalogue()),
        "p", worlds::catalogue());
    CHECK(pair.novelty == "gust");
    const Pair member = novphy::member_of(pair, {.values = {{"x", x}}}, worlds::catalogue());
    CHECK(without(member.novel.task) == member.normal.task);
    return std::get<ForceField>(member.novel.task.effects.at(1)).region->centre_m.x;
  };
  CHECK(region_x(0, 1) == Approx(3.5));
  CHECK(region_x(0, 2) == Approx(4.5));
  CHECK(region_x({}, 2) == Approx(3.5));
}
