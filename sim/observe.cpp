#include <algorithm>
#include <cmath>

#include "sim/screen.h"
#include "sim/world.h"

namespace novphy {
namespace {

constexpr int kCircleCorners = 16;
constexpr int kDamageLooks = 3;        ///< pictures of an object from unharmed to nearly destroyed
constexpr int kFirstEffectId = 10000;  ///< of what is seen of effects

Ring circle_ring(double radius_m) {
  Ring ring;
  for (int i = 0; i < kCircleCorners; ++i)
    ring.push_back(rotated({radius_m, 0}, radians(360.0 * i / kCircleCorners)));
  return ring;
}

/// Outlines as the original gives them: the collider of round, triangular and hollow things, else the
/// picture's box.
std::vector<Ring> outline(const BodyView& body) {
  const Shape& shape = body.kind->shape;
  if (shape.radius_m > 0) return {circle_ring(shape.radius_m)};
  const bool box = shape.rings.empty() || (shape.rings.size() == 1 && shape.rings.front().size() == 4);
  return box ? std::vector<Ring>{box_ring(body.size_m)} : shape.rings;
}

std::vector<std::vector<Pixel>> to_pixels(const std::vector<Ring>& rings, Vec2 at_m, double angle_rad,
                                          const Screen& screen) {
  std::vector<std::vector<Pixel>> result;
  for (const Ring& ring : rings) {
    std::vector<Pixel>& pixels = result.emplace_back();
    for (const Vec2 p : ring) pixels.push_back(screen.pixel(at_m + rotated(p, angle_rad)));
  }
  return result;
}

bool on_screen(const std::vector<Pixel>& ring, const Screen& screen, int ground_row) {
  const auto [left, right] =
      std::minmax_element(ring.begin(), ring.end(), [](Pixel a, Pixel b) { return a.x < b.x; });
  const auto [top, bottom] =
      std::minmax_element(ring.begin(), ring.end(), [](Pixel a, Pixel b) { return a.y < b.y; });
  return right->x >= 0 && left->x < screen.width_px && bottom->y >= 0 &&
         top->y < std::min(screen.height_px, ground_row);
}

/// Pigs are "pig_basic_small" in the original.
std::string original_name(const Kind& kind) {
  std::string name = appearance(kind);
  const auto pig = name.find("pig_");
  if (kind.category != Category::kPig || pig == std::string::npos) return name;
  return name.substr(0, pig) + "pig_basic_" + name.substr(pig + 4);
}

/// Developer label: the picture's name and its state of damage, from 1; things that cannot be hurt have none.
std::string developer_label(const BodyView& body) {
  switch (body.kind->category) {
    case Category::kPlatform:
      return "Platform";
    case Category::kTnt:
      return "TNT";
    case Category::kFan:
      return "Fan";
    default: {
      const int look = static_cast<int>((1 - std::max(0.0, body.life_left)) * kDamageLooks);
      return original_name(*body.kind) + "_" + std::to_string(std::min(look, kDamageLooks - 1) + 1);
    }
  }
}

/// What stands in the observation for one task: the camera, labels or none, and the colour table.
struct Observer {
  const ColourTable& colours;
  bool labels;
  Screen screen;
  Observation seen;

  std::vector<ColourShare> colours_of(const std::string& name) const {
    const auto it = colours.find(name);
    return it == colours.end() ? std::vector<ColourShare>{} : it->second;
  }

  void add(int id, const std::string& label, const std::string& look, std::vector<std::vector<Pixel>> rings) {
    if (!on_screen(rings.front(), screen, seen.ground_row_px)) return;
    seen.objects.push_back({id, labels ? label : "Object", std::move(rings), colours_of(look)});
  }

  void add(const BodyView& body) {
    const Category category = body.kind->category;
    if (!body.present || category == Category::kGround || category == Category::kSlingshot) return;
    add(body.id, developer_label(body), appearance(*body.kind),
        to_pixels(outline(body), body.at_m, body.angle_rad, screen));
  }

  /// An effect is seen where it has a look and a region that stands in the world.
  void add(int index, const ForceField& law) {
    if (law.look.empty() || !law.region || law.object) return;
    const Box& box = *law.region;
    add(kFirstEffectId + index, "AirTurbulence", law.look,
        to_pixels({box_ring(box.size_m)}, box.centre_m, box.angle_rad, screen));
  }
};

PixelBox slingshot_box(const World& world, const Screen& screen) {
  const Vec2 at = world.task().slingshot.at_m;
  const Vec2 half = 0.5 * world.catalogue().slingshot.size_m;
  const Pixel low = screen.pixel(at - half);
  const Pixel high = screen.pixel(at + half);
  return {low.x, high.y, high.x, low.y};
}

}  // namespace

Observation observe(const World& world, const ColourTable& colours, bool labels) {
  Observer observer{.colours = colours, .labels = labels, .screen = {}, .seen = {}};
  const Screen& screen = observer.screen;
  Observation& seen = observer.seen;
  seen.width_px = screen.width_px;
  seen.height_px = screen.height_px;
  seen.px_per_m = screen.px_per_m;
  seen.labelled = labels;
  seen.ground_row_px = screen.pixel({0, world.catalogue().world.ground_top_m}).y;
  seen.slingshot = slingshot_box(world, screen);
  seen.bird_rest = screen.pixel(world.task().slingshot.at_m + world.catalogue().launch.anchor_offset_m);
  for (const BodyView& body : world.bodies()) observer.add(body);
  int index = 0;
  for (const Effect& effect : world.task().effects) {
    if (const auto* field = std::get_if<ForceField>(&effect)) observer.add(index, *field);
    ++index;
  }
  for (const Vec2 dot : world.trail()) seen.trajectory.push_back(screen.pixel(dot));
  return seen;
}

}  // namespace novphy
