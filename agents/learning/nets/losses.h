#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "agents/learning/nets/products.h"

namespace novphy {

/// e^x with the same bits on every machine (C libraries differ in the last bit). The error is at most 0.51
/// units in the last place. Infinity for x above 88.73, 0 below -104, NaN for NaN.
float exponential(float x);

/// The natural logarithm of a positive finite number, with the same bits on every machine. The error is at
/// most 4e-16 of the result, or 4e-16 if the result is below 1. NaN for all other numbers.
double logarithm(double x);

/// Both losses return the mean over the rows of `values`, and write its gradient with respect to each value
/// into `gradient`, which has the shape of `values`. If a value is not a number, neither is the loss.

/// Huber's loss of one chosen value of each row: half the square of the distance to the row's target up to a
/// distance of 1, then growing linearly. The gradient of all other values is 0.
double huber_loss(ConstMatrix values, std::span<const std::size_t> chosen, std::span<const float> targets,
                  Matrix gradient);

/// Cross-entropy between each row of `targets`, which sums to 1, and the softmax of the row of values. If
/// `allowed` is not empty, it has a number for each value: values with a 0 are left out of the softmax, and
/// their targets must be 0. A row in which nothing is allowed adds nothing.
double cross_entropy(ConstMatrix values, ConstMatrix targets, std::span<const std::uint8_t> allowed,
                     Matrix gradient);

}  // namespace novphy
