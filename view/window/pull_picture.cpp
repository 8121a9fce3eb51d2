#include "view/window/pull_picture.h"

#include <algorithm>
#include <cmath>

namespace novphy::window {
namespace {

// Places in the picture, which is 320 wide.
constexpr double kWidth = 320;
constexpr Vec2 kRest{92, 54};
constexpr Vec2 kPull{-52, 20};

// The loop's moments, as shares of it.
constexpr double kPulls = 0.1;
constexpr double kPulled = 0.4;
constexpr double kLetsGo = 0.5;
constexpr double kFlies = 0.56;
constexpr double kHits = 0.84;

/// How much of the time from one moment to another has passed, from 0 to 1.
double passed(double from, double to, double now) { return std::clamp((now - from) / (to - from), 0.0, 1.0); }

double smooth(double share) { return share * share * (3 - 2 * share); }

/// A place on the way of the bird that flies, which ends at the pig.
Vec2 on_the_way(double share) {
  const double left = 1 - share;
  return left * left * kRest + 2 * share * left * Vec2{180, -28} + share * share * Vec2{268, 96};
}

Vec2 pulled_by(double now) {
  return (smooth(passed(kPulls, kPulled, now)) - passed(kLetsGo, kFlies, now)) * kPull;
}

void draw_scene(Pen& pen) {
  constexpr int kDots = 25;
  pen.rectangle({0, 0}, {kWidth, 118}).fill(colour(0xcfe6f5));
  pen.rectangle({0, 118}, {kWidth, 12}).fill(colour(0x8fb573));
  for (int dot = 0; dot <= kDots; ++dot)
    pen.circle(on_the_way(static_cast<double>(dot) / kDots), 1.5).fill(colour(0x4d6072));
  for (const Ring& line : {Ring{{92, 118}, {92, 74}}, Ring{{80, 52}, {92, 78}, {104, 52}}})
    pen.line(line).stroke(colour(0x6b4423), 6);
}

void draw_pig(Pen& pen, double alpha) {
  pen.circle({280, 104}, 14).fill(colour(0x5fa845, alpha));
  pen.circle({275, 101}, 3).fill(colour(0x1c2733, alpha));
  pen.ellipse({280, 109}, {10, 7}).fill(colour(0x1c2733, alpha));
}

void draw_bird(Pen& pen, Vec2 at) {
  pen.circle(at, 10).fill(colour(0xd33a2c));
  pen.circle(at + Vec2{3, -3}, 3).fill(colour(0x1c2733));
  pen.ring({at + Vec2{8, 0}, at + Vec2{17, 3}, at + Vec2{8, 6}}).fill(colour(0xf2b134));
}

void draw_hand(Pen& pen, Vec2 at, double alpha) {
  pen.ring({at, at + Vec2{5, 24}, at + Vec2{10, 16}, at + Vec2{19, 15}})
      .paint(colour(0xffffff, alpha), colour(0x1c2733, alpha), 2);
}

}  // namespace

void PullPicture::draw(Canvas& canvas, const Area& area) {
  drawn_ = frame();
  const double now = std::fmod(drawn_ * kFrameMs / kLoopMs, 1);
  const double scale = std::min(area.size.x, area.size.y / kHeight) / kWidth;
  Pen& pen = canvas.pen();
  const PenFrame of_picture(pen);
  pen.translate({area.centre().x - scale * kWidth / 2, area.low.y});
  pen.scale({scale, scale});
  pen.rounded_rectangle({0, 0}, {kWidth, kHeight * kWidth}, 8).clip();
  draw_scene(pen);
  draw_pig(pen, 1 - passed(kHits, 0.87, now));
  draw_bird(pen, now < kFlies ? kRest + pulled_by(now) : on_the_way(passed(kFlies, kHits, now)));
  draw_hand(pen, kRest + pulled_by(std::min(now, kLetsGo)), 1 - passed(0.54, 0.6, now));
}

}  // namespace novphy::window
