#include <cairo/cairo.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <memory>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/dot_plot.h"
#include "evaluator/plot/figure.h"
#include "evaluator/plot/heat_map.h"
#include "evaluator/plot/line_plot.h"
#include "evaluator/plot/stacked_bars.h"
#include "tests/plot/not_finite.h"

using namespace novphy::plot;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// A figure's pixels at an enlarged scale. At a scale of three, each line covers some pixels completely.
class Pixels {
 public:
  explicit Pixels(const Figure& figure, double scale = 1) {
    const std::string bytes = png(figure, scale);
    std::string_view rest = bytes;
    const auto read = [](void* from, unsigned char* to, unsigned count) {
      auto& left = *static_cast<std::string_view*>(from);
      if (left.size() < count) return CAIRO_STATUS_READ_ERROR;
      std::memcpy(to, left.data(), count);
      left.remove_prefix(count);
      return CAIRO_STATUS_SUCCESS;
    };
    surface_.reset(cairo_image_surface_create_from_png_stream(read, &rest));
    REQUIRE(cairo_surface_status(surface_.get()) == CAIRO_STATUS_SUCCESS);
  }

  int width() const { return cairo_image_surface_get_width(surface_.get()); }
  int height() const { return cairo_image_surface_get_height(surface_.get()); }
  std::uint32_t at(int x, int y) const {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel,
                cairo_image_surface_get_data(surface_.get()) +
                    y * cairo_image_surface_get_stride(surface_.get()) + 4 * x,
                sizeof pixel);
    return pixel & 0xFFFFFFU;
  }
  /// Number of pixels in a box that have about the wanted colour.
  int count(Colour wanted, int left, int top, int right, int bottom) const {
    int found = 0;
    for (int y = top; y < bottom; ++y)
      for (int x = left; x < right; ++x) found += near(colour(at(x, y)), wanted) ? 1 : 0;
    return found;
  }
  int count(Colour wanted) const { return count(wanted, 0, 0, width(), height()); }

 private:
  struct Destroy {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  };
  static bool near(Colour a, Colour b) {
    constexpr double kStep = 2.5 / 255;
    return std::abs(a.red - b.red) < kStep && std::abs(a.green - b.green) < kStep &&
           std::abs(a.blue - b.blue) < kStep;
  }

  std::unique_ptr<cairo_surface_t, Destroy> surface_;
};

HeatMap map_of(std::vector<std::optional<double>> row) {
  HeatMap map{.title = "agent"};
  map.rows = {"objects"};
  for (std::size_t i = 0; i < row.size(); ++i) map.columns.push_back("column_" + std::to_string(i));
  map.values = {std::move(row)};
  return map;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Number of letters in all texts of a figure.
std::size_t letters(const Figure& figure) { return occurrences(svg(figure), "<use "); }

std::vector<Figure> some_of_each() {
  return {heat_maps("heat", {map_of({0.1, std::nullopt, 0.9})}, {.measure_title = "CDT"}),
          line_plot("line", {{"objects", {{"random", {0, 1, 2}, {0, 1, 0.5}, {0, 0, 0}, {1, 1, 1}}}}},
                    {.x_label = "tasks", .y_label = "pass rate", .mark = VerticalMark{1, "novelty"}}),
          dot_plot("dot", {{"CDT", {{"objects", "random", 0.5, 0.4, 0.6}, {"agents", "random"}}}}, {}),
          stacked_bars("bars", {{"random", {{"objects", {0.2, 0.3, 0.5}}, {"agents"}}}},
                       {.parts = {"correct", "missed", "wrong"}})};
}

/// A figure of one panel with one line.
Figure curve(std::vector<double> x, std::vector<double> y) {
  return line_plot("curve", {{"", {{"random", std::move(x), std::move(y)}}}},
                   {.x_range = Range{0, 10}, .y_range = Range{0, 1}, .width_px = 500});
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

TEST_CASE("a hint holds the values of a row, of a bar or of a place on the x axis") {
  const auto hints = [](const Figure& figure) {
    std::vector<std::string> texts;
    for (const Hint& hint : figure.hints) {
      CHECK(hint.left >= 0);
      CHECK(hint.left + hint.width <= figure.width_px);
      CHECK(hint.top + hint.height <= figure.height_px);
      texts.push_back(hint.text);
    }
    return texts;
  };
  CHECK(hints(dot_plot("d", {{"CDT", {{"objects", "a", 0.5, 0.4, 0.625, "n = 3"}, {"objects", "b"}}}}, {})) ==
        std::vector<std::string>{"a, objects\nCDT: 0.50 [0.40, 0.63], n = 3", "b, objects\nCDT: undefined"});
  CHECK(
      hints(stacked_bars("b", {{"a", {{"objects", {0.25, 0.75}}, {"goals"}}}}, {.parts = {"hit", "miss"}})) ==
      std::vector<std::string>{"a, objects\nhit: 0.25\nmiss: 0.75", "a, goals: undefined"});
  const Line a{"a", {0, 1}, {0.5, kNaN}}, b{"b", {1, 2}, {0.25, 1}, {0.125, 1}, {0.5, 1}, {"n = 4", "n = 5"}};
  CHECK(
      hints(line_plot("l", {{"objects", {a, b}}}, {.x_label = "task", .x_range = Range{0, 1}})) ==
      std::vector<std::string>{"objects\ntask: 0\na: 0.50", "objects\ntask: 1\nb: 0.25 [0.13, 0.50], n = 4"});
}

TEST_CASE("the hints of neighbouring places touch and cover the panel") {
  const Figure figure = curve({0, 4, 10}, {0, 1, 0});
  REQUIRE(figure.hints.size() == 3);
  CHECK(figure.hints[0].left + figure.hints[0].width == Approx(figure.hints[1].left));
  CHECK(figure.hints[1].left + figure.hints[1].width == Approx(figure.hints[2].left));
  CHECK(figure.hints[2].width > figure.hints[0].width);
}

TEST_CASE("an SVG shows its hints as titles, whatever their texts hold") {
  const std::string text = svg(
      {.name = "a", .width_px = 100, .height_px = 50, .hints = {{1, 2, 3.25, 4, "a<b> & c\nsecond\xFF"}}});
  CHECK_THAT(text, Contains("<rect x=\"1.0\" y=\"2.0\" width=\"3.2\" height=\"4.0\"><title>a&lt;b&gt; &amp; "
                            "c\nsecond?</title></rect>\n</g>\n</svg>"));
  CHECK_THAT(svg({.name = "a", .width_px = 100, .height_px = 50}), !Contains("<title>"));
}

TEST_CASE("notes stand below the numbers of a heat map, which grows by them") {
  HeatMap map = map_of({0.25, std::nullopt});
  const Figure plain = heat_maps("m", {map}, {});
  map.notes = {{"n 3", "n 4"}};
  const Figure noted = heat_maps("m", {map}, {});
  CHECK(noted.height_px > plain.height_px + 10);
  CHECK(letters(noted) == letters(plain) + std::string("n 3").size());
}

TEST_CASE("a note is written below the panels, in as many lines as it needs") {
  const std::string note = "Note: people have 4 novel tasks.";
  const auto dots = [](const std::string& text, int width_px) {
    return dot_plot("d", {{"CDT", {{"g", "s", 0.5}}}}, {.note = text, .width_px = width_px});
  };
  const auto signs =
      static_cast<std::size_t>(std::count_if(note.begin(), note.end(), [](char c) { return c != ' '; }));
  CHECK(letters(dots(note, 1000)) >= letters(dots("", 1000)) + signs);
  CHECK(dots(note, 1000).height_px == dots("", 1000).height_px + 16);
  std::string longer;
  for (int i = 0; i < 12; ++i) longer += note + " ";
  CHECK(dots(longer, 1000).height_px > dots("", 1000).height_px + 32);
  const HeatMap map = map_of({0.5});
  CHECK(heat_maps("m", {map}, {.note = note}).height_px == heat_maps("m", {map}, {}).height_px + 16);
  const Pixels pixels(dots(std::string(400, 'w'), 400));
  CHECK(pixels.count(kWhite, pixels.width() - 4, 0, pixels.width(), pixels.height()) == 4 * pixels.height());
}

TEST_CASE("the corners of a figure are white") {
  for (const Figure& figure : some_of_each()) {
    const Pixels pixels(figure);
    CHECK(pixels.at(0, 0) == 0xFFFFFF);
    CHECK(pixels.at(pixels.width() - 1, pixels.height() - 1) == 0xFFFFFF);
  }
}

TEST_CASE("a cell has the colour of its value") {
  for (const double value : {0.0, 0.3, 1.0}) {
    const HeatMapOptions higher{.better = novphy::plot::Better::kHigher, .width_px = 600};
    HeatMapOptions lower = higher;
    lower.better = novphy::plot::Better::kLower;
    const int cell = 1000;  // a cell has some 80 by 24 pixels, less the pixels of the number
    CHECK(Pixels(heat_maps("m", {map_of({value})}, higher)).count(cividis(value)) > cell);
    CHECK(Pixels(heat_maps("m", {map_of({value})}, lower)).count(cividis(1 - value)) > cell);
    CHECK(Pixels(heat_maps("m", {map_of({value})}, higher)).count(cividis(value > 0.5 ? 0 : 1)) < cell);
  }
}

TEST_CASE("values beyond the scale take the colour of its end") {
  CHECK(Pixels(heat_maps("m", {map_of({7.0})}, {})).count(cividis(1)) > 1000);
  CHECK(Pixels(heat_maps("m", {map_of({-7.0})}, {})).count(cividis(0)) > 1000);
}

TEST_CASE("an undefined cell is neither low nor high nor empty") {
  const Pixels pixels(heat_maps("m", {map_of({std::nullopt})}, {}));
  CHECK(pixels.count(cividis(0)) < 500);
  CHECK(pixels.count(cividis(1)) < 500);
  CHECK(svg(heat_maps("m", {map_of({std::nullopt})}, {})) != svg(heat_maps("m", {map_of({0.0})}, {})));
}

TEST_CASE("what is not finite is undefined") {
  const HeatMapOptions options{.measure_title = "CDT"};
  const std::string undefined = svg(heat_maps("m", {map_of({0.5, std::nullopt})}, options));
  CHECK(svg(heat_maps("m", {map_of({0.5, kNaN})}, options)) == undefined);
  CHECK(svg(heat_maps("m", {map_of({0.5, kInfinity})}, options)) == undefined);
  HeatMap ragged = map_of({0.5, 0.7});
  ragged.values.front().pop_back();
  CHECK(svg(heat_maps("m", {ragged}, options)) == undefined);
  const auto dots = [](Dot dot) { return svg(dot_plot("d", {{"CDT", {std::move(dot)}, Range{0, 1}}}, {})); };
  CHECK(dots({"a", "b", kNaN}) == dots({"a", "b"}));
  CHECK(dots({"a", "b", 0.5, kNaN, kInfinity}) == dots({"a", "b", 0.5}));
  const auto bars = [](Bar bar) { return svg(stacked_bars("b", {{"", {std::move(bar)}}}, {})); };
  CHECK(bars({"a", {0.5, kNaN}}) == bars({"a"}));
}

TEST_CASE("each number of a heat map is written, and rows and columns that panels share are named once") {
  const HeatMap map = map_of({0.25, 0.75});
  const std::size_t alone = letters(heat_maps("m", {map}, {.across = 1}));
  const std::size_t two = letters(heat_maps("m", {map, map}, {.across = 2}));
  const std::size_t below = letters(heat_maps("m", {map, map}, {.across = 1}));
  const std::size_t panel = std::string(
                                "agent"
                                "0.25"
                                "0.75")
                                .size();
  const std::size_t row = std::string("objects").size(), columns = std::string(
                                                                       "column 0"
                                                                       "column 1")
                                                                       .size();
  CHECK(two >= alone + panel + columns - 2);  // a blank may become a line break
  CHECK(two <= alone + panel + columns);
  CHECK(below == alone + panel + row);
}

TEST_CASE("a line paints the pixels that it passes and leaves the others") {
  const Colour blue = series_look(0).colour;
  const Pixels pixels(curve({0, 10}, {0.5, 0.5}), 3), low(curve({0, 10}, {0.02, 0.02}), 3);
  const int legend = 3 * 40, middle = pixels.height() / 2 + 3 * 30;
  const int painted = pixels.count(blue, 0, legend, pixels.width(), pixels.height());
  CHECK(painted > 4 * 3 * 400);  // names of rows and columns
  CHECK(pixels.count(blue, 0, legend, pixels.width(), middle) == painted);
  CHECK(low.count(blue, 0, legend, low.width(), middle) == 0);
}

TEST_CASE("a value that is not finite leaves a gap in a line") {
  const Colour blue = series_look(0).colour;
  const int whole = Pixels(curve({0, 4, 5, 6, 10}, {0.5, 0.5, 0.5, 0.5, 0.5}), 3).count(blue);
  for (const double none : {kNaN, kInfinity, -kInfinity}) {
    const int lost = whole - Pixels(curve({0, 4, 5, 6, 10}, {0.5, 0.5, none, 0.5, 0.5}), 3).count(blue);
    CHECK(lost > 4 * 3 * 70);  // two tenths of a line of some 450 pixels, and a marker
    CHECK(lost < 6 * 3 * 100);
  }
}

TEST_CASE("a line of one point shows its marker, and one beyond the range shows nothing") {
  const Colour blue = series_look(0).colour;
  const int legend = Pixels(curve({5}, {7})).count(blue);
  CHECK(Pixels(curve({5}, {0.5})).count(blue) > legend + 15);
  CHECK(Pixels(curve({0, 1e300}, {1e300, 1e300})).count(blue) == legend);
}

TEST_CASE("a band is painted where both of its ends are finite") {
  const auto banded = [](std::vector<double> low, std::vector<double> high) {
    return line_plot("b", {{"", {{"random", {0, 5, 10}, {0.5, 0.5, 0.5}, std::move(low), std::move(high)}}}},
                     {.x_range = Range{0, 10}, .y_range = Range{0, 1}});
  };
  CHECK(svg(banded({0, 0, 0}, {1, 1, 1})) != svg(banded({}, {})));
  CHECK(svg(banded({kNaN, kNaN, kNaN}, {1, 1, 1})) == svg(banded({}, {})));
  CHECK(svg(banded({0, 0, kNaN}, {1, 1, 1})) == svg(banded({0, 0, 0}, {1, 1, kNaN})));
}

TEST_CASE("the same name has the same colour in all panels") {
  const Line a{"a", {0, 10}, {0.5, 0.5}}, b{"b", {0, 10}, {0.2, 0.2}};
  const LinePlotOptions options{.x_range = Range{0, 10}, .y_range = Range{0, 1}};
  const Pixels pixels(line_plot("p", {{"", {a, b}}, {"", {b}}}, options), 3);
  const int half = pixels.width() / 2 + 90, legend = 120;
  CHECK(pixels.count(series_look(1).colour, half, legend, pixels.width(), pixels.height()) > 3000);
  CHECK(pixels.count(series_look(0).colour, half, legend, pixels.width(), pixels.height()) == 0);
}

TEST_CASE("figures with the same list of names show a name alike, and only names that occur") {
  const Line b{"b", {0, 10}, {0.2, 0.2}};
  const LinePlotOptions alone{.x_range = Range{0, 10}, .y_range = Range{0, 1}};
  LinePlotOptions listed = alone;
  listed.names = {"a", "b"};
  CHECK(Pixels(line_plot("p", {{"", {b}}}, alone), 3).count(series_look(0).colour) > 3000);
  CHECK(Pixels(line_plot("p", {{"", {b}}}, listed), 3).count(series_look(0).colour) == 0);
  CHECK(Pixels(line_plot("p", {{"", {b}}}, listed), 3).count(series_look(1).colour) > 3000);
  CHECK(letters(line_plot("p", {{"", {b}}}, listed)) == letters(line_plot("p", {{"", {b}}}, alone)));
  const DotPanel panel{"CDT", {{"g", "b", 0.5}}, Range{0, 1}};
  const Figure dots = dot_plot("d", {panel}, {.names = {"a", "b"}});
  CHECK(Pixels(dots).count(series_look(0).colour) == 0);
  CHECK(Pixels(dots).count(series_look(1).colour) > 15);
  CHECK(dots.height_px == dot_plot("d", {panel}, {}).height_px);
}

TEST_CASE("a panel without lines says so") {
  const LinePlotOptions options{.x_range = Range{0, 1}, .y_range = Range{0, 1}};
  const Line line{"a", {0, 1}, {0, 1}}, nothing{"a", {0, 1}, {kNaN, kNaN}};
  const std::size_t words = std::string("no data").size();
  CHECK(letters(line_plot("p", {{"", {nothing}}}, options)) ==
        letters(line_plot("p", {{"", {line}}}, options)) + words);
}

TEST_CASE("shares fill their parts of a bar") {
  const auto bar = [](double share) {
    return Pixels(stacked_bars("b", {{"", {{"a", {share, 1 - share}}}}}, {})).count(part_fill(0));
  };
  CHECK(bar(0) == 0);
  CHECK(bar(0.25) == Approx(bar(0.5) / 2.0).epsilon(0.05));
  CHECK(bar(0.75) == Approx(bar(0.5) * 1.5).epsilon(0.05));
}

TEST_CASE("a dot lies at its value") {
  const Colour blue = series_look(0).colour;
  const auto dots = [&](double value) {
    const Pixels pixels(dot_plot("d", {{"CDT", {{"g", "s", value}}, Range{0, 1}}}, {}));
    int sum = 0, count = 0;
    for (int x = 0; x < pixels.width(); ++x) {
      const int here = pixels.count(blue, x, 40, x + 1, pixels.height());
      sum += x * here;
      count += here;
    }
    REQUIRE(count > 15);
    return static_cast<double>(sum) / count;
  };
  CHECK(dots(0.5) == Approx((dots(0.2) + dots(0.8)) / 2).margin(1));
  CHECK(dots(0.8) > dots(0.2) + 500);
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

TEST_CASE("long names and many rows stay within the figure") {
  HeatMap map = map_of({});
  map.title = map.rows.front() = std::string(300, 'w');
  for (int i = 0; i < 60; ++i) {
    map.columns.push_back("a_column_with_a_long_name_" + std::to_string(i));
    map.values.front().emplace_back(i / 60.0);
  }
  const Figure figure = heat_maps("m", {map, map}, {.measure_title = std::string(500, 'w')});
  CHECK(figure.width_px <= 1000);
  const Pixels pixels(figure);
  const int all = pixels.count(kWhite);
  const int inner = pixels.count(kWhite, 4, 4, pixels.width() - 4, pixels.height() - 4);
  const int rim = pixels.width() * pixels.height() - (pixels.width() - 8) * (pixels.height() - 8);
  CHECK(all - inner == rim);
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
