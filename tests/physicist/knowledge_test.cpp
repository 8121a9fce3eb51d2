#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agents/physicist/physicist.h"
#include "tests/physicist/played.h"
#include "trials/session.h"

// What the physicist knows beforehand, by its level.

using namespace novphy;

namespace {

/// What an agent knows when it is made.
struct Brought {
  Catalogue catalogue = worlds::catalogue();
  ColourTable colours = worlds::assets().colours;
};

using Painted = std::map<int, int>;  ///< colours by those in whose place they are seen

Observation repainted(Observation seen, const Painted& painted) {
  for (SeenObject& object : seen.objects)
    for (ColourShare& each : object.colours)
      if (const auto found = painted.find(each.colour); found != painted.end()) each.colour = found->second;
  return seen;
}

struct Told {
  std::vector<Shot> shots;
  std::vector<double> probabilities;
  std::vector<std::vector<int>> objects;
  std::vector<std::string> texts;
  friend bool operator==(const Told&, const Told&) = default;
};

/// A trial with these tasks, seen in other colours.
Told told_in(const std::vector<Task>& tasks, int level, const Brought& brought = {},
             const Painted& painted = {}) {
  const std::unique_ptr<Agent> agent =
      make_physicist(brought.catalogue, played::fast(), brought.colours, {.plays = 20, .level = level});
  std::vector<SessionTask> script;
  for (const Task& task : tasks) script.push_back({.task = task});
  Session session(script, {.catalogue = worlds::catalogue(),
                           .physics = worlds::standard(),
                           .colours = worlds::assets().colours,
                           .senses = agent->senses(),
                           .noise_seed = 1});
  Told told;
  const auto see = [&] { return repainted(session.observe(), painted); };
  agent->begin_trial(1);
  while (session.state() != SessionState::kDone) {
    agent->begin_task();
    while (session.state() != SessionState::kReport) {
      if (session.state() == SessionState::kChoose) {
        told.shots.push_back(agent->choose(see()));
        session.shoot(told.shots.back());
      }
      session.advance(agent->watch_every_ms());
      if (session.state() == SessionState::kFlying) agent->watch(see());
    }
    TaskResult result = session.result();
    result.last = repainted(result.last, painted);
    agent->end_task(result);
    const NoveltyReport report = agent->novelty();
    told.probabilities.push_back(report.probability);
    told.objects.push_back(report.objects);
    told.texts.push_back(report.text);
    session.report();
  }
  return told;
}

bool is_of_novelties(const Kind& kind) { return kind.material == "pink" || kind.category == Category::kFan; }

std::set<int> colours_of(const ColourTable& table, const std::string& name) {
  std::set<int> colours;
  for (const auto& picture : table.at(name))
    for (const ColourShare& each : picture) colours.insert(each.colour);
  return colours;
}

/// Gives every colour that novel things alone have one that nothing has.
Painted other_novel_colours() {
  const ColourTable& table = worlds::assets().colours;
  const auto is_novel = [](const std::string& name) { return name == "fan" || name.starts_with("pink"); };
  std::set<int> of_novel, of_ordinary;
  for (const auto& [name, pictures] : table)
    for (const int colour : colours_of(table, name)) (is_novel(name) ? of_novel : of_ordinary).insert(colour);
  Painted painted;
  int unused = 0;
  for (const int colour : of_novel) {
    if (of_ordinary.contains(colour)) continue;
    while (of_novel.contains(unused) || of_ordinary.contains(unused)) ++unused;
    painted[colour] = unused++;
  }
  return painted;
}

Brought without_novelties() {
  Brought brought;
  for (const Kind& kind : brought.catalogue.objects)
    if (is_of_novelties(kind)) brought.colours.erase(appearance(kind));
  std::erase_if(brought.catalogue.objects, is_of_novelties);
  brought.catalogue.effects.erase("fan");
  brought.catalogue.effects.erase("magnet");
  return brought;
}

/// Novel kinds have other numbers, and each has the colours of the next one.
Brought with_permuted_novelties() {
  Brought brought;
  std::vector<std::string> names;
  for (Kind& kind : brought.catalogue.objects) {
    if (!is_of_novelties(kind)) continue;
    names.push_back(appearance(kind));
    kind.mass_kg *= 3;
    kind.friction /= 2;
    kind.life *= 2;
  }
  const auto first = brought.colours.at(names.front());
  for (std::size_t i = 0; i + 1 < names.size(); ++i)
    brought.colours[names[i]] = brought.colours[names[i + 1]];
  brought.colours[names.back()] = first;
  return brought;
}

/// Novel kinds have other names, and so have the effects that normal tasks lack.
Brought with_renamed_novelties() {
  Brought brought;
  for (Kind& kind : brought.catalogue.objects)
    if (is_of_novelties(kind)) {
      auto entry = brought.colours.extract(appearance(kind));
      kind.type = "x_" + kind.type;
      if (!entry) continue;
      entry.key() = appearance(kind);
      brought.colours.insert(std::move(entry));
    }
  auto magnet = brought.catalogue.effects.extract("magnet");
  magnet.key() = "x_magnet";
  brought.catalogue.effects.insert(std::move(magnet));
  return brought;
}

/// A pink ball lies before the pig, and a fan stands behind it.
Task with_novel_things() {
  Task task = played::on_the_ground();
  task.objects.push_back({.type = "circle", .material = "pink", .at_m = {-4, -3.125}});
  task.objects.push_back({.type = "fan", .at_m = {5, 2}});
  return task;
}

std::vector<Task> a_trial() {
  return {played::on_the_ground(), played::shelf(), played::on_the_ground(),
          played::on_the_ground(), played::shelf(), with_novel_things()};
}

}  // namespace

TEST_CASE("at level 1, what novelties are called, and in which colours they come, changes no bit") {
  const Told told = told_in(a_trial(), 1);
  CHECK(told.objects.back().size() == 2);
  CHECK(told == told_in(a_trial(), 1, {}, other_novel_colours()));
  for (const Brought& brought : {without_novelties(), with_permuted_novelties(), with_renamed_novelties()})
    CHECK(told == told_in(a_trial(), 1, brought));
}

TEST_CASE("at level 2, what novelties are called, and in which colours they come, changes no bit") {
  const Told told = told_in(a_trial(), 2);
  CHECK(told.objects.back().size() == 2);
  CHECK(told == told_in(a_trial(), 2, with_renamed_novelties(), other_novel_colours()));
}

TEST_CASE("at level 0, they matter: the agent has other things in mind if colours and numbers change") {
  const std::vector<Task> tasks{with_novel_things()};
  CHECK(told_in(tasks, 0) != told_in(tasks, 0, with_permuted_novelties()));
}

TEST_CASE("without history, level 0 alone raises the alarm before the first throw") {
  for (const int level : {0, 1, 2}) {
    INFO(level);
    const std::unique_ptr<Agent> agent = make_physicist(
        worlds::catalogue(), played::fast(), worlds::assets().colours, {.plays = 20, .level = level});
    agent->begin_trial(1);
    agent->begin_task();
    agent->choose(played::seen_now(World(with_novel_things(), worlds::catalogue(), worlds::unsettled())));
    CHECK((agent->novelty().probability >= ChangeDetector::kAlarm) == (level == 0));
    CHECK(agent->novelty().objects.empty() == (level > 0));
  }
}

TEST_CASE("at level 2, the third task is passed with wrong numbers, and none raises an alarm") {
  const std::vector<Task> tasks{played::on_the_ground(), played::shelf(), played::on_the_ground()};
  const Told told = told_in(tasks, 2);
  for (const double probability : told.probabilities) CHECK(probability < ChangeDetector::kAlarm);
  CHECK(told.shots != told_in(tasks, 1).shots);
}

TEST_CASE("at level 2, half the gravity raises the alarm after some usual tasks") {
  Task light = played::shelf();
  light.gravity_mps2.y /= 2;
  const Told told = told_in({played::shelf(), played::on_the_ground(), played::shelf(), light, light}, 2);
  CHECK(told.probabilities[2] < ChangeDetector::kAlarm);
  CHECK(told.probabilities[4] >= ChangeDetector::kAlarm);
}
