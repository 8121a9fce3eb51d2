#include <catch2/catch.hpp>
#include <sstream>

#include "base/file.h"
#include "base/input_error.h"
#include "levels/task_file.h"
#include "novelties/novelty.h"
#include "tests/sim/worlds.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

std::vector<Novelty> table() { return read_novelties(NOVPHY_SOURCE_DIR "/novelties", worlds::catalogue()); }

Task ball_and_pig() {
  return worlds::task({"red"}, {{.type = "circle", .material = "stone", .at_m = {-2, -3.11}},
                                {.type = "circle", .material = "wood", .at_m = {2, -3.11}}});
}

Injected put(const std::string& name, const Where& where = {}, const NoveltyValues& values = {}) {
  const auto all = table();
  return inject(ball_and_pig(), find_novelty(all, name), worlds::catalogue(), where, values);
}

std::string problem(const std::string& text) {
  const TemporaryFolder folder;
  write_atomically(folder / "x.json", text);
  try {
    read_novelties(folder.path(), worlds::catalogue());
  } catch (const InputError& error) {
    return error.problems().front().message().substr(folder.path().string().size() + 1);
  }
  return "";
}

}  // namespace

TEST_CASE("defaults come from the catalogue: NovPhy's numbers") {
  const auto all = table();
  const auto default_of = [&](const std::string& novelty, const std::string& parameter) {
    for (const auto& p : find_novelty(all, novelty).parameters) {
      if (p.name == parameter) return p.default_value;
    }
    return -1.0;
  };
  CHECK(default_of("fan", "force_n") == 50);
  CHECK(default_of("strong_turbulence", "force_n") == 4);
  CHECK(default_of("downward_turbulence", "force_n") == 10);
  CHECK(default_of("magnet", "strength_n_per_m") == 15);
  CHECK(default_of("magnet", "radius_m") == 4);
  CHECK(default_of("storm", "force_n") == 3);
  CHECK(default_of("inverted_gravity", "gravity_mps2") == 6);
}

TEST_CASE("a novelty is found by its name or its level of the hierarchy") {
  const auto all = table();
  CHECK(find_novelty(all, "agents").name == "fan");
  CHECK(find_novelty(all, "fan").name == "fan");
  CHECK_THROWS_WITH(find_novelty(all, "wind"),
                    Catch::Contains("unknown novelty wind; there are pink, heavy, fan"));
}

TEST_CASE("a fan goes where it is asked to, with the force it is given, blowing the way it is turned") {
  const Injected fan = put("fan", {.at_m = Vec2{1, 2}}, {{"force_n", 10}, {"angle_deg", 90}});
  CHECK(fan.place == "at (1, 2)");
  CHECK(fan.task.objects.back() == Object{.type = "fan", .at_m = {1, 2}, .angle_rad = radians(90)});
  const auto& field = std::get<ForceField>(fan.task.effects.back());
  CHECK(field.object == static_cast<int>(fan.task.objects.size()) - 1);
  CHECK(field.force_n == Vec2{10, 0});
}

TEST_CASE("the object that changes can be named, and must fit") {
  CHECK(put("pink", {.object = 1}).task.objects[1].material == "pink");
  CHECK(put("pink").place == "object 0 (stone circle)");
  CHECK(put("magnet").place == "object 1 (wood circle)");
  CHECK(put("magnet", {.object = 0}).task.objects[0].material == "wood");
  CHECK_THROWS_WITH(put("pink", {.object = 2}), "object 2 (platform) cannot take the novelty pink");
  CHECK_THROWS_WITH(put("pink", {.object = 99}), "there is no object 99");
}

TEST_CASE("a place or an object that the novelty would ignore is refused") {
  for (const char* name : {"pink", "storm", "mirrored_slingshot", "inverted_gravity"})
    CHECK_THROWS_WITH(put(name, {.at_m = Vec2{1, 2}}), Catch::EndsWith("takes no place (--at)"));
  for (const char* name : {"fan", "storm", "strong_turbulence", "mirrored_slingshot", "inverted_gravity"})
    CHECK_THROWS_WITH(put(name, {.object = 0}), Catch::EndsWith("takes no object (--object)"));
  CHECK_THROWS_WITH(put("magnet", {.at_m = Vec2{1, 2}, .object = 0}), Catch::EndsWith("found both"));
  CHECK(put("strong_turbulence", {.at_m = Vec2{1, 2}}).place == "at (1, 2)");
  CHECK(put("magnet", {.at_m = Vec2{1, 2}}).place == "at (1, 2)");
}

TEST_CASE("parameters must be known and within their range") {
  CHECK_THROWS_WITH(put("fan", {}, {{"speed", 1}}),
                    Catch::Contains("the novelty fan has no parameter speed"));
  CHECK_THROWS_WITH(put("fan", {}, {{"force_n", -1}}), Catch::Contains("expected a number from 0 to 200"));
  CHECK_THROWS_WITH(put("fan", {}, {{"force_n", std::nan("")}}), Catch::Contains("expected a number"));
}

TEST_CASE("strong turbulence changes the box that is there, keeping its place") {
  Task t = ball_and_pig();
  ForceField air = std::get<ForceField>(worlds::catalogue().effects.at("air_turbulence"));
  air.region->centre_m = {3, 3};
  t.effects.push_back(air);
  const auto all = table();
  const Task novel = inject(t, find_novelty(all, "strong_turbulence"), worlds::catalogue()).task;
  REQUIRE(novel.effects.size() == 1);
  const auto& field = std::get<ForceField>(novel.effects.front());
  CHECK(field.force_n == Vec2{0, 4});
  CHECK(field.region == air.region);
}

TEST_CASE("inverted gravity brings a ceiling along where there is none, and takes only that out again") {
  const auto all = table();
  const Novelty& novelty = find_novelty(all, "inverted_gravity");
  Task t = ball_and_pig();
  CHECK(inject(t, novelty, worlds::catalogue()).task.objects.size() == t.objects.size() + 1);
  t.objects.push_back(worlds::catalogue().inverted_gravity.ceiling);
  const Task novel = inject(t, novelty, worlds::catalogue()).task;
  CHECK(novel.objects.size() == t.objects.size());
  CHECK(without(novel) == t);
}

TEST_CASE("the only object that an effect acts on stays the same where an object before it comes out") {
  Task t = ball_and_pig();
  t.effects = {
      ForceField{.name = "force_field", .force_n = {1, 0}, .on = {.blocks_above_mps = 0, .object = 1}},
      Magnet{.name = "magnet", .object = 1, .radius_m = 2, .on = {.pigs_above_mps = 0, .object = 3}}};
  t.novelties = {{.name = "x", .undo = {{.remove_object = 0}}}};
  const Task left = without(t);
  CHECK(std::get<ForceField>(left.effects[0]).on.object == 0);
  CHECK(std::get<Magnet>(left.effects[1]).object == 0);
  CHECK(std::get<Magnet>(left.effects[1]).on.object == 2);
}

TEST_CASE("an entry may change how an object bounces") {
  Novelty bouncy{.name = "bouncy", .change = "change_object"};
  bouncy.parameters = {{.name = "bounce_factor", .min = 0, .max = 100, .default_value = 8}};
  const Task novel = inject(ball_and_pig(), bouncy, worlds::catalogue()).task;
  CHECK(novel.objects[0].hidden == HiddenFactors{.bounce = 8});
  CHECK(without(novel) == ball_and_pig());
  CHECK(
      problem(R"({"novelty": "x", "hierarchy": "agents", "doc": "d", "checks": [], "change": "change_object",
                    "parameters": [{"name": "bounce_factor", "unit": "", "min": 0, "max": 9, "default": 2, "doc": "d"}]})")
          .empty());
}

TEST_CASE("bad entries are refused with their place") {
  const std::string good =
      R"({"novelty": "x", "hierarchy": "agents", "doc": "d", "checks": [], "change": "mirror_slingshot"})";
  CHECK(problem(good).empty());
  CHECK(
      problem(
          R"({"novelty": "y", "hierarchy": "agents", "doc": "d", "checks": [], "change": "mirror_slingshot"})") ==
      "x.json:1: /novelty: expected the name of the file");
  CHECK_THAT(problem(R"({"novelty": "x", "hierarchy": "agents", "doc": "d", "checks": [], "change": "fly"})"),
             Catch::Contains("/change") && Catch::Contains("add_effect"));
  CHECK_THAT(
      problem(
          R"({"novelty": "x", "hierarchy": "agents", "doc": "d", "checks": [], "change": "add_effect", "effect": "z"})"),
      Catch::Contains("/effect: expected an effect of the catalogue"));
  CHECK_THAT(
      problem(
          R"({"novelty": "x", "hierarchy": "agents", "doc": "d", "checks": [], "change": "mirror_slingshot", "size": 1})"),
      Catch::Contains("/size"));
  CHECK_THAT(
      problem(
          R"({"novelty": "x", "hierarchy": "agents", "doc": "d", "checks": [], "change": "add_effect", "effect": "storm",
    "strength": "force_n"})"),
      Catch::Contains("/strength: expected the name of a parameter"));
}

// The changes once took for granted what their entries left out, and crashed.
TEST_CASE("an entry without what its change needs is refused") {
  const auto with_change = [](const std::string& rest) {
    return problem(R"({"novelty": "x", "hierarchy": "agents", "doc": "d", "checks": [], )" + rest + "}");
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(with_change(R"("change": "magnetise", "effect": "magnet")"), Contains("needs an object"));
  CHECK_THAT(with_change(R"("change": "magnetise", "effect": "fan", "object": "circle", "material": "wood")"),
             Contains("/effect: expected a magnet of the catalogue"));
  CHECK_THAT(with_change(R"("change": "add_effect", "effect": "magnet")"),
             Contains("/effect: a magnet needs the change magnetise"));
  CHECK_THAT(with_change(R"("change": "change_turbulence", "effect": "magnet")"), Contains("a force field"));
  CHECK_THAT(
      with_change(R"("change": "change_turbulence", "effect": {"effect": "shield", "by": {"birds": true}})"),
      Contains("a force field"));
  CHECK_THAT(with_change(R"("change": "change_material")"), Contains("needs a material"));
  CHECK_THAT(with_change(R"("change": "invert_gravity")"), Contains("needs the parameter gravity_mps2"));
  CHECK_THAT(with_change(R"("change": "change_task")"),
             Contains("needs properties of a task: a key \"task\""));
  CHECK_THAT(with_change(R"("change": "change_task", "task": {"speed": 2})"), Contains("/task/speed"));
  CHECK_THAT(with_change(R"("change": "mirror_slingshot", "task": {"gravity": [0, -1]})"),
             Contains("/task: applies to the change change_task"));
  CHECK_THAT(with_change(R"("change": "add_effect", "effect": {"effect": "surface", "sped": 2})"),
             Contains("/effect") && Contains("sped"));
  CHECK(with_change(R"("change": "mirror_slingshot")").empty());
}

namespace {

/// The lines of the page's list of laws.
std::vector<std::string> laws_of_the_page() {
  const std::string page = read_file(NOVPHY_SOURCE_DIR "/docs/reference/novelties.md");
  const std::string begin = "```text\n";
  const auto from = page.find(begin) + begin.size();
  std::istringstream text(page.substr(from, page.find("```", from) - from));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::string entry_with(const std::string& rest) {
  return R"({"novelty": "x", "hierarchy": "goals", "doc": "d", "checks": ["old_plan_fails"], )" + rest + "}";
}

Novelty read_entry_with(const std::string& rest) {
  const TemporaryFolder folder;
  write_atomically(folder / "x.json", entry_with(rest));
  return read_novelties(folder.path(), worlds::catalogue()).front();
}

}  // namespace

TEST_CASE("a law that acts in a place is put there, with all its places") {
  const Novelty portal = read_entry_with(
      R"("change": "add_effect", "effect": {"effect": "portal", "at": [0, 0], "size": [1, 3], "to": [4, 2]})");
  const Task task = inject(worlds::task(), portal, worlds::catalogue(), {.at_m = Vec2{1, 5}}).task;
  CHECK(std::get<Portal>(task.effects[0]).region.centre_m == Vec2{1, 5});
  CHECK(std::get<Portal>(task.effects[0]).to_m == Vec2{5, 7});
  const Novelty shield =
      read_entry_with(R"("change": "add_effect", "effect": {"effect": "shield", "by": {"blocks": true}})");
  CHECK_THROWS_WITH(inject(worlds::task(), shield, worlds::catalogue(), {.at_m = Vec2{1, 5}}),
                    Catch::Contains("takes no place"));
}

TEST_CASE("every law that a task file can hold can be a novelty, which can be taken out again") {
  const Task task = worlds::task({"red"}, {{.type = "platform", .at_m = {2, -1.5}, .size_m = Vec2{4, 0.64}},
                                           {.type = "rect_fat", .material = "wood", .at_m = {3, -0.95}},
                                           {.type = "pig_small", .at_m = {8, -3.27}}});
  const auto laws = laws_of_the_page();
  for (const Effect& law : all_laws()) {
    CAPTURE(name_of(law));
    CHECK(std::ranges::any_of(laws, [&](const std::string& line) {
      return line.find("{\"effect\":\"" + name_of(law) + "\"") != std::string::npos;
    }));
  }
  for (const std::string& law : laws) {
    CAPTURE(law);
    const Novelty novelty = read_entry_with(law);
    const Injected injected = inject(task, novelty, worlds::catalogue());
    CHECK_FALSE(injected.task == task);
    CHECK(without(injected.task) == task);
    CHECK(injected.task.effects.size() == (novelty.law ? 1 : 0));
    const std::string json = task_to_json(injected.task, worlds::catalogue());
    CHECK(parse_task_json(json, "x", worlds::catalogue()) == injected.task);
  }
  const Task moved = inject(task, read_entry_with(laws.back()), worlds::catalogue()).task;
  CHECK(moved.slingshot.at_m == Vec2{-11, -2.5});
  CHECK(moved.gravity_mps2 == Vec2{0, -5});
}

TEST_CASE("a parameter sets the number at the place that it names") {
  const std::string portal =
      R"("change": "add_effect", "effect": {"effect": "portal", "at": [0, 0], "size": [1, 3], "to": [4, 2]},
         "parameters": [{"name": "turn", "sets": "/turn_deg", "unit": "deg", "min": -90, "max": 90, "default": 0, "doc": "d"},
                        {"name": "height_m", "sets": "/size/1", "unit": "m", "min": 1, "max": 9, "doc": "d"}])";
  const Novelty novelty = read_entry_with(portal);
  CHECK(novelty.parameters[1].default_value == 3);
  const Task task = worlds::task({"red"}, {{.type = "pig_small", .at_m = {8, -3.27}}});
  const Injected injected =
      inject(task, novelty, worlds::catalogue(), {.at_m = Vec2{-3, 1}}, {{"turn", 30}, {"height_m", 2.5}});
  const auto& added = std::get<Portal>(injected.task.effects.front());
  CHECK(degrees(added.turn_rad) == Approx(30));
  CHECK(added.region.size_m == Vec2{1, 2.5});
  CHECK(added.region.centre_m == Vec2{-3, 1});
  CHECK(added.to_m == Vec2{1, 3});  // as far from it as before
  CHECK(injected.place == "at (-3, 1)");
  CHECK_THROWS_WITH(inject(task, novelty, worlds::catalogue(), {}, {{"turn", 91}}),
                    Catch::Contains("-90 to 90"));
  const Novelty block = read_entry_with(R"("change": "add_effect", "effect": {"effect": "forbidden"})");
  CHECK_THROWS_WITH(inject(task, block, worlds::catalogue()), Catch::Contains("there is no block"));
  CHECK_THROWS_WITH(inject(task, novelty, worlds::catalogue(), {.object = 0}),
                    Catch::Contains("takes no object"));
}

TEST_CASE("a parameter that would set nothing is refused") {
  const std::string launch =
      R"("parameters": [{"name": "speed_factor", "unit": "", "min": 1, "max": 2, "default": 1, "doc": "d")";
  const std::string with_sets = launch + R"(, "sets": "/speed"}])";
  using Catch::Matchers::Contains;
  CHECK_THAT(
      problem(entry_with(R"("change": "change_task", "task": {"gravity": [0, -5]}, )" + launch + "}]")),
      Contains("/parameters/0: expected a key \"sets\""));
  CHECK_THAT(problem(entry_with(R"("change": "change_launch", )" + with_sets)),
             Contains("/parameters/0/sets: expected a JSON pointer"));
}

TEST_CASE("a place that no parameter can set is refused") {
  const auto with_parameter = [](const std::string& parameter) {
    return problem(entry_with(
        R"("change": "add_effect", "effect": {"effect": "surface", "speed": 2}, "parameters": [{)" +
        parameter + R"(, "unit": "", "doc": "d"}])"));
  };
  using Catch::Matchers::Contains;
  CHECK(with_parameter(R"("name": "v", "sets": "/speed", "min": -5, "max": 5)").empty());
  CHECK_THAT(with_parameter(R"("name": "v", "sets": "speed", "min": -5, "max": 5)"),
             Contains("/parameters/0/sets: expected a JSON pointer"));
  CHECK_THAT(with_parameter(R"("name": "v", "sets": "/a/b", "min": -5, "max": 5, "default": 1)"),
             Contains("/parameters/0/sets: expected a JSON pointer"));
  CHECK_THAT(with_parameter(R"("name": "v", "sets": "/sped", "min": -5, "max": 5, "default": 1)"),
             Contains("/parameters/0/min"));
  CHECK_THAT(with_parameter(R"("name": "v", "sets": "/speed", "min": -5, "max": 1e9)"),
             Contains("/parameters/0/max: expected a number from"));
  CHECK_THAT(with_parameter(R"("name": "a b", "sets": "/speed", "min": -5, "max": 5)"),
             Contains("/parameters/0/name"));
}

TEST_CASE("what an entry says of checks is refused with its place where it cannot be meant") {
  const auto entry = [](const std::string& rest) {
    return problem(R"({"novelty": "x", "hierarchy": "agents", "doc": "d", )" + rest + "}");
  };
  const std::string mirror = R"("change": "mirror_slingshot")";
  CHECK_THAT(entry(mirror), Catch::Contains("checks"));
  CHECK(entry(mirror + R"(, "checks": ["old_plan_fails"])").empty());
  CHECK(entry(mirror + R"(, "checks": ["C3a", "C2b"])").empty());  // names of former versions
  CHECK_THAT(entry(mirror + R"(, "checks": ["C9"])"),
             Catch::Contains(
                 "/checks/0: expected novelty_touched, novelty_needed, storm_not_skipped, old_plan_fails or "
                 "usual_way_fails"));
  CHECK_THAT(entry(R"("change": "add_effect", "effect": {"effect": "shield", "by": {"blocks": true}},
                      "checks": ["novelty_needed"])"),
             Catch::Contains("/checks/0: the law only takes wins away, so nothing needs it"));
  CHECK_THAT(entry(mirror + R"(, "checks": ["old_plan_fails", "old_plan_fails"])"),
             Catch::Contains("/checks/1: old_plan_fails is given twice"));
  CHECK_THAT(entry(mirror + R"(, "checks": ["novelty_touched"])"), Catch::Contains("touched"));
  CHECK_THAT(entry(mirror + R"(, "checks": ["old_plan_fails"], "touched": "push")"),
             Catch::Contains("/touched: applies to novelty_touched, which is not among the checks"));
  CHECK_THAT(entry(mirror + R"(, "checks": ["novelty_touched"], "touched": "push")"),
             Catch::Contains("/touched: without a force nothing is pushed"));
  CHECK_THAT(entry(mirror + R"(, "checks": ["novelty_touched"], "touched": "material")"),
             Catch::Contains("/touched: the entry names no material"));
}

TEST_CASE("the further novelties change the part that they name, and nothing else") {
  CHECK(put("heavy").task.objects[1].hidden == HiddenFactors{});
  CHECK(put("heavy").task.objects[0].hidden == HiddenFactors{.mass = 4});
  CHECK(put("heavy", {.object = 1}, {{"mass_factor", 2}}).task.objects[1].hidden == HiddenFactors{.mass = 2});
  CHECK(put("slippery").task.objects[0].hidden == HiddenFactors{.friction = 0.02});
  CHECK(put("fast_launch", {}, {{"speed_factor", 2}}).task.slingshot.speed_factor == 2);
  CHECK(put("upside_down_view").task.shown == ViewMode::kUpsideDown);
  CHECK(std::get<ForceField>(put("backward_storm", {}, {{"force_n", 5}}).task.effects.back()).force_n ==
        Vec2{-5, 0});
  CHECK_THROWS_WITH(put("heavy", {.object = 2}), "object 2 (platform) cannot take the novelty heavy");
}

TEST_CASE("a pig that floats is chosen among the pigs") {
  Task t = ball_and_pig();
  t.objects.push_back({.type = "pig_small", .at_m = {5, 0}});
  const auto all = table();
  for (const Object& object : inject(t, find_novelty(all, "floating_pig"), worlds::catalogue()).task.objects)
    if (object.hidden != HiddenFactors{}) {
      CHECK(object.type.starts_with("pig"));
      CHECK(object.hidden == HiddenFactors{.gravity = 0});
    }
  CHECK_THROWS_WITH(inject(t, find_novelty(all, "floating_pig"), worlds::catalogue(), {.object = 0}),
                    "object 0 (stone circle) cannot take the novelty floating_pig");
}

TEST_CASE("an object is turned around its lowest point, where there is room") {
  Task t = ball_and_pig();
  t.objects.push_back({.type = "rect_medium", .material = "wood", .at_m = {5, -3.39}});
  t.objects.push_back({.type = "platform", .at_m = {5, -2.8}, .size_m = Vec2{3, 0.4}});
  t.objects.push_back({.type = "rect_medium", .material = "wood", .at_m = {9, -3.39}});
  const auto all = table();
  const Injected turned = inject(t, find_novelty(all, "turned"), worlds::catalogue());
  const Object& object = turned.task.objects.back();
  CHECK(turned.place == "object " + std::to_string(t.objects.size() - 1) + " (wood rect_medium)");
  CHECK(object.angle_rad == Approx(radians(90)));
  CHECK(object.at_m.x == 9);
  CHECK(object.at_m.y == Approx(-3.39 - 0.11 + 0.84));
  CHECK(without(turned.task) == t);
}

TEST_CASE("an entry may write its effect as task files do") {
  const std::string start = R"({"novelty": "x", "hierarchy": "events", "doc": "d", "checks": [], "change": )";
  CHECK(problem(start + R"("add_effect", "effect": {"effect": "gale"}})")
            .starts_with("x.json:1: /effect/effect: expected air_turbulence"));
  CHECK(problem(start +
                R"("magnetise", "object": "circle", "material": "wood", "effect": {"effect": "storm"}})")
            .starts_with("x.json:1: /effect: expected a magnet"));
  CHECK(problem(start + R"("change_view"})").find("needs another view") != std::string::npos);
  CHECK(problem(start + R"("change_view", "shown": "blurred"})").starts_with("x.json:1: /shown: expected"));
  CHECK(problem(start + R"("change_object", "category": "platform"})")
            .starts_with("x.json:1: /category: expected"));
  CHECK(problem(start + R"("change_launch"})").find("needs the parameter speed_factor") != std::string::npos);
}
