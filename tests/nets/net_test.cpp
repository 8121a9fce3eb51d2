#include "agents/learning/nets/net.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <stdexcept>

#include "agents/learning/nets/adamw.h"
#include "agents/learning/nets/losses.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "tests/nets/flat.h"

using namespace novphy;

namespace {

/// Numbers from [0, 1), always the same.
Uniform numbers_in_a_row() {
  return [state = std::uint32_t{1}]() mutable {
    state = state * 1664525U + 1013904223U;
    return static_cast<double>(state >> 8U) * 0x1p-24;
  };
}

constexpr NetShape kSmallDqn{.tokens = 5, .features = 3, .actions = 4, .hidden = 8};
constexpr NetShape kSmallRelational{.kind = NetKind::kRelational,
                                    .tokens = 5,
                                    .features = 3,
                                    .actions = 4,
                                    .hidden = 8,
                                    .width = 8,
                                    .heads = 2,
                                    .blocks = 2};
constexpr NetShape kSmallOfTokens{.kind = NetKind::kRelational,
                                  .tokens = 5,
                                  .features = 3,
                                  .actions = 10,
                                  .width = 8,
                                  .heads = 4,
                                  .values_of_tokens = true};
constexpr std::array kSmallShapes{kSmallDqn, kSmallRelational, kSmallOfTokens};

std::vector<float> drawn(std::size_t count, const Uniform& uniform) {
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(2 * uniform() - 1);
  return numbers;
}

/// Inputs in which the first token of the second sample and all tokens of the third sample are absent.
std::vector<float> with_absent_tokens(const NetShape& shape, std::size_t samples, const Uniform& uniform) {
  std::vector<float> inputs = drawn(samples * shape.inputs(), uniform);
  for (std::size_t i = 0; i < shape.features; ++i) inputs[shape.inputs() + i] = 0;
  for (std::size_t i = 0; i < shape.inputs(); ++i) inputs[2 * shape.inputs() + i] = 0;
  return inputs;
}

double weighted_sum(ConstMatrix values, std::span<const float> factors) {
  double sum = 0;
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.columns; ++j)
      sum += static_cast<double>(values.row(i)[j]) * factors[i * values.columns + j];
  return sum;
}

/// The slopes of function() by `number`, below and above: they differ where a leaky ReLU has its corner.
struct Slopes {
  float low = 0;
  float high = 0;
};

template <class Function>
Slopes slopes_at(float& number, const Function& function) {
  constexpr float kStep = 1.0F / 512;
  const float before = number;
  const auto at = [&](float value) {
    number = value;
    return function();
  };
  const double above = at(before + kStep);
  const double below = at(before - kStep);
  const double here = at(before);
  const auto [low, high] = std::minmax({(above - here) / kStep, (here - below) / kStep});
  return {static_cast<float>(low), static_cast<float>(high)};
}

/// One step of training towards the action of each sample's number.
double learn(Net& net, AdamWState& state, const AdamWSettings& settings, std::span<const float> inputs) {
  const ConstMatrix values = net.values(inputs);
  std::vector<float> targets(values.rows * values.columns);
  for (std::size_t i = 0; i < values.rows; ++i) targets[i * values.columns + i % values.columns] = 1;
  std::vector<float> numbers(targets.size());
  const Matrix gradient(numbers, values.rows, values.columns);
  const double loss = cross_entropy(values, ConstMatrix(targets, values.rows, values.columns), {}, gradient);
  net.backward(gradient);
  adamw_step(settings, state, net.gradients(), net.weights());
  return loss;
}

/// The hash of the weights after some steps.
std::uint64_t hash_of_training(const NetShape& shape) {
  const Uniform uniform = numbers_in_a_row();
  Net net(shape, uniform);
  AdamWState state;
  for (int step = 0; step < 20; ++step) learn(net, state, {}, with_absent_tokens(shape, 6, uniform));
  Hash hash;
  for (const float weight : net.weights()) hash.add(weight);
  return hash.value();
}

/// Moves each token to the next slot, and the last token to the first.
std::vector<float> turned(std::vector<float> numbers, std::size_t of_a_token) {
  std::rotate(numbers.begin(), numbers.end() - static_cast<std::ptrdiff_t>(of_a_token), numbers.end());
  return numbers;
}

/// Equal but for the last bits: another order of tokens is another order of sums.
void check_close(const std::vector<float>& found, const std::vector<float>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(expected[i]).margin(1e-5));
}

}  // namespace

TEST_CASE("the gradient of each kind of net is the slope of the loss") {
  const NetShape shape = GENERATE(from_range(kSmallShapes));
  CAPTURE(name_of(shape.kind), shape.values_of_tokens);
  const Uniform uniform = numbers_in_a_row();
  Net net(shape, uniform);
  const std::vector<float> inputs = with_absent_tokens(shape, 3, uniform);
  const std::vector<float> factors = drawn(3 * shape.actions, uniform);
  net.values(inputs);
  net.backward(ConstMatrix(factors, 3, shape.actions));
  const std::vector<float> gradients(net.gradients().begin(), net.gradients().end());
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    const Slopes slopes =
        slopes_at(net.weights()[i], [&] { return weighted_sum(net.values(inputs), factors); });
    CAPTURE(i, gradients[i], slopes.low, slopes.high);
    CHECK((gradients[i] > slopes.low - 2e-3F && gradients[i] < slopes.high + 2e-3F));
  }
}

TEST_CASE("a training gives the same weights on every machine, with every compiler and on every thread") {
  std::array<std::uint64_t, kSmallShapes.size()> hashes{};
  parallel_for(hashes.size(), 2, [&](std::size_t i) { hashes[i] = hash_of_training(kSmallShapes[i]); });
  // The same with g++ 12 (-O0 to -O3) and clang 14 on x86-64, and with g++ 12 for aarch64.
  CHECK(hashes == std::array<std::uint64_t, 3>{0x773dfd4d361e7d5b, 0x2972168cbad96bf9, 0x98b283e6dccc3709});
  CHECK(hash_of_training(kSmallRelational) == hashes[1]);
}

TEST_CASE("values of tokens follow the tokens into another order") {
  const Uniform uniform = numbers_in_a_row();
  Net net(kSmallOfTokens, uniform);
  const std::vector<float> inputs = drawn(kSmallOfTokens.inputs(), uniform);
  const std::vector<float> values = flat(net.values(inputs));
  const std::vector<float> hidden = flat(net.last_hidden());
  check_close(flat(net.values(turned(inputs, 3))), turned(values, 2));
  check_close(flat(net.last_hidden()), hidden);
}

TEST_CASE("values of the maximum over tokens stay where the tokens change their order") {
  const Uniform uniform = numbers_in_a_row();
  Net net(kSmallRelational, uniform);
  const std::vector<float> inputs = drawn(kSmallRelational.inputs(), uniform);
  const std::vector<float> values = flat(net.values(inputs));
  check_close(flat(net.values(turned(inputs, 3))), values);
}

TEST_CASE("absent tokens have no part in what becomes of the others") {
  const Uniform uniform = numbers_in_a_row();
  NetShape small = kSmallOfTokens;
  small.tokens = 2;
  small.actions = 4;
  NetShape large = kSmallOfTokens;
  large.tokens = 4;
  large.actions = 8;
  Net net(small, uniform);
  Net same(large, net.weights());
  const std::vector<float> in = drawn(small.inputs(), uniform);
  const std::vector<float> spread{0, 0, 0, in[0], in[1], in[2], 0, 0, 0, in[3], in[4], in[5]};
  const std::vector<float> values = flat(net.values(in));
  CHECK(flat(same.values(spread)) ==
        std::vector<float>{0, 0, values[0], values[1], 0, 0, values[2], values[3]});
}

TEST_CASE("a sample's values do not depend on the samples beside, and a copy of a net is a net of its own") {
  const NetShape shape = GENERATE(from_range(kSmallShapes));
  const Uniform uniform = numbers_in_a_row();
  Net net(shape, uniform);
  const std::vector<float> inputs = with_absent_tokens(shape, 5, uniform);
  const std::vector<float> all = flat(net.values(inputs));
  Net copy = net;
  std::ranges::fill(net.weights(), 0.0F);
  for (std::size_t s = 0; s < 5; ++s) {
    const auto sample = std::span(inputs).subspan(s * shape.inputs(), shape.inputs());
    CHECK(std::ranges::equal(flat(copy.values(sample)),
                             std::span(all).subspan(s * shape.actions, shape.actions)));
  }
  net = copy;
  CHECK(flat(net.values(inputs)) == all);
}

TEST_CASE("the last hidden layer has a row for each sample") {
  const NetShape shape = GENERATE(from_range(kSmallShapes));
  const Uniform uniform = numbers_in_a_row();
  Net net(shape, uniform);
  net.values(with_absent_tokens(shape, 4, uniform));
  CHECK(net.last_hidden().rows == 4);
  CHECK(net.last_hidden().columns == 8);
}

TEST_CASE("the nets of the learning agents have fewer than 250,000 weights each") {
  for (const std::size_t actions : {std::size_t{48}, std::size_t{180}}) {
    CHECK(weight_count({.actions = actions}) < 250'000);
    CHECK(weight_count({.kind = NetKind::kRelational, .actions = actions, .blocks = 2}) < 250'000);
  }
  CHECK(weight_count({.actions = 180}) == 211'893);
}

TEST_CASE("sizes of which no net can be made are refused") {
  const auto relational = [](std::size_t heads, std::size_t actions, bool values_of_tokens) {
    return NetShape{.kind = NetKind::kRelational,
                    .actions = actions,
                    .heads = heads,
                    .values_of_tokens = values_of_tokens};
  };
  CHECK_NOTHROW(check(relational(4, 48, true)));
  CHECK_NOTHROW(check(relational(4, 47, false)));
  for (const NetShape& bad :
       {NetShape{}, NetShape{.tokens = 0, .actions = 1}, NetShape{.actions = 4096, .hidden = 4096},
        relational(5, 48, true), relational(0, 48, true), relational(4, 47, true)})
    CHECK_THROWS_AS(check(bad), std::invalid_argument);
}

TEST_CASE("a part of a sample, and weights of another number, are refused") {
  Net net(kSmallDqn, numbers_in_a_row());
  CHECK_THROWS_AS(net.values(std::vector<float>(16)), std::invalid_argument);
  CHECK_THROWS_AS(Net(kSmallDqn, std::vector<float>(3)), std::invalid_argument);
}

TEST_CASE("each kind of net learns which of two actions is right where exactly one input is positive") {
  const auto shape = GENERATE(
      NetShape{.tokens = 1, .features = 2, .actions = 2, .hidden = 16},
      NetShape{
          .kind = NetKind::kRelational, .tokens = 2, .features = 1, .actions = 2, .hidden = 16, .width = 16});
  Net net(shape, numbers_in_a_row());
  AdamWState state;
  const std::vector<float> inputs{1, 1, 1, -1, -1, -1, -1, 1};  // the targets are 0, 1, 0, 1
  double loss = 0;
  for (int i = 0; i < 200; ++i) loss = learn(net, state, {.learning_rate = 0.01}, inputs);
  CHECK(loss < 0.01);
}

TEST_CASE("a kind of net is found by its name") {
  for (const NetKind kind : kNetKinds) CHECK(net_kind_named(name_of(kind)) == kind);
  CHECK_FALSE(net_kind_named("transformer"));
}
