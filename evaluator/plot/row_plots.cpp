#include <algorithm>
#include <cmath>
#include <utility>

#include "base/lists.h"
#include "evaluator/plot/plots.h"

namespace novphy::plot {
namespace {

constexpr double kAxisPx = 22;

std::optional<double> finite(std::optional<double> value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// The range of the values with a little room at both ends, so that no dot lies on the frame.
Range range_of(const DotPanel& panel) {
  if (panel.x_range) return sound(*panel.x_range);
  Extent extent;
  for (const Dot& dot : panel.dots)
    for (const auto& value : {dot.value, dot.low, dot.high}) extent.add(value);
  const Range range = extent.range();
  const double room = (range.high - range.low) * 0.04;
  return {range.low - room, range.high + room};
}

class DotPlot final : public PanelPlot {
 public:
  DotPlot(const std::vector<DotPanel>& panels, const PlotOptions& options)
      : PanelPlot(options.width_px), panels_(panels), looks_(options.names) {
    constexpr double kGroupPaddingPx = 5, kLeastGroupPx = 24;
    constexpr double kGapPx = 34;  // room for the labels at the ends of two neighbouring axes
    NameList used;
    for (const DotPanel& panel : panels)
      for (const Dot& dot : panel.dots) {
        groups_.add(dot.group);
        used.add(dot.series);
        looks_.add(dot.series);
      }
    std::vector<LegendEntry> entries;
    for (const std::string& name : looks_.all())
      if (used.has(name)) {
        series_.add(name);
        entries.push_back(dot_entry(name, looks_.number(name)));
      }
    if (groups_.all().empty()) groups_.add("");
    const double inner_px = options.width_px - 2 * kMarginPx;
    legend_ = {std::move(entries), inner_px};
    note_ = {options.note, inner_px};
    labels_ = {{groups_.all()}, options.width_px * 0.25};
    const auto rows = static_cast<double>(std::max<std::size_t>(series_.all().size(), 1));
    const double all_rows = rows * static_cast<double>(groups_.all().size());
    row_height_ = all_rows > 60 ? 9.5 : rows > 6 ? 10.5 : 13;
    group_height_ = std::max(rows * row_height_ + 2 * kGroupPaddingPx, kLeastGroupPx);
    grid_ = {panels.size(), options.across > 0 ? options.across : 4, inner_px - labels_.width - 10, kGapPx};
    grid_.height = group_height_ * static_cast<double>(groups_.all().size());
    grid_.step_y = grid_.height + kTitlePx + kAxisPx + 8;
    below_ = kAxisPx;
    grid_.corner = {kMarginPx + labels_.width, kMarginPx + legend_.height() + kTitlePx + 4};
  }

  std::vector<Hint> hints() const override {
    std::vector<Hint> hints;
    for (std::size_t i = 0; i < panels_.size(); ++i) {
      const Box panel = grid_.box(i);
      for (const Dot& dot : panels_[i].dots)
        hints.push_back({panel.left, panel.top + row_middle(dot) - row_height_ / 2, panel.width, row_height_,
                         hint_of(dot, panels_[i].title)});
    }
    return hints;
  }

 private:
  /// The middle of a dot's row, from the top of the panel.
  double row_middle(const Dot& dot) const {
    const double used = row_height_ * static_cast<double>(series_.all().size());
    const double first = (group_height_ - used + row_height_) / 2;
    return group_height_ * static_cast<double>(groups_.number(dot.group)) + first +
           row_height_ * static_cast<double>(series_.number(dot.series));
  }

  void draw_panel(cairo_t* cairo, std::size_t number) const override {
    const Box panel = grid_.box(number);
    const DotPanel& content = panels_[number];
    write_title(cairo, panel, content.title);
    for (std::size_t group = 0; group < groups_.all().size(); group += 2)
      fill(cairo,
           {panel.left, panel.top + static_cast<double>(group) * group_height_, panel.width, group_height_},
           kPaleGrey);
    const Range range = range_of(content);
    draw_x_axis(cairo, panel, range, ticks_across(range, panel.width), true);
    outline(cairo, panel, {.with = kSoftInk});
    for (const Dot& dot : content.dots)
      if (!all_undefined(content, dot.group)) draw_dot(cairo, panel, range, dot);
    for (const std::string& group : groups_.all())
      if (all_undefined(content, group))
        write_centred(cairo,
                      {panel.centre().x,
                       panel.top + (static_cast<double>(groups_.number(group)) + 0.5) * group_height_},
                      "undefined", {.size_px = kSmallestTextPx, .with = kSoftInk, .align = Align::kCentre});
    if (content.dots.empty()) write_no_data(cairo, panel);
    if (grid_.first_of_row(number)) labels_.draw(cairo, panel.left, panel.top, group_height_, groups_.all());
  }

  /// Whether the group has several dots, none with a value. One word then stands for all of them.
  static bool all_undefined(const DotPanel& panel, const std::string& group) {
    std::size_t dots = 0;
    for (const Dot& dot : panel.dots)
      if (dot.group == group && (++dots, finite(dot.value))) return false;
    return dots > 1;
  }

  void draw_dot(cairo_t* cairo, const Box& panel, const Range& range, const Dot& dot) const {
    constexpr double kCapPx = 2.5;
    const SeriesLook look = series_look(looks_.number(dot.series));
    const double y = panel.top + row_middle(dot);
    const auto x_of = [&](double value) {
      return along(std::clamp(value, range.low, range.high), range, {panel.left, panel.right()});
    };
    const auto value = finite(dot.value), low = finite(dot.low), high = finite(dot.high);
    const Stroke stroke{.with = look.colour, .width_px = 1.6};
    // A mark at either end would look like the least or the greatest value.
    if (!value)
      return write_centred(cairo, {panel.left + panel.width / 2, y}, "undefined",
                           {.size_px = kSmallestTextPx, .with = look.colour, .align = Align::kCentre});
    if (low && high) {
      line(cairo, {{x_of(*low), y}, {x_of(*high), y}}, stroke);
      for (const double end : {x_of(*low), x_of(*high)})
        line(cairo, {{end, y - kCapPx}, {end, y + kCapPx}}, stroke);
    }
    mark(cairo, {x_of(*value), y}, look.marker, look.colour);
  }

  static std::string hint_of(const Dot& dot, const std::string& title) {
    const auto number = [](std::optional<double> value) { return number_text(*value, 2); };
    std::string text = dot.series + ", " + dot.group + "\n" + title + ": ";
    text += finite(dot.value) ? number(dot.value) : "undefined";
    if (finite(dot.low) && finite(dot.high)) text += " [" + number(dot.low) + ", " + number(dot.high) + "]";
    return text + (dot.note.empty() ? "" : ", " + dot.note);
  }

  std::vector<DotPanel> panels_;
  NameList groups_, series_;  ///< Those that occur, in the order of their rows.
  NameList looks_;            ///< The number of a series here is that of its look.
  double row_height_ = 0, group_height_ = 0;
};

bool defined(const Bar& bar) {
  return !bar.shares.empty() &&
         std::ranges::all_of(bar.shares, [](double share) { return share >= 0 && std::isfinite(share); });
}

std::vector<std::string> names_of(const BarPanel& panel) { return mapped(panel.bars, &Bar::name); }

class StackedBars final : public PanelPlot {
 public:
  StackedBars(const std::vector<BarPanel>& panels, const PlotOptions& options)
      : PanelPlot(options.width_px), panels_(panels), parts_(options.parts) {
    constexpr double kGapPx = kPanelGapPx + 20;  // room for the labels at the ends of two neighbouring axes
    std::vector<LegendEntry> entries;
    for (const std::string& part : options.parts)
      entries.push_back(fill_entry(part, part_fill(entries.size())));
    legend_ = {std::move(entries), options.width_px - 2 * kMarginPx};
    note_ = {options.note, options.width_px - 2 * kMarginPx};
    std::size_t bars = 1;
    for (const BarPanel& panel : panels) bars = std::max(bars, panel.bars.size());
    labels_ = {mapped(panels, names_of), options.width_px * 0.25};
    const std::size_t across = std::min<std::size_t>(options.across > 0 ? options.across : 3, panels.size());
    const double labels = labels_.width * (labels_.shared ? 1 : static_cast<double>(across));
    grid_ = {panels.size(), across, options.width_px - 2 * kMarginPx - labels - 14, kGapPx};
    grid_.height = kRowPx * static_cast<double>(bars);
    if (!labels_.shared) grid_.step_x += labels_.width;
    grid_.step_y = grid_.height + kTitlePx + 10;
    below_ = kAxisPx;
    grid_.corner = {kMarginPx + labels_.width, kMarginPx + legend_.height() + kTitlePx + 4};
  }

  std::vector<Hint> hints() const override {
    std::vector<Hint> hints;
    for (std::size_t i = 0; i < panels_.size(); ++i)
      for (std::size_t bar = 0; bar < panels_[i].bars.size(); ++bar) {
        const Box row = row_of(grid_.box(i), bar);
        hints.push_back({row.left, row.top, row.width, row.height, hint_of(panels_[i], bar)});
      }
    return hints;
  }

 private:
  static constexpr double kRowPx = 24, kBarPx = 19;

  static Box row_of(const Box& panel, std::size_t bar) {
    return {panel.left, panel.top + static_cast<double>(bar) * kRowPx, panel.width, kRowPx};
  }

  std::string hint_of(const BarPanel& panel, std::size_t number) const {
    const Bar& bar = panel.bars[number];
    std::string text = panel.title + ", " + bar.name;
    if (!defined(bar)) return text + ": undefined";
    for (std::size_t i = 0; i < std::min(bar.shares.size(), parts_.size()); ++i)
      text += "\n" + parts_[i] + ": " + number_text(bar.shares[i], 2);
    return text;
  }

  static void draw_part(cairo_t* cairo, Box box, double share, Colour with) {
    fill(cairo, box, with);
    outline(cairo, box, {.with = kWhite});
    const std::string text = number_text(share * 100, 0);
    const Lettering lettering{.size_px = 12, .with = text_on(with), .align = Align::kCentre};
    if (text_width(text, lettering) + 4 <= box.width) write_centred(cairo, box.centre(), text, lettering);
  }

  /// Draws a bar. Shares whose sum is greater than 1 are cut at 1.
  static void draw_bar(cairo_t* cairo, Box row, const Bar& bar) {
    if (!defined(bar))
      return write_centred(cairo, {row.left + 8, row.centre().y}, "\u2013", {.with = kSoftInk});
    const double top = row.centre().y - kBarPx / 2;
    double from = 0;
    for (std::size_t part = 0; part < bar.shares.size(); ++part) {
      const double to = std::min(from + bar.shares[part], 1.0);
      if (to > from)
        draw_part(cairo, {row.left + from * row.width, top, (to - from) * row.width, kBarPx},
                  bar.shares[part], part_fill(part));
      from = to;
    }
  }

  void draw_panel(cairo_t* cairo, std::size_t number) const override {
    const Box panel = grid_.box(number);
    const BarPanel& content = panels_[number];
    write_title(cairo, panel, content.title);
    for (const int percent : {0, 25, 50, 75, 100}) {
      const double x = along(percent, {0, 100}, {panel.left, panel.right()});
      line(cairo, {{x, panel.top}, {x, panel.bottom()}}, {.with = kGridGrey});
      if (grid_.last_of_column(number) && percent % 50 == 0)
        write_centred(cairo, {x, panel.bottom() + 11}, number_text(percent, 0) + (percent == 100 ? " %" : ""),
                      {.align = Align::kCentre});
    }
    for (std::size_t i = 0; i < content.bars.size(); ++i) draw_bar(cairo, row_of(panel, i), content.bars[i]);
    if (content.bars.empty()) write_no_data(cairo, panel);
    if (!labels_.shared || grid_.first_of_row(number))
      labels_.draw(cairo, panel.left, panel.top, kRowPx, names_of(content));
  }

  std::vector<BarPanel> panels_;
  std::vector<std::string> parts_;
};

}  // namespace

Figure dot_plot(std::string name, const std::vector<DotPanel>& panels, const PlotOptions& options) {
  return figure_of<DotPlot>(std::move(name), panels, options);
}

Figure stacked_bars(std::string name, const std::vector<BarPanel>& panels, const PlotOptions& options) {
  return figure_of<StackedBars>(std::move(name), panels, options);
}

}  // namespace novphy::plot
