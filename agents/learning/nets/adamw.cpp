#include "agents/learning/nets/adamw.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace novphy {
namespace {

/// Computed by products alone, so that all machines get the same bits.
double power(double base, std::uint64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

float limited(float gradient, float limit) {
  return limit > 0 ? std::clamp(gradient, -limit, limit) : gradient;
}

}  // namespace

void adamw_step(const AdamWSettings& settings, AdamWState& state, std::span<const float> gradients,
                std::span<float> weights) {
  assert(gradients.size() == weights.size());
  state.mean.resize(weights.size());
  state.square.resize(weights.size());
  ++state.steps;
  const auto beta1 = static_cast<float>(settings.beta1);
  const auto beta2 = static_cast<float>(settings.beta2);
  const auto rest1 = static_cast<float>(1 - settings.beta1);
  const auto rest2 = static_cast<float>(1 - settings.beta2);
  const auto kept = static_cast<float>(1 - settings.learning_rate * settings.weight_decay);
  const auto step = static_cast<float>(settings.learning_rate / (1 - power(settings.beta1, state.steps)));
  const auto spread = static_cast<float>(std::sqrt(1 - power(settings.beta2, state.steps)));
  const auto epsilon = static_cast<float>(settings.epsilon);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const float gradient = limited(gradients[i], settings.gradient_limit);
    state.mean[i] = beta1 * state.mean[i] + rest1 * gradient;
    state.square[i] = beta2 * state.square[i] + rest2 * gradient * gradient;
    weights[i] = kept * weights[i] - step * state.mean[i] / (std::sqrt(state.square[i]) / spread + epsilon);
  }
}

}  // namespace novphy
