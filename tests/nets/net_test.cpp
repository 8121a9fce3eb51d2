#include "nets/net.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>

#include "nets/adamw.h"
#include "nets/losses.h"

using namespace novphy;

namespace {

/// Numbers from [0, 1), always the same.
Uniform numbers_in_a_row() {
  return [state = std::uint32_t{1}]() mutable {
    state = state * 1664525U + 1013904223U;
    return static_cast<double>(state >> 8U) * 0x1p-24;
  };
}

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
  const auto [low, high] = std::minmax((above - here) / kStep, (here - below) / kStep);
  return {static_cast<float>(low), static_cast<float>(high)};
}

/// Whether exactly one of two inputs is positive.
struct Either {
  std::vector<float> inputs{1, 1, 1, -1, -1, 1, -1, -1};
  std::vector<float> targets{1, 0, 0, 1, 0, 1, 1, 0};
};

}  // namespace

TEST_CASE("the gradient of each kind of net is the slope of the loss") {
  const auto shape = GENERATE(NetShape{.tokens = 5, .features = 3, .actions = 4, .hidden = 8},
                              NetShape{.kind = NetKind::kRelational,
                                       .tokens = 5,
                                       .features = 3,
                                       .actions = 4,
                                       .hidden = 8,
                                       .width = 8,
                                       .heads = 2,
                                       .blocks = 2},
                              NetShape{.kind = NetKind::kRelational,
                                       .tokens = 5,
                                       .features = 3,
                                       .actions = 10,
                                       .width = 8,
                                       .heads = 4,
                                       .values_of_tokens = true});
  CAPTURE(name_of(shape.kind), shape.values_of_tokens);
  constexpr std::size_t kSamples = 3;
  const Uniform uniform = numbers_in_a_row();
  Net net(shape, uniform);
  const std::vector<float> inputs = with_absent_tokens(shape, kSamples, uniform);
  const std::vector<float> factors = drawn(kSamples * shape.actions, uniform);
  net.values(inputs);
  net.backward(ConstMatrix(factors, kSamples, shape.actions));
  const std::vector<float> gradients(net.gradients().begin(), net.gradients().end());
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    CAPTURE(i);
    const Slopes slopes =
        slopes_at(net.weights()[i], [&] { return weighted_sum(net.values(inputs), factors); });
    CHECK(gradients[i] > slopes.low - 2e-3F);
    CHECK(gradients[i] < slopes.high + 2e-3F);
  }
}

TEST_CASE("a DQN learns which of two actions is right where exactly one input is positive") {
  const Either either;
  Net net({.tokens = 1, .features = 2, .actions = 2, .hidden = 16}, numbers_in_a_row());
  AdamWState state;
  std::vector<float> gradient(8);
  double loss = 0;
  for (int i = 0; i < 300; ++i) {
    const ConstMatrix values = net.values(either.inputs);
    loss = cross_entropy(values, ConstMatrix(either.targets, 4, 2), {}, Matrix(gradient, 4, 2));
    net.backward(Matrix(gradient, 4, 2));
    adamw_step({.learning_rate = 0.01}, state, net.gradients(), net.weights());
  }
  CHECK(loss < 0.01);
}
