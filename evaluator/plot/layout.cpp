#include "evaluator/plot/layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <utility>

#include "base/lists.h"
#include "base/text.h"

namespace novphy::plot {
namespace {

/// A step as a whole number of tenths, hundredths, and so on. Number and divisor are separate because 3
/// / 10.0 is 0.3, but 3 * 0.1 is not.
struct Step {
  int mantissa;
  int power;

  double times(double count) const {
    const double scale = std::pow(10.0, std::abs(power));
    return power < 0 ? count * mantissa / scale : count * mantissa * scale;
  }
};

}  // namespace

Ticks nice_ticks(Range range, int at_most) {
  constexpr double kHair = 1e-9;  // a tolerance for rounding at the ends
  for (int power = static_cast<int>(std::floor(std::log10(range.high - range.low))) - 2;; ++power)
    for (const int mantissa : {1, 2, 5}) {
      const Step step{mantissa, power};
      const double first = std::ceil(range.low / step.times(1) - kHair);
      const double last = std::floor(range.high / step.times(1) + kHair);
      if (last - first + 1 > std::max(at_most, 1)) continue;
      Ticks ticks{.decimals = std::max(0, -power)};
      for (double i = first; i <= last; ++i) ticks.at.push_back(step.times(i));
      return ticks;
    }
}

std::string number_text(double value, int decimals) {
  constexpr double kTooLongToRead = 1e9;
  std::string text = std::abs(value) < kTooLongToRead ? rounded(std::abs(value), decimals)
                                                      : fmt::format("{:.3g}", std::abs(value));
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return value < 0 && !zero ? "\u2212" + text : text;
}

double along(double value, Range from, Range to) {
  return to.low + (value - from.low) / (from.high - from.low) * (to.high - to.low);
}

Range sound(Range range) {
  constexpr double kFar = 1e30;    // limit that keeps differences finite
  constexpr double kClose = 1e-6;  // least distance of the ends, as a part of the larger end
  if (std::isnan(range.low) || std::isnan(range.high)) return {};
  if (range.low > range.high) std::swap(range.low, range.high);
  range = {std::clamp(range.low, -kFar, kFar), std::clamp(range.high, -kFar, kFar)};
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low >= std::max(kClose * size, 1e-30)) return range;
  const double room = size > 1e-24 ? size / 2 : 0.5;
  return {range.low - room, range.high + room};
}

void Extent::add(double value) {
  if (!std::isfinite(value)) return;
  if (!range_) range_ = Range{value, value};
  range_ = Range{std::min(range_->low, value), std::max(range_->high, value)};
}

void Extent::add(std::optional<double> value) {
  if (value) add(*value);
}

Range Extent::range() const { return sound(range_.value_or(Range{})); }

namespace {

constexpr double kSampleWidthPx = 34;
constexpr double kHalf = kSampleWidthPx / 2;

LegendEntry series_entry(const std::string& name, std::size_t number, double half, double width_px,
                         bool dashed) {
  return {name, [=, look = series_look(number)](cairo_t* cairo, Point at) {
            line(cairo, {{at.x - half, at.y}, {at.x + half, at.y}},
                 {.with = look.colour,
                  .width_px = width_px,
                  .dashes_px = dashed ? look.dashes_px : std::vector<double>{}});
            mark(cairo, at, look.marker, look.colour);
          }};
}

}  // namespace

LegendEntry line_entry(const std::string& name, std::size_t number) {
  return series_entry(name, number, kHalf, 2, true);
}

LegendEntry dot_entry(const std::string& name, std::size_t number) {
  return series_entry(name, number, kHalf / 1.5, 1.6, false);
}

LegendEntry fill_entry(const std::string& name, Colour with) {
  return {name, [with](cairo_t* cairo, Point at) {
            const Box box{at.x - kHalf + 6, at.y - 7, 2 * kHalf - 6, 14};
            fill(cairo, box, with);
            outline(cairo, box, {.with = kSoftInk, .width_px = 0.8});
          }};
}

LegendEntry mark_entry(const std::string& name) {
  return {name, [](cairo_t* cairo, Point at) {
            line(cairo, {{at.x + kHalf / 2, at.y - 9}, {at.x + kHalf / 2, at.y + 9}}, mark_stroke());
          }};
}

Stroke mark_stroke() { return {.with = kSoftInk, .width_px = 1.4, .dashes_px = {4, 3}}; }

namespace {

constexpr double kTextGapPx = 6;
constexpr double kSmallLinePx = 16;
const Lettering kSmall{.size_px = kSmallestTextPx, .with = kSoftInk};

}  // namespace

PanelGrid::PanelGrid(std::size_t panels, std::size_t most, double room, double gap)
    : count(panels), across(std::min(most, panels)) {
  const auto beside = static_cast<double>(across);
  width = std::max((room - (beside - 1) * gap) / beside, 20.0);
  step_x = width + gap;
}

Box PanelGrid::box(std::size_t panel) const {
  return {corner.x + static_cast<double>(panel % across) * step_x,
          corner.y + static_cast<double>(panel / across) * step_y, width, height};
}

Legend::Legend(std::vector<LegendEntry> entries, double width) : entries_(std::move(entries)) {
  constexpr double kBetweenPx = 18;
  double x = 0, line = 0;
  for (LegendEntry& entry : entries_) {
    entry.text = elided(entry.text, width - kSampleWidthPx - kTextGapPx);
    const double wide = kSampleWidthPx + kTextGapPx + text_width(entry.text);
    if (x > 0 && x + wide > width) {
      x = 0;
      ++line;
    }
    at_.push_back({x, (line + 0.5) * kTitlePx});
    x += wide + kBetweenPx;
  }
  height_ = entries_.empty() ? 0 : (line + 1) * kTitlePx;
}

void Legend::draw(cairo_t* cairo, Point corner) const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Point at{corner.x + at_[i].x, corner.y + at_[i].y};
    entries_[i].draw(cairo, {at.x + kSampleWidthPx / 2, at.y});
    write_centred(cairo, {at.x + kSampleWidthPx + kTextGapPx, at.y}, entries_[i].text);
  }
}

SmallPrint::SmallPrint(const std::string& text, double width) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const bool fits = !lines_.empty() && text_width(lines_.back() + " " + word, kSmall) <= width;
    if (fits)
      lines_.back() += " " + word;
    else
      lines_.push_back(elided(word, width, kSmall));
  }
}

double SmallPrint::height() const { return kSmallLinePx * static_cast<double>(lines_.size()); }

void SmallPrint::draw(cairo_t* cairo, Point corner) const {
  for (std::size_t i = 0; i < lines_.size(); ++i)
    write_centred(cairo, {corner.x, corner.y + (static_cast<double>(i) + 0.5) * kSmallLinePx}, lines_[i],
                  kSmall);
}

void NameList::add(const std::string& name) {
  if (!has(name)) names_.push_back(name);
}

std::size_t NameList::number(const std::string& name) const { return index_in(names_, name); }

Ticks ticks_across(Range range, double width_px) {
  constexpr double kBetweenPx = 14;
  for (int at_most = 8; at_most > 2; --at_most) {
    Ticks ticks = nice_ticks(range, at_most);
    const double each = labels_width(ticks) + kBetweenPx;
    if (static_cast<double>(ticks.at.size()) * each <= width_px) return ticks;
  }
  return nice_ticks(range, 2);
}

double labels_width(const Ticks& ticks) {
  double width = 0;
  for (const double at : ticks.at) width = std::max(width, text_width(number_text(at, ticks.decimals)));
  return width;
}

void write_title(cairo_t* cairo, Box panel, const std::string& title) {
  Lettering bold{.bold = true};
  while (bold.size_px > kSmallestTextPx && text_width(title, bold) > panel.width) --bold.size_px;
  write(cairo, {panel.left, panel.top - 7}, elided(title, panel.width, bold), bold);
}

void draw_x_axis(cairo_t* cairo, Box panel, Range range, const Ticks& ticks, bool labelled) {
  for (const double at : ticks.at) {
    const double x = along(at, range, {panel.left, panel.right()});
    line(cairo, {{x, panel.top}, {x, panel.bottom()}}, {.with = kGridGrey});
    if (!labelled) continue;
    line(cairo, {{x, panel.bottom()}, {x, panel.bottom() + 4}}, {.with = kSoftInk});
    write_centred(cairo, {x, panel.bottom() + 13}, number_text(at, ticks.decimals),
                  {.align = Align::kCentre});
  }
}

void draw_y_axis(cairo_t* cairo, Box panel, Range range, const Ticks& ticks, bool labelled) {
  for (const double at : ticks.at) {
    const double y = along(at, range, {panel.bottom(), panel.top});
    line(cairo, {{panel.left, y}, {panel.right(), y}}, {.with = kGridGrey});
    if (!labelled) continue;
    line(cairo, {{panel.left - 4, y}, {panel.left, y}}, {.with = kSoftInk});
    write_centred(cairo, {panel.left - kTextGapPx, y}, number_text(at, ticks.decimals),
                  {.align = Align::kRight});
  }
}

void write_no_data(cairo_t* cairo, Box panel) {
  write_centred(cairo, panel.centre(), "no data", {.with = kSoftInk, .align = Align::kCentre});
}

Figure empty_figure(std::string name, std::string caption, int width_px) {
  constexpr int kNarrowestPx = 300, kHeightPx = 60;
  Figure figure{std::move(name), std::move(caption), std::max(width_px, kNarrowestPx), kHeightPx};
  figure.draw = [width = figure.width_px](cairo_t* cairo) {
    write_no_data(cairo, {0, 0, static_cast<double>(width), kHeightPx});
  };
  return figure;
}

Figure with_caption(const Figure& figure) {
  const SmallPrint caption(figure.caption + ".", figure.width_px - 2 * kMarginPx);
  Figure whole = figure;
  whole.height_px += static_cast<int>(std::ceil(caption.height() + kMarginPx / 2));
  whole.draw = [caption, above = figure](cairo_t* cairo) {
    if (above.draw) above.draw(cairo);
    caption.draw(cairo, {kMarginPx, above.height_px - kMarginPx / 2});
  };
  return whole;
}

namespace {

constexpr double kLabelGapPx = 8;
constexpr double kLinePx = 16;
constexpr double kLongestUprightPx = 150;
constexpr std::size_t kMostLines = 2;

bool all_equal(const std::vector<std::vector<std::string>>& panels) {
  return std::ranges::all_of(panels, [&](const auto& names) { return names == panels.front(); });
}

/// The name, or where it is too wide, a line for each word. "multiple forces" is wider than its column, but
/// single words seldom are.
std::vector<std::string> lines_of(const std::string& name, double width, double size_px) {
  if (text_width(name, {.size_px = size_px}) <= width) return {name};
  std::vector<std::string> lines{""};
  for (const char c : name)
    if (c == ' ')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

/// The number of lines that the longest of the names needs in a column of this width, or nothing if a name
/// does not fit.
std::optional<std::size_t> lines_needed(const std::vector<std::vector<std::string>>& panels, double width,
                                        double size_px) {
  std::size_t lines = 0;
  for (const auto& names : panels)
    for (const std::string& name : names) {
      const std::vector<std::string> broken = lines_of(name, width, size_px);
      if (broken.size() > kMostLines || widest(broken, {.size_px = size_px}) > width) return std::nullopt;
      lines = std::max(lines, broken.size());
    }
  return lines;
}

}  // namespace

RowLabels::RowLabels(const std::vector<std::vector<std::string>>& panels, double widest_px)
    : shared(all_equal(panels)) {
  for (const auto& names : panels) width = std::max(width, std::min(widest(names), widest_px) + kLabelGapPx);
}

void RowLabels::draw(cairo_t* cairo, double right, double top, double row_height,
                     const std::vector<std::string>& names) const {
  for (std::size_t i = 0; i < names.size(); ++i)
    write_centred(cairo, {right - kLabelGapPx, top + (static_cast<double>(i) + 0.5) * row_height},
                  elided(names[i], width - kLabelGapPx), {.align = Align::kRight});
}

ColumnLabels::ColumnLabels(const std::vector<std::vector<std::string>>& panels, double column_width)
    : shared(all_equal(panels)) {
  for (text_px = kTextPx; text_px >= kSmallestTextPx; --text_px)
    if (const auto lines = lines_needed(panels, column_width - 2, text_px)) {
      height = static_cast<double>(*lines) * kLinePx + 4;
      return;
    }
  text_px = std::clamp(column_width, kSmallestTextPx, kTextPx);
  upright = true;
  double longest = 0;
  for (const auto& names : panels) longest = std::max(longest, widest(names, {.size_px = text_px}));
  height = std::min(longest, kLongestUprightPx) + kLabelGapPx;
}

void ColumnLabels::draw(cairo_t* cairo, double left, double top, double column_width,
                        const std::vector<std::string>& names) const {
  Lettering lettering{.size_px = text_px, .align = Align::kCentre};
  if (upright) lettering = {.size_px = text_px, .align = Align::kRight, .turned_rad = -std::numbers::pi / 2};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double x = left + (static_cast<double>(i) + 0.5) * column_width;
    if (upright) {
      write(cairo, {x + text_px * 0.36, top + 5}, elided(names[i], kLongestUprightPx, lettering), lettering);
      continue;
    }
    double y = top + 4 + kLinePx / 2;
    for (const std::string& text : lines_of(names[i], column_width - 2, text_px)) {
      write_centred(cairo, {x, y}, text, lettering);
      y += kLinePx;
    }
  }
}

int PanelPlot::height_px() const {
  return static_cast<int>(std::ceil(grid_.last().bottom() + below_ + note_.height() + kMarginPx));
}

void PanelPlot::draw(cairo_t* cairo) const {
  note_.draw(cairo, {kMarginPx, grid_.last().bottom() + below_ + kMarginPx / 2});
  legend_.draw(cairo, {kMarginPx, kMarginPx});
  for (std::size_t i = 0; i < grid_.count; ++i) draw_panel(cairo, i);
}

}  // namespace novphy::plot
