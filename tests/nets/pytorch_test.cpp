#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>

#include "agents/learning/nets/adamw.h"
#include "agents/learning/nets/layers.h"
#include "agents/learning/nets/losses.h"
#include "tests/nets/flat.h"
#include "tests/nets/pytorch_figures.h"

using namespace novphy;

namespace {

/// The numbers of numbers() in pytorch_figures.py.
std::vector<float> made_numbers(int offset, int count) {
  std::vector<float> numbers;
  for (int i = 0; i < count; ++i)
    numbers.push_back(static_cast<float>(((i + 1) * 7919 + offset * 104729) % 1009 / 504.0 - 1));
  return numbers;
}

std::vector<float> joined(std::vector<float> a, const std::vector<float>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

void check_near(const std::vector<float>& found, const std::vector<float>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i] == Approx(expected[i]).margin(2e-6).epsilon(2e-6));
  }
}

struct Case {
  Layer& layer;
  std::size_t rows;
  std::vector<float> in;
  std::vector<float> weights{};
  Tokens tokens{};
};

/// PyTorch's figures.
struct Expected {
  std::vector<float> out;
  std::vector<float> in_gradient;
  std::vector<float> weights_gradient{};
};

/// `factors` is the gradient of the output.
void check_case(Case given, const std::vector<float>& factors, const Expected& expected) {
  const ConstMatrix in(given.in, given.rows, given.in.size() / given.rows);
  const ConstMatrix out = given.layer.forward(in, {given.tokens, given.weights});
  check_near(flat(out), expected.out);
  std::vector<float> gradients(given.weights.size());
  const ConstMatrix gradient(factors, out.rows, out.columns);
  check_near(flat(given.layer.backward(gradient, {given.tokens, given.weights, gradients})),
             expected.in_gradient);
  check_near(gradients, expected.weights_gradient);
}

}  // namespace

TEST_CASE("a linear layer and its gradients are PyTorch's") {
  Linear layer(3, 4);
  check_case(
      {layer, 2, made_numbers(1, 6), joined(made_numbers(2, 12), made_numbers(3, 4))}, made_numbers(4, 8),
      {pytorch::kLinearOut, pytorch::kLinearIn, joined(pytorch::kLinearWeights, pytorch::kLinearBias)});
}

TEST_CASE("a leaky ReLU and its gradient are PyTorch's") {
  LeakyRelu layer;
  check_case({layer, 2, made_numbers(5, 8)}, made_numbers(6, 8),
             {pytorch::kLeakyReluOut, pytorch::kLeakyReluIn});
}

TEST_CASE("a layer norm and its gradients are PyTorch's") {
  LayerNorm layer(5);
  check_case({layer, 2, made_numbers(7, 10), joined(made_numbers(8, 5), made_numbers(9, 5))},
             made_numbers(10, 10),
             {pytorch::kLayerNormOut, pytorch::kLayerNormIn,
              joined(pytorch::kLayerNormWeights, pytorch::kLayerNormBias)});
}

TEST_CASE("a dueling head and its gradient are PyTorch's") {
  Dueling layer;
  check_case({layer, 2, made_numbers(11, 10)}, made_numbers(12, 8),
             {pytorch::kDuelingOut, pytorch::kDuelingIn});
}

TEST_CASE("self-attention with an absent token and its gradients are PyTorch's") {
  Chain layer;
  layer.add<Linear>(std::size_t{4}, std::size_t{12}).add<SelfAttention>(std::size_t{2});
  layer.add<Linear>(std::size_t{4}, std::size_t{4});
  std::vector<float> in = made_numbers(17, 24);
  in.erase(in.begin() + 16, in.begin() + 20);  // the absent token
  const std::vector<float> weights = joined(joined(made_numbers(13, 48), made_numbers(14, 12)),
                                            joined(made_numbers(15, 16), made_numbers(16, 4)));
  check_case({layer, 5, in, weights, {.first = {0, 3, 5}, .slot = {0, 1, 2, 0, 2}}}, made_numbers(18, 20),
             {pytorch::kAttentionOut, pytorch::kAttentionIn, pytorch::kAttentionWeights});
}

TEST_CASE("Huber's loss and its gradient are PyTorch's") {
  std::vector<float> values = made_numbers(19, 12);
  for (float& value : values) value *= 3;
  std::vector<float> gradient(12);
  const double loss = huber_loss(ConstMatrix(values, 3, 4), std::vector<std::size_t>{1, 3, 0},
                                 made_numbers(20, 3), Matrix(gradient, 3, 4));
  check_near({static_cast<float>(loss)}, pytorch::kHuberLoss);
  check_near(gradient, pytorch::kHuberGradient);
}

TEST_CASE("cross-entropy with a value that is not allowed and its gradient are PyTorch's") {
  std::vector<float> gradient(8);
  const std::vector<float> targets{0.5F, 0.5F, 0, 0, 0.25F, 0, 0.5F, 0.25F};
  const std::vector<std::uint8_t> allowed{1, 1, 0, 1, 1, 1, 1, 1};
  const double loss = cross_entropy(ConstMatrix(made_numbers(21, 8), 2, 4), ConstMatrix(targets, 2, 4),
                                    allowed, Matrix(gradient, 2, 4));
  check_near({static_cast<float>(loss)}, pytorch::kCrossEntropyLoss);
  check_near(gradient, pytorch::kCrossEntropyGradient);
}

TEST_CASE("three steps of AdamW are PyTorch's, with gradients clamped to the limit") {
  std::vector<float> weights = made_numbers(22, 6);
  AdamWState state;
  for (int step = 0; step < 3; ++step) {
    std::vector<float> gradients = made_numbers(23 + step, 6);
    for (float& gradient : gradients) gradient *= 2;
    adamw_step({}, state, gradients, weights);
  }
  check_near(weights, pytorch::kAdamWWeights);
  CHECK(state.steps == 3);
}
