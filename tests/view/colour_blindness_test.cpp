#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/view/show_worlds.h"
#include "view/painter.h"

using namespace novphy;

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

struct Sight {
  std::string name;
  Matrix matrix;  ///< on linear RGB
};

/// What people without one kind of cone see (Machado, Oliveira and Fernandes 2009, severity 1).
const std::vector<Sight> kSights{
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

Triple product(const Matrix& matrix, const Triple& with) {
  Triple out{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t i = 0; i < 3; ++i) out.at(row) += matrix.at(row).at(i) * with.at(i);
  return out;
}

/// CIE L*a*b* (D65) of a colour of sRGB, as this sight sees the colour.
Triple lab(std::array<std::uint8_t, 3> rgb, const Sight& sight) {
  Triple linear{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = rgb.at(i) / 255.0;
    linear.at(i) = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  Triple seen = product(sight.matrix, linear);
  for (double& c : seen) c = std::clamp(c, 0.0, 1.0);
  constexpr Matrix kXyz{{{0.4124564, 0.3575761, 0.1804375},
                         {0.2126729, 0.7151522, 0.0721750},
                         {0.0193339, 0.1191920, 0.9503041}}};
  constexpr Triple kWhite{0.95047, 1, 1.08883};
  Triple f = product(kXyz, seen);
  for (std::size_t i = 0; i < 3; ++i) {
    const double t = f.at(i) / kWhite.at(i);
    f.at(i) = t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double distance(const Triple& a, const Triple& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

using Colours = std::vector<std::array<std::uint8_t, 3>>;

/// The colours that take at least a twentieth of the picture of this part of the world.
Colours colours_of(const Task& task, Vec2 at_m, double size_m) {
  const Screen screen{.width_px = 100, .height_px = 100, .centre_m = at_m, .px_per_m = 100 / size_m};
  const Picture picture = Painter(screen).paint(stage_of(worlds::world(task)));
  std::map<std::array<std::uint8_t, 3>, int> count;
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
    ++count[{picture.rgb[i], picture.rgb[i + 1], picture.rgb[i + 2]}];
  Colours colours;
  for (const auto& [colour, pixels] : count)
    if (pixels >= 500) colours.push_back(colour);
  return colours;
}

/// The colours inside a body.
Colours colours_of(const Object& object) {
  const Task task = worlds::task({"red"}, {object});
  const World world = worlds::world(task);
  const BodyView body = world.body(0);
  return colours_of(task, body.at_m, 0.8 * body.size_m.x);
}

/// How far the most telling colour of a thing is from every colour of something else.
double contrast(const Colours& thing, const Colours& other, const Sight& sight) {
  double most = 0;
  for (const auto& colour : thing) {
    double least = 1e9;
    for (const auto& each : other) least = std::min(least, distance(lab(colour, sight), lab(each, sight)));
    most = std::max(most, least);
  }
  return most;
}

constexpr double kPlain = 20;  // of L*a*b*; colours at 10 are told apart side by side only

}  // namespace

TEST_CASE("what is new by its colour differs plainly from the ordinary for people without one kind of cone") {
  const auto ball = [](const char* material) {
    return colours_of({.type = "circle", .material = material, .at_m = {0, -3.1}});
  };
  const auto pig = [](const char* material) {
    return colours_of({.type = "pig_big", .material = material, .at_m = {0, -3}});
  };
  const Task plain = worlds::task({"red"}, {});
  Task stormy = plain;
  stormy.effects.push_back(worlds::catalogue().effects.at("storm"));
  std::get<ForceField>(stormy.effects.back()).after_birds_gone = 0;
  const Vec2 sky_m{3, 6};
  for (const Sight& sight : kSights) {
    INFO(sight.name);
    for (const char* material : {"wood", "stone", "ice"}) {
      INFO(material);
      CHECK(contrast(ball("pink"), ball(material), sight) > kPlain);
    }
    CHECK(contrast(pig("pink"), pig(""), sight) > kPlain);
    CHECK(contrast(colours_of({.type = "fan", .at_m = {0, -3.1}}), colours_of(plain, {0, -3}, 1), sight) >
          kPlain);
    CHECK(contrast(colours_of(stormy, sky_m, 0.2), colours_of(plain, sky_m, 0.2), sight) > kPlain);
  }
}
