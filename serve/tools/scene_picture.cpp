#include "serve/tools/scene_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/rng.h"
#include "view/image_file.h"
#include "view/pen.h"

namespace novphy {
namespace {

constexpr double kGridM = 2;

/// Turns hues by an angle, and keeps the brightness: a rotation of red, green and blue around grey.
class HueTurn {
 public:
  explicit HueTurn(std::uint64_t seed) {
    Rng rng = Rng::stream(seed, "serve/tools/colours");
    const double angle = radians(rng.uniform(90, 270));
    const double c = std::cos(angle);
    const double s = std::sin(angle) / std::sqrt(3.0);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        turn_[i][k] = (1 - c) / 3 + (i == k ? c : (k == (i + 1) % 3 ? -s : s));
  }

  /// Each of the three from 0 to 1.
  std::array<double, 3> operator()(const std::array<double, 3>& rgb) const {
    std::array<double, 3> turned{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) turned[i] += turn_[i][k] * rgb[k];
      turned[i] = std::clamp(turned[i], 0.0, 1.0);
    }
    return turned;
  }

 private:
  std::array<std::array<double, 3>, 3> turn_{};
};

void recolour(Picture& picture, std::uint64_t seed) {
  const HueTurn turn(seed);
  for (std::size_t i = 0; i + 2 < picture.rgb.size(); i += 3) {
    const std::array<double, 3> rgb =
        turn({picture.rgb[i] / 255.0, picture.rgb[i + 1] / 255.0, picture.rgb[i + 2] / 255.0});
    for (std::size_t k = 0; k < 3; ++k)
      picture.rgb[i + k] = static_cast<std::uint8_t>(std::lround(rgb[k] * 255));
  }
}

/// The place of the screen of a place of the scene.
Vec2 screen_place(const Observation& seen, Vec2 place_m) {
  return {seen.bird_rest.x + place_m.x * seen.px_per_m, seen.bird_rest.y - place_m.y * seen.px_per_m};
}

void label(Pen& pen, Vec2 at_px, const std::string& text, double size_px) {
  const Lettering light{.size_px = size_px, .with = colour(0xFFFFFF), .bold = true};
  for (const Vec2 by : {Vec2{-1, 0}, Vec2{1, 0}, Vec2{0, -1}, Vec2{0, 1}}) pen.write(at_px + by, text, light);
  pen.write(at_px, text, {.size_px = size_px, .with = colour(0x000000), .bold = true});
}

void draw_grid(Pen& pen, const Observation& seen) {
  const double step_px = kGridM * seen.px_per_m;
  const auto lines = [&](bool across) {
    const double rest_px = across ? seen.bird_rest.x : seen.bird_rest.y;
    const double end_px = across ? seen.width_px : seen.height_px;
    for (double at = rest_px - std::floor(rest_px / step_px) * step_px; at < end_px; at += step_px) {
      pen.line(across ? Ring{{at, 0}, {at, static_cast<double>(seen.height_px)}}
                      : Ring{{0, at}, {static_cast<double>(seen.width_px), at}});
      pen.stroke(colour(0x000000, 0.25), 1);
      const double place_m = std::round((across ? at - rest_px : rest_px - at) / seen.px_per_m);
      label(pen, across ? Vec2{at + 2, 10} : Vec2{2, at - 2}, fmt::format("{:.0f}", place_m + 0.0), 9);
    }
  };
  lines(true);
  lines(false);
}

}  // namespace

std::string scene_picture(const Observation& seen, const NamedScene& scene, const PictureMarks& marks,
                          std::optional<std::uint64_t> disguise) {
  Picture picture = seen.screenshot.value();
  if (disguise) recolour(picture, *disguise);
  return png(picture, [&](Pen& pen) {
    if (marks.grid) draw_grid(pen, seen);
    if (!marks.numbers) return;
    for (const NamedThing& thing : scene.things)
      label(pen, screen_place(seen, thing.at_m) + Vec2{-4, 4}, std::to_string(thing.number), 11);
  });
}

}  // namespace novphy
