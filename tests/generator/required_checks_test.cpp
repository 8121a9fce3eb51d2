#include <algorithm>
#include <catch2/catch.hpp>

#include "generator/checks.h"
#include "tests/generator/known.h"

using namespace novphy;

namespace {

Task marked(const std::vector<std::string>& names) {
  Task task = worlds::task();
  for (const std::string& name : names) task.novelties.push_back({.name = name, .undo = {}});
  return task;
}

RequiredChecks of(const std::vector<std::string>& names) {
  return required_checks(marked(names), novelties());
}

}  // namespace

TEST_CASE("a novelty requires what its entry says") {
  CHECK(of({"pink"}).materials == std::vector<std::string>{"pink"});
  CHECK_FALSE(of({"pink"}).by_push);
  CHECK_FALSE(of({"pink"}).old_plan_fails);
  CHECK(of({"fan"}).by_push);
  CHECK(of({"fan"}).novelty_needed);
  CHECK(of({"fan"}).old_plan_fails);
  CHECK_FALSE(of({"fan"}).storm_not_skipped);
  CHECK_FALSE(of({"inverted_gravity"}).novelty_touched());
  CHECK_FALSE(of({"inverted_gravity"}).novelty_needed);
  CHECK(of({"storm"}).storm_not_skipped);
  CHECK(of({"heavy"}).by_unlike);
  CHECK(of({"heavy"}).novelty_touched());
  CHECK_FALSE(of({"grey_view"}).novelty_touched());
}

TEST_CASE("two novelties of one level may require different checks") {
  std::vector<Novelty> table = novelties();
  table.push_back(
      {.name = "breeze", .hierarchy = "environments", .checks = {"novelty_touched"}, .touched = "push"});
  const RequiredChecks breeze = required_checks(marked({"breeze"}), table);
  CHECK(breeze.by_push);
  CHECK_FALSE(breeze.old_plan_fails);
  CHECK(required_checks(marked({"inverted_gravity"}), table).old_plan_fails);
}

TEST_CASE("several novelties require together what each of them requires") {
  const RequiredChecks both = of({"pink", "fan"});
  CHECK(both.by_push);
  CHECK(both.materials == std::vector<std::string>{"pink"});
  CHECK(both.novelty_needed);
}

TEST_CASE("without a mark, or with one that has no entry, every check is required that can be asked") {
  for (const auto& names : {std::vector<std::string>{}, std::vector<std::string>{"unheard_of"}}) {
    Task task = marked(names);
    const RequiredChecks all = required_checks(task, novelties());
    CHECK(all.by_push);
    CHECK(all.novelty_needed);
    CHECK(all.old_plan_fails);
    CHECK_FALSE(all.storm_not_skipped);
    task.effects.push_back(worlds::catalogue().effects.at("storm"));
    CHECK(required_checks(task, novelties()).storm_not_skipped);
  }
}

TEST_CASE("the hash of checks changes with what the entries in use require, and with nothing else") {
  std::vector<Pair> pairs(2);
  pairs[0].novel.task = marked({"fan"});
  pairs[1].novel.task = marked({"unheard_of"});
  std::vector<Novelty> table = novelties();
  const std::string before = hash_of_checks(pairs, table);
  CHECK(before.size() == 16);
  Novelty& fan =
      *std::find_if(table.begin(), table.end(), [](const auto& entry) { return entry.name == "fan"; });
  fan.doc = "another sentence";
  CHECK(hash_of_checks(pairs, table) == before);
  table.push_back({.name = "breeze", .checks = {"novelty_touched"}, .touched = "push"});
  CHECK(hash_of_checks(pairs, table) == before);

  SECTION("another check of an entry in use") {
    std::find_if(table.begin(), table.end(), [](const auto& entry) {
      return entry.name == "fan";
    })->checks.push_back("storm_not_skipped");
  }
  SECTION("a new entry for a mark that had none") { table.push_back({.name = "unheard_of"}); }
  SECTION("a pair with another novelty") { pairs[0].novel.task = marked({"fan", "pink"}); }
  CHECK(hash_of_checks(pairs, table) != before);
}

TEST_CASE("a novelty that changes no play need not change the way of winning") {
  for (const char* name : {"mirrored_view", "upside_down_view", "grey_view", "deadline"})
    CHECK_FALSE(of({name}).way_changes);
  for (const char* name : {"pink", "fan", "mirrored_slingshot", "fast_launch", "no_entry"})
    CHECK(of({name}).way_changes);
  CHECK(of({"grey_view", "fan"}).way_changes);
}

TEST_CASE("a law that only takes wins away asks for another check than one that may give some") {
  const auto required = [](const Effect& law) {
    Task task = worlds::task();
    task.effects = {law};
    task.novelties.push_back({.name = "unheard_of", .undo = {{.remove_effect = 0}}});
    return required_checks(task, novelties());
  };
  for (const Effect& takes : {Effect(Shield{.by = {.blocks = true}}), Effect(Forbidden{})}) {
    CHECK(required(takes).usual_way_fails);
    CHECK_FALSE(required(takes).novelty_needed);
    CHECK_FALSE(required(takes).old_plan_fails);
  }
  const RequiredChecks lasting = required(Shield{.on = {.blocks = true}, .by = {.birds = true}});
  CHECK_FALSE(lasting.usual_way_fails);
  CHECK(lasting.novelty_needed);
}

TEST_CASE("of several novelties, each that changes plays is to be needed") {
  CHECK(of({"fan", "no_entry"}).each_needed == std::vector<std::size_t>{0, 1});
  CHECK(of({"mirrored_slingshot", "fast_launch"}).novelty_needed);
  CHECK(of({"grey_view", "fan"}).each_needed.empty());
  CHECK(of({"fan"}).each_needed.empty());
}

TEST_CASE("a mark without an entry is met as its steps tell, and its way is only reported") {
  const auto required = [](const Undo& step) {
    Task task = worlds::task();
    task.effects = {ForceField{.name = "force_field"}, Portal{}};
    task.novelties.push_back({.name = "unheard_of", .undo = {step}});
    return required_checks(task, novelties());
  };
  CHECK(required({.remove_effect = 0}).by_push);
  CHECK_FALSE(required({.remove_effect = 1}).novelty_touched());
  CHECK_FALSE(required({.remove_effect = 0}).by_unlike);
  CHECK(required({.object = 0, .hidden = HiddenFactors{}}).by_unlike);
  CHECK_FALSE(required({.object = 0, .hidden = HiddenFactors{}}).by_push);
  const RequiredChecks moved = required({.task = {.slingshot = Slingshot{}}});
  CHECK_FALSE(moved.novelty_touched());
  CHECK(moved.old_plan_fails);
  CHECK_FALSE(moved.way_changes);
  CHECK(moved.way_told);
  CHECK_FALSE(of({"fan"}).way_told);
}
