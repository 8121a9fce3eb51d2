#include "evaluator/plot/figure.h"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "evaluator/plot/plots.h"
#include "tests/plot/figures.h"
#include "tests/plot/not_finite.h"

using namespace novphy::plot;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

std::vector<Figure> some_of_each() {
  return {heat_maps("heat", {map_of({0.1, std::nullopt, 0.9})}, {.measure_title = "CDT"}),
          line_plot("line", {{"objects", {{"random", {0, 1, 2}, {0, 1, 0.5}, {0, 0, 0}, {1, 1, 1}}}}},
                    {.x_label = "tasks", .y_label = "pass rate", .mark = VerticalMark{1, "novelty"}}),
          dot_plot("dot", {{"CDT", {{"objects", "random", 0.5, 0.4, 0.6}, {"agents", "random"}}}}, {}),
          stacked_bars("bars", {{"random", {{"objects", {0.2, 0.3, 0.5}}, {"agents"}}}},
                       {.parts = {"correct", "missed", "wrong"}})};
}

}  // namespace

TEST_CASE("the same figure gives the same bytes") {
  const std::vector<Figure> once = some_of_each(), again = some_of_each();
  for (std::size_t i = 0; i < once.size(); ++i) {
    CHECK(svg(once[i]) == svg(again[i]));
    CHECK(svg(once[i]) == svg(once[i]));
    CHECK(png(once[i]) == png(again[i]));
    CHECK(pdf(once[i]) == pdf(again[i]));
  }
}

TEST_CASE("a figure is an SVG file without fonts and a PNG file of its size") {
  for (const Figure& figure : some_of_each()) {
    const std::string vector = svg(figure), raster = png(figure, 2);
    CHECK_THAT(vector, StartsWith("<?xml"));
    CHECK_THAT(vector, Contains("</svg>"));
    CHECK_THAT(svg_element(figure), StartsWith("<svg ") && !Contains("<?xml"));
    CHECK(vector.ends_with(svg_element(figure)));
    CHECK_THAT(vector, !Contains("<text") && !Contains("font-family"));
    CHECK_THAT(vector, Contains("width=\"" + std::to_string(figure.width_px) + "px\""));
    REQUIRE(raster.size() > 24);
    CHECK(raster.substr(0, 8) == "\x89PNG\r\n\x1a\n");
    const auto number = [&](std::size_t at) {
      int value = 0;
      for (std::size_t i = at; i < at + 4; ++i) value = value * 256 + static_cast<unsigned char>(raster[i]);
      return value;
    };
    CHECK(number(16) == 2 * figure.width_px);
    CHECK(number(20) == 2 * figure.height_px);
  }
}

TEST_CASE("a figure is a PDF file of one page of its size") {
  for (const Figure& figure : some_of_each()) {
    const std::string file = pdf(figure);
    CHECK_THAT(file, StartsWith("%PDF-"));
    CHECK_THAT(file, Contains("%%EOF"));
    CHECK_THAT(file, Contains("/Count 1\n"));
    CHECK_THAT(file, !Contains("/CreationDate (D:2026"));
    const std::size_t box = file.find("/MediaBox [ 0 0 ") + 16;
    CHECK(std::stod(file.substr(box)) == Approx(0.75 * figure.width_px));
  }
}

TEST_CASE("an SVG shows its hints as titles, whatever their texts hold") {
  const std::string text = svg(
      {.name = "a", .width_px = 100, .height_px = 50, .hints = {{1, 2, 3.25, 4, "a<b> & c\nsecond\xFF"}}});
  CHECK_THAT(text, Contains("<rect x=\"1.0\" y=\"2.0\" width=\"3.2\" height=\"4.0\"><title>a&lt;b&gt; &amp; "
                            "c\nsecond?</title></rect>\n</g>\n</svg>"));
  CHECK_THAT(svg({.name = "a", .width_px = 100, .height_px = 50}), !Contains("<title>"));
}

TEST_CASE("the corners of a figure are white") {
  for (const Figure& figure : some_of_each()) {
    const Pixels pixels(figure);
    CHECK(pixels.at(0, 0) == 0xFFFFFF);
    CHECK(pixels.at(pixels.width() - 1, pixels.height() - 1) == 0xFFFFFF);
  }
}

TEST_CASE("a name that does not fit is elided, its end kept") {
  const std::string name = "exec:python3 my_agent.py --with-many-options --level 3";
  const std::string shorter = elided(name, 150);
  CHECK(text_width(shorter) <= 150);
  CHECK(text_width(shorter) > 125);
  CHECK_THAT(shorter, StartsWith("exec:") && Contains("\u2026") && Catch::Matchers::EndsWith("level 3"));
  CHECK(elided(name, 10'000) == name);
  CHECK(elided("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc", 40).find('?') == std::string::npos);
  CHECK(elided(name, 1).empty());
}

TEST_CASE("a text that is not UTF-8 is drawn with question marks, and what follows is drawn too") {
  for (const std::string bad : {"\xFF", "\xC3", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC0\xAF", "\x01"}) {
    CHECK(text_width("a" + bad + "b") >= text_width("a?b"));
    HeatMap map = map_of({0.5});
    map.rows = {bad};
    CHECK(Pixels(heat_maps("m", {map}, {})).count(cividis(0.5)) > 1000);
  }
}

TEST_CASE("figures of nothing are drawn") {
  for (const Figure& figure :
       {heat_maps("a", {}, {}), heat_maps("a", {{}}, {}), line_plot("a", {}, {}), line_plot("a", {{}}, {}),
        line_plot("a", {{"", {{}}}}, {}), dot_plot("a", {}, {}), dot_plot("a", {{}}, {}),
        dot_plot("a", {{"", {{}}}}, {}), stacked_bars("a", {}, {}), stacked_bars("a", {{}}, {}),
        stacked_bars("a", {{"", {{}}}}, {})}) {
    CHECK_THAT(svg(figure), Contains("</svg>"));
    CHECK(figure.width_px >= 300);
  }
}

TEST_CASE("an impossible size is an error") {
  CHECK_THROWS_AS(svg({.name = "a", .width_px = 0, .height_px = 5}), std::runtime_error);
  CHECK_THROWS_AS(png({.name = "a", .width_px = 100, .height_px = 40'000}), std::runtime_error);
  CHECK_THROWS_AS(png({.name = "a", .width_px = 100, .height_px = 100}, kNaN), std::runtime_error);
}

TEST_CASE("the ids of a figure are its own, and its surface has none") {
  CHECK(with_own_ids("<g id=\"surface17\">", "a") == "<g>");
  const std::string a = with_own_ids("<a id=\"glyph0-1\"/><use xlink:href=\"#glyph0-1\"/>", "a");
  const std::string b = with_own_ids("<a id=\"glyph0-1\"/><use xlink:href=\"#glyph0-1\"/>", "b");
  CHECK(a != b);
  const std::string id = a.substr(7, a.find('"', 7) - 7);
  CHECK(occurrences(a, id) == 2);
  CHECK_THAT(a, Contains("href=\"#" + id + "\""));
}
