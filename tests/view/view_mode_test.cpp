#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/view/scenes.h"
#include "view/object_table.h"
#include "view/painter.h"

using namespace novphy;

namespace {

/// A world of many kinds of objects, shown in this way.
World world(ViewMode shown) {
  Task t = scenes::shapes();
  t.shown = shown;
  return {t, worlds::catalogue(), worlds::unsettled()};
}

Observation seen(ViewMode shown) { return observe(world(shown), worlds::assets().colours, false); }

Picture pictured(ViewMode shown) {
  Painter painter;
  return painter.screenshot(world(shown));
}

std::vector<std::uint8_t> pixel(const Picture& picture, int x, int y) {
  const auto at = picture.rgb.begin() + 3 * (y * picture.width_px + x);
  return {at, at + 3};
}

/// Compares every ring of two observations, point by point, with `map` applied to the second.
template <class Map>
void check_rings(const Observation& found, const Observation& plain, Map map) {
  REQUIRE(found.objects.size() == plain.objects.size());
  for (std::size_t i = 0; i < plain.objects.size(); ++i) {
    CHECK(found.objects[i].id == plain.objects[i].id);
    auto rings = plain.objects[i].rings;
    for (auto& ring : rings) std::transform(ring.begin(), ring.end(), ring.begin(), map);
    CHECK(found.objects[i].rings == rings);
  }
  CHECK(found.bird_rest == map(plain.bird_rest));
}

}  // namespace

TEST_CASE("a mirrored view exchanges left and right in the symbolic state and in pictures") {
  const Observation plain = seen(ViewMode::kPlain);
  const Observation found = seen(ViewMode::kMirrored);
  check_rings(found, plain, [](Pixel p) { return Pixel{640 - p.x, p.y}; });
  const PixelBox box = plain.slingshot;
  CHECK(found.slingshot.left == 640 - box.right);
  CHECK(found.slingshot.right == 640 - box.left);
  CHECK(found.slingshot.top == box.top);
  CHECK(found.ground_row_px == plain.ground_row_px);
  CHECK(found.objects.front().colours == plain.objects.front().colours);
  const Picture before = pictured(ViewMode::kPlain);
  const Picture after = pictured(ViewMode::kMirrored);
  CHECK(after != before);
  for (int y = 0; y < 480; y += 7)
    for (int x = 0; x < 640; x += 7) CHECK(pixel(after, x, y) == pixel(before, 639 - x, y));
}

TEST_CASE("a view upside down exchanges up and down in the symbolic state and in pictures") {
  const Observation plain = seen(ViewMode::kPlain);
  const Observation found = seen(ViewMode::kUpsideDown);
  check_rings(found, plain, [](Pixel p) { return Pixel{p.x, 480 - p.y}; });
  CHECK(found.slingshot.top == 480 - plain.slingshot.bottom);
  CHECK(found.slingshot.bottom == 480 - plain.slingshot.top);
  CHECK(found.ground_row_px == 480 - plain.ground_row_px);
  const Picture before = pictured(ViewMode::kPlain);
  const Picture after = pictured(ViewMode::kUpsideDown);
  for (int y = 0; y < 480; y += 7)
    for (int x = 0; x < 640; x += 7) CHECK(pixel(after, x, y) == pixel(before, x, 479 - y));
}

TEST_CASE("a grey view has greys alone, as bright as the colours, everywhere in its place") {
  const Observation plain = seen(ViewMode::kPlain);
  const Observation found = seen(ViewMode::kGrey);
  check_rings(found, plain, [](Pixel p) { return p; });
  for (const SeenObject& object : found.objects) {
    double sum = 0;
    for (const ColourShare& each : object.colours) {
      sum += each.share;
      CHECK((each.colour >> 5) == (each.colour >> 2 & 7));
      CHECK((each.colour >> 6) == (each.colour & 3));
    }
    CHECK(sum == Approx(1).margin(1e-3));
  }
  const Picture before = pictured(ViewMode::kPlain);
  const Picture after = pictured(ViewMode::kGrey);
  for (int y = 0; y < 480; y += 7)
    for (int x = 0; x < 640; x += 7) {
      const auto rgb = pixel(before, x, y);
      const auto grey = static_cast<std::uint8_t>((299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000);
      CHECK(pixel(after, x, y) == std::vector<std::uint8_t>(3, grey));
    }
}

TEST_CASE("equal greys are one share: white, black and red bytes") {
  CHECK(in_grey({{255, 0.5}, {0, 0.5}}) == std::vector<ColourShare>{{255, 0.5}, {0, 0.5}});
  // Pure red (224) and the grey 73 are both two sevenths bright.
  CHECK(in_grey({{224, 0.25}, {255, 0.5}, {73, 0.25}}) == std::vector<ColourShare>{{73, 0.5}, {255, 0.5}});
}

TEST_CASE("tables of numbers show the world as symbolic states do") {
  const ObjectTable table(worlds::catalogue(), worlds::assets().colours);
  for (const ViewMode shown : {ViewMode::kMirrored, ViewMode::kUpsideDown, ViewMode::kGrey}) {
    const World w = world(shown);
    std::vector<float> found(ObjectTable::size());
    std::vector<float> expected(ObjectTable::size());
    table.observe_into(w, found);
    table_of(observe(w, worlds::assets().colours, false), expected);
    CHECK(found == expected);
  }
}
