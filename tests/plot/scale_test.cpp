#include <catch2/catch.hpp>
#include <cmath>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/layout.h"
#include "tests/plot/not_finite.h"

using namespace novphy::plot;

TEST_CASE("ticks are multiples of 1, 2 or 5 within the range") {
  CHECK(nice_ticks({0, 1}, 6).at == std::vector<double>{0, 0.2, 0.4, 0.6, 0.8, 1});
  CHECK(nice_ticks({0, 1}, 6).decimals == 1);
  CHECK(nice_ticks({0, 1}, 3).at == std::vector<double>{0, 0.5, 1});
  CHECK(nice_ticks({-40, 39}, 6).at == std::vector<double>{-40, -20, 0, 20});
  CHECK(nice_ticks({-40, 39}, 6).decimals == 0);
  CHECK(nice_ticks({0.31, 0.37}, 4).at == std::vector<double>{0.32, 0.34, 0.36});
  CHECK(nice_ticks({0.31, 0.37}, 4).decimals == 2);
  CHECK(nice_ticks({0, 2500}, 6).at == std::vector<double>{0, 500, 1000, 1500, 2000, 2500});
}

TEST_CASE("an end that misses a tick by rounding has it still") {
  CHECK(nice_ticks({0.1 + 0.2, 0.7}, 5).at == std::vector<double>{0.3, 0.4, 0.5, 0.6, 0.7});
}

TEST_CASE("there are never more ticks than asked for") {
  for (const double width : {1e-9, 0.013, 1.0, 7.3, 999.0, 1e12})
    for (int at_most = 1; at_most < 12; ++at_most) {
      const auto count = nice_ticks({-width / 3, width}, at_most).at.size();
      CHECK(count <= static_cast<std::size_t>(at_most));
      CHECK(count >= static_cast<std::size_t>(at_most) / 3);
    }
}

TEST_CASE("numbers have a true minus sign and zero has none") {
  CHECK(number_text(-40, 0) == "\u221240");
  CHECK(number_text(-0.001, 2) == "0.00");
  CHECK(number_text(-0.0, 1) == "0.0");
  CHECK(number_text(0.575, 2) == "0.58");
  CHECK(number_text(2.5e12, 2) == "2.5e+12");
}

TEST_CASE("values are mapped from range to range") {
  CHECK(along(0.25, {0, 1}, {100, 200}) == 125);
  CHECK(along(0.25, {0, 1}, {200, 100}) == 175);
  CHECK(along(-20, {-40, 40}, {0, 8}) == 2);
}

TEST_CASE("a sound range is finite, in order and not empty") {
  CHECK(sound({0, 1}) == Range{0, 1});
  CHECK(sound({1, 0}) == Range{0, 1});
  CHECK(sound({kNaN, 1}) == Range{0, 1});
  CHECK(sound({5, 5}).low < 5);
  CHECK(sound({5, 5}).high > 5);
  CHECK(sound({0, 0}).low < sound({0, 0}).high);
  CHECK(std::isfinite(sound({-kInfinity, kInfinity}).high - sound({-kInfinity, kInfinity}).low));
  CHECK(nice_ticks(sound({1e15, 1e15 + 1}), 6).at.size() <= 6);
}

TEST_CASE("an extent holds the finite values only") {
  Extent extent;
  CHECK(extent.range() == Range{0, 1});
  extent.add(kNaN);
  extent.add(kInfinity);
  extent.add(std::optional<double>{});
  CHECK(extent.range() == Range{0, 1});
  extent.add(3.0);
  extent.add(std::optional<double>(-2));
  CHECK(extent.range() == Range{-2, 3});
}

TEST_CASE("cividis goes from dark blue to bright yellow") {
  CHECK(cividis(0) == colour(0x00224E));
  CHECK(cividis(1) == colour(0xFEE838));
  CHECK(cividis(-3) == cividis(0));
  CHECK(cividis(7) == cividis(1));
  CHECK(cividis(kNaN) == cividis(0));
}

TEST_CASE("cividis only becomes brighter") {
  for (int i = 1; i <= 256; ++i) CHECK(luminance(cividis(i / 256.0)) > luminance(cividis((i - 1) / 256.0)));
}

TEST_CASE("text on a colour has the contrast that WCAG asks of normal text") {
  for (int i = 0; i <= 256; ++i) {
    const double below = luminance(cividis(i / 256.0)), text = luminance(text_on(cividis(i / 256.0)));
    CHECK((std::max(below, text) + 0.05) / (std::min(below, text) + 0.05) > 4.5);
  }
  CHECK(text_on(kWhite) == kBlack);
  CHECK(text_on(kBlack) == kWhite);
}

TEST_CASE("no two of the first twelve series look alike") {
  for (std::size_t i = 0; i < kSeriesLooks; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const SeriesLook a = series_look(i), b = series_look(j);
      CHECK(a.marker != b.marker);
      CHECK_FALSE((a.colour == b.colour && a.dashes_px == b.dashes_px));
    }
}
