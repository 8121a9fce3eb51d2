#include "agents/physicist/seen_things.h"

#include <algorithm>
#include <map>
#include <optional>

#include "sim/decompose.h"

namespace novphy {
namespace {

using PixelRings = std::vector<std::vector<Pixel>>;

Ring in_metres(const std::vector<Pixel>& ring, const Screen& screen) {
  Ring points;
  for (const Pixel p : ring)
    points.push_back(in_metres({static_cast<double>(p.x), static_cast<double>(p.y)}, screen));
  return points;
}

/// Takes a pixel from an altered view to the plain one, or back.
Pixel exchanged(Pixel p, const Screen& screen) {
  if (screen.shown == ViewMode::kMirrored) return {screen.width_px - p.x, p.y};
  if (screen.shown == ViewMode::kUpsideDown) return {p.x, screen.height_px - p.y};
  return p;
}

PixelBox exchanged(const PixelBox& box, const Screen& screen) {
  const Pixel a = exchanged(Pixel{box.left, box.top}, screen);
  const Pixel b = exchanged(Pixel{box.right, box.bottom}, screen);
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

PixelRings exchanged(PixelRings rings, const Screen& screen) {
  for (auto& ring : rings)
    for (Pixel& p : ring) p = exchanged(p, screen);
  return rings;
}

/// Outlines run counter-clockwise in the world. A mirror turns this round.
bool mirrored(const Observation& seen, const Screen& screen) {
  int clockwise = 0;
  for (const SeenObject& object : seen.objects) {
    if (object.rings.empty()) continue;
    const double area = signed_area(in_metres(object.rings.front(), screen));
    clockwise += area < 0 ? 1 : area > 0 ? -1 : 0;
  }
  return clockwise > 0;
}

Screen screen_of(const Observation& seen) {
  Screen screen{.width_px = seen.width_px, .height_px = seen.height_px, .px_per_m = seen.px_per_m};
  if (2 * seen.ground_row_px < seen.height_px)
    screen.shown = ViewMode::kUpsideDown;
  else if (mirrored(seen, screen))
    screen.shown = ViewMode::kMirrored;
  return screen;
}

/// By how many pixels b lies elsewhere than a, if both have the same form.
std::optional<Pixel> shift_between(const PixelRings& a, const PixelRings& b) {
  if (a.empty() || b.empty() || a.front().empty() || b.front().empty()) return std::nullopt;
  const Pixel from = a.front().front(), to = b.front().front();
  const Pixel shift{to.x - from.x, to.y - from.y};
  PixelRings moved = a;
  for (auto& ring : moved)
    for (Pixel& p : ring) p = {p.x + shift.x, p.y + shift.y};
  if (moved != b) return std::nullopt;
  return shift;
}

/// The mean of colour shares, which are added one observation after the other.
class MeanColours {
 public:
  void add(const std::vector<ColourShare>& colours) {
    for (const ColourShare& each : colours) sums_[each.colour] += each.share;
    ++count_;
  }
  std::vector<ColourShare> mean() const {
    std::vector<ColourShare> colours;
    for (const auto& [colour, sum] : sums_) colours.push_back({.colour = colour, .share = sum / count_});
    return colours;
  }

 private:
  std::map<int, double> sums_{};
  int count_ = 0;
};

using ById = std::map<int, const SeenObject*>;

std::vector<ById> by_id(std::span<const Observation> seen) {
  std::vector<ById> all;
  for (const Observation& each : seen) {
    ById& objects = all.emplace_back();
    for (const SeenObject& object : each.objects) objects.emplace(object.id, &object);
  }
  return all;
}

SeenThing thing_of(const SeenObject& last, const std::vector<ById>& seen, const Screen& screen) {
  SeenThing thing{.id = last.id, .rings = exchanged(last.rings, screen)};
  MeanColours colours;
  for (const ById& objects : seen) {
    const auto found = objects.find(last.id);
    if (found == objects.end()) continue;
    const auto shift = shift_between(thing.rings, exchanged(found->second->rings, screen));
    if (!shift) continue;
    thing.shifts.push_back(*shift);
    colours.add(found->second->colours);
  }
  thing.colours = colours.mean();
  return thing;
}

}  // namespace

Vec2 in_metres(Vec2 at_px, const Screen& screen) {
  return screen.centre_m + Vec2{(at_px.x - screen.width_px / 2.0) / screen.px_per_m,
                                (screen.height_px / 2.0 - at_px.y) / screen.px_per_m};
}

SeenMoment put_together(std::span<const Observation> seen) {
  const Observation& last = seen.back();
  SeenMoment moment{.screen = screen_of(last)};
  moment.slingshot = exchanged(last.slingshot, moment.screen);
  moment.bird_rest = exchanged(last.bird_rest, moment.screen);
  const std::vector<ById> objects = by_id(seen);
  for (const SeenObject& object : last.objects) {
    if (object.rings.empty() || object.rings.front().empty()) continue;
    moment.things.push_back(thing_of(object, objects, moment.screen));
  }
  return moment;
}

SeenOutline outline_of(const SeenThing& thing, const Screen& screen) {
  SeenOutline outline;
  outline.half_px_m = 0.5 / screen.px_per_m;
  for (const auto& ring : thing.rings) outline.rings.push_back(in_metres(ring, screen));
  return outline;
}

}  // namespace novphy
