#include <catch2/catch.hpp>
#include <numbers>
#include <string>

#include "base/file.h"
#include "levels/overlap.h"
#include "tests/levels/task_texts.h"

using namespace novphy;

namespace {

std::string warnings_of(const std::string& text) {
  Warnings warnings;
  parse_task_json(text, "t.json", shipped_catalogue(), &warnings);
  return warnings.empty() ? "" : InputError(warnings).what();
}

std::string names_of_laws() {
  std::vector<std::string_view> names;
  for (const Effect& law : all_laws()) names.push_back(name_of(law));
  return listed(names);
}

}  // namespace

TEST_CASE("a short task takes everything else from the catalogue") {
  const Catalogue& catalogue = shipped_catalogue();
  const Task task = parsed(
      task_with("{\"type\": \"platform\", \"at\": [1, -2.5], \"size\": [2, 0.64], \"angle_deg\": 90}"));
  CHECK(task.width_m == catalogue.world.width_m);
  CHECK(task.gravity_mps2 == catalogue.world.gravity_mps2);
  CHECK(task.slingshot == Slingshot{{-12, -2.5}, false});
  CHECK(task.birds == std::vector<std::string>{"red"});
  REQUIRE(task.objects.size() == 2);
  CHECK(task.objects[1] == Object{.type = "platform",
                                  .material = "",
                                  .at_m = {1, -2.5},
                                  .angle_rad = std::numbers::pi / 2,
                                  .size_m = Vec2{2, 0.64}});
  CHECK(task.effects.empty());
  CHECK(task.novelties.empty());
}

TEST_CASE("every error of a task is named with line and place") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"{}",
       "t.json:1: expected a key \"novphy_task\", found none\n"
       "t.json:1: expected birds, found none\n"
       "t.json:1: expected objects, found none"},
      {"[]", "t.json:1: expected an object, found an array of 0"},
      {"{\"novphy_task\": 2, \"birds\": [], \"objects\": 3}",
       "t.json:1: /novphy_task: expected 1, found 2\n"
       "t.json:1: /birds: expected an array of a length from 1 to 64, found an array of 0\n"
       "t.json:1: /objects: expected an array of a length from 0 to 1000, found 3"},
      {task_with(
           "{\"type\": \"pig\", \"at\": [0, 0, 0]},\n{\"type\": \"circle\", \"at\": [0, \"x\"], \"colour\": "
           "1}"),
       "t.json:5: /objects/1/at: expected an array of 2, found an array of 3\n"
       "t.json:5: /objects/1/type: expected circle, circle_small, fan, pig_big, pig_big_four_shots, "
       "pig_big_two_shots, pig_medium, pig_small, platform, rect_big, rect_fat, rect_medium, rect_small, "
       "rect_tiny, "
       "square_hole, square_small, square_tiny, tnt, triangle or triangle_hole, found \"pig\"\n"
       "t.json:6: /objects/2/at/1: expected a number from -1000 to 1000, found \"x\"\n"
       "t.json:6: /objects/2/colour: unknown key, expected type, material, at, size, angle_rad, "
       "angle_deg or unlike\n"
       "t.json:6: /objects/2: expected a key \"material\" (ice, pink, stone or wood), found none"},
      {task_with("{\"type\": \"circle\", \"material\": \"lead\", \"at\": [5, 5]}"),
       "t.json:5: /objects/1/material: expected ice, pink, stone or wood, found \"lead\""},
      {task_with("{\"type\": \"tnt\", \"material\": \"wood\", \"at\": [5, 5]}"),
       "t.json:5: /objects/1/material: expected no material for tnt, found \"wood\""},
      {task_with("{\"type\": \"platform\", \"at\": [5, 5], \"size\": [0, -1]}"),
       "t.json:5: /objects/1/size/0: expected a number from 0.01 to 1000, found 0\n"
       "t.json:5: /objects/1/size/1: expected a number from 0.01 to 1000, found -1"},
      {task_with("{\"type\": \"platform\", \"at\": [5, 5]}"),
       "t.json:5: /objects/1: expected a key \"size\" of the platform, found none"},
      {task_with("{\"type\": \"tnt\", \"at\": [5, 5], \"size\": [1, 1]}"),
       "t.json:5: /objects/1/size: unknown key, only platforms have a size"},
      {task_with("{\"type\": \"tnt\", \"at\": [5, 5], \"angle_deg\": 1, \"angle_rad\": 1}"),
       "t.json:5: /objects/1/angle_deg: expected angle_deg or angle_rad, found both"},
      {task_with("",
                 "\"effects\": [{\"effect\": \"wind\"}, {\"effect\": \"fan\", \"object\": 7}, {\"effect\": "
                 "\"fan\"}]"),
       "t.json:6: /effects/0/effect: expected air_turbulence, downward_air_turbulence, fan, magnet, storm, "
       "strong_air_turbulence, " +
           names_of_laws() +
           ", found \"wind\"\n"
           "t.json:6: /effects/2: expected a key \"object\", found none\n"
           "t.json:6: /effects/1/object: expected the index of an object (there are 1), found 7"},
      {task_with("", "\"effects\": [{\"effect\": \"force_field\", \"on\": {}, \"look\": \"fog\"}]"),
       "t.json:6: /effects/0: expected a key \"force\", found none\n"
       "t.json:6: /effects/0/on: expected birds, blocks or pigs, found an object\n"
       "t.json:6: /effects/0/look: expected \"\" or air_turbulence, found \"fog\""},
      {task_with("", "\"effects\": [{\"effect\": \"storm\", \"at\": [1, 1]}]"),
       "t.json:6: /effects/0: expected a key \"size\", found none"},
      {task_with("", R"("effects": [{"effect": "storm", "on": {"material": "ice", "object": 0}},)"
                     R"({"effect": "storm", "on": {"birds": 0, "material": "ice", "object": 0}},)"
                     R"({"effect": "storm", "on": {"blocks": 0, "material": "lead", "object": 0}},)"
                     R"({"effect": "magnet", "object": 0, "on": {"blocks": 0, "pigs": 0, "object": 1}},)"
                     R"({"effect": "magnet", "object": 0, "on": {"blocks": 0, "object": "0"}}])"),
       "t.json:6: /effects/4/on/object: expected a whole number from 0 to 999, found \"0\"\n"
       "t.json:6: /effects/0/on: expected birds, blocks or pigs, found an object\n"
       "t.json:6: /effects/1/on/material: expected \"blocks\" or \"pigs\" beside it, found only \"birds\"\n"
       "t.json:6: /effects/1/on/object: expected \"blocks\" or \"pigs\" beside it, found only \"birds\"\n"
       "t.json:6: /effects/2/on/material: expected \"\", ice, pink, stone or wood, found \"lead\"\n"
       "t.json:6: /effects/2/on/object: expected the index of a block or TNT, found 0\n"
       "t.json:6: /effects/3/on/object: expected the index of an object (there are 1), found 1"},
      {task_with(
           "",
           R"("effects": [{"effect": "force_field", "force": [0, 0], "on": {"birds": 0}, "shape": "disc"},)"
           R"({"effect": "force_field", "force": [0, 0], "on": {"birds": 0}, "shape": "disc", "at": [0, 0],)"
           R"("size": [1, 2]}, {"effect": "air_turbulence", "shape": "disc", "at": [0, 0], "size": [2, 2]},)"
           R"({"effect": "storm", "times": {"from_s": 2, "until_s": 1}},)"
           R"({"effect": "storm", "times": {"until_s": 2, "every_s": 1}},)"
           R"({"effect": "storm", "per_m": [[1, 0], [0, 9000]], "times_mass": true},)"
           R"({"effect": "storm", "per_mps": [[1], [0, 1]]}])"),
       "t.json:6: /effects/6/per_mps/0: expected an array of 2, found an array of 1\n"
       "t.json:6: /effects/0/shape: unknown key without a region: expected \"at\" and \"size\" beside it\n"
       "t.json:6: /effects/1/size: expected two equal numbers, the diameter of the disc, found an array of "
       "2\n"
       "t.json:6: /effects/2/shape: expected no disc: a region with a look is a box\n"
       "t.json:6: /effects/3/times/until_s: expected a time after from_s, found 1\n"
       "t.json:6: /effects/4/times/every_s: expected an until_s beside it that is not later\n"
       "t.json:6: /effects/5: the force grows too fast for the lightest body that it acts on: expected at "
       "most "
       "2500 m/s2 per metre and 50 m/s2 per m/s"},
      {task_with("", R"("effects": [{"effect": "alteration"},)"
                     R"({"effect": "alteration", "on": {}, "drag": 99},)"
                     R"({"effect": "alteration", "on": {"birds": true, "object": 0}},)"
                     R"({"effect": "alteration", "on": {"pigs": true, "object": 1}},)"
                     R"({"effect": "alteration", "on": {"blocks": true, "material": "lead"}},)"
                     R"({"effect": "alteration", "on": {"ground": true}, "drag": 1}])"),
       "t.json:6: /effects/0: expected a key \"on\", found none\n"
       "t.json:6: /effects/1/drag: expected a number from -50 to 50, found 99\n"
       "t.json:6: /effects/1/on: expected birds, blocks, pigs, platforms or ground, found an object\n"
       "t.json:6: /effects/2/on/object: expected the index of an object of the classes and the material "
       "beside "
       "it, found 0\n"
       "t.json:6: /effects/3/on/object: expected the index of an object (there are 1), found 1\n"
       "t.json:6: /effects/4/on/material: expected \"\", ice, pink, stone or wood, found \"lead\"\n"
       "t.json:6: /effects/5: expected only friction, bounce and restitution: platforms and the ground have "
       "no "
       "more"},
      {task_with("",
                 R"("effects": [{"effect": "storm", "trigger": {"object": 1}},)"
                 R"({"effect": "storm", "trigger": {"when": "touched"}},)"
                 R"({"effect": "storm", "trigger": {"object": 0, "when": "gone", "by": {"birds": true}}},)"
                 R"({"effect": "storm", "trigger": {"object": 0, "by": {"ground": true}}},)"
                 R"({"effect": "storm", "trigger": {"object": 0, "by": {}}}])"),
       "t.json:6: /effects/1/trigger: expected a key \"object\", found none\n"
       "t.json:6: /effects/0/trigger/object: expected the index of an object (there are 1), found 1\n"
       "t.json:6: /effects/2/trigger/by: unknown key, expected it only for a trigger that is touched\n"
       "t.json:6: /effects/3/trigger/by/ground: unknown key, expected birds, blocks or pigs\n"
       "t.json:6: /effects/4/trigger/by: expected birds, blocks or pigs, found an object"},
      {task_with("", R"("effects": [{"effect": "shield"}, {"effect": "shield", "by": {}},)"
                     R"({"effect": "shield", "on": {"birds": true, "pigs": true}, "by": {"birds": true}}])"),
       "t.json:6: /effects/0: expected a key \"by\", found none\n"
       "t.json:6: /effects/1/by: expected birds, blocks, pigs, platforms or ground, found an object\n"
       "t.json:6: /effects/2/on/birds: unknown key, expected blocks or pigs"},
      {task_with("", R"("effects": [{"effect": "forbidden"}, {"effect": "forbidden", "object": 1},)"
                     R"({"effect": "forbidden", "object": 0, "by": {"ground": true}}])"),
       "t.json:6: /effects/0: expected a key \"object\", found none\n"
       "t.json:6: /effects/1/object: expected the index of an object (there are 1), found 1\n"
       "t.json:6: /effects/2/by/ground: unknown key, expected birds, blocks or pigs"},
      {task_with(
           R"({"type": "platform", "at": [5, 5], "size": [2, 1]})",
           R"("effects": [{"effect": "surface", "speed": 21}, {"effect": "surface", "object": 0, "speed": 1},)"
           R"({"effect": "surface", "object": 2, "speed": 1}, {"effect": "surface", "object": 1}])"),
       "t.json:7: /effects/0: expected a key \"object\", found none\n"
       "t.json:7: /effects/0/speed: expected a number from -20 to 20, found 21\n"
       "t.json:7: /effects/1/object: expected the index of a platform, found 0\n"
       "t.json:7: /effects/2/object: expected the index of an object (there are 2), found 2\n"
       "t.json:7: /effects/3: expected a \"speed\" or \"one_way\", found neither"},
      {task_with(
           "",
           R"("effects": [{"effect": "portal", "at": [1, 2], "size": [0, 4]},)"
           R"({"effect": "portal", "at": [1, 2], "size": [1, 4], "to": [0, 0], "on": {"platforms": true}}])"),
       "t.json:6: /effects/0/size/0: expected a number from 0.01 to 1000, found 0\n"
       "t.json:6: /effects/0: expected a key \"to\", found none\n"
       "t.json:6: /effects/1/on/platforms: unknown key, expected birds, blocks or pigs"},
      {task_with("", R"("slingshot": {"turn_deg": 1, "turn_rad": 1, "delay_s": 11})"),
       "t.json:6: /slingshot/turn_deg: expected turn_deg or turn_rad, found both\n"
       "t.json:6: /slingshot/delay_s: expected a number from 0 to 10, found 11"},
      {task_with("", "\"slingshot\": {\"at\": [12, -2.5], \"faces\": \"up\"}, \"width\": 0"),
       "t.json:6: /slingshot/faces: expected right or left, found \"up\"\n"
       "t.json:6: /width: expected a number from 1 to 2000, found 0"},
      {"{\"novphy_task\": 1, \"birds\": [\"green\"], \"objects\": [{\"type\": \"pig_big\", \"at\": [0, 0]}]}",
       "t.json:1: /birds/0: expected black, blue, red, white or yellow, found \"green\""},
  }));
  CAPTURE(text);
  CHECK(problems_of(text) == expected);
}

// Over-long arrays once crashed the checks, which took places of values that had not been read.
TEST_CASE("an array that is too long is an error at its place") {
  const auto list = [](const std::string& element, int count) {
    std::string text = "[" + element;
    for (int i = 1; i < count; ++i) text += ", " + element;
    return text + "]";
  };
  const std::string pig = R"({"type": "pig_small", "at": [0, 0]})";
  const auto task = [&](const std::string& birds, const std::string& objects, const std::string& more) {
    return "{\"novphy_task\": 1, \"birds\": " + birds + ", \"objects\": " + objects + more + "}";
  };
  const std::string red = R"(["red"])";
  const std::string turbulence = R"({"effect": "air_turbulence", "everywhere": true})";
  const std::string novelty = R"({"name": "a", "undo": []})";
  using Catch::Matchers::Contains;
  CHECK_THAT(problems_of(task(list("\"red\"", 65), list(pig, 1), "")),
             Contains("t.json:1: /birds: expected"));
  CHECK_THAT(problems_of(task(red, list(pig, 1001), "")), Contains("t.json:1: /objects: expected"));
  CHECK_THAT(problems_of(task(red, list(pig, 1), ", \"effects\": " + list(turbulence, 1001))),
             Contains("t.json:1: /effects: expected"));
  CHECK_THAT(problems_of(task(red, list(pig, 1), ", \"novelties\": " + list(novelty, 5000))),
             Contains("t.json:1: /novelties: expected"));
  CHECK_THAT(problems_of(task(list("\"red\"", 65), list(pig, 1001), "")),
             Contains("/birds") && Contains("/objects"));
}

TEST_CASE("an undo that does not fit its task is an error") {
  const auto [steps, expected] = GENERATE(table<std::string, std::string>({
      {"{\"remove_effect\": 1}", "remove_effect: expected the index of an effect (there are 1), found 1"},
      {"{\"remove_effect\": 0}, {\"remove_effect\": 0}",
       "1/remove_effect: expected the index of an effect (there are 0), found 0"},
      {"{\"remove_object\": 1}",
       "0/remove_object: expected an object that no effect names, found one that an effect names"},
      {R"({"effect": 0, "is": {"effect": "storm", "on": {"pigs": 0, "object": 0}}}, {"remove_object": 0})",
       "1/remove_object: expected an object that no effect names, found one that an effect names"},
      {R"({"effect": 0, "is": {"effect": "storm", "on": {"pigs": 0, "object": 0}}}, {"remove_object": 1})",
       ""},
      {R"({"remove_effect": 0}, {"remove_object": 1}, {"effect": 0, "is": {"effect": "fan", "object": 1}})",
       "2/is/object: expected the index of an object (there are 1), found 1"},
      {"{\"remove_effect\": 0}, {\"remove_object\": 1}", ""},
      {"{\"object\": 0, \"material\": \"wood\"}", "0/material: expected \"\" or pink, found \"wood\""},
      {"{\"effect\": 0, \"is\": {\"effect\": \"fan\", \"object\": 9}}",
       "0/is/object: expected the index of an object (there are 2), found 9"},
      {"{\"effect\": 3, \"is\": {\"effect\": \"storm\"}}",
       "0/effect: expected the index of an effect (there are 1), found 3"},
      {"{}",
       "0: expected an object with one of remove_effect, remove_object, object, effect, unlike_of, pose_of, "
       "slingshot, gravity, width, shown or time_limit_s"},
      {"{\"gravity\": [0, 0], \"pose_of\": 0, \"at\": [0, 0]}", "0: expected an object with one of"},
      {"{\"unlike_of\": 9, \"is\": {}}", "0/unlike_of: expected the index of an object"},
      {"{\"pose_of\": 9, \"at\": [0, 0]}", "0/pose_of: expected the index of an object"},
      {"{\"shown\": \"red\"}", "0/shown: expected plain, mirrored, upside_down or grey"},
      {"{\"gravity\": [0, -9.81], \"extra\": 1}", "0/extra: unknown key, expected remove_effect"},
  }));
  CAPTURE(steps);
  const std::string all = problems_of(task_with("{\"type\": \"fan\", \"at\": [5, 5]}",
                                                "\"effects\": [{\"effect\": \"fan\", \"object\": 1}],"
                                                "\"novelties\": [{\"name\": \"x\", \"without\": [" +
                                                    steps + "]}]"));
  if (expected.empty())
    CHECK(all.empty());
  else
    CHECK_THAT(all, Catch::Contains(expected));
}

TEST_CASE("a start with overlaps deeper than 0.02 m is a warning, unless the task allows them") {
  const auto task = [](double y, const std::string& more = "") {
    return "{\"novphy_task\": 1, \"birds\": [\"red\"]" + more +
           ", \"objects\": [{\"type\": \"pig_small\", \"at\": [5, 5]},\n"
           "{\"type\": \"platform\", \"at\": [0, 0], \"size\": [4, 1]},\n"
           "{\"type\": \"rect_big\", \"material\": \"wood\", \"at\": [0, " +
           std::to_string(y) + "]}]}";
  };
  CHECK(warnings_of(task(0.6)).empty());  // rect_big is 0.22 high, so the overlap is 0.01 deep
  CHECK(warnings_of(task(0.57)) ==
        "t.json:3: /objects/2: rect_big overlaps platform /objects/1 by 0.04 m at the start, "
        "expected at most 0.02 m");
  CHECK(warnings_of(task(0.57, ", \"may_overlap\": true")).empty());
  CHECK_THAT(warnings_of("{\"novphy_task\": 1, \"birds\": [\"red\"], \"objects\": "
                         "[{\"type\": \"pig_small\", \"at\": [5, -3.5]}]}"),
             Catch::Contains("pig_small overlaps the ground by"));
}

TEST_CASE("a task without a pig is read with a warning, and has no goal") {
  const std::string text =
      "{\"novphy_task\": 1, \"birds\": [\"red\"], \"objects\": [{\"type\": \"tnt\", \"at\": [5, 5]}]}";
  CHECK(problems_of(text).empty());
  CHECK(warnings_of(text) == "t.json:1: found no pig: the level can be drawn and played, but not won");
  CHECK_FALSE(has_goal(parsed(text), shipped_catalogue()));
  CHECK_THROWS_WITH(need_goal(parsed(text), shipped_catalogue(), "t.json"),
                    "t.json: expected at least one pig among the objects, found none: the task has no goal");
}

// A wrong coordinate was read as 0, where the object overlapped others.
TEST_CASE("a coordinate out of range is one error") {
  CHECK(problems_of("{\"novphy_task\": 1, \"birds\": [\"red\"], \"objects\": [\n"
                    "{\"type\": \"pig_small\", \"at\": [5000, 0]},\n"
                    "{\"type\": \"platform\", \"at\": [0, 0], \"size\": [4, 1]}]}") ==
        "t.json:2: /objects/0/at/0: expected a number from -1000 to 1000, found 5000");
}

TEST_CASE("a task is written for people: defaults left out, one object a line") {
  const std::string text =
      "{\n"
      "  \"novphy_task\": 1,\n"
      "  \"birds\": [\"red\", \"blue\"],\n"
      "  \"objects\": [\n"
      "    {\"type\": \"pig_small\", \"at\": [1, -2.67]},\n"
      "    {\"type\": \"platform\", \"at\": [5, 0], \"size\": [2.04, 0.64], \"angle_deg\": 0.5426},\n"
      "    {\"type\": \"circle\", \"material\": \"wood\", \"at\": [9, 3]}\n"
      "  ],\n"
      "  \"effects\": [\n"
      "    {\"effect\": \"air_turbulence\", \"at\": [3, 3]},\n"
      "    {\"effect\": \"magnet\", \"object\": 2, \"radius\": 3},\n"
      "    {\"effect\": \"magnet\", \"object\": 2, \"on\": {\"blocks\": 0, \"material\": \"ice\"}},\n"
      "    {\"effect\": \"storm\", \"on\": {\"pigs\": 0, \"object\": 0}}\n"
      "  ],\n"
      "  \"slingshot\": {\"at\": [12, -2.5], \"faces\": \"left\"},\n"
      "  \"gravity\": [0, 6],\n"
      "  \"width\": 40,\n"
      "  \"novelties\": [\n"
      "    {\"name\": \"magnet\", \"without\": [{\"remove_effect\": 1}]}\n"
      "  ]\n"
      "}\n";
  CHECK(task_to_json(parsed(text), shipped_catalogue()) == text);
}
