#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace novphy {

/// The names are PyTorch's. The learning rate and the limit are those of the published learning agents; the
/// rest are PyTorch's defaults.
struct AdamWSettings {
  double learning_rate = 3e-4;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
  float gradient_limit = 1;  ///< each number of the gradient is clamped to [-limit, limit]; 0: no limit

  bool operator==(const AdamWSettings&) const = default;
};

/// What AdamW keeps from earlier steps.
struct AdamWState {
  std::uint64_t steps = 0;
  std::vector<float> mean{};    ///< running mean of the gradients; empty before the first step
  std::vector<float> square{};  ///< running mean of their squares

  bool operator==(const AdamWState&) const = default;
};

/// Adam with decoupled weight decay (Loshchilov and Hutter 2019): moves the weights one step against the
/// gradients. `state` belongs to these weights. Their number must not change.
void adamw_step(const AdamWSettings& settings, AdamWState& state, std::span<const float> gradients,
                std::span<float> weights);

}  // namespace novphy
