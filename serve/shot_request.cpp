#include "serve/shot_request.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "sim/screen.h"

namespace novphy {
namespace {

constexpr std::size_t kNumbersFromFocus = 6;  // focus, offset, drag time, tap time
constexpr double kLongestDragM = 1e5;         // far beyond any screen; a world shortens a pull to its maximum

bool is_polar(MessageId id) { return id == MessageId::kPolarShoot || id == MessageId::kFastPolarShoot; }

bool has_focus(const Request& request) {
  return request.id() != MessageId::kShootAndRecord && request.numbers.size() == kNumbersFromFocus;
}

double number(const Request& request, std::size_t index) {
  return static_cast<double>(request.numbers.at(index));
}

/// The point of the screen at which the bird is released.
Vec2 release_px(const Request& request) {
  const Vec2 first{number(request, 0), number(request, 1)};
  if (!has_focus(request)) return first;
  if (!is_polar(request.id())) return first + Vec2{number(request, 2), number(request, 3)};
  const double elevation_rad = radians(number(request, 2) / 100);
  return first + number(request, 3) * Vec2{-std::cos(elevation_rad), std::sin(elevation_rad)};
}

int tap_ms(const Request& request) {
  return std::max(-1, request.numbers.at(has_focus(request) ? kNumbersFromFocus - 1 : 3));
}

}  // namespace

bool is_shot(const Request& request) {
  switch (request.id()) {
    case MessageId::kShoot:
    case MessageId::kFastShoot:
    case MessageId::kShootAndRecord:
      return true;
    default:
      return is_polar(request.id()) && has_focus(request);
  }
}

Shot shot_of(const Request& request, const World& world) {
  const Screen screen{.shown = world.task().shown};  // the client points at what it was shown
  const Pixel rest = screen.pixel(world.task().slingshot.at_m + world.catalogue().launch.anchor_offset_m);
  const Vec2 release = release_px(request);
  const Vec2 drag_m{(release.x - rest.x) / screen.px_per_m, (rest.y - release.y) / screen.px_per_m};
  const double long_by = std::max(1.0, std::max(std::abs(drag_m.x), std::abs(drag_m.y)) / kLongestDragM);
  return {.drag_m = (1 / long_by) * drag_m, .tap_ms = tap_ms(request)};
}

}  // namespace novphy
