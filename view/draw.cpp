#include "view/draw.h"

#include <array>

#include "view/art.h"
#include "view/scenery.h"

namespace novphy {
namespace {

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
    cairo_set_dash(pen.context(), dash.data(), static_cast<int>(dash.size()), 0);
    const Colour with = path.bird ? kPathColours.at(bird++ % kPathColours.size()) : colour(0x2B1B4D);
    pen.line(path.points_m).stroke(with, kPathM);
  }
}

}  // namespace

void look_through(Pen& pen, const Screen& screen) {
  cairo_translate(pen.context(), screen.width_px / 2.0, screen.height_px / 2.0);
  cairo_scale(pen.context(), screen.px_per_m, -screen.px_per_m);
  cairo_translate(pen.context(), -screen.centre_m.x, -screen.centre_m.y);
  cairo_set_antialias(pen.context(), CAIRO_ANTIALIAS_FAST);
}

bool is_backdrop(const BodyView& body) {
  return body.kind->category == Category::kPlatform || body.kind->category == Category::kFan;
}

void draw_backdrop(Pen& pen, const Stage& stage, const Screen& screen) {
  if (stage.storm)
    scenery::storm_sky(pen, screen, stage.ground_top_m);
  else
    scenery::sky(pen, screen, stage.ground_top_m);
  for (const Box& box : stage.turbulence) {
    const PenFrame frame(pen, box.centre_m, box.angle_rad);
    art::turbulence(pen, box.size_m);
  }
  for (const BodyView& body : stage.bodies)
    if (is_backdrop(body)) draw_body(pen, stage, body);
  // Hides the parts of other scenery below the ground's surface.
  scenery::ground(pen, screen, stage.ground_top_m);
}

void draw_actors(Pen& pen, const Stage& stage) {
  art::slingshot_behind(pen, stage);
  draw_trail(pen, stage.earlier_trail, colour(0xE8C9A0, 0.8), colour(0xA98C64, 0.8));
  draw_trail(pen, stage.trail, colour(0xFFFFFF), colour(0x5A6B7C));
  for (const BodyView& body : stage.bodies)
    if (!is_backdrop(body)) draw_body(pen, stage, body);
  art::slingshot_before(pen, stage);
  draw_paths(pen, stage.paths);
}

}  // namespace novphy
