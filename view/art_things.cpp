#include <algorithm>
#include <numbers>

#include "view/art.h"

namespace novphy::art {

/// Draws a dark beam with a light upper edge and with studs at the ends.
void platform(Pen& pen, Vec2 size_m) {
  const Colour edge = colour(0x1E1813);
  pen.box({0, 0}, size_m).fill(edge);
  const double rim = std::min({kLineM, size_m.x / 4, size_m.y / 4});
  pen.box({0, 0}, size_m - Vec2{2 * rim, 2 * rim}).fill(colour(0x3F3128));
  const double stud = std::min({0.06, size_m.x / 6, size_m.y / 6});
  const Vec2 inset = 0.5 * size_m - Vec2{2.2 * stud, 2.2 * stud};
  for (const double x : {-inset.x, inset.x})
    for (const double y : {-inset.y, inset.y}) pen.circle({x, y}, stud);
  pen.fill(colour(0xA08A78));
}

/// Draws a red crate. The letters are lines, so that no font is needed.
void tnt(Pen& pen, Vec2 size_m, int look) {
  const PenFrame frame(pen);
  const double u = size_m.x / 10;
  pen.box({0, 0}, size_m).clip();
  pen.box({0, 0}, size_m).fill(colour(0xC46060));
  pen.box({0, 0}, {size_m.x, 0.42 * size_m.y}).fill(colour(0xF6E9C8));
  pen.line({{-4 * u, 1.4 * u}, {-1.7 * u, 1.4 * u}}).line({{-2.85 * u, 1.4 * u}, {-2.85 * u, -1.4 * u}});
  pen.line({{-1 * u, -1.4 * u}, {-1 * u, 1.4 * u}, {1 * u, -1.4 * u}, {1 * u, 1.4 * u}});
  pen.line({{1.7 * u, 1.4 * u}, {4 * u, 1.4 * u}}).line({{2.85 * u, 1.4 * u}, {2.85 * u, -1.4 * u}});
  pen.stroke(colour(0x2A0C0C), 0.7 * u);
  cracks(pen, size_m, look, colour(0x2A0C0C));
  pen.box({0, 0}, size_m).stroke(colour(0x5A0E10), 2 * kLineM);
}

/// Draws a wheel of four blades in a round housing, with an arrow on the side to which the fan blows.
void fan(Pen& pen, Vec2 size_m) {
  const double r = size_m.x / 2;
  const Colour edge = colour(0x0B4F6C);
  pen.circle({0, 0}, r - kLineM).paint(colour(0xBFE8F2), edge, 2 * kLineM);
  for (int blade = 0; blade < 4; ++blade) {
    const PenFrame turned(pen, {0, 0}, blade * std::numbers::pi / 2);
    pen.ellipse({0.42 * r, 0.16 * r}, {0.7 * r, 0.36 * r});
    pen.fill(colour(0x18A7C9));
  }
  pen.circle({0, 0}, 0.17 * r).fill(edge);
  pen.ring({{0.62 * r, 0.24 * r}, {0.94 * r, 0}, {0.62 * r, -0.24 * r}}).fill(colour(0xFF7A1A));
}

/// Draws turbulence, which looks the same for all strengths and directions.
void turbulence(Pen& pen, Vec2 size_m) {
  const double r = 0.2;
  pen.box({0, 0}, size_m).paint(colour(0x7C86B8, 0.5), colour(0x4C5488, 0.8), kLineM);
  const PenFrame frame(pen);
  pen.box({0, 0}, size_m).clip();
  for (double y = -size_m.y / 2 + 0.6; y < size_m.y / 2; y += 1.2)
    for (double x = -size_m.x / 2 + 0.7; x < size_m.x / 2; x += 1.4) {
      pen.arc({x, y}, r, 0, std::numbers::pi);
      pen.arc({x + 2 * r, y}, r, std::numbers::pi, 2 * std::numbers::pi);
    }
  pen.stroke(colour(0xFFFFFF, 0.35), kLineM);
}

namespace {

// Size of the picture for which the points below are given, in the slingshot's frame. Other sizes are scaled.
constexpr Vec2 kNominalM{0.62, 2.0};
constexpr Vec2 kBackTip{0.2, 0.92};
constexpr Vec2 kFrontTip{-0.2, 0.92};
constexpr double kBandM = 0.08;

Colour band() { return colour(0x4A2318); }

/// A pen whose unit square is the slingshot's picture.
class SlingFrame {
 public:
  SlingFrame(Pen& pen, const Stage& stage)
      : frame_(pen, stage.slingshot.at_m, 0, stage.slingshot.faces_left) {
    pen.ink().scale({stage.slingshot_size_m.x / kNominalM.x, stage.slingshot_size_m.y / kNominalM.y});
  }

 private:
  PenFrame frame_;
};

/// Where the band holds the bird, in the slingshot's frame; without a bird, a point between the tips.
Vec2 pouch(const Stage& stage) {
  const bool bird = std::any_of(stage.bodies.begin(), stage.bodies.end(),
                                [](const BodyView& body) { return body.bird == BirdPhase::kOnSling; });
  if (!bird) return {0, kBackTip.y - 0.12};
  Vec2 at = stage.bird_rest_m + stage.drag_m.value_or(Vec2{}) - stage.slingshot.at_m;
  if (stage.slingshot.faces_left) at.x = -at.x;
  return at - Vec2{0.16, 0.02};
}

void post(Pen& pen, Vec2 from, Vec2 to) {
  pen.line({from, to}).stroke(colour(0x3E220D), 0.19);
  pen.line({from, to}).stroke(colour(0x8A5527), 0.12);
}

}  // namespace

void slingshot_behind(Pen& pen, const Stage& stage) {
  const SlingFrame frame(pen, stage);
  post(pen, {0, 0.05}, kBackTip);
  pen.line({kBackTip - Vec2{0, 0.1}, pouch(stage)}).stroke(band(), kBandM);
}

void slingshot_before(Pen& pen, const Stage& stage) {
  const SlingFrame frame(pen, stage);
  post(pen, {0, -1}, {0, 0.1});
  post(pen, {0, 0.05}, kFrontTip);
  pen.line({kFrontTip - Vec2{0, 0.1}, pouch(stage)}).stroke(band(), kBandM);
}

}  // namespace novphy::art
