#include "view/shown.h"

#include <algorithm>
#include <cstddef>

namespace novphy {
namespace {

constexpr std::ptrdiff_t kChannels = 3;

void mirror(Picture& picture) {
  const std::ptrdiff_t width = kChannels * picture.width_px;
  for (auto row = picture.rgb.begin(); row != picture.rgb.end(); row += width) {
    std::reverse(row, row + width);  // reverses the order of the channels, too
    for (auto pixel = row; pixel != row + width; pixel += kChannels) std::swap(pixel[0], pixel[2]);
  }
}

void turn_upside_down(Picture& picture) {
  const std::ptrdiff_t width = kChannels * picture.width_px;
  const auto row = [&](int y) { return picture.rgb.begin() + y * width; };
  for (int y = 0; y < picture.height_px / 2; ++y)
    std::swap_ranges(row(y), row(y + 1), row(picture.height_px - 1 - y));
}

void take_colour(Picture& picture) {
  for (auto pixel = picture.rgb.begin(); pixel != picture.rgb.end(); pixel += kChannels) {
    const auto grey =
        static_cast<std::uint8_t>((299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2] + 500) / 1000);
    std::fill(pixel, pixel + kChannels, grey);
  }
}

}  // namespace

void show_as(Picture& picture, Shown shown) {
  if (shown == Shown::kMirrored) mirror(picture);
  if (shown == Shown::kUpsideDown) turn_upside_down(picture);
  if (shown == Shown::kGrey) take_colour(picture);
}

}  // namespace novphy
