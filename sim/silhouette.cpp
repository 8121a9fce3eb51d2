#include "sim/silhouette.h"

#include <algorithm>
#include <limits>

namespace novphy {
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
  PixelBox box{std::numeric_limits<int>::max(), std::numeric_limits<int>::max(),
               std::numeric_limits<int>::min(), std::numeric_limits<int>::min()};
  for (int i = 0; i < corners(0); ++i) {
    const Pixel p = screen.pixel(corner_m(0, i));
    box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
           std::max(box.bottom, p.y)};
  }
  return box.right >= 0 && box.left < screen.width_px && box.bottom >= 0 &&
         box.top < std::min(screen.height_px, ground_row);
}

}  // namespace novphy
