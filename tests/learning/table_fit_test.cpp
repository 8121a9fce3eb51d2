#include <catch2/catch.hpp>
#include <limits>
#include <stdexcept>
#include <vector>

#include "agents/learning/steps.h"
#include "agents/learning/trained.h"
#include "agents/learning/trainings.h"

using namespace novphy;

namespace {

constexpr std::size_t kActions = 6;

NetShape small_shape() { return {.kind = NetKind::kDqn, .actions = kActions, .hidden = 16}; }

Net small_net(std::uint64_t seed) {
  Rng rng = Rng::stream(seed, "tests/learning");
  return Net(small_shape(), [&] { return rng.uniform(); });
}

/// DecisionPoints in which the first number tells which action passes.
std::vector<DecisionPoint> moments() {
  std::vector<DecisionPoint> all;
  for (int i = 0; i < 60; ++i) {
    DecisionPoint& moment = all.emplace_back();
    const auto passing = static_cast<std::size_t>(i % 3);
    moment.features[passing] = 1;
    moment.results.assign(kActions, ActionResult::kFails);
    moment.results[passing] = ActionResult::kPasses;
    moment.results[5] = ActionResult::kNoShot;
  }
  return all;
}

/// The share of the moments in which the net's largest value belongs to an action that passes.
double share(Net& net, const std::vector<DecisionPoint>& all) {
  double passed = 0;
  for (const DecisionPoint& moment : all) {
    Shots shots(kActions, Shot{});
    shots[5].reset();
    const auto best = best_action(net.values(moment.features).row(0), shots);
    if (moment.results[*best] == ActionResult::kPasses) ++passed;
  }
  return passed / static_cast<double>(all.size());
}

TableFitSettings quick() { return {.batch = 8, .stage_updates = 10, .most_stages = 30, .patience = 30}; }

double share_of_moments(Net& net) { return share(net, moments()); }

/// Tells nothing of the stages.
AfterStage tried(double (*try_net)(Net&)) {
  return {.try_net = try_net, .told = [](const FitStage&) {}};
}

std::vector<float> fitted(std::uint64_t seed) {
  Net net = small_net(1);
  Rng rng = Rng::stream(seed, "tests/learning");
  fit_table(net, moments(), quick(), rng, tried(share_of_moments));
  return {net.weights().begin(), net.weights().end()};
}

}  // namespace

TEST_CASE("a fit finds the actions that pass, and the same seed gives the same net") {
  const std::vector<float> weights = fitted(1);
  Net net(small_shape(), weights);
  CHECK(share(net, moments()) == 1);
  CHECK(fitted(1) == weights);
  CHECK(fitted(2) != weights);
}

TEST_CASE("a fit ends with the earliest best net, and after stages without a better one") {
  Net net = small_net(1);
  Rng rng = Rng::stream(1, "tests/learning");
  TableFitSettings settings = quick();
  settings.patience = 3;
  std::vector<double> told;
  std::vector<float> after_second;
  const std::vector<double> shares{0.1, 0.5, 0.5, 0.4, 0.2, 0.9};
  const auto try_net = [&](Net& now) {
    if (told.size() == 1) after_second.assign(now.weights().begin(), now.weights().end());
    return shares.at(told.size());
  };
  fit_table(net, moments(), settings, rng,
            {.try_net = try_net, .told = [&](const FitStage& stage) { told.push_back(stage.held_back); }});
  CHECK(told == std::vector<double>{0.1, 0.5, 0.5, 0.4, 0.2});
  CHECK(std::vector<float>(net.weights().begin(), net.weights().end()) == after_second);
}

TEST_CASE("where nothing passes, the net learns what advances") {
  std::vector<DecisionPoint> all = moments();
  for (std::size_t i = 0; i < all.size(); i += 2)
    for (ActionResult& result : all[i].results)
      if (result == ActionResult::kPasses) result = ActionResult::kAdvances;
  all[1].results[5] = ActionResult::kAdvances;  // beside an action that passes, this is no lesson
  Net net = small_net(1);
  Rng rng = Rng::stream(1, "tests/learning");
  fit_table(net, all, quick(), rng, tried(share_of_moments));
  CHECK(share(net, moments()) == 1);
}

TEST_CASE("moments in which nothing passes are left out") {
  Net net = small_net(1);
  const std::vector<float> before(net.weights().begin(), net.weights().end());
  Rng rng = Rng::stream(1, "tests/learning");
  DecisionPoint lost;
  lost.results.assign(kActions, ActionResult::kFails);
  const std::vector<DecisionPoint> all(5, lost);
  fit_table(net, all, quick(), rng, tried([](Net&) { return 0.0; }));
  CHECK(std::vector<float>(net.weights().begin(), net.weights().end()) == before);
}

TEST_CASE("a fit whose loss is no number names the step") {
  Net net = small_net(1);
  for (float& weight : net.weights()) weight = std::numeric_limits<float>::quiet_NaN();
  Rng rng = Rng::stream(1, "tests/learning");
  CHECK_THROWS_WITH(fit_table(net, moments(), quick(), rng, tried([](Net&) { return 0.0; })),
                    Catch::Matchers::Contains("not a finite number after 10 updates"));
}

TEST_CASE("the best action has a shot, and is the lowest of several") {
  Shots shots(4, Shot{});
  shots[0].reset();
  CHECK(best_action(std::vector<float>{9, 2, 5, 5}, shots) == 2);
  CHECK_FALSE(best_action(std::vector<float>{1, 1}, Shots(2)).has_value());
}
