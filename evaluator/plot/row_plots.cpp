#include "evaluator/plot/row_plots.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/layout.h"

namespace novphy::plot {
namespace {

constexpr double kGroupPaddingPx = 5;
constexpr double kLeastGroupPx = 24;
constexpr double kAxisPx = 22;
constexpr double kAxisGapPx = 34;  // room for the labels at the ends of two neighbouring axes

struct DotLayout {
  std::vector<DotPanel> panels;
  NameList groups, series;  ///< Those that occur, in the order of their rows.
  NameList looks;           ///< The number of a series here is that of its look.
  Legend legend;
  SmallPrint note;
  RowLabels labels;
  PanelGrid grid;
  double row_height = 0, group_height = 0;
};

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

Legend legend_of(const NameList& series, const NameList& looks, double width) {
  std::vector<LegendEntry> entries;
  for (const std::string& name : series.all()) entries.push_back(dot_entry(name, looks.number(name)));
  return {std::move(entries), width};
}

PanelGrid grid_of(const DotLayout& layout, const DotPlotOptions& options) {
  const std::size_t count = layout.panels.size();
  PanelGrid grid{.count = count,
                 .across = std::min<std::size_t>(options.across > 0 ? options.across : 4, count)};
  const auto across = static_cast<double>(grid.across);
  const double room = options.width_px - 2 * kMarginPx - layout.labels.width - 10;
  grid.width = std::max((room - (across - 1) * kAxisGapPx) / across, 20.0);
  grid.height = layout.group_height * static_cast<double>(layout.groups.all().size());
  grid.step_x = grid.width + kAxisGapPx;
  grid.step_y = grid.height + kTitlePx + kAxisPx + 8;
  grid.corner = {kMarginPx + layout.labels.width, kMarginPx + layout.legend.height() + kTitlePx + 4};
  return grid;
}

DotLayout lay_out(const std::vector<DotPanel>& panels, const DotPlotOptions& options) {
  NameList groups, used, series, looks(options.names);
  for (const DotPanel& panel : panels)
    for (const Dot& dot : panel.dots) {
      groups.add(dot.group);
      used.add(dot.series);
      looks.add(dot.series);
    }
  for (const std::string& name : looks.all())
    if (used.has(name)) series.add(name);
  if (groups.all().empty()) groups.add("");
  DotLayout layout{.panels = panels,
                   .groups = groups,
                   .series = series,
                   .looks = looks,
                   .legend = legend_of(series, looks, options.width_px - 2 * kMarginPx),
                   .note = {options.note, options.width_px - 2 * kMarginPx},
                   .labels = {{groups.all()}, options.width_px * 0.25},
                   .grid = {}};
  const auto rows = static_cast<double>(std::max<std::size_t>(series.all().size(), 1));
  layout.row_height = rows > 6 ? 10.5 : 13;
  layout.group_height = std::max(rows * layout.row_height + 2 * kGroupPaddingPx, kLeastGroupPx);
  layout.grid = grid_of(layout, options);
  return layout;
}

void draw_dot(cairo_t* cairo, Box panel, Range range, double y, const Dot& dot, const SeriesLook& look) {
  constexpr double kCapPx = 2.5;
  const auto x_of = [&](double value) {
    return along(std::clamp(value, range.low, range.high), range, {panel.left, panel.right()});
  };
  const auto value = finite(dot.value), low = finite(dot.low), high = finite(dot.high);
  const Stroke stroke{.with = look.colour, .width_px = 1.6};
  if (!value) return line(cairo, {{panel.left + 3, y}, {panel.left + 10, y}}, stroke);
  if (low && high) {
    line(cairo, {{x_of(*low), y}, {x_of(*high), y}}, stroke);
    for (const double end : {x_of(*low), x_of(*high)})
      line(cairo, {{end, y - kCapPx}, {end, y + kCapPx}}, stroke);
  }
  mark(cairo, {x_of(*value), y}, look.marker, look.colour);
}

/// The middle of a dot's row, from the top of the panel.
double row_middle(const Dot& dot, const DotLayout& layout) {
  const double used = layout.row_height * static_cast<double>(layout.series.all().size());
  const double first = (layout.group_height - used + layout.row_height) / 2;
  return layout.group_height * static_cast<double>(layout.groups.number(dot.group)) + first +
         layout.row_height * static_cast<double>(layout.series.number(dot.series));
}

void draw_panel(cairo_t* cairo, std::size_t number, const DotLayout& layout) {
  const Box panel = layout.grid.box(number);
  const DotPanel& content = layout.panels[number];
  write_title(cairo, panel, content.title);
  for (std::size_t group = 0; group < layout.groups.all().size(); group += 2)
    fill(cairo,
         {panel.left, panel.top + static_cast<double>(group) * layout.group_height, panel.width,
          layout.group_height},
         kPaleGrey);
  const Range range = range_of(content);
  draw_x_axis(cairo, panel, range, ticks_across(range, panel.width), true);
  outline(cairo, panel, {.with = kSoftInk});
  for (const Dot& dot : content.dots)
    draw_dot(cairo, panel, range, panel.top + row_middle(dot, layout), dot,
             series_look(layout.looks.number(dot.series)));
  if (content.dots.empty()) write_no_data(cairo, panel);
}

/// The lower end of the axes of the last panel.
double bottom_of(const DotLayout& layout) {
  return layout.grid.box(layout.grid.count - 1).bottom() + kAxisPx;
}

void draw_all(cairo_t* cairo, const DotLayout& layout) {
  layout.note.draw(cairo, {kMarginPx, bottom_of(layout) + kMarginPx / 2});
  layout.legend.draw(cairo, {kMarginPx, kMarginPx});
  for (std::size_t i = 0; i < layout.panels.size(); ++i) {
    draw_panel(cairo, i, layout);
    const Box panel = layout.grid.box(i);
    if (layout.grid.first_of_row(i))
      layout.labels.draw(cairo, panel.left, panel.top, layout.group_height, layout.groups.all());
  }
}

std::string hint_of(const Dot& dot, const std::string& title) {
  const auto number = [](std::optional<double> value) { return number_text(*value, 2); };
  std::string text = dot.series + ", " + dot.group + "\n" + title + ": ";
  text += finite(dot.value) ? number(dot.value) : "undefined";
  if (finite(dot.low) && finite(dot.high)) text += " [" + number(dot.low) + ", " + number(dot.high) + "]";
  return text + (dot.note.empty() ? "" : ", " + dot.note);
}

std::vector<Hint> hints_of(const DotLayout& layout) {
  std::vector<Hint> hints;
  for (std::size_t i = 0; i < layout.panels.size(); ++i) {
    const Box panel = layout.grid.box(i);
    for (const Dot& dot : layout.panels[i].dots)
      hints.push_back({panel.left, panel.top + row_middle(dot, layout) - layout.row_height / 2, panel.width,
                       layout.row_height, hint_of(dot, layout.panels[i].title)});
  }
  return hints;
}

}  // namespace

Figure dot_plot(std::string name, const std::vector<DotPanel>& panels, const DotPlotOptions& options) {
  Figure figure = empty_figure(std::move(name), options.caption, options.width_px);
  if (panels.empty()) return figure;
  DotPlotOptions sane = options;
  sane.width_px = figure.width_px;
  const auto layout = std::make_shared<const DotLayout>(lay_out(panels, sane));
  figure.height_px = static_cast<int>(std::ceil(bottom_of(*layout) + layout->note.height() + kMarginPx));
  figure.hints = hints_of(*layout);
  figure.draw = [layout](cairo_t* cairo) { draw_all(cairo, *layout); };
  return figure;
}

namespace {

constexpr double kRowPx = 24;
constexpr double kBarPx = 19;
constexpr double kBarAxisPx = 22;

struct BarLayout {
  std::vector<BarPanel> panels;
  std::vector<std::string> parts;
  Legend legend;
  RowLabels labels;
  PanelGrid grid;
};

Legend legend_of(const StackedBarsOptions& options) {
  std::vector<LegendEntry> entries;
  for (const std::string& part : options.parts)
    entries.push_back(fill_entry(part, part_fill(entries.size())));
  return {std::move(entries), options.width_px - 2 * kMarginPx};
}

std::vector<std::string> names_of(const BarPanel& panel) {
  std::vector<std::string> names;
  for (const Bar& bar : panel.bars) names.push_back(bar.name);
  return names;
}

PanelGrid grid_of(const BarLayout& layout, const StackedBarsOptions& options) {
  const std::size_t count = layout.panels.size();
  PanelGrid grid{.count = count,
                 .across = std::min<std::size_t>(options.across > 0 ? options.across : 3, count)};
  const auto across = static_cast<double>(grid.across);
  const double labels = layout.labels.width * (layout.labels.shared ? 1 : across);
  const double room = options.width_px - 2 * kMarginPx - labels - 14;
  std::size_t bars = 1;
  for (const BarPanel& panel : layout.panels) bars = std::max(bars, panel.bars.size());
  const double gap = kPanelGapPx + 20;  // room for the labels at the ends of two neighbouring axes
  grid.width = std::max((room - (across - 1) * gap) / across, 20.0);
  grid.height = kRowPx * static_cast<double>(bars);
  grid.step_x = grid.width + gap + (layout.labels.shared ? 0 : layout.labels.width);
  grid.step_y = grid.height + kTitlePx + 10;
  grid.corner = {kMarginPx + layout.labels.width, kMarginPx + layout.legend.height() + kTitlePx + 4};
  return grid;
}

BarLayout lay_out(const std::vector<BarPanel>& panels, const StackedBarsOptions& options) {
  std::vector<std::vector<std::string>> names;
  for (const BarPanel& panel : panels) names.push_back(names_of(panel));
  BarLayout layout{.panels = panels,
                   .parts = options.parts,
                   .legend = legend_of(options),
                   .labels = {names, options.width_px * 0.25},
                   .grid = {}};
  layout.grid = grid_of(layout, options);
  return layout;
}

bool defined(const Bar& bar) {
  return !bar.shares.empty() && std::all_of(bar.shares.begin(), bar.shares.end(),
                                            [](double share) { return share >= 0 && std::isfinite(share); });
}

void draw_part(cairo_t* cairo, Box box, double share, Colour with) {
  fill(cairo, box, with);
  outline(cairo, box, {.with = kWhite});
  const std::string text = number_text(share * 100, 0);
  const Lettering lettering{.size_px = 12, .with = text_on(with), .align = Align::kCentre};
  if (text_width(text, lettering) + 4 <= box.width) write_centred(cairo, box.centre(), text, lettering);
}

/// Draws a bar. Shares whose sum is greater than 1 are cut at 1.
void draw_bar(cairo_t* cairo, Box row, const Bar& bar) {
  if (!defined(bar))
    return write_centred(cairo, {row.left + 8, row.centre().y}, "\u2013", {.with = kSoftInk});
  const double top = row.centre().y - kBarPx / 2;
  double from = 0;
  for (std::size_t part = 0; part < bar.shares.size(); ++part) {
    const double to = std::min(from + bar.shares[part], 1.0);
    if (to > from)
      draw_part(cairo, {row.left + from * row.width, top, (to - from) * row.width, kBarPx}, bar.shares[part],
                part_fill(part));
    from = to;
  }
}

Box row_of(const Box& panel, std::size_t bar) {
  return {panel.left, panel.top + static_cast<double>(bar) * kRowPx, panel.width, kRowPx};
}

void draw_panel(cairo_t* cairo, std::size_t number, const BarLayout& layout) {
  const Box panel = layout.grid.box(number);
  const BarPanel& content = layout.panels[number];
  write_title(cairo, panel, content.title);
  for (const int percent : {0, 25, 50, 75, 100}) {
    const double x = along(percent, {0, 100}, {panel.left, panel.right()});
    line(cairo, {{x, panel.top}, {x, panel.bottom()}}, {.with = kGridGrey});
    if (layout.grid.last_of_column(number) && percent % 50 == 0)
      write_centred(cairo, {x, panel.bottom() + 11}, number_text(percent, 0) + (percent == 100 ? " %" : ""),
                    {.align = Align::kCentre});
  }
  for (std::size_t i = 0; i < content.bars.size(); ++i) draw_bar(cairo, row_of(panel, i), content.bars[i]);
  if (content.bars.empty()) write_no_data(cairo, panel);
  if (!layout.labels.shared || layout.grid.first_of_row(number))
    layout.labels.draw(cairo, panel.left, panel.top, kRowPx, names_of(content));
}

void draw_all(cairo_t* cairo, const BarLayout& layout) {
  layout.legend.draw(cairo, {kMarginPx, kMarginPx});
  for (std::size_t i = 0; i < layout.panels.size(); ++i) draw_panel(cairo, i, layout);
}

std::string hint_of(const BarPanel& panel, const Bar& bar, const std::vector<std::string>& parts) {
  std::string text = panel.title + ", " + bar.name;
  if (!defined(bar)) return text + ": undefined";
  for (std::size_t i = 0; i < std::min(bar.shares.size(), parts.size()); ++i)
    text += "\n" + parts[i] + ": " + number_text(bar.shares[i], 2);
  return text;
}

std::vector<Hint> hints_of(const BarLayout& layout) {
  std::vector<Hint> hints;
  for (std::size_t i = 0; i < layout.panels.size(); ++i)
    for (std::size_t bar = 0; bar < layout.panels[i].bars.size(); ++bar) {
      const Box row = row_of(layout.grid.box(i), bar);
      hints.push_back({row.left, row.top, row.width, row.height,
                       hint_of(layout.panels[i], layout.panels[i].bars[bar], layout.parts)});
    }
  return hints;
}

}  // namespace

Figure stacked_bars(std::string name, const std::vector<BarPanel>& panels,
                    const StackedBarsOptions& options) {
  Figure figure = empty_figure(std::move(name), options.caption, options.width_px);
  if (panels.empty()) return figure;
  StackedBarsOptions sane = options;
  sane.width_px = figure.width_px;
  const auto layout = std::make_shared<const BarLayout>(lay_out(panels, sane));
  const double bottom = layout->grid.box(panels.size() - 1).bottom() + kBarAxisPx;
  figure.height_px = static_cast<int>(std::ceil(bottom + kMarginPx));
  figure.hints = hints_of(*layout);
  figure.draw = [layout](cairo_t* cairo) { draw_all(cairo, *layout); };
  return figure;
}

}  // namespace novphy::plot
