#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "base/hash.h"
#include "sim/box2d_replacements.h"
#include "sim/engine.h"
#include "sim/vec2.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Every 10,007th float from 2^-16 to 2^20.
std::vector<float> angles() {
  std::vector<float> angles;
  const auto last = std::bit_cast<std::uint32_t>(0x1p20F);
  for (auto bits = std::bit_cast<std::uint32_t>(0x1p-16F); bits <= last; bits += 10007)
    angles.push_back(std::bit_cast<float>(bits));
  return angles;
}

/// The error in units of the last place of `truth`, for numbers of `digits` binary digits.
double error_ulp(long double found, long double truth, int digits) {
  return static_cast<double>(std::abs(std::scalbn(found - truth, digits - 1 - std::ilogb(truth))));
}

double float_error_ulp(float found, long double truth) { return error_ulp(found, truth, 24); }
double double_error_ulp(double found, long double truth) { return error_ulp(found, truth, 53); }

/// Whether a bar that Box2D turned by angle_rad covers the point 9 m from its centre in the direction `end`.
bool bar_reaches(double angle_rad, SineCosine end) {
  const auto& kinds = worlds::catalogue().objects;
  const auto platform =
      std::find_if(kinds.begin(), kinds.end(), [](const Kind& k) { return k.type == "platform"; });
  Engine engine({0, 0}, worlds::standard(), false);
  engine.add({.kind = &*platform, .angle_rad = angle_rad, .size_m = {20, 0.1}, .fixed = true});
  return engine.overlaps(0, {9 * end.cosine, 9 * end.sine}, 0.05);
}

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

}  // namespace

TEST_CASE("sines and cosines of floats are wrong by 0.51 units in the last place at most") {
  double worst = 0;
  for (const float angle : angles()) {
    worst = std::max(worst, float_error_ulp(::sinf(angle), std::sin(static_cast<long double>(angle))));
    worst = std::max(worst, float_error_ulp(::cosf(angle), std::cos(static_cast<long double>(angle))));
  }
  CHECK(worst < 0.51);
  CHECK(worst > 0.49);  // shows that error_ulp() works
}

TEST_CASE("those of doubles are wrong by less than 2 units in the last place near zero") {
  double worst = 0;
  for (int i = 1; i <= 100000; ++i) {
    const double angle = 0.78 * i / 100000;
    worst =
        std::max(worst, double_error_ulp(sine_cosine(angle).sine, std::sin(static_cast<long double>(angle))));
    worst = std::max(worst,
                     double_error_ulp(sine_cosine(angle).cosine, std::cos(static_cast<long double>(angle))));
  }
  CHECK(worst < 2);
}

TEST_CASE("those of doubles are wrong by 2e-16 at most anywhere up to 2^20") {
  double worst = 0;
  for (int i = 1; i <= 100000; ++i) {
    const double angle = 0x1p20 / 100000 * i;
    const auto [sine, cosine] = sine_cosine(angle);
    worst = std::max(worst, static_cast<double>(std::abs(sine - std::sin(static_cast<long double>(angle)))));
    worst =
        std::max(worst, static_cast<double>(std::abs(cosine - std::cos(static_cast<long double>(angle)))));
  }
  CHECK(worst < 2e-16);
}

TEST_CASE("sines are odd and cosines even, one by one and together") {
  for (const float angle : angles()) {
    float sine = 0;
    float cosine = 0;
    ::sincosf(-angle, &sine, &cosine);
    const bool same = same_bits(sine, -::sinf(angle)) && same_bits(cosine, ::cosf(angle));
    if (!same) FAIL("at " << angle);
  }
}

TEST_CASE("what has a name has its value") {
  CHECK(sine_cosine(radians(30)).sine == Approx(0.5).epsilon(1e-15));
  CHECK(sine_cosine(radians(90)).sine == 1);
  CHECK(std::abs(sine_cosine(radians(90)).cosine) < 1e-16);
  CHECK(sine_cosine(radians(180)).cosine == -1);
  CHECK(sine_cosine(radians(-135)).sine == Approx(-std::numbers::sqrt2 / 2).epsilon(1e-15));
  CHECK(sine_cosine(radians(-135)).cosine == Approx(-std::numbers::sqrt2 / 2).epsilon(1e-15));
  CHECK(sine_cosine(radians(300)).cosine == Approx(0.5).epsilon(1e-15));
}

TEST_CASE("the smallest angles are their own sines, with their sign") {
  for (const float angle : {0.0F, -0.0F, std::numeric_limits<float>::denorm_min(), -1e-40F, 1e-30F}) {
    CHECK(same_bits(::sinf(angle), angle));
    CHECK(::cosf(angle) == 1);
  }
  CHECK(std::signbit(sine_cosine(-0.0).sine));
  CHECK(sine_cosine(5e-324).sine == 5e-324);
}

TEST_CASE("far angles are turned whole turns back, without end") {
  for (const double angle : {0x1.8p20, 1e9, 1e30, 1e308, -1e308}) {
    const auto [sine, cosine] = sine_cosine(angle);
    CHECK(sine * sine + cosine * cosine == Approx(1).epsilon(1e-15));
  }
  CHECK(sine_cosine(0x1.8p20).sine == Approx(static_cast<double>(std::sin(0x1.8p20L))).margin(1e-9));
}

TEST_CASE("what is not finite has no sine") {
  for (const double angle : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(std::isnan(sine_cosine(angle).sine));
    CHECK(std::isnan(sine_cosine(angle).cosine));
    CHECK(std::isnan(::sinf(static_cast<float>(angle))));
    CHECK(std::isnan(::cosf(static_cast<float>(angle))));
  }
}

TEST_CASE("the bits are those of every machine") {
  Hash hash;
  for (const float angle : angles()) {
    hash.add(::sinf(angle)).add(::cosf(angle)).add(sine_cosine(angle).sine).add(sine_cosine(angle).cosine);
  }
  CHECK(hash.value() == 0x63e2500766a9a546);
}

// At such large angles other libraries differ from ours, because they do not round 2 pi to a double.
TEST_CASE("Box2D's library turns bodies by our sine") {
  for (const float angle : {0.5F, -2.0F, 40.0F, 1e30F}) CHECK(bar_reaches(angle, sine_cosine(angle)));
  const auto far = static_cast<long double>(1e30F);
  CHECK(!bar_reaches(1e30F, {static_cast<double>(std::sin(far)), static_cast<double>(std::cos(far))}));
}
