#include "view/perception/believe.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>

#include "levels/task_file.h"
#include "sim/silhouette.h"
#include "tests/sim/worlds.h"
#include "view/geojson.h"
#include "view/perception/candidate_kinds.h"

using namespace novphy;

namespace {

const Catalogue& catalogue() { return worlds::catalogue(); }
const ColourTable& colours() { return worlds::assets().colours; }

/// A task without anything but these objects.
Task bare(std::vector<Object> objects, std::vector<std::string> birds = {"red"}) {
  Task task = worlds::task(std::move(birds));
  task.objects = std::move(objects);
  return task;
}

/// A platform with a pig, a block and a ball on it.
Task small_task() {
  return bare({{.type = "platform", .at_m = {3, 0}, .size_m = Vec2{4, 0.4}},
               {.type = "pig_small", .at_m = {2, 0.41}},
               {.type = "rect_tiny", .material = "ice", .at_m = {3, 0.31}},
               {.type = "circle", .material = "stone", .at_m = {4, 0.575}},
               {.type = "platform", .at_m = {8, 2}, .angle_rad = 0.3, .size_m = Vec2{3, 0.3}}});
}

Observation seen(const Task& task, bool labels = false) {
  return observe(World(task, catalogue(), worlds::unsettled()), colours(), labels);
}

Believed believed(const Task& task) { return believe(std::vector{seen(task)}, catalogue(), colours()); }

std::vector<Observation> noisy(const Task& task, int n, double radius_px) {
  const World world(task, catalogue(), worlds::unsettled());
  Rng rng = Rng::stream(1, "test/noise");
  std::vector<Observation> all(static_cast<std::size_t>(n), observe(world, colours(), false));
  for (Observation& each : all) add_noise(each, world, radius_px, rng);
  return all;
}

double place_error_m(const Believed& believed, const Task& task) {
  double sum = 0;
  for (const BelievedObject& object : believed.objects)
    sum += length(object.at_m - task.objects[static_cast<std::size_t>(object.id)].at_m);
  return sum / static_cast<double>(believed.objects.size());
}

using Kinds = std::vector<std::pair<std::string, std::string>>;

/// Types and materials, without weights.
Kinds kinds_of(const BelievedObject& object) {
  Kinds kinds;
  for (const KindCandidate& each : object.kinds) kinds.emplace_back(each.type, each.material);
  return kinds;
}

double weight_of(const BelievedObject& object) {
  double sum = 0;
  for (const KindCandidate& each : object.kinds) sum += each.weight;
  return sum;
}

}  // namespace

TEST_CASE("every ordinary kind is told by its outline and colours, at any angle") {
  for (const Kind& kind : catalogue().objects) {
    if (kind.material == "pink" || kind.type.starts_with("pig_big")) continue;
    INFO(kind.type << " " << kind.material);
    Object object{.type = kind.type, .material = kind.material, .at_m = {2, 3}, .angle_rad = 0.7};
    if (kind.category == Category::kPlatform) object.size_m = Vec2{1.1, 0.4};
    const Believed found = believed(bare({object}));
    REQUIRE(found.objects.size() == 1);
    const BelievedObject& it = found.objects.front();
    CHECK(kinds_of(it) == Kinds{{kind.type, kind.material}});
    CHECK(it.look == appearance(kind));
    CHECK(it.familiar == (kind.category != Category::kFan));
    CHECK(length(it.at_m - object.at_m) < 0.03);
    CHECK(it.angle_rad == Approx(0.7).margin(0.15));
    CHECK(it.size_m.has_value() == object.size_m.has_value());
    CHECK(found.conflicts.empty());
  }
}

TEST_CASE("the believed task is the true one within pixels, and nothing of labels is used") {
  const Task task = small_task();
  const Believed found = believed(task);
  REQUIRE(found.task.objects.size() == task.objects.size());
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Object &is = found.task.objects[i], &truth = task.objects[i];
    CHECK(is.type == truth.type);
    CHECK(is.material == truth.material);
    CHECK(length(is.at_m - truth.at_m) < 0.03);
    CHECK(is.angle_rad == Approx(truth.angle_rad).margin(0.02));
    CHECK(is.size_m.has_value() == truth.size_m.has_value());
    if (is.size_m) CHECK(length(*is.size_m - *truth.size_m) < 0.06);
    CHECK(found.objects[i].id == static_cast<int>(i));
  }
  CHECK(found.task.birds == task.birds);
  CHECK(found.task.slingshot == task.slingshot);
  CHECK(found.task.gravity_mps2 == task.gravity_mps2);
  CHECK(found.task.width_m == task.width_m);
  CHECK(found.bird_id == 5);
  CHECK(found.conflicts.empty());
  CHECK(believe(std::vector{seen(task, true)}, catalogue(), colours()) == found);
}

TEST_CASE("altered views are turned back, and said") {
  const Task plain = small_task();
  for (const ViewMode shown : {ViewMode::kMirrored, ViewMode::kUpsideDown, ViewMode::kGrey}) {
    Task altered = plain;
    altered.shown = shown;
    Believed found = believed(altered);
    CHECK(found.task.shown == shown);
    found.task.shown = ViewMode::kPlain;
    CHECK(found.task == believed(plain).task);
  }
}

TEST_CASE("pink objects may be any ordinary kind of their outline, and the fan is a fan without force") {
  const Believed found = believed(bare({{.type = "rect_fat", .material = "pink", .at_m = {1, 1}},
                                        {.type = "pig_medium", .material = "pink", .at_m = {3, 1}},
                                        {.type = "fan", .at_m = {5, 1}}}));
  REQUIRE(found.objects.size() == 3);
  const BelievedObject& block = found.objects[0];
  CHECK_FALSE(block.familiar);
  CHECK(block.look == "pink_rect_fat");
  Kinds kinds = kinds_of(block);
  CHECK(kinds.back() == std::pair<std::string, std::string>("platform", ""));
  std::sort(kinds.begin(), kinds.end());
  CHECK(kinds == Kinds{{"platform", ""}, {"rect_fat", "ice"}, {"rect_fat", "stone"}, {"rect_fat", "wood"}});
  CHECK(weight_of(block) == Approx(1));
  CHECK_FALSE(found.objects[1].familiar);
  CHECK(kinds_of(found.objects[1]) == Kinds{{"pig_medium", ""}});
  CHECK_FALSE(found.objects[2].familiar);
  CHECK(kinds_of(found.objects[2]) == Kinds{{"fan", ""}});
  CHECK(found.task.effects.empty());
}

TEST_CASE("an object of unknown colours may be any kind of its outline") {
  Observation observation = seen(small_task());
  observation.objects[2].colours = {{.colour = 27, .share = 1}};
  const Believed found = believe(std::vector{observation}, catalogue(), colours());
  const BelievedObject& block = found.objects[2];
  CHECK_FALSE(block.familiar);
  CHECK(block.look.empty());
  CHECK(block.kinds.size() == 4);
  CHECK(block.kinds.front().type == "rect_tiny");
  CHECK(block.size_m.has_value());
  CHECK(found.objects[3].familiar);
}

TEST_CASE("big pigs look the same: the one that needs all birds is the most probable") {
  const std::vector<Object> pig{{.type = "pig_big", .at_m = {2, 2}}};
  CHECK(kinds_of(believed(bare(pig, {"red", "red"})).objects[0]) == Kinds{{"pig_big_two_shots", ""}});
  CHECK(kinds_of(believed(bare(pig, {"red", "red", "red"})).objects[0]) ==
        Kinds{{"pig_big", ""}, {"pig_big_two_shots", ""}});
  CHECK(believed(bare(pig, {"red", "red", "red"})).objects[0].kinds.front().weight == Approx(2.0 / 3));
  CHECK(believed(bare(pig)).objects[0].kinds.size() == 3);  // one bird kills none of them
}

TEST_CASE("a picture of damage tells how much life is left") {
  Observation observation = seen(small_task());
  const auto believed_life = [&](std::size_t picture) {
    observation.objects[2].colours = colours().at("ice_rect_tiny").at(picture);
    const Believed found = believe(std::vector{observation}, catalogue(), colours());
    CHECK(found.objects[2].familiar);
    return found;
  };
  const Believed harmed = believed_life(1);
  CHECK(harmed.objects[2].life_from == Approx(1.0 / 3));
  CHECK(harmed.objects[2].life_to == Approx(2.0 / 3));
  CHECK(harmed.task.objects[2].hidden.life == Approx(0.5));
  for (const Task& task : draw(harmed, 10, 1)) {
    CHECK(task.objects[2].hidden.life >= 1.0 / 3);
    CHECK(task.objects[2].hidden.life <= 2.0 / 3);
  }
  const Believed unharmed = believed_life(0);
  CHECK(unharmed.objects[2].life_to == 1);
  CHECK(unharmed.task.objects[2].hidden == HiddenFactors{});
  CHECK(draw(unharmed, 1, 1)[0].objects[2].hidden == HiddenFactors{});
}

TEST_CASE("air turbulence is a region with the catalogue's force") {
  Task task = small_task();
  ForceField field = std::get<ForceField>(catalogue().effects.at("air_turbulence"));
  field.region = Box{.centre_m = {1, 4}, .size_m = {4.48, 6.4}};
  task.effects.push_back(field);
  const Believed found = believed(task);
  CHECK(found.objects.size() == task.objects.size());
  REQUIRE(found.regions.size() == 1);
  CHECK(found.regions[0].id == kFirstEffectId);
  CHECK(found.regions[0].familiar);
  const auto& region = std::get<ForceField>(found.task.effects.at(0));
  CHECK(region.force_n == field.force_n);
  CHECK(region.on == field.on);
  CHECK(length(region.region->centre_m - Vec2{1, 4}) < 0.05);
  CHECK(length(region.region->size_m - Vec2{4.48, 6.4}) < 0.1);
}

TEST_CASE("a slingshot elsewhere is found by its pixels, and faces the objects") {
  Task task = small_task();
  task.slingshot = {.at_m = {12, -2.5}, .faces_left = true};
  CHECK(believed(task).task.slingshot == task.slingshot);
  task.slingshot = {.at_m = {-9.5, -2.2}};
  const Slingshot found = believed(task).task.slingshot;
  CHECK(length(found.at_m - task.slingshot.at_m) < 0.05);
  CHECK_FALSE(found.faces_left);
}

TEST_CASE("birds stand in launch order, and one that was thrown does not count") {
  Task task = bare(small_task().objects, {"blue", "red", "black"});
  CHECK(believed(task).task.birds == task.birds);
  CHECK(believed(task).bird_id == 5);
  World world(task, catalogue(), worlds::unsettled());
  world.launch(aimed(0.8, 1));
  worlds::run_for(world, 1);
  const Believed flying = believe(std::vector{observe(world, colours(), false)}, catalogue(), colours());
  CHECK(flying.task.birds == std::vector<std::string>{"red", "black"});
  CHECK(flying.bird_id == 6);
}

TEST_CASE("several noisy observations are averaged, by a noise that is told or found") {
  const Task task = small_task();
  for (const double noise_px : {2.0, 5.0}) {
    INFO(noise_px);
    const std::vector<Observation> all = noisy(task, 12, noise_px);
    const Believed once = believe(std::span(all).first(1), catalogue(), colours(), noise_px);
    const Believed often = believe(all, catalogue(), colours(), noise_px);
    const Believed not_told = believe(all, catalogue(), colours());
    CHECK(place_error_m(often, task) < 0.5 * place_error_m(once, task));
    CHECK(often.objects[0].at_sd_m < 0.5 * once.objects[0].at_sd_m);
    CHECK(place_error_m(not_told, task) < 0.6 * place_error_m(once, task));
    for (std::size_t i = 0; i < task.objects.size(); ++i)
      CHECK(kinds_of(once.objects[i]) == kinds_of(believed(task).objects[i]));
    CHECK(once.conflicts.empty());
  }
}

TEST_CASE("observations without noise say so themselves, however many there are") {
  const Task task = small_task();
  CHECK(believe(noisy(task, 3, 0), catalogue(), colours()) == believed(task));
  CHECK(believe(noisy(task, 1, 1), catalogue(), colours()).objects[0].at_sd_m >
        2 * believed(task).objects[0].at_sd_m);
}

TEST_CASE("what no task fits is told: objects in one place, outlines of no kind") {
  Task task = small_task();
  task.objects[2].at_m = task.objects[3].at_m;
  CHECK(believed(task).conflicts == std::vector<std::string>{"Objects 2 and 3 are in one place."});
  Observation cut = seen(small_task());
  cut.objects[3].rings[0].resize(5);  // as if the screen's edge cut the ball
  const Believed found = believe(std::vector{cut}, catalogue(), colours());
  CHECK(found.conflicts == std::vector<std::string>{"Object 3: its outline fits no kind of its colours."});
  CHECK(kinds_of(found.objects[3]) == Kinds{{"circle", "stone"}});
  cut.objects[3].colours.clear();
  CHECK(believe(std::vector{cut}, catalogue(), colours()).conflicts ==
        std::vector<std::string>{"Object 3: its outline and its colours fit no kind."});
}

TEST_CASE("an object that reaches beyond the screen's edge is as well known as any other") {
  const Believed found = believed(bare({{.type = "platform", .at_m = {17, 3}, .size_m = Vec2{4, 1}}}));
  CHECK(found.conflicts.empty());
  CHECK(length(found.objects[0].at_m - Vec2{17, 3}) < 0.05);
}

TEST_CASE("five hundred objects are believed one by one") {
  Task task = bare({});
  for (int i = 0; i < 500; ++i)
    task.objects.push_back({.type = i % 2 == 0 ? "rect_tiny" : "pig_small",
                            .material = i % 2 == 0 ? "wood" : "",
                            .at_m = {-10 + 0.5 * (i % 50), -3 + 0.5 * (i / 50)}});
  const Believed found = believed(task);
  REQUIRE(found.objects.size() == 500);
  CHECK(std::all_of(found.objects.begin(), found.objects.end(), [&](const BelievedObject& object) {
    return object.kinds.front().type == task.objects[static_cast<std::size_t>(object.id)].type;
  }));
}

TEST_CASE("an observation without objects is a task without objects, and one without a scale is refused") {
  Observation empty = seen(small_task());
  empty.objects.clear();
  const Believed found = believe(std::vector{empty}, catalogue(), colours());
  CHECK(found.task.objects.empty());
  CHECK(found.task.birds.empty());
  CHECK(found.bird_id == -1);
  CHECK_THROWS_AS(believe({}, catalogue(), colours()), std::invalid_argument);
  CHECK_THROWS_AS(believe(std::vector{Observation{}}, catalogue(), colours()), std::invalid_argument);
  CHECK_THROWS_AS(believe(std::vector{empty}, catalogue(), colours(), 5.5), std::invalid_argument);
}

TEST_CASE("drawn tasks vary within the errors, stay valid, and begin with those of a shorter list") {
  const Believed found = believed(small_task());
  const std::vector<Task> tasks = draw(found, 40, 7);
  CHECK(draw(found, 3, 7) == std::vector<Task>(tasks.begin(), tasks.begin() + 3));
  CHECK(draw(found, 3, 8) != draw(found, 3, 7));
  CHECK(draw(found, 0, 7).empty());
  int level = 0;
  for (const Task& task : tasks) {
    level += task.objects[0].angle_rad == 0;
    for (std::size_t i = 0; i < task.objects.size(); ++i)
      CHECK(length(task.objects[i].at_m - found.objects[i].at_m) < 4 * found.objects[i].at_sd_m);
    CHECK(parse_task_json(task_to_json(task, catalogue()), "drawn", catalogue()).objects.size() == 5);
  }
  CHECK(level >= 32);
  CHECK(level < 40);
}

TEST_CASE("drawn tasks take each kind as often as its weight says") {
  const Believed found = believed(bare({{.type = "rect_fat", .material = "pink", .at_m = {1, 1}}}));
  std::map<std::string, int> drawn;
  for (const Task& task : draw(found, 310, 1)) {
    const Object& object = task.objects[0];
    ++drawn[object.type + object.material];
    CHECK(object.size_m.has_value() == (object.type == "platform"));
  }
  for (const char* kind : {"rect_fatwood", "rect_fatstone", "rect_fatice"})
    CHECK(drawn[kind] == Approx(100).margin(30));
  CHECK(drawn["platform"] == Approx(10).margin(9));
}

TEST_CASE("tasks drawn at rest are at rest where the objects are seen") {
  // A pig on a block on a platform that is hardly wider: with noise, most drawn pigs would fall.
  const Task task = bare({{.type = "platform", .at_m = {3, 0}, .size_m = Vec2{0.5, 0.4}},
                          {.type = "square_small", .material = "wood", .at_m = {3, 0.415}},
                          {.type = "pig_small", .at_m = {3, 0.84}}});
  const Believed found = believe(noisy(task, 1, 5), catalogue(), colours(), 5);
  const auto moved = [&](const std::vector<Task>& tasks) {
    int count = 0;
    for (const Task& each : tasks)
      count +=
          length(World(each, catalogue(), worlds::standard()).body(2).at_m - each.objects[2].at_m) > 0.05;
    return count;
  };
  const std::vector<Task> at_rest = draw_at_rest(found, 20, 3, catalogue(), worlds::standard());
  CHECK(moved(draw(found, 20, 3)) > 12);
  CHECK(moved(at_rest) < 6);
}

TEST_CASE("what floats by another law is drawn at rest where it floats") {
  const Task task = bare({{.type = "pig_small", .at_m = {3, 4}}});
  const Believed found = believed(task);
  const Task drawn = draw_at_rest(found, 1, 3, catalogue(), worlds::standard()).at(0);
  CHECK(length(drawn.objects[0].at_m - found.objects[0].at_m) < 0.05);
}

TEST_CASE("of two appearances with the same colours, objects have the first by name") {
  const std::vector<ColourShare> red{{.colour = 224, .share = 1}};
  const Looks looks({{"a", {red}}, {"b", {red}}}, false);
  CHECK(looks.best(red).name == "a");
  CHECK(looks.best_of("b", red).name == "b");
  CHECK(looks.best({{.colour = 3, .share = 1}}).name.empty());
}

TEST_CASE("platforms make room for a block that they squeeze, and stay where it has room") {
  const auto between = [](double gap_m) {
    Task task;
    const double half_m = worlds::catalogue().find("circle", "wood")->size_m.x / 2;
    task.objects.push_back({.type = "circle", .material = "wood", .at_m = {6, 2}});
    for (const double side : {-1.0, 1.0})
      task.objects.push_back(
          {.type = "platform", .at_m = {6 + side * (half_m + gap_m + 0.25), 2}, .size_m = Vec2{0.5, 0.5}});
    return task;
  };
  Task squeezed = between(-0.005);
  make_room(squeezed, worlds::catalogue());
  for (const std::size_t platform : {squeezed.objects.size() - 2, squeezed.objects.size() - 1})
    CHECK(squeezed.objects[platform].size_m->x == Approx(0.5 - 2 * 0.021).margin(0.003));
  const Task apart = between(0.03);
  Task same = apart;
  make_room(same, worlds::catalogue());
  CHECK(same == apart);
}
