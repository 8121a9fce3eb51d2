#include "view/shown.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace novphy {
namespace {

/// The rows of an image of 32-bit pixels, 0x00RRGGBB.
class Rows {
 public:
  explicit Rows(cairo_surface_t* image)
      : data_(cairo_image_surface_get_data(image)),
        stride_(cairo_image_surface_get_stride(image)),
        width_(static_cast<std::size_t>(cairo_image_surface_get_width(image))),
        count_(cairo_image_surface_get_height(image)) {}

  int count() const { return count_; }
  std::span<std::uint32_t> operator[](int y) const {
    return {reinterpret_cast<std::uint32_t*>(data_ + std::ptrdiff_t{y} * stride_), width_};
  }

 private:
  unsigned char* data_;
  int stride_;
  std::size_t width_;
  int count_;
};

void mirror(const Rows& rows) {
  for (int y = 0; y < rows.count(); ++y) std::reverse(rows[y].begin(), rows[y].end());
}

void turn_upside_down(const Rows& rows) {
  for (int y = 0; y < rows.count() / 2; ++y)
    std::swap_ranges(rows[y].begin(), rows[y].end(), rows[rows.count() - 1 - y].begin());
}

std::uint32_t grey(std::uint32_t pixel) {
  const std::uint32_t sum = 299 * (pixel >> 16U & 255U) + 587 * (pixel >> 8U & 255U) + 114 * (pixel & 255U);
  return (sum + 500) / 1000 * 0x010101U;
}

void take_colour(const Rows& rows) {
  for (int y = 0; y < rows.count(); ++y)
    std::transform(rows[y].begin(), rows[y].end(), rows[y].begin(), grey);
}

}  // namespace

void show_as(cairo_surface_t* image, Shown shown) {
  if (shown == Shown::kPlain) return;
  cairo_surface_flush(image);
  if (shown == Shown::kMirrored) mirror(Rows(image));
  if (shown == Shown::kUpsideDown) turn_upside_down(Rows(image));
  if (shown == Shown::kGrey) take_colour(Rows(image));
  cairo_surface_mark_dirty(image);
}

}  // namespace novphy
