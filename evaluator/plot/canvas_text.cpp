#include <cairo/cairo.h>

#include <algorithm>
#include <memory>
#include <string>

#include "evaluator/plot/canvas.h"

namespace novphy::plot {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Length in bytes of the UTF-8 character that begins at `at`, or 0 if none begins there.
std::size_t length_of(const std::string& text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x20 || first == 0x7F || (first >= 0x80 && first < 0xC2) || first > 0xF4) return 0;
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!continues(text[at + i])) return 0;
  // The checks below refuse overlong forms, surrogates, and numbers beyond Unicode.
  const auto second = length > 1 ? static_cast<unsigned char>(text[at + 1]) : 0;
  const bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                     (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return wrong ? 0 : length;
}

/// The characters of a text. Names come from files, which may have bytes that are not UTF-8. Such a byte
/// becomes a question mark, because cairo draws nothing more after a text that is not UTF-8.
std::vector<std::string> characters(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of(text, at);
    all.push_back(length > 0 ? text.substr(at, length) : "?");
    at += std::max<std::size_t>(length, 1);
  }
  return all;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

void choose_font(cairo_t* cairo, const Lettering& lettering) {
  cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         lettering.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, lettering.size_px);
}

double part_before(Align align) { return align == Align::kLeft ? 0 : align == Align::kCentre ? 0.5 : 1; }

double width_on(cairo_t* cairo, const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, text.c_str(), &extents);
  return extents.x_advance;
}

}  // namespace

void use_plain_metrics(cairo_t* cairo) {
  const std::unique_ptr<cairo_font_options_t, Destroy> options(cairo_font_options_create());
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(cairo, options.get());
}

std::string as_utf8(const std::string& text) { return joined(characters(text)); }

void write(cairo_t* cairo, Point at, const std::string& text, const Lettering& lettering) {
  const std::string clean = as_utf8(text);
  cairo_save(cairo);
  cairo_translate(cairo, at.x, at.y);
  if (lettering.turned_rad != 0) cairo_rotate(cairo, lettering.turned_rad);
  choose_font(cairo, lettering);
  cairo_set_source_rgb(cairo, lettering.with.red, lettering.with.green, lettering.with.blue);
  cairo_move_to(cairo, -part_before(lettering.align) * width_on(cairo, clean), 0);
  cairo_show_text(cairo, clean.c_str());
  cairo_new_path(cairo);
  cairo_restore(cairo);
}

void write_centred(cairo_t* cairo, Point at, const std::string& text, const Lettering& lettering) {
  constexpr double kHalfADigit = 0.365;  // as a part of the font size, for DejaVu Sans
  write(cairo, {at.x, at.y + kHalfADigit * lettering.size_px}, text, lettering);
}

double text_width(const std::string& text, const Lettering& lettering) {
  const std::unique_ptr<cairo_surface_t, Destroy> surface(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1));
  const std::unique_ptr<cairo_t, Destroy> cairo(cairo_create(surface.get()));
  use_plain_metrics(cairo.get());
  choose_font(cairo.get(), lettering);
  return width_on(cairo.get(), as_utf8(text));
}

double widest(const std::vector<std::string>& texts, const Lettering& lettering) {
  double width = 0;
  for (const std::string& text : texts) width = std::max(width, text_width(text, lettering));
  return width;
}

std::string elided(const std::string& text, double width_px, const Lettering& lettering) {
  if (text_width(text, lettering) <= width_px) return text;
  const std::vector<std::string> all = characters(text);
  const auto kept = [&](std::size_t count) {
    const auto tail = static_cast<std::ptrdiff_t>(count * 2 / 5),
               head = static_cast<std::ptrdiff_t>(count) - tail;
    return joined({all.begin(), all.begin() + head}) + "\u2026" + joined({all.end() - tail, all.end()});
  };
  // Bisection: the width grows with the number of letters, except for odd letters.
  std::size_t fits = 0, too_many = all.size();
  while (too_many - fits > 1) {
    const std::size_t middle = (fits + too_many) / 2;
    (text_width(kept(middle), lettering) <= width_px ? fits : too_many) = middle;
  }
  return fits > 0 ? kept(fits) : "";
}

}  // namespace novphy::plot

#ifdef NOVPHY_LEAK_CHECK
/// fontconfig keeps its data until the program ends, where the leak checker does not see the pointers. The
/// function is weak because view/lettering.cpp defines the same function.
extern "C" __attribute__((weak)) const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }
#endif
