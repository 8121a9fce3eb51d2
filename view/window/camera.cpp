#include "view/window/camera.h"

#include <algorithm>
#include <cmath>

namespace novphy::window {
namespace {

constexpr double kLeastGravity =
    0.1;  // m/s2; with less, flights are straight and leave the agents' view anyway

/// The highest point of the throw that goes farthest, for each bird. Where things fall upwards the world's
/// objects bound the flight.
std::vector<Vec2> tops_m(const World& world, const Stage& stage) {
  const Catalogue& catalogue = world.catalogue();
  const double speed_mps = catalogue.launch.speed_per_drag_per_s * catalogue.launch.max_drag_m *
                           world.task().slingshot.speed_factor;
  const double side = stage.slingshot.faces_left ? -1 : 1;
  std::vector<Vec2> tops;
  for (const BodyView& body : stage.bodies) {
    if (!body.bird || world.task().gravity_mps2.y > 0) continue;
    const double gravity = std::max(-world.task().gravity_mps2.y * body.kind->gravity_scale, kLeastGravity);
    const double high_m = speed_mps * speed_mps / (4 * gravity);
    tops.push_back(stage.bird_rest_m + Vec2{side * 2 * high_m, high_m});
  }
  return tops;
}

/// The vector of an altered picture for one of the plain picture, and the other way round.
Vec2 altered(ViewMode shown, Vec2 vector) {
  if (shown == ViewMode::kMirrored) return {-vector.x, vector.y};
  if (shown == ViewMode::kUpsideDown) return {vector.x, -vector.y};
  return vector;
}

Vec2 middle_of(const Screen& screen) { return {screen.width_px / 2.0, screen.height_px / 2.0}; }

/// The screen that shows all of the agents' view in a window of this size.
Screen widest(const Screen& now) { return screen_for(shown_by(Screen{}), now.width_px, now.height_px); }

}  // namespace

Vec2 vector_m(const Screen& screen, Vec2 vector_px) {
  const Vec2 plain = altered(screen.shown, vector_px);
  return {plain.x / screen.px_per_m, -plain.y / screen.px_per_m};
}

Vec2 vector_px(const Screen& screen, Vec2 vector_m) {
  return altered(screen.shown, {screen.px_per_m * vector_m.x, -screen.px_per_m * vector_m.y});
}

Vec2 place_m(const Screen& screen, Vec2 at_px) {
  return screen.centre_m + vector_m(screen, at_px - middle_of(screen));
}

Vec2 pixel_of(const Screen& screen, Vec2 at_m) {
  return middle_of(screen) + vector_px(screen, at_m - screen.centre_m);
}

BoundingBox extent_for_players(const World& world) {
  Stage stage = stage_of(world);
  stage.paths = {{.points_m = tops_m(world, stage)}};
  return worth_seeing({stage});
}

void Camera::keep_clear(double covered_px, double ground_m) {
  covered_px_ = covered_px;
  ground_m_ = ground_m;
}

/// The plain screen without zoom and shift. Where the strip of ground is not as high as the buttons, the
/// screen shows more ground behind them (upside down: more sky).
Screen Camera::fitted(int width_px, int height_px) const {
  const Screen whole = screen_for(fitted_, width_px, height_px);
  const bool upside_down = shown_ == ViewMode::kUpsideDown;
  const double strip_px = upside_down ? 0 : whole.px_per_m * (ground_m_ - fitted_.low_m.y);
  const int lower_px = static_cast<int>(std::clamp(std::ceil(covered_px_ - strip_px), 0.0, height_px / 2.0));
  if (lower_px == 0) return whole;
  Screen screen = screen_for(fitted_, width_px, height_px - lower_px);
  screen.height_px = height_px;
  screen.centre_m.y += (upside_down ? 1 : -1) * lower_px / screen.px_per_m / 2;
  return screen;
}

Screen Camera::screen(int width_px, int height_px) const {
  Screen screen = fitted(width_px, height_px);
  screen.shown = shown_;
  screen.px_per_m *= zoom_;
  screen.centre_m = screen.centre_m + shifted_m_;
  return screen;
}

Camera Camera::showing(ViewMode shown) const {
  Camera camera = *this;
  camera.shown_ = shown;
  return camera;
}

void Camera::fit() {
  zoom_ = 1;
  shifted_m_ = {};
}

void Camera::zoom(double factor, Vec2 at_px, const Screen& now) {
  const Vec2 held_m = place_m(now, at_px);
  const double least = widest(now).px_per_m;
  const double wanted = std::clamp(now.px_per_m * factor, least, std::max(least, kMostPxPerM));
  zoom_ = wanted / fitted(now.width_px, now.height_px).px_per_m;
  hold_centre(held_m + now.px_per_m / wanted * (now.centre_m - held_m), now);
}

void Camera::pan(Vec2 by_px, const Screen& now) { hold_centre(now.centre_m - vector_m(now, by_px), now); }

void Camera::hold_centre(Vec2 centre_m, const Screen& now) {
  const Screen start = fitted(now.width_px, now.height_px);
  const BoundingBox one = shown_by(start);
  const BoundingBox other = shown_by(widest(now));
  const Vec2 half_m = 0.5 / (zoom_ * start.px_per_m) * Vec2{1.0 * now.width_px, 1.0 * now.height_px};
  const auto within = [](double at, double half, double low, double high) {
    return high - low <= 2 * half ? (low + high) / 2 : std::clamp(at, low + half, high - half);
  };
  shifted_m_ = Vec2{within(centre_m.x, half_m.x, std::min(one.low_m.x, other.low_m.x),
                           std::max(one.high_m.x, other.high_m.x)),
                    within(centre_m.y, half_m.y, std::min(one.low_m.y, other.low_m.y),
                           std::max(one.high_m.y, other.high_m.y))} -
               start.centre_m;
}

}  // namespace novphy::window
