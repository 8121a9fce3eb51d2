#include "sim/observation.h"

#include <algorithm>
#include <limits>

#include "sim/silhouette.h"

namespace novphy {
namespace {

constexpr PixelBox kNoPixels{std::numeric_limits<int>::max(), std::numeric_limits<int>::max(),
                             std::numeric_limits<int>::min(), std::numeric_limits<int>::min()};

void extend(PixelBox& box, Pixel p) {
  box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
         std::max(box.bottom, p.y)};
}

std::vector<std::vector<Pixel>> to_pixels(const Silhouette& silhouette, const Screen& screen) {
  std::vector<std::vector<Pixel>> rings;
  for (int ring = 0; ring < silhouette.rings(); ++ring) {
    std::vector<Pixel>& pixels = rings.emplace_back();
    for (int i = 0; i < silhouette.corners(ring); ++i)
      pixels.push_back(screen.pixel(silhouette.corner_m(ring, i)));
  }
  return rings;
}

/// The kind's name in the original, where a small pig is "pig_basic_small".
std::string original_name(const Kind& kind) {
  std::string name = appearance(kind);
  const auto pig = name.find("pig_");
  if (kind.category != Category::kPig || pig == std::string::npos) return name;
  return name.substr(0, pig) + "pig_basic_" + name.substr(pig + 4);
}

/// The developer label: the picture's name and the state of damage, counted from 1. Bodies that cannot be
/// hurt have no state of damage in their label.
std::string developer_label(const BodyView& body) {
  switch (body.kind->category) {
    case Category::kPlatform:
      return "Platform";
    case Category::kTnt:
      return "TNT";
    case Category::kFan:
      return "Fan";
    default:
      return original_name(*body.kind) + "_" + std::to_string(damage_look(body) + 1);
  }
}

std::vector<ColourShare> colours_of(const ColourTable& colours, const std::string& name, int look) {
  const auto it = colours.find(name);
  if (it == colours.end() || it->second.empty()) return {};
  return it->second[std::min(static_cast<std::size_t>(look), it->second.size() - 1)];
}

PixelBox slingshot_box(const World& world, const Screen& screen) {
  const Vec2 at = world.task().slingshot.at_m;
  const Vec2 half = 0.5 * world.catalogue().slingshot.size_m;
  const Pixel low = screen.pixel(at - half);
  const Pixel high = screen.pixel(at + half);
  return {std::min(low.x, high.x), std::min(low.y, high.y), std::max(low.x, high.x), std::max(low.y, high.y)};
}

std::vector<ColourShare> shown_colours(std::vector<ColourShare> colours, ViewMode shown) {
  return shown == ViewMode::kGrey ? in_grey(colours) : colours;
}

/// The grey that is as bright as the colour byte RRRGGGBB. The two bits of blue are the upper two of three.
int grey_of(int colour) {
  const double red = (colour >> 5 & 7) / 7.0;
  const double green = (colour >> 2 & 7) / 7.0;
  const double blue = (colour & 3) / 3.0;
  const int level = static_cast<int>(std::lround(7 * (0.299 * red + 0.587 * green + 0.114 * blue)));
  return level << 5 | level << 2 | level >> 1;
}

}  // namespace

PixelBox box_around(std::span<const Pixel> outline) {
  PixelBox box = kNoPixels;
  for (const Pixel& p : outline) extend(box, p);
  return box;
}

std::vector<ColourShare> in_grey(const std::vector<ColourShare>& colours) {
  std::vector<ColourShare> greys;
  for (const ColourShare& each : colours) {
    const int grey = grey_of(each.colour);
    const auto same = std::find_if(greys.begin(), greys.end(),
                                   [&](const ColourShare& other) { return other.colour == grey; });
    if (same == greys.end())
      greys.push_back({.colour = grey, .share = each.share});
    else
      same->share += each.share;
  }
  return greys;
}

int damage_look(const BodyView& body) {
  const int look = static_cast<int>((1 - std::max(0.0, body.life_left)) * kDamageLooks);
  return std::min(look, kDamageLooks - 1);
}

Observation observe(const World& world, const ColourTable& colours, bool labels) {
  const ViewMode shown = world.task().shown;
  const Screen screen{.shown = shown};
  Observation seen;
  seen.width_px = screen.width_px;
  seen.height_px = screen.height_px;
  seen.px_per_m = screen.px_per_m;
  seen.labelled = labels;
  seen.ground_row_px = screen.pixel({0, world.catalogue().world.ground_top_m}).y;
  seen.slingshot = slingshot_box(world, screen);
  seen.bird_rest = screen.pixel(world.task().slingshot.at_m + world.catalogue().launch.anchor_offset_m);
  each_seen(
      world, screen,
      [&](const BodyView& body, const Silhouette& silhouette) {
        SeenObject object{
            .id = body.id,
            .label = labels ? developer_label(body) : "Object",
            .rings = to_pixels(silhouette, screen),
            .colours = shown_colours(colours_of(colours, appearance(*body.kind), damage_look(body)), shown)};
        if (labels && body.kind->life > 0) object.life = std::max(0.0, body.life_left) * body.kind->life;
        seen.objects.push_back(std::move(object));
      },
      [&](int id, const ForceField& field, const Silhouette& silhouette) {
        seen.objects.push_back({.id = id,
                                .label = labels ? "AirTurbulence" : "Object",
                                .rings = to_pixels(silhouette, screen),
                                .colours = shown_colours(colours_of(colours, field.look, 0), shown)});
      });
  for (const Vec2 dot : world.trail()) seen.trajectory.push_back(screen.pixel(dot));
  return seen;
}

namespace {

constexpr int kCircleCorners = 16;
constexpr int kBoxCorners = 4;

bool is_box(const Shape& shape) {
  return shape.rings.empty() || (shape.rings.size() == 1 && shape.rings.front().size() == kBoxCorners);
}

}  // namespace

Silhouette::Silhouette(const BodyView& body)
    : at_m_(body.at_m), angle_rad_(body.angle_rad), size_m_(body.size_m) {
  const Shape& shape = body.kind->shape;
  if (shape.radius_m > 0 || !is_box(shape)) shape_ = &shape;
}

int Silhouette::rings() const {
  return shape_ && shape_->radius_m <= 0 ? static_cast<int>(shape_->rings.size()) : 1;
}

int Silhouette::corners(int ring) const {
  if (!shape_) return kBoxCorners;
  if (shape_->radius_m > 0) return kCircleCorners;
  return static_cast<int>(shape_->rings[static_cast<std::size_t>(ring)].size());
}

Vec2 Silhouette::own_corner_m(int ring, int corner) const {
  if (!shape_) {
    const double x = corner == 0 || corner == 3 ? -size_m_.x / 2 : size_m_.x / 2;
    const double y = corner < 2 ? -size_m_.y / 2 : size_m_.y / 2;
    return {x, y};
  }
  if (shape_->radius_m > 0) return rotated({shape_->radius_m, 0}, radians(360.0 * corner / kCircleCorners));
  return shape_->rings[static_cast<std::size_t>(ring)][static_cast<std::size_t>(corner)];
}

Vec2 Silhouette::corner_m(int ring, int corner) const {
  return at_m_ + rotated(own_corner_m(ring, corner), angle_rad_);
}

bool Silhouette::on_screen(const Screen& screen, int ground_row) const {
  PixelBox box = kNoPixels;
  for (int i = 0; i < corners(0); ++i) extend(box, screen.pixel(corner_m(0, i)));
  return box.right >= 0 && box.left < screen.width_px && box.bottom >= 0 &&
         box.top < std::min(screen.height_px, ground_row);
}

}  // namespace novphy
