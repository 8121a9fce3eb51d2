#include "view/draw.h"

#include <array>
#include <cmath>

namespace novphy {

bool is_backdrop(const BodyView& body) {
  return body.kind->category == Category::kPlatform || body.kind->category == Category::kFan;
}

Backdrop backdrop_of(const Stage& stage) {
  Backdrop backdrop{.storm = stage.storm, .ground_top_m = stage.ground_top_m, .turbulence = stage.turbulence};
  for (const BodyView& body : stage.bodies)
    if (is_backdrop(body))
      backdrop.bodies.push_back({.type = body.kind->type,
                                 .material = body.kind->material,
                                 .at_m = body.at_m,
                                 .angle_rad = body.angle_rad,
                                 .size_m = body.size_m});
  return backdrop;
}

namespace {

// The scenery behind all bodies; each function draws the part that the screen shows.

void gradient(Pen& pen, const BoundingBox& extent, double bottom_m, Colour low, Colour high) {
  constexpr double kSkyM = 16;  // above this height over the ground the sky gets no darker
  pen.rectangle(extent.low_m, extent.high_m - extent.low_m);
  pen.fill_upwards(bottom_m, low, bottom_m + kSkyM, high);
}

enum class Hills { kFar, kNear };

/// Draws hills as the sum of two waves, at fixed places of the world.
void draw_hills(Pen& pen, Hills which, const BoundingBox& extent, double bottom_m, Colour with) {
  const double high_m = which == Hills::kFar ? 3.4 : 1.7, phase = which == Hills::kFar ? 0.4 : 2.6;
  constexpr double kStepM = 0.5;
  Ring ridge{{extent.low_m.x, bottom_m}};
  for (double x = std::floor(extent.low_m.x / kStepM) * kStepM; x <= extent.high_m.x + kStepM; x += kStepM)
    ridge.push_back({x, bottom_m + high_m * (0.6 + 0.3 * std::sin(0.21 * x + phase) +
                                             0.1 * std::sin(0.53 * x + 2 * phase))});
  ridge.push_back({extent.high_m.x + kStepM, bottom_m});
  pen.ring(ridge).fill(with);
}

void cloud(Pen& pen, Vec2 at, double wide_m, Colour with) {
  for (const Vec2 puff : {Vec2{-0.32, 0}, Vec2{0, 0.09}, Vec2{0.3, 0.01}})
    pen.ellipse(at + wide_m * puff, {0.5 * wide_m, (puff.x == 0 ? 0.34 : 0.22) * wide_m}).fill(with);
}

void sky(Pen& pen, const Screen& screen, double ground_top_m) {
  const BoundingBox extent = shown_by(screen);
  gradient(pen, extent, ground_top_m, colour(0xEFF8FD), colour(0x9CD3EA));
  for (const Vec2 at : {Vec2{-10, 7.6}, Vec2{1, 9.6}, Vec2{11.5, 6.9}})
    cloud(pen, at, 4, colour(0xFFFFFF, 0.75));
  draw_hills(pen, Hills::kFar, extent, ground_top_m, colour(0xD5E3EE));
  draw_hills(pen, Hills::kNear, extent, ground_top_m, colour(0xC3DCD0));
}

void storm_sky(Pen& pen, const Screen& screen, double ground_top_m) {
  const BoundingBox extent = shown_by(screen);
  gradient(pen, extent, ground_top_m, colour(0x8793A3), colour(0x3B4452));
  draw_hills(pen, Hills::kFar, extent, ground_top_m, colour(0x6F7C8A));
  draw_hills(pen, Hills::kNear, extent, ground_top_m, colour(0x5F7069));
  for (const Vec2 at : {Vec2{-14, 8.4}, Vec2{-7.5, 9.6}, Vec2{-1, 8.6}, Vec2{5.5, 9.8}, Vec2{12.5, 8.5}})
    cloud(pen, at, 7, colour(0x2C333E, 0.85));
  constexpr Vec2 kDropM{0.55, -0.5};  // drops are driven to the right
  for (double y = ground_top_m + 0.9; y < extent.high_m.y; y += 1.3)
    for (double x = std::floor(extent.low_m.x) - 1; x < extent.high_m.x; x += 1.6) {
      const Vec2 at{x + 0.7 * std::sin(3 * y), y + 0.4 * std::sin(2 * x)};
      pen.line({at, at + kDropM});
    }
  pen.stroke(colour(0xC9D6E6, 0.55), 0.04);
}

void ground(Pen& pen, const Screen& screen, double ground_top_m) {
  const BoundingBox extent = shown_by(screen);
  if (extent.low_m.y >= ground_top_m) return;
  const auto layer = [&](double from_m, double to_m, Colour with) {
    pen.box({screen.centre_m.x, ground_top_m - (from_m + to_m) / 2},
            {extent.high_m.x - extent.low_m.x, to_m - from_m})
        .fill(with);
  };
  layer(0, ground_top_m - extent.low_m.y, colour(0x7A5533));
  for (double y = 1.1; y < ground_top_m - extent.low_m.y; y += 1.5) layer(y, y + 0.12, colour(0x68472A));
  constexpr double kBladeM = 0.35;
  Ring grass{{extent.low_m.x, ground_top_m}};
  double x = std::floor(extent.low_m.x / kBladeM) * kBladeM;
  for (bool deep = false; x <= extent.high_m.x + kBladeM; x += kBladeM / 2, deep = !deep)
    grass.push_back({x, ground_top_m - (deep ? 0.5 : 0.3)});
  grass.push_back({x, ground_top_m});
  pen.ring(grass).fill(colour(0x4E8F2F));
  layer(0, 0.12, colour(0x7DBB4B));
}

/// Colours that colour-blind people can tell apart (Okabe and Ito 2008).
constexpr std::array kPathColours{colour(0xD55E00), colour(0x0072B2), colour(0x009E73), colour(0xCC79A7)};
constexpr double kPathM = 0.07;

void draw_body(Pen& pen, const Stage& stage, BodyView body) {
  const bool pulled = body.bird == BirdPhase::kOnSling && stage.drag_m;
  if (pulled) body.at_m = body.at_m + *stage.drag_m;
  art::body(pen, body, stage.slingshot.faces_left);
}

/// Draws a trail as large and small dots in turn.
void draw_trail(Pen& pen, const std::vector<Vec2>& trail, Colour inside, Colour edge) {
  constexpr double kDotM = 0.11;
  if (trail.empty()) return;
  bool large = true;
  for (const Vec2 dot : trail) {
    pen.circle(dot, large ? kDotM : 0.6 * kDotM);
    large = !large;
  }
  pen.paint(inside, edge, 0.03);
}

/// Draws birds' paths as dashed lines, one colour for each bird, and the paths of bodies that birds set in
/// motion as dotted lines.
void draw_paths(Pen& pen, const std::vector<Path>& paths) {
  const PenFrame frame(pen);
  constexpr std::array<double, 2> kDash{0.3, 0.16};
  constexpr std::array<double, 2> kDots{0.04, 0.12};
  std::size_t bird = 0;
  for (const Path& path : paths) {
    const auto& dash = path.bird ? kDash : kDots;
    pen.dash(dash);
    const Colour with = path.bird ? kPathColours.at(bird++ % kPathColours.size()) : colour(0x2B1B4D);
    pen.line(path.points_m).stroke(with, kPathM);
  }
}

void draw_field(Pen& pen, const FieldShape& field) {
  constexpr double kLineM = 0.05;
  constexpr Colour kGreen = colour(0x208040);
  if (!field.outline.empty()) pen.ring(field.outline).stroke(kGreen, kLineM);
  for (const ForceArrow& arrow : field.arrows) {
    const double far = length(arrow.along_m);
    if (far < 4 * kLineM) continue;
    const Vec2 unit = (1 / far) * arrow.along_m;
    const Vec2 side{-unit.y, unit.x};
    const Vec2 tip = arrow.from_m + arrow.along_m;
    const Vec2 neck = tip - 4 * kLineM * unit;
    pen.line({arrow.from_m, neck}).stroke(kGreen, kLineM);
    pen.ring({tip, neck + 2 * kLineM * side, neck - 2 * kLineM * side}).fill(kGreen);
  }
}

}  // namespace

void look_through(Pen& pen, const Screen& screen) {
  pen.translate({screen.width_px / 2.0, screen.height_px / 2.0});
  pen.to_metres(screen.px_per_m);
  pen.translate({-screen.centre_m.x, -screen.centre_m.y});
}

void draw_backdrop(Pen& pen, const Stage& stage, const Screen& screen) {
  if (stage.storm)
    storm_sky(pen, screen, stage.ground_top_m);
  else
    sky(pen, screen, stage.ground_top_m);
  for (const Box& box : stage.turbulence) {
    const PenFrame frame(pen, box.centre_m, box.angle_rad);
    art::turbulence(pen, box.size_m);
  }
  for (const BodyView& body : stage.bodies)
    if (is_backdrop(body)) draw_body(pen, stage, body);
  // Hides what lies below the ground's surface.
  ground(pen, screen, stage.ground_top_m);
}

void draw_actors(Pen& pen, const Stage& stage) {
  art::slingshot_behind(pen, stage);
  draw_trail(pen, stage.earlier_trail, colour(0xE8C9A0, 0.8), colour(0xA98C64, 0.8));
  draw_trail(pen, stage.trail, colour(0xFFFFFF), colour(0x5A6B7C));
  for (const BodyView& body : stage.bodies)
    if (!is_backdrop(body)) draw_body(pen, stage, body);
  art::slingshot_before(pen, stage);
  draw_paths(pen, stage.paths);
  for (const FieldShape& field : stage.fields) draw_field(pen, field);
}

}  // namespace novphy
