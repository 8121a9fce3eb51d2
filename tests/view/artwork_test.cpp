#include "view/artwork.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "tests/sim/worlds.h"
#include "tests/view/colour_shares.h"
#include "tests/view/pictures.h"

using namespace novphy;
using novphy::test::share_of;

namespace {

/// Other versions of cairo may round a few pixels of an edge differently.
constexpr double kShareTolerance = 0.01;

}  // namespace

TEST_CASE("the colours in assets/colours.json are the artwork's: else novphy art --colours prints them") {
  const ColourTable drawn = colours_of_artwork(worlds::catalogue());
  const ColourTable& shipped = worlds::assets().colours;
  REQUIRE(drawn.size() == shipped.size());
  for (const auto& [name, looks] : drawn) {
    INFO(name);
    REQUIRE(shipped.contains(name));
    REQUIRE(shipped.at(name).size() == looks.size());
    for (std::size_t look = 0; look < looks.size(); ++look)
      for (int colour = 0; colour < 256; ++colour)
        CHECK(std::abs(share_of(looks[look], colour) - share_of(shipped.at(name)[look], colour)) <
              kShareTolerance);
  }
}

TEST_CASE("each state of damage has colours of its own") {
  for (const auto& [name, looks] : colours_of_artwork(worlds::catalogue())) {
    INFO(name);
    for (std::size_t look = 1; look < looks.size(); ++look) CHECK(looks[look] != looks[look - 1]);
  }
}

TEST_CASE("the contact sheet is a picture of everything, as PNG and as SVG") {
  const Picture sheet = pictures::from_png(contact_sheet(worlds::catalogue(), ImageFormat::kPng));
  CHECK(sheet.width_px == 1900);
  std::set<std::array<int, 3>> colours;
  for (int y = 0; y < sheet.height_px; y += 3)
    for (int x = 0; x < sheet.width_px; x += 3) colours.insert(pictures::pixel(sheet, {x, y}));
  CHECK(colours.size() > 100);
  CHECK_THAT(contact_sheet(worlds::catalogue(), ImageFormat::kSvg), Catch::Contains("<svg"));
}
