#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

Task pig_ahead(std::vector<std::string> birds) {
  const std::vector<Object> objects{{.type = "platform", .at_m = {-9, -2.5}, .size_m = Vec2{2, 0.4}},
                                    {.type = "pig_small", .at_m = {-9, -2.08}}};
  Task t = worlds::task(std::move(birds), objects);
  t.objects.resize(2);
  return t;
}

Outcome shots(const Task& t, const std::vector<double>& angles_deg,
              const Physics& physics = worlds::standard()) {
  std::vector<Shot> list;
  for (const double angle : angles_deg) list.push_back(aimed(radians(angle), 1));
  return play(t, list, worlds::catalogue(), physics, {.log_events = true});
}

}  // namespace

TEST_CASE("a play is won at once when all pigs are gone, with 10000 points for each unused bird") {
  const Outcome won = shots(pig_ahead({"red", "red", "red"}), {-3});
  CHECK(won.won);
  CHECK(won.end == End::kPigsGone);
  CHECK(won.birds_left == 2);
  CHECK(won.score == 5000 + 2 * 10000);
  CHECK(won.time_s < 2);
}

TEST_CASE("a play is lost when no bird is left and all is still") {
  const Outcome lost = shots(pig_ahead({"red"}), {60});
  CHECK_FALSE(lost.won);
  CHECK(lost.end == End::kBirdsUsed);
  CHECK(lost.score == 0);
}

// Such a play once was won before its first shot.
TEST_CASE("a play without a pig from the start is never won") {
  Task t = pig_ahead({"red", "red"});
  t.objects.pop_back();
  CHECK(shots(t, {}).end == End::kNoShot);
  const Outcome lost = shots(t, {30, 60});
  CHECK_FALSE(lost.won);
  CHECK(lost.end == End::kBirdsUsed);
}

TEST_CASE("a world that never comes to rest ends at the time cap after the last launch") {
  Task t = pig_ahead({"red"});
  t.objects.push_back({.type = "circle", .material = "wood", .at_m = {8, 0}});
  // The ball swings for ever between two force fields.
  t.effects.push_back(ForceField{.name = "force_field",
                                 .region = Box{{15, 0}, {20, 60}, 0},
                                 .by_centre = true,
                                 .force_n = {-2, 0},
                                 .on = {.blocks_above_mps = 0}});
  t.effects.push_back(ForceField{.name = "force_field",
                                 .region = Box{{-5, 0}, {20, 60}, 0},
                                 .by_centre = true,
                                 .force_n = {2, 0},
                                 .on = {.blocks_above_mps = 0}});
  const Outcome capped = shots(t, {60});
  CHECK(capped.end == End::kTime);
  CHECK(capped.time_s == Approx(40).margin(0.02));
}

TEST_CASE("too few shots end a play as not shot, once all is still") {
  const Outcome stopped = shots(pig_ahead({"red", "red"}), {60});
  CHECK(stopped.end == End::kNoShot);
  CHECK(stopped.birds_left == 1);
}

TEST_CASE("shots beyond the birds are ignored") {
  CHECK(shots(pig_ahead({"red"}), {60, 50, 40}).digest == shots(pig_ahead({"red"}), {60}).digest);
}

TEST_CASE("nothing moves or scores after the end") {
  World w = worlds::world(pig_ahead({"red", "red"}));
  w.launch(aimed(radians(-3), 1));
  worlds::run_until(w, [] { return false; });
  REQUIRE(w.end());
  const auto digest = w.digest();
  w.tick();
  w.launch(aimed(0, 1));
  w.give_up();
  CHECK(w.digest() == digest);
  CHECK(w.score() == 15000);
}

TEST_CASE("worlds that Box2D could not hold are refused, not aborted on") {
  const auto refused = [](const std::function<void(Task&)>& spoil) {
    Task t = pig_ahead({"red"});
    spoil(t);
    CHECK_THROWS_AS(worlds::world(t), std::invalid_argument);
  };
  refused([](Task& t) { t.objects[0].size_m = Vec2{0, 1}; });
  refused([](Task& t) { t.objects[0].at_m.x = std::nan(""); });
  refused([](Task& t) { t.objects[1].type = "pig_enormous"; });
  refused([](Task& t) { t.objects[1].material = "wood"; });
  refused([](Task& t) { t.birds = {"green"}; });
  refused([](Task& t) { t.birds.clear(); });
  refused([](Task& t) { t.gravity_mps2.y = INFINITY; });
  refused([](Task& t) { t.effects.push_back(Magnet{.object = 7, .radius_m = 1}); });
  refused([](Task& t) { t.effects.push_back(Magnet{.object = 0, .radius_m = 1, .on = {.object = 7}}); });
  refused([](Task& t) { t.effects.push_back(ForceField{.on = {.object = -1}}); });
  refused([](Task& t) { t.effects.push_back(Magnet{.object = 1, .radius_m = 0}); });
  refused([](Task& t) { t.effects.push_back(ForceField{.object = 7}); });
  refused([](Task& t) { t.effects.push_back(ForceField{.region = Box{{}, {0, 1}, 0}}); });
  refused([](Task& t) { t.effects.push_back(ForceField{.force_n = {NAN, 0}}); });
  refused(
      [](Task& t) { t.effects.push_back(Magnet{.object = 1, .radius_m = 1, .strength_n_per_m = INFINITY}); });
}

TEST_CASE(
    "a play that may not end early lasts to the time cap after its last launch, and ends the same way") {
  Physics to_the_cap = worlds::standard();
  to_the_cap.rules.early_end = false;
  const Outcome won = shots(pig_ahead({"red", "red"}), {-3, 60}, to_the_cap);
  CHECK(won.won);
  CHECK(won.birds_left == 0);
  CHECK(won.time_s > to_the_cap.rules.time_cap_s);
  const Outcome lost = shots(pig_ahead({"red"}), {60}, to_the_cap);
  CHECK_FALSE(lost.won);
  CHECK(lost.time_s == Approx(to_the_cap.rules.time_cap_s));
}

TEST_CASE(
    "a search lets a bird go that has been slow for its time while all else is still, records never do") {
  const auto ends_s = [](const Physics& physics) { return shots(pig_ahead({"red"}), {60}, physics).time_s; };
  Physics fast = worlds::assets().physics.at("fast");
  fast.rules.certain_end_every_s = 0;
  CHECK(fast.slow_bird_mps > 0);
  CHECK(worlds::standard().slow_bird_mps == 0);
  CHECK(worlds::assets().physics.at("reference").slow_bird_mps == 0);
  CHECK(ends_s(fast) < ends_s(worlds::watched()) - 1);
  Physics patient = fast;
  patient.slow_bird_for_s = 100;
  CHECK(ends_s(patient) == ends_s(worlds::watched()));
}

TEST_CASE("all must be still for its time after the last bird has gone, for what leaned on it may move") {
  World w = worlds::world(pig_ahead({"red"}), true);
  w.launch(aimed(radians(60), 1));
  while (!w.end()) w.tick();
  const Event* gone = worlds::find(w, EventKind::kBirdGone);
  REQUIRE(gone != nullptr);
  CHECK(w.time_s() >= gone->time_s + worlds::standard().rules.still_for_s - 1e-9);
}
