#include "levels/pair.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "base/file.h"
#include "levels/task_parts.h"
#include "tests/levels/shipped_catalogue.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

const std::string kGood = R"({
  "novphy_pair": 1, "novelty": "agents", "scenario": "rolling", "idea": "a fan blows the ball away",
  "common": {"birds": ["red"], "objects": [
    {"type": "platform", "at": [0, 0], "size": [4, 0.64], "fixed": true},
    {"type": "pig_small", "at": [5, 5]}
  ], "vary": {"dx": [-1, 2], "dy": [0, 0.5]}},
  "normal": {"width": 40},
  "novel": {"birds": ["blue"], "objects": [{"type": "fan", "at": [-3, 1]}],
    "effects": [{"effect": "fan", "object": 2}, {"effect": "air_turbulence", "at": [3, 3]}],
    "vary": {"dx": [-0.5, 0]}}
})";

Pair pair_of(const std::string& text) {
  const TemporaryFolder folder;
  write_atomically(folder / "p.json", text);
  return read_pair(folder / "p.json", shipped_catalogue());
}

/// All messages from reading this pair, without the folder's path.
std::string pair_problems(const std::string& text) {
  try {
    pair_of(text);
  } catch (const InputError& error) {
    std::string all;
    for (Problem problem : error.problems()) {
      problem.file = "p.json";
      all += (all.empty() ? "" : "\n") + problem.message();
    }
    return all;
  }
  return "";
}

}  // namespace

TEST_CASE("a side of a pair is the common part and its own") {
  const Pair pair = pair_of(kGood);
  CHECK(pair.novelty == "agents");
  CHECK(pair.scenario == "rolling");
  CHECK(pair.normal.name == "rolling/agents/normal");
  CHECK(pair.novel.name == "rolling/agents/novel");
  CHECK(pair.normal.task.objects.size() == 2);
  CHECK(pair.normal.task.width_m == 40);
  CHECK(pair.normal.dx_m == Range{-1, 2});
  CHECK(pair.normal.dy_m == Range{0, 0.5});
  CHECK(pair.novel.task.birds == std::vector<std::string>{"blue"});
  REQUIRE(pair.novel.task.objects.size() == 3);
  CHECK(pair.novel.task.objects[0] == pair.normal.task.objects[0]);
  CHECK(pair.novel.task.objects[2].type == "fan");
  CHECK(pair.novel.task.effects.size() == 2);
  CHECK(pair.novel.dx_m == Range{-0.5, 0});
  CHECK(pair.novel.dy_m == Range{});
  CHECK(pair.novel.fixed == std::vector<int>{0});
}

TEST_CASE("a side says how it is meant to be passed, objects by their names") {
  std::string text = kGood;
  text.replace(text.find("\"at\": [0, 0]"), 12, "\"at\": [0, 0], \"name\": \"shelf\"");
  text.replace(text.find("{\"width\": 40}"), 13, R"({"intent": {"mode": "slide", "rule": "shelf"}})");
  text.replace(text.find("\"idea\""), 6, R"("phases": ["initial", "final"], "idea")");
  const Pair pair = pair_of(text);
  CHECK(pair.normal.intent == Intent{.mode = Mode::kSlide, .rule = "shelf"});
  CHECK(object_named(pair.normal, "shelf") == 0);
  CHECK(object_named(pair.normal, "") == std::nullopt);
  CHECK_FALSE(pair.novel.intent.has_value());
  CHECK(pair.phases == std::vector<std::string>{"initial", "final"});
  const Template again =
      read_template(JsonDocument(template_to_json(pair.normal, shipped_catalogue()), "t").root(),
                    pair.normal.name, shipped_catalogue());
  CHECK(again == pair.normal);
}

TEST_CASE("a pair says where distractors may stand, and which may not") {
  CHECK(pair_of(kGood).distractors.areas.size() == 1);
  CHECK_FALSE(forbids(pair_of(kGood).distractors, "circle", "wood"));
  const auto with_rules = [](const std::string& rules) {
    std::string text = kGood;
    return text.replace(text.find("\"idea\""), 6, "\"distractors\": " + rules + ", \"idea\"");
  };
  const DistractorRules rules =
      pair_of(
          with_rules(
              R"({"areas": [{"at": [1, 2], "size": [3, 4]}], "forbidden": ["wood circle", "ice", "platform"]})"))
          .distractors;
  CHECK(rules.areas == std::vector<Box>{{.centre_m = {1, 2}, .size_m = {3, 4}}});
  CHECK(forbids(rules, "circle", "wood"));
  CHECK_FALSE(forbids(rules, "circle", "stone"));
  CHECK(forbids(rules, "rect_fat", "ice"));
  CHECK(forbids(rules, "platform", ""));
  CHECK_THAT(pair_problems(with_rules(R"({"forbidden": ["wooden circle"]})")),
             Catch::Contains("/distractors/forbidden/0: expected a type, a material, or both"));
  CHECK_THAT(pair_problems(with_rules(R"({"areas": []})")), Catch::Contains("/distractors/areas"));
}

TEST_CASE("what looks like an object that an effect hangs on is forbidden as a distractor on both sides") {
  std::string text = kGood;
  text.replace(text.find("{\"width\": 40}"), 13, R"({"objects": [
    {"type": "rect_fat", "material": "ice", "at": [9, 4]}, {"type": "platform", "at": [9, 2], "size": [2, 1]}],
    "effects": [{"effect": "magnet", "object": 2}]})");
  const DistractorRules rules = pair_of(text).distractors;
  CHECK(forbids(rules, "rect_fat", "ice"));
  CHECK_FALSE(forbids(rules, "rect_fat", "wood"));
  CHECK_FALSE(forbids(rules, "circle", "ice"));
}

TEST_CASE("what looks like the only object that a force acts on is forbidden as a distractor") {
  std::string text = kGood;
  text.replace(text.find("{\"width\": 40}"), 13, R"({"objects": [
    {"type": "rect_fat", "material": "ice", "at": [9, 4]}],
    "effects": [{"effect": "storm", "on": {"blocks": 0, "object": 2}}]})");
  CHECK(forbids(pair_of(text).distractors, "rect_fat", "ice"));
}

TEST_CASE("roles that nobody has are told") {
  const auto with_intent = [](const std::string& intent) {
    std::string text = kGood;
    text.replace(text.find("{\"width\": 40}"), 13, "{\"intent\": " + intent + "}");
    return pair_problems(text);
  };
  CHECK_THAT(with_intent(R"({"mode": "roll", "rule": "ball"})"),
             Catch::Contains("/normal/intent/rule: expected the name of an object (no object has a name)"));
  CHECK_THAT(with_intent(R"({"mode": "roll"})"), Catch::Contains("/normal/intent: expected a key \"rule\""));
  CHECK_THAT(with_intent(R"({"mode": "fly"})"), Catch::Contains("expected direct, roll, fall or slide"));
}

TEST_CASE("a shift moves objects and regions, but not what is fixed") {
  const Template base = pair_of(kGood).novel;
  const Task task = shifted(base, {-0.123456, 0.25});
  CHECK(task.objects[0].at_m == Vec2{0, 0});
  CHECK(task.objects[1].at_m == Vec2{4.8765, 5.25});
  CHECK(task.slingshot == base.task.slingshot);
  CHECK(std::get<ForceField>(task.effects[0]) == std::get<ForceField>(base.task.effects[0]));
  CHECK(std::get<ForceField>(task.effects[1]).region->centre_m == Vec2{2.8765, 3.25});
}

TEST_CASE("an effect that an undo restores is shifted too") {
  Template base = pair_of(kGood).novel;
  base.task.novelties = {{.name = "x", .undo = {{.effect = 1, .was = base.task.effects[1]}}}};
  const Task task = shifted(base, {1, 1});
  CHECK(task.novelties[0].undo[0].was == task.effects[1]);
}

TEST_CASE("shifts are drawn inside the rectangle, with four decimals, and repeat") {
  const Template base = pair_of(kGood).normal;
  Rng rng = Rng::stream(7, "test");
  Rng again = Rng::stream(7, "test");
  for (int i = 0; i < 1000; ++i) {
    const Vec2 shift = draw_shift(base, rng);
    CHECK(shift == draw_shift(base, again));
    CHECK((shift.x >= -1 && shift.x <= 2 && shift.y >= 0 && shift.y <= 0.5));
    CHECK(std::abs(shift.x * 1e4 - std::round(shift.x * 1e4)) < 1e-9);
  }
}

TEST_CASE("bad pairs are named with every error") {
  std::string text = kGood;
  const auto [from, to, expected] = GENERATE(table<std::string, std::string, std::string>({
      {"\"idea\"", "\"ideas\"",
       "p.json:2: /ideas: unknown key, expected novphy_pair, novelty, scenario, idea, phases, parameters, "
       "must, "
       "distractors, common, normal or novel"},
      {"\"rolling\"", "\"rolling/stone\"",
       "p.json:2: /scenario: expected a name of letters, digits, _ and -, found \"rolling/stone\""},
      {"\"dx\": [-1, 2]", "\"dx\": [1, 2]",
       "p.json:6: /common/vary/dx: expected a range that includes 0, the task as it is, found an array of 2"},
      {"\"dx\": [-1, 2]", "\"dx\": [2, 1]",
       "p.json:6: /common/vary/dx: expected [min, max], found a min above the max"},
      {"\"object\": 2", "\"object\": 3",
       "p.json:9: /novel/effects/0/object: expected the index of an object (there are 3), found 3"},
      {"\"pig_small\"", "\"pig_smal\"",
       "p.json:5: /common/objects/1/type: expected circle, circle_small, fan, pig_big, "
       "pig_big_four_shots, pig_big_two_shots, pig_medium, pig_small, platform, rect_big, rect_fat, "
       "rect_medium, "
       "rect_small, rect_tiny, square_hole, square_small, square_tiny, tnt, triangle or triangle_hole, found "
       "\"pig_smal\""},
      {"\"normal\": {\"width\": 40},", "", "p.json:1: expected a key \"normal\", found none"},
  }));
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  CHECK(pair_problems(text) == expected);
}

// Each was followed by an error about the default in place of the wrong number.
TEST_CASE("a number out of range in a pair is one error") {
  const auto [from, to, expected] = GENERATE(table<std::string, std::string, std::string>({
      {"[0, 2]", "[5000, 2]",
       "p.json:3: /common/objects/0/at/0: expected a number from -1000 to 1000, found 5000"},
      {"[-0.5, 0]", "[-5000, -1]",
       "p.json:5: /novel/vary/dy/0: expected a number from -1000 to 1000, found -5000"},
      {"[0, 3]", "[0, 2e7]",
       "p.json:2: /parameters/gap/range/1: expected a number from -1e+06 to 1e+06, found 2e+07"},
      {"\"base\": 1", "\"base\": 2e7",
       "p.json:2: /parameters/gap/base: expected a number from -1e+06 to 1e+06, found 2e+07"},
  }));
  std::string text = R"({"novphy_pair": 1, "novelty": "n", "scenario": "s", "parameters":
    {"gap": {"base": 1, "range": [0, 3]}}, "common": {"birds": ["red"], "objects": [
      {"type": "pig_small", "at": [0, 2]}, {"type": "platform", "at": [0, 0], "size": [4, 1]}]},
    "normal": {}, "novel":
      {"vary": {"dy": [-0.5, 0]}}})";
  text.replace(text.find(from), from.size(), to);
  CHECK(pair_problems(text) == expected);
}

TEST_CASE("a pair whose objects may overlap is read, and its sides and members keep the key") {
  const Pair pair = parse_pair_json(R"({"novphy_pair": 1, "novelty": "n", "scenario": "s",
    "common": {"birds": ["red"], "may_overlap": true, "objects": [
      {"type": "pig_small", "at": [0, 0]}, {"type": "platform", "at": [0, 0], "size": [4, 1]}]},
    "normal": {}, "novel": {}})",
                                    "p.json", shipped_catalogue());
  CHECK(pair.normal.task.may_overlap);
  CHECK(member_of(pair, {}, shipped_catalogue()).novel.task.may_overlap);
  CHECK_THAT(template_to_json(pair.novel, shipped_catalogue()), Catch::Contains("\"may_overlap\": true"));
}

TEST_CASE("a template that overlaps only at the end of its range is an error") {
  const std::string text = R"({"novphy_pair": 1, "novelty": "n", "scenario": "s",
    "common": {"birds": ["red"], "objects": [
      {"type": "pig_small", "at": [0, 1]},
      {"type": "platform", "at": [0, 0], "size": [4, 1], "fixed": true}]},
    "normal": {}, "novel": {"vary": {"dy": [-0.5, 0]}}})";
  CHECK_THAT(pair_problems(text),
             Catch::StartsWith("p.json:3: /common/objects/0: pig_small overlaps platform /objects/1 by ") &&
                 Catch::EndsWith("expected at most 0.02 m when shifted by (0, -0.5)"));
}

TEST_CASE("a folder of pairs is read in the order of novelty and scenario") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "a/b");
  std::string other = kGood;
  other.replace(other.find("agents"), 6, "aaa");
  write_atomically(folder / "a/first.json", kGood);
  write_atomically(folder / "a/b/second.json", other);
  const auto pairs = read_pairs(folder.path(), shipped_catalogue());
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].novelty == "aaa");
  write_atomically(folder / "bad1.json", "{");
  write_atomically(folder / "bad2.json", "{");
  try {
    read_pairs(folder.path(), shipped_catalogue());
    FAIL();
  } catch (const InputError& error) {
    CHECK(error.problems().size() == 2);
  }
  CHECK_THROWS_AS(read_pairs(folder / "missing", shipped_catalogue()), InputError);
}

TEST_CASE("a template is the same after writing and reading") {
  const Catalogue& catalogue = shipped_catalogue();
  const Template base = pair_of(kGood).novel;
  const std::string text = template_to_json(base, catalogue);
  JsonDocument document(text, "t");
  CHECK(read_template(document.root(), base.name, catalogue) == base);
  document.check();
}
