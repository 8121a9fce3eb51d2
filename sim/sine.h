#pragma once

namespace novphy {

struct SineCosine {
  double sine = 0;
  double cosine = 1;
};

/// Sine and cosine of an angle in radians, with the same bits on every machine (C libraries differ in the
/// last bit). The error is at most 2e-16 for angles up to 2^20. For larger angles, the double nearest to 2 pi
/// stands for 2 pi, which changes the angle by up to 1e-16 of its value. Sine and cosine are NaN for an angle
/// that is not finite.
///
/// sim/sine.cpp also defines sinf, cosf and sincosf, which Box2D calls, and so replaces the C library's.
SineCosine sine_cosine(double angle_rad);

struct SineCosineFloat {
  float sine = 0;
  float cosine = 1;
};
/// The values of the sinf and cosf that sim/sine.cpp defines, whichever functions of these names a caller
/// would get.
SineCosineFloat float_sine_cosine(float angle_rad);

}  // namespace novphy
