#include "agents/physicist/posterior.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "tests/physicist/played.h"

using namespace novphy;

namespace {

constexpr int kLearnPlays = 50;

/// A throw at the shelf with this launch speed.
Episode thrown_by(double speed_factor) {
  return played::thrown(played::shelf_with_launch(speed_factor), aimed(radians(45), 1), 12);
}

/// The factor of the best law, which must change the launch alone.
double speed_factor(const LawPosterior& memory) {
  const Law& law = memory.laws().front().law;
  INFO(text(law));
  REQUIRE(law.changes.size() == 1);
  REQUIRE(std::holds_alternative<LaunchLaw>(law.changes[0]));
  return std::get<LaunchLaw>(law.changes[0]).speed_factor;
}

bool holds_normal_law(const LawPosterior& memory) {
  return std::any_of(memory.laws().begin(), memory.laws().end(),
                     [](const WeightedLaw& held) { return held.law.changes.empty(); });
}

}  // namespace

TEST_CASE("a memory begins with the normal law, and keeps it where nothing surprises") {
  LawPosterior memory;
  CHECK(memory.laws().size() == 1);
  CHECK(memory.learn(thrown_by(1), kLearnPlays, played::simulator()) < 3);
  CHECK(memory.searches() == 0);
  CHECK(memory.laws().size() == 1);
  CHECK(memory.laws().front().law == Law{});
  CHECK(memory.episodes().size() == 1);
}

TEST_CASE("a law that explains the surprise stands first, beside the normal one") {
  LawPosterior memory;
  CHECK(memory.learn(thrown_by(0.8), kLearnPlays, played::simulator()) > 8);
  CHECK(memory.searches() == 1);
  CHECK(speed_factor(memory) == Approx(0.8).epsilon(0.1));
  CHECK(holds_normal_law(memory));
}

TEST_CASE("laws are drawn as often as their weight says, with numbers that are a little off") {
  LawPosterior memory;
  for (const Law& law : memory.drawn(6, 1)) CHECK(law == Law{});
  for (int i = 0; i < 2; ++i) memory.learn(thrown_by(0.8), kLearnPlays, played::simulator());
  const std::vector<Law> drawn = memory.drawn(6, 1);
  CHECK(drawn.size() == 6);
  CHECK(distinct(drawn).size() > 3);
  CHECK(drawn == memory.drawn(6, 1));
  for (const Law& law : drawn) {
    const auto* launch = std::get_if<LaunchLaw>(&law.changes.at(0));
    if (launch) CHECK(launch->speed_factor == Approx(0.8).epsilon(0.15));
  }
}

TEST_CASE("laws are looked for by the last throw that surprised clearly, not by an odd one before it") {
  LawPosterior memory;
  memory.learn(thrown_by(0.5), kLearnPlays, played::simulator());
  memory.learn(thrown_by(0.9), kLearnPlays, played::simulator());
  CHECK(memory.episodes()[0].surprise > memory.episodes()[1].surprise);
  CHECK(memory.key() == 1);
  memory.learn(thrown_by(1), kLearnPlays, played::simulator());
  CHECK(memory.key() == 1);
}

TEST_CASE("a law may come into force before any episode: until then the world is as usual") {
  ChangePointLikelihood always;
  always.add(3, 1);
  always.add(2, 1);
  CHECK(always.log_likelihood() == 5);
  ChangePointLikelihood later;
  later.add(-50, 4);
  later.add(3, -20);
  later.add(2, -20);
  CHECK(later.log_likelihood() == 4 + 3 + 2);
  ChangePointLikelihood of_usual;
  for (const double each : {4.0, -20.0, -20.0}) of_usual.add(each, each);
  CHECK(of_usual.log_likelihood() == -36);
  ChangePointLikelihood further(9, -36);
  further.add(1, -5);
  CHECK(further.log_likelihood() == 10);
}

TEST_CASE("laws as likely keep their order, and each law stands once") {
  const Law up{{GravityLaw{{0, 5}}}};
  std::vector<WeightedLaw> laws{{.law = {}, .log_likelihood = 1},
                                {.law = up, .log_likelihood = 1, .complexity = 9}};
  sort_by_likelihood(laws);
  CHECK(laws_of(laws) == std::vector<Law>{{}, up});
  laws[1].log_likelihood = 2;
  sort_by_likelihood(laws);
  CHECK(laws_of(laws) == std::vector<Law>{up, {}});
  CHECK(distinct({up, {}, up, {}}) == std::vector<Law>{up, {}});
}

TEST_CASE("one throw speaks for a law, and against another, up to a bound") {
  std::vector<Episode> once{played::thrown(played::shelf_with_launch(0.8), aimed(radians(45), 1), 4)};
  const std::vector<BodyTrack> tracks = std::exchange(once[0].tracks, {});
  const std::vector<Episode> twice{once[0], once[0]};
  const std::vector<Law> laws{{}, {{LaunchLaw{.speed_factor = 0.8}}}, {{LaunchLaw{.speed_factor = 1.25}}}};
  const Surroundings here = surroundings_of(once[0], played::simulator());
  const auto ahead = [&](const std::vector<Episode>& episodes,
                         double most_evidence = std::numeric_limits<double>::infinity()) {
    const std::vector<WeightedLaw> held =
        scored(laws, episodes,
               {.plays = 4, .simulator = played::simulator(), .here = here, .most_evidence = most_evidence});
    CHECK(held[0].law == laws[1]);
    return held[0].log_likelihood - held[1].log_likelihood;
  };
  CHECK(ahead(once) > 60);
  CHECK(ahead(once, 40) == Approx(40));
  CHECK(ahead(twice, 40) == Approx(80));
  once[0].tracks = tracks;  // which are bounded on their own
  CHECK(ahead(once, 40) > 60);
  CHECK(ahead(once, 40) <= 40 + kMostTrackEvidence);
}

TEST_CASE("tracks of throws that are forgotten still count") {
  LawPosterior all;
  LawPosterior forgetful;
  Simulator without_memory = played::simulator();
  without_memory.memory = false;
  for (int i = 0; i < 5; ++i) {
    all.learn(thrown_by(0.8), kLearnPlays, played::simulator());
    forgetful.learn(thrown_by(0.8), kLearnPlays, without_memory);
  }
  CHECK(all.episodes().size() == forgetful.episodes().size());
  all.learn(thrown_by(0.6), kLearnPlays, played::simulator());  // looks for laws, with and without memory
  forgetful.learn(thrown_by(0.6), kLearnPlays, without_memory);
  const auto factor = [](const LawPosterior& memory) {
    const auto* launch = std::get_if<LaunchLaw>(&memory.laws().front().law.changes.at(0));
    return launch ? launch->speed_factor : 0;
  };
  CHECK(factor(all) == Approx(0.8).epsilon(0.05));
  CHECK(all.laws().front().log_likelihood != forgetful.laws().front().log_likelihood);
}

TEST_CASE("laws that a world does not take in a task are forgotten") {
  Task truth = played::shelf();
  const ForceField drag{.per_mps = {{-0.9, 0}, {0, -0.9}},
                        .on = Targets{.birds_above_mps = 0, .blocks_above_mps = 0}};
  truth.effects.push_back(drag);
  LawPosterior memory;
  memory.learn(played::thrown(truth, aimed(radians(50), 1), 4), kLearnPlays, played::simulator());
  REQUIRE(memory.laws().size() > 1);
  Episode light = played::thrown(truth, aimed(radians(50), 1), 4);
  for (Task& task : light.tasks) task.objects[1].hidden.mass = 0.001;
  memory.leave_playable(light, worlds::catalogue());
  CHECK(holds_normal_law(memory));
  for (const WeightedLaw& held : memory.laws())
    CHECK(is_playable(held.law, light.tasks.front(), light.looks(), worlds::catalogue()));
}

TEST_CASE("each throw that tells of a law makes its numbers better") {
  Task truth = played::shelf();
  truth.objects.push_back({.type = "platform", .at_m = {-4, 3}, .size_m = Vec2{0.4, 0.4}});
  ForceField pull{.object = 2, .region = Box{.size_m = {5, 5}}, .round = true, .by_centre = true};
  pull.per_m = {{-6, 0}, {0, -6}};
  pull.on = played::kBirds;
  truth.effects.push_back(pull);
  LawPosterior memory;
  const auto learn = [&](double angle_deg) {
    memory.learn(played::thrown(truth, aimed(radians(angle_deg), 1), 4), kLearnPlays, played::simulator());
  };
  learn(35);
  int better = 0;  // throws that changed the best law though no other was looked for
  for (const double angle_deg : {34, 36, 37}) {
    const Law before = memory.laws().front().law;
    const int searches = memory.searches();
    learn(angle_deg);
    better += memory.searches() == searches && memory.laws().front().law != before ? 1 : 0;
  }
  CHECK(better > 0);
  const Law& law = memory.laws().front().law;
  INFO(text(law));
  const auto* found = law.changes.empty() ? nullptr : law_in<ForceField>(law.changes.front());
  REQUIRE(found);
  constexpr int kColliders = 2;  // of a red bird
  constexpr double kRadiusM = 0.225;
  CHECK((found->per_collider ? kColliders : 1) * found->per_m.x.x == Approx(-6).epsilon(0.07));
  CHECK(found->region->size_m.x + (found->by_centre ? 0 : 2 * kRadiusM) == Approx(5).epsilon(0.03));
}
