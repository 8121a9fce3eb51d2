#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "view/art.h"
#include "view/cairo_ink.h"
#include "view/pen.h"
#include "view/sheet.h"

namespace novphy {
namespace {

constexpr double kSamplePxPerM = 200;
constexpr double kRoom = 1.5;  // factor on a body's size that leaves room for parts that stick out
constexpr Vec2 kPlatformM{3.2, 0.64};
constexpr double kDigits = 1e4;

/// The colour as 8 bits, RRRGGGBB.
int quantised(unsigned red, unsigned green, unsigned blue) {
  return static_cast<int>((red & 0xE0U) | ((green & 0xE0U) >> 3U) | (blue >> 6U));
}

/// A channel of a pixel without cairo's premultiplication by alpha.
unsigned channel(std::uint32_t pixel, unsigned shift, unsigned alpha) {
  return (((pixel >> shift) & 255U) * 255U + alpha / 2) / alpha;
}

std::array<long, 256> count(const Surface& surface) {
  std::array<long, 256> pixels{};
  cairo_surface_flush(surface.get());
  const unsigned char* row = cairo_image_surface_get_data(surface.get());
  const int wide = cairo_image_surface_get_width(surface.get());
  for (int y = 0; y < cairo_image_surface_get_height(surface.get());
       ++y, row += cairo_image_surface_get_stride(surface.get()))
    for (int x = 0; x < wide; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, row + 4 * x, sizeof pixel);
      const unsigned alpha = pixel >> 24U;
      if (alpha == 0) continue;
      const int colour =
          quantised(channel(pixel, 16, alpha), channel(pixel, 8, alpha), channel(pixel, 0, alpha));
      ++pixels.at(static_cast<std::size_t>(colour));
    }
  return pixels;
}

/// The shares of all colours, most frequent first. Their sum is 1 except for rounding.
std::vector<ColourShare> shares(const std::array<long, 256>& pixels) {
  long all = 0;
  for (const long each : pixels) all += each;
  std::vector<ColourShare> list;
  long left = std::lround(kDigits);
  for (int colour = 0; colour < 256; ++colour) {
    const long share =
        std::lround(kDigits * static_cast<double>(pixels.at(static_cast<std::size_t>(colour))) /
                    static_cast<double>(all));
    if (share > 0) list.push_back({.colour = colour, .share = static_cast<double>(share) / kDigits});
    left -= share;
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  list.front().share = (std::round(kDigits * list.front().share) + static_cast<double>(left)) / kDigits;
  return list;
}

/// The colour shares of a drawing, drawn without antialiasing, so that no colours mix at edges.
template <class Draw>
std::vector<ColourShare> colours_of(Vec2 size_m, Draw draw) {
  const auto side = [](double m) { return static_cast<int>(std::ceil(kRoom * m * kSamplePxPerM)); };
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side(size_m.x), side(size_m.y)));
  cairo_set_antialias(surface.context(), CAIRO_ANTIALIAS_NONE);
  surface.ink().translate({side(size_m.x) / 2.0, side(size_m.y) / 2.0});
  surface.ink().scale({kSamplePxPerM, -kSamplePxPerM});
  Pen pen(surface.ink());
  draw(pen);
  return shares(count(surface));
}

std::vector<std::vector<ColourShare>> looks_of(const Kind& kind) {
  std::vector<std::vector<ColourShare>> looks;
  BodyView view{.kind = &kind, .size_m = kind.size_m};
  if (kind.category == Category::kPlatform) view.size_m = kPlatformM;
  const int many = kind.life > 0 && kind.category != Category::kBird ? kDamageLooks : 1;
  for (int look = 0; look < many; ++look) {
    view.life_left = 1 - (look + 0.5) / kDamageLooks;
    looks.push_back(colours_of(view.size_m, [&](Pen& pen) { art::body(pen, view, false); }));
  }
  return looks;
}

}  // namespace

ColourTable colours_of_artwork(const Catalogue& catalogue) {
  ColourTable table;
  for (const Kind& kind : catalogue.objects) table[appearance(kind)] = looks_of(kind);
  for (const BirdKind& bird : catalogue.birds) table[appearance(bird.body)] = looks_of(bird.body);
  table[appearance(catalogue.egg)] = looks_of(catalogue.egg);
  for (const auto& [name, effect] : catalogue.effects) {
    const auto* field = std::get_if<ForceField>(&effect);
    if (field && !field->look.empty() && field->region)
      table[field->look] = {
          colours_of(field->region->size_m, [&](Pen& pen) { art::turbulence(pen, field->region->size_m); })};
  }
  return table;
}

}  // namespace novphy
