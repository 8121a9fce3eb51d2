#include "learning/q_update.h"

#include <algorithm>
#include <utility>

#include "learning/greedy.h"
#include "learning/nets/losses.h"

namespace novphy {
namespace {

/// The largest value among the allowed ones. 0 if nothing is allowed, because the task is then lost.
float largest_value(std::span<const float> values, std::span<const std::uint8_t> allowed) {
  std::optional<float> largest;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (allowed[i] != 0 && !(largest && values[i] <= *largest)) largest = values[i];
  return largest.value_or(0);
}

void append(std::vector<float>& to, const Features& features) {
  to.insert(to.end(), features.begin(), features.end());
}

std::vector<float> inputs_before(std::span<const Step> batch) {
  std::vector<float> inputs;
  for (const Step& step : batch) append(inputs, step.before->features);
  return inputs;
}

std::vector<float> inputs_after(std::span<const Step> batch) {
  std::vector<float> inputs;
  for (const Step& step : batch)
    if (step.after) append(inputs, step.after->features);
  return inputs;
}

}  // namespace

StepState step_state_of(const Sight& sight, const Shots& shots) {
  StepState situation{.features = sight.features};
  for (const std::optional<Shot>& shot : shots) situation.allowed.push_back(shot ? 1 : 0);
  return situation;
}

QLearner::QLearner(Net& net, const QSettings& settings) : net_(net), target_(net), settings_(settings) {}

void QLearner::copy_target() { std::ranges::copy(std::as_const(net_).weights(), target_.weights().begin()); }

void QLearner::restart_optimiser() { state_ = {}; }

std::vector<float> QLearner::targets_of(std::span<const Step> batch) {
  const std::vector<float> inputs = inputs_after(batch);
  const ConstMatrix next = inputs.empty() ? ConstMatrix{} : target_.values(inputs);
  std::vector<float> targets;
  std::size_t row = 0;
  for (const Step& step : batch) {
    const float reward = step.passed ? 1.0F : 0.0F;
    const float later = step.after ? largest_value(next.row(row++), step.after->allowed) : 0.0F;
    targets.push_back(reward + static_cast<float>(settings_.discount) * later);
  }
  return targets;
}

double QLearner::loss_of(std::span<const Step> batch) {
  const std::vector<float> targets = targets_of(batch);
  std::vector<std::size_t> chosen;
  for (const Step& step : batch) chosen.push_back(step.action);
  const ConstMatrix values = net_.values(inputs_before(batch));
  MatrixBuffer buffer;
  const Matrix gradient = buffer.zeros(values.rows, values.columns);
  const double loss = huber_loss(values, chosen, targets, gradient);
  net_.backward(gradient);
  return loss;
}

double QLearner::update(std::span<const Step> batch) {
  const double loss = loss_of(batch);
  expect_number(loss, static_cast<std::uint64_t>(updates_));
  adamw_step(settings_.adamw, state_, net_.gradients(), net_.weights());
  ++updates_;
  return loss;
}

}  // namespace novphy
