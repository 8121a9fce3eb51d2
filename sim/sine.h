#pragma once

namespace novphy {

struct SineCosine {
  double sine = 0;
  double cosine = 1;
};

/// Of an angle in radians, the same bits on every machine: C libraries differ in the last one. Wrong by 2e-16
/// at most for angles up to 2^20; beyond, 2 pi is taken for the double nearest to it, which turns the angle
/// by up to 1e-16 of itself. Neither is a number where the angle is not finite.
///
/// sim/sine.cpp also puts sinf, cosf and sincosf, which Box2D calls, in the C library's place.
SineCosine sine_cosine(double angle_rad);

}  // namespace novphy
