#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "agents/learning/steps.h"

using namespace novphy;

namespace {

constexpr std::size_t kChoices = 4;

Net q_net() {
  Rng rng = Rng::stream(1, "tests/q");
  return Net({.kind = NetKind::kDqn, .actions = kChoices, .hidden = 8}, [&] { return rng.uniform(); });
}

std::vector<float> weights_of(const Net& net) { return {net.weights().begin(), net.weights().end()}; }

/// A situation in which all objects look alike, so that the numbers of the first layer are not tiny.
std::shared_ptr<const StepState> seen(float number, std::vector<std::uint8_t> allowed = {1, 1, 1, 1}) {
  StepState situation{.allowed = std::move(allowed)};
  for (std::size_t i = 0; i < situation.features.size(); ++i)
    situation.features[i] = i % 3 == 0 ? number : 1 - static_cast<float>(i % 2);
  return std::make_shared<const StepState>(situation);
}

std::vector<Step> some_steps() {
  return {{.before = seen(0.5F), .action = 1, .passed = true},
          {.before = seen(-1), .action = 3, .passed = false},
          {.before = seen(2), .action = 0, .passed = false, .after = seen(1)}};
}

}  // namespace

TEST_CASE("the gradient of the loss of steps is the slope taken by differences") {
  Net net = q_net();
  QLearner learner(net, {});
  const std::vector<Step> steps = some_steps();
  learner.loss_of(steps);
  const std::vector<float> gradient(net.gradients().begin(), net.gradients().end());
  double largest = 0;
  for (std::size_t i = 0; i < gradient.size(); i += 7) {
    const float before = net.weights()[i];
    constexpr float kStep = 2e-3F;
    net.weights()[i] = before + kStep;
    const double above = learner.loss_of(steps);
    net.weights()[i] = before - kStep;
    const double below = learner.loss_of(steps);
    net.weights()[i] = before;
    CHECK(gradient[i] == Approx((above - below) / (2 * kStep)).epsilon(0.03).margin(3e-3));
    largest = std::max(largest, std::abs(static_cast<double>(gradient[i])));
  }
  CHECK(largest > 0.05);
}

TEST_CASE("a pass is worth 1, and the next bird's best allowed value is discounted") {
  Net net = q_net();
  QLearner learner(net, {.discount = 0.5});
  const auto after = seen(3, {1, 0, 1, 0});
  const auto values = net.values(after->features).row(0);
  const float best = std::max(values[0], values[2]);
  const std::vector<Step> steps{{.before = seen(1), .passed = true},
                                {.before = seen(1), .after = after},
                                {.before = seen(1)},
                                {.before = seen(1), .after = seen(3, {0, 0, 0, 0})}};
  const std::vector<float> targets = learner.targets_of(steps);
  CHECK(targets == std::vector<float>{1, 0.5F * best, 0, 0});
  CHECK(QSettings{}.discount == 0.99);
}

TEST_CASE("targets stay as they are until the net is copied") {
  Net net = q_net();
  QLearner learner(net, {.adamw = {.learning_rate = 0.1}});
  const std::vector<Step> steps = some_steps();
  const auto before = learner.targets_of(steps);
  learner.update(steps);
  CHECK(learner.targets_of(steps) == before);
  learner.copy_target();
  CHECK(learner.targets_of(steps) != before);
}

TEST_CASE("updates lead the values to the targets") {
  Net net = q_net();
  QLearner learner(net, {.adamw = {.learning_rate = 0.01}});
  const std::vector<Step> steps = some_steps();
  for (int i = 0; i < 300; ++i) learner.update(steps);
  CHECK(learner.updates() == 300);
  const auto targets = learner.targets_of(steps);
  for (std::size_t i = 0; i < steps.size(); ++i)
    CHECK(net.values(steps[i].before->features).row(0)[steps[i].action] == Approx(targets[i]).margin(0.05));
}

TEST_CASE("the numbers of the gradient are clamped to 1") {
  const auto moved = [](float limit) {
    Net net = q_net();
    net.weights().back() = 50;  // a value far from its target: a gradient of the loss of 1 for each row
    QLearner learner(net, {.adamw = {.learning_rate = 0.01, .epsilon = 1, .gradient_limit = limit}});
    learner.update(some_steps());
    return weights_of(net);
  };
  CHECK((moved(QSettings{}.adamw.gradient_limit) == moved(1)));
  CHECK((moved(1) != moved(0)));
  CHECK((moved(1) != moved(0.5F)));
}

TEST_CASE("an optimiser that is restarted moves as a new one") {
  const std::vector<Step> steps = some_steps();
  Net net = q_net();
  QLearner learner(net, {});
  learner.update(steps);
  Net twin = net;
  QLearner fresh(twin, {});
  fresh.update(steps);
  learner.copy_target();
  learner.restart_optimiser();
  learner.update(steps);
  CHECK((weights_of(net) == weights_of(twin)));
}

TEST_CASE("an update whose loss is no number names the step and leaves the weights") {
  Net net = q_net();
  QLearner learner(net, {});
  learner.update(some_steps());
  net.weights()[0] = std::numeric_limits<float>::quiet_NaN();
  const float second = net.weights()[1];
  CHECK_THROWS_WITH(learner.update(some_steps()),
                    Catch::Matchers::Contains("not a finite number after 1 update"));
  CHECK(net.weights()[1] == second);
}

TEST_CASE("a replay keeps the last steps") {
  ReplayMemory replay(3);
  for (std::size_t i = 0; i < 5; ++i) replay.add({.action = i, .passed = i == 0 || i == 3});
  REQUIRE(replay.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(replay[i].action == i + 2);
  Rng rng = Rng::stream(1, "tests/q");
  for (const Step& step : replay.draw(50, rng)) CHECK(step.action >= 2);
}

TEST_CASE("a replay draws passed steps as often as failed ones") {
  ReplayMemory replay(1000);
  for (std::size_t i = 0; i < 500; ++i) replay.add({.action = i, .passed = i % 100 == 0});
  Rng rng = Rng::stream(1, "tests/q");
  const std::vector<Step> drawn = replay.draw(2000, rng);
  const auto passed = std::ranges::count_if(drawn, [](const Step& step) { return step.passed; });
  CHECK(passed == Approx(1000).margin(100));
  Rng again = Rng::stream(1, "tests/q");
  CHECK(std::ranges::equal(replay.draw(2000, again), drawn, {}, &Step::action, &Step::action));
}

TEST_CASE("a replay of failures alone, or of passes alone, draws those") {
  for (const bool passed : {false, true}) {
    ReplayMemory replay(10);
    replay.add({.action = 7, .passed = passed});
    Rng rng = Rng::stream(1, "tests/q");
    for (const Step& step : replay.draw(20, rng)) CHECK(step.action == 7);
  }
}
