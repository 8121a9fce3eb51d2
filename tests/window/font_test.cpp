#include "view/window/font.h"

#include <catch2/catch.hpp>

#include "view/window/pixel_canvas.h"

using namespace novphy;
using namespace novphy::window;

namespace {

constexpr const char* kNoLetter = "\U0010FFFD";  // no font has glyphs for the end of the private planes
constexpr const char* kHebrew = "\u05E9\u05DC\u05D5\u05DD";
constexpr const char* kHindi = "\u0928\u092E\u0938\u094D\u0924\u0947";

/// Whether the program was built with Pango.
bool shapes() { return Font().right_to_left(kHebrew); }

/// The picture of a text in black on white.
std::vector<std::uint8_t> picture_of(const std::string& text, const std::string& family = "") {
  PixelCanvas canvas(300, 40, 1, family);
  canvas.begin(colour(0xffffff));
  canvas.text({10, 30}, text, 20, colour(0));
  const auto rgba = canvas.rgba();
  return {rgba.begin(), rgba.end()};
}

/// The column of the first dark pixel in the picture of a row of 300 pixels.
int first_dark_column(const std::string& text) {
  PixelCanvas canvas(300, 40);
  canvas.begin(colour(0xffffff));
  canvas.row({{0, 0}, {300, 40}}, text, 20, colour(0));
  const auto rgba = canvas.rgba();
  for (std::size_t x = 0; x < 300; ++x)
    for (std::size_t y = 0; y < 40; ++y)
      if (rgba[4 * (300 * y + x)] < 128) return static_cast<int>(x);
  return 300;
}

}  // namespace

TEST_CASE("characters that cannot be written are told, each once, with their numbers") {
  const Font font;
  CHECK(font.problem("Plain words, \u00fc, \u0416, \u03a9 and 12.5\u00b0\n").empty());
  const std::string problem = font.problem(std::string("a") + kNoLetter + "b" + kNoLetter);
  CHECK_THAT(problem, Catch::Contains("glyph for \"" + std::string(kNoLetter) + "\" (U+10FFFD)"));
  CHECK(problem.find("U+10FFFD") == problem.rfind("U+10FFFD"));
  std::string many;
  for (char last = '\x80'; last < '\x8A'; ++last)
    many += std::string("\xF4\x8F\xBE") + last;  // U+10FF80 and on
  CHECK_THAT(font.problem(many), Catch::Contains("(U+10FF84) and 5 more"));
}

TEST_CASE("a font that is not installed is told") {
  CHECK(missing_font("").empty());
  CHECK(missing_font("dejavu sans").empty());
  CHECK_THAT(missing_font("No Such Font"),
             Catch::Contains("found \"No Such Font\", expected an installed font"));
}

TEST_CASE("scripts that join letters or run from right to left are written with Pango, and refused without") {
  const Font font;
  if (shapes()) {
    CHECK(font.problem(kHebrew).empty());
    CHECK(first_dark_column(kHebrew) > 200);
  } else {
    for (const std::string text : {kHebrew, kHindi, "\u0634", "\u0E81\uFEFB"})
      CHECK_THAT(font.problem("a " + text), Catch::Contains("built with Pango"));
    CHECK_THAT(font.problem(kHebrew), Catch::Contains("(U+05E9)"));
  }
  CHECK(first_dark_column("Hello") < 10);
}

TEST_CASE("every row of a paragraph has the direction of the paragraph, whatever its first word is") {
  PixelCanvas canvas(300, 100);
  const std::string hebrew = kHebrew;
  const auto rows =
      canvas.rows(120, hebrew + " " + hebrew + "\n" + hebrew + " " + hebrew + " novphy novphy", 20);
  REQUIRE(rows.size() > 2);
  for (const std::string& row : rows) CHECK(Font().right_to_left(row) == shapes());
  CHECK_FALSE(Font().right_to_left(canvas.rows(120, "novphy " + hebrew, 20).front()));
}

TEST_CASE("the first letter of a text tells its direction: spaces, digits and signs have none") {
  for (const std::string text : {kHebrew, "12 (\u05D0", "\u0634\u0627", "\u200Fnovphy", "\U0001F600 \u05D0"})
    CHECK(right_to_left(text));
  for (const std::string text :
       {"", "novphy \u05D0", "12.5\u00b0", "\u0416\u05D0", kHindi, "\u65E5\u05D0", "\u0661\u0662", "\xD7"})
    CHECK_FALSE(right_to_left(text));
  if (!shapes()) return;
  for (const std::string text :
       {kHebrew, kHindi, "1. \u05D0", "\u05D0 a", "a \u05D0", "\u0661", "\u201C\u0634"})
    CHECK(right_to_left(text) == Font().right_to_left(text));
}

TEST_CASE("characters that the named font lacks come from another font") {
  const std::string family = "DejaVu Sans Mono";
  if (!missing_font(family).empty()) {
    WARN("SKIPPED: no " << family);
    return;
  }
  const Font mono(family);
  const Font sans;
  const auto width = [&](const Font& font, const std::string& text) {
    return font.width_px(text, {.size_px = 20});
  };
  CHECK(width(mono, "iiii") == Approx(width(mono, "mmmm")));
  CHECK(width(sans, "iiii") < 0.5 * width(sans, "mmmm"));
  const std::string vai = "\u2D63";  // a Tifinagh letter, which the monospaced font lacks
  CHECK(mono.problem(vai).empty());
  CHECK(width(mono, "i" + vai + "i") == Approx(2 * width(mono, "i") + width(sans, vai)).margin(1));
  CHECK(picture_of("m", family) != picture_of("m"));
  CHECK(picture_of(vai, family) == picture_of(vai));
  CHECK(picture_of(vai) != picture_of(kNoLetter));
}
