#pragma once

namespace novphy {

/// e^x with the same bits on every machine (C libraries differ in the last bit). The error is at most 0.51
/// units in the last place. Infinity for x above 88.73, 0 below -104, NaN for NaN.
float exponential(float x);

/// The natural logarithm of a positive finite number, with the same bits on every machine. The error is at
/// most 4e-16 of the result, or 4e-16 if the result is below 1. NaN for all other numbers.
double logarithm(double x);

}  // namespace novphy
