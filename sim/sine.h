#pragma once

namespace novphy {

struct SineCosine {
  double sine = 0;
  double cosine = 1;
};

/// Sine and cosine of an angle in radians, with the same bits on every machine (C libraries differ in the
/// last bit). The error is at most 2e-16 for angles up to 2^20. For larger angles, the double nearest to 2 pi
/// is used instead of 2 pi, which changes the angle by up to 1e-16 of its value. Sine and cosine are NaN if
/// the angle is not finite.
///
/// sim/sine.cpp also replaces the C library's sinf, cosf and sincosf, which Box2D calls.
SineCosine sine_cosine(double angle_rad);

struct SineCosineFloat {
  float sine = 0;
  float cosine = 1;
};
/// The same values as those of the sinf and cosf in sim/sine.cpp, even where a caller of sinf or cosf would
/// get other functions of these names.
SineCosineFloat float_sine_cosine(float angle_rad);

}  // namespace novphy
