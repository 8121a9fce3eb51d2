#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "agents/learning/nets/losses.h"
#include "base/hash.h"

using namespace novphy;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Every 20,011th float from 2^-30 to `last`.
std::vector<float> floats_up_to(float last) {
  std::vector<float> floats;
  for (auto bits = std::bit_cast<std::uint32_t>(0x1p-30F); bits <= std::bit_cast<std::uint32_t>(last);
       bits += 20011)
    floats.push_back(std::bit_cast<float>(bits));
  return floats;
}

/// The error in units of the last place of a float near the true value.
double error_ulp(float found, long double truth) {
  const int exponent = std::max(std::ilogb(truth), std::numeric_limits<float>::min_exponent - 1);
  return static_cast<double>(std::abs(std::scalbn(found - truth, 23 - exponent)));
}

}  // namespace

TEST_CASE("the exponential of a float is wrong by 0.51 units in the last place at most") {
  double worst = 0;
  for (const float x : floats_up_to(104))
    for (const float signed_x : {x, -x}) {
      const long double truth = std::exp(static_cast<long double>(signed_x));
      if (truth < std::numeric_limits<float>::max())
        worst = std::max(worst, error_ulp(exponential(signed_x), truth));
    }
  CHECK(worst < 0.51);
  CHECK(worst > 0.49);  // the test sees rounding
}

TEST_CASE("the exponential at its ends") {
  CHECK(exponential(0) == 1);
  CHECK(exponential(-0.0F) == 1);
  CHECK(exponential(89) == kInfinity);
  CHECK(exponential(kInfinity) == kInfinity);
  CHECK(exponential(std::numeric_limits<float>::max()) == kInfinity);
  CHECK(exponential(-104) == 0);
  CHECK(exponential(-kInfinity) == 0);
  CHECK(std::isnan(exponential(std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("the logarithm is wrong by 4e-16 of its value, or by 4e-16, at most") {
  double worst = 0;
  for (const float x : floats_up_to(0x1p100F))
    for (const double y : {1.0 * x, 1 / (3.0 * x)}) {
      const long double truth = std::log(static_cast<long double>(y));
      const long double error = std::abs(static_cast<long double>(logarithm(y)) - truth);
      worst = std::max(worst, static_cast<double>(error / std::max(1.0L, std::abs(truth))));
    }
  CHECK(worst < 4e-16);
  CHECK(logarithm(1) == 0);
  CHECK(logarithm(std::numeric_limits<double>::denorm_min()) == Approx(-744.44007192138127));
  for (const double bad : {0.0, -1.0, HUGE_VAL, std::numeric_limits<double>::quiet_NaN()})
    CHECK(std::isnan(logarithm(bad)));
}
