#include "learning/nets/losses.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "learning/nets/exponential.h"

namespace novphy {
namespace {

/// Which numbers of a row are allowed. An empty span allows all.
struct Allowed {
  std::span<const std::uint8_t> flags;
  bool operator()(std::size_t j) const { return flags.empty() || flags[j] != 0; }
};

/// The largest allowed value, or NaN if there is one among them. Nothing if nothing is allowed.
std::optional<float> largest_allowed(std::span<const float> values, Allowed allowed) {
  std::optional<float> largest;
  for (std::size_t j = 0; j < values.size(); ++j)
    if (allowed(j) && (!largest || !(values[j] <= *largest))) largest = values[j];
  return largest;
}

/// The cross-entropy of one row, and its gradient.
double cross_entropy_of_row(std::span<const float> values, std::span<const float> targets, Allowed allowed,
                            std::span<float> gradient) {
  std::ranges::fill(gradient, 0.0F);
  const std::optional<float> largest = largest_allowed(values, allowed);
  if (!largest) return 0;
  double sum = 0;
  double along = 0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!allowed(j)) continue;
    sum += gradient[j] = exponential(values[j] - *largest);
    along += static_cast<double>(targets[j]) * (values[j] - *largest);
  }
  for (std::size_t j = 0; j < values.size(); ++j)
    if (allowed(j)) gradient[j] = gradient[j] / static_cast<float>(sum) - targets[j];
  return logarithm(sum) - along;
}

}  // namespace

double huber_loss(ConstMatrix values, std::span<const std::size_t> chosen, std::span<const float> targets,
                  Matrix gradient) {
  assert(chosen.size() == values.rows && targets.size() == values.rows);
  const auto rows = static_cast<float>(values.rows);
  double sum = 0;
  for (std::size_t i = 0; i < values.rows; ++i) {
    std::ranges::fill(gradient.row(i), 0.0F);
    const float error = values.row(i)[chosen[i]] - targets[i];
    const double distance = std::abs(error);
    sum += distance <= 1 ? distance * distance / 2 : distance - 0.5;
    gradient.row(i)[chosen[i]] = std::clamp(error, -1.0F, 1.0F) / rows;
  }
  return sum / static_cast<double>(values.rows);
}

double cross_entropy(ConstMatrix values, ConstMatrix targets, std::span<const std::uint8_t> allowed,
                     Matrix gradient) {
  assert(allowed.empty() || allowed.size() == values.rows * values.columns);
  const auto rows = static_cast<float>(values.rows);
  double sum = 0;
  for (std::size_t i = 0; i < values.rows; ++i) {
    const auto flags = allowed.empty() ? allowed : allowed.subspan(i * values.columns, values.columns);
    sum += cross_entropy_of_row(values.row(i), targets.row(i), {flags}, gradient.row(i));
    for (float& g : gradient.row(i)) g /= rows;
  }
  return sum / static_cast<double>(values.rows);
}

}  // namespace novphy
