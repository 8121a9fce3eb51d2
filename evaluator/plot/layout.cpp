#include "evaluator/plot/layout.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace novphy::plot {
namespace {

constexpr double kTextGapPx = 6;
constexpr double kSmallLinePx = 16;
const Lettering kSmall{.size_px = kSmallestTextPx, .with = kSoftInk};

std::vector<std::string> labels(const Ticks& ticks) {
  std::vector<std::string> texts;
  for (const double at : ticks.at) texts.push_back(number_text(at, ticks.decimals));
  return texts;
}

}  // namespace

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

std::size_t NameList::number(const std::string& name) const {
  return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
}

Ticks ticks_across(Range range, double width_px) {
  constexpr double kBetweenPx = 14;
  for (int at_most = 8; at_most > 2; --at_most) {
    Ticks ticks = nice_ticks(range, at_most);
    const double each = labels_width(ticks) + kBetweenPx;
    if (static_cast<double>(ticks.at.size()) * each <= width_px) return ticks;
  }
  return nice_ticks(range, 2);
}

double labels_width(const Ticks& ticks) { return widest(labels(ticks)); }

void write_title(cairo_t* cairo, Box panel, const std::string& title) {
  Lettering bold{.bold = true};
  while (bold.size_px > kSmallestTextPx && text_width(title, bold) > panel.width) --bold.size_px;
  write(cairo, {panel.left, panel.top - 7}, elided(title, panel.width, bold), bold);
}

void draw_x_axis(cairo_t* cairo, Box panel, Range range, const Ticks& ticks, bool labelled) {
  const std::vector<std::string> texts = labels(ticks);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const double x = along(ticks.at[i], range, {panel.left, panel.right()});
    line(cairo, {{x, panel.top}, {x, panel.bottom()}}, {.with = kGridGrey});
    if (!labelled) continue;
    line(cairo, {{x, panel.bottom()}, {x, panel.bottom() + 4}}, {.with = kSoftInk});
    write_centred(cairo, {x, panel.bottom() + 13}, texts[i], {.align = Align::kCentre});
  }
}

void draw_y_axis(cairo_t* cairo, Box panel, Range range, const Ticks& ticks, bool labelled) {
  const std::vector<std::string> texts = labels(ticks);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const double y = along(ticks.at[i], range, {panel.bottom(), panel.top});
    line(cairo, {{panel.left, y}, {panel.right(), y}}, {.with = kGridGrey});
    if (!labelled) continue;
    line(cairo, {{panel.left - 4, y}, {panel.left, y}}, {.with = kSoftInk});
    write_centred(cairo, {panel.left - kTextGapPx, y}, texts[i], {.align = Align::kRight});
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

}  // namespace novphy::plot
