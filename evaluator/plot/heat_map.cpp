#include "evaluator/plot/heat_map.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/layout.h"

namespace novphy::plot {
namespace {

constexpr double kCellHeightPx = 25;
constexpr double kNotePx = 13;  ///< The height that notes add to a cell.
constexpr double kNoteTextPx = 10;
constexpr double kWidestCellPx = 84;

std::optional<double> value_at(const HeatMap& map, std::size_t row, std::size_t column) {
  if (row >= map.values.size() || column >= map.values[row].size()) return std::nullopt;
  const std::optional<double> value = map.values[row][column];
  return value && std::isfinite(*value) ? value : std::nullopt;
}

const std::string& note_at(const HeatMap& map, std::size_t row, std::size_t column) {
  static const std::string kNone;
  return row < map.notes.size() && column < map.notes[row].size() ? map.notes[row][column] : kNone;
}

/// The sizes and places of everything in the figure.
struct MapLayout {
  std::vector<HeatMap> maps;
  HeatMapOptions options;
  ColourBar bar = {};
  SmallPrint note = {};
  RowLabels rows = {};
  ColumnLabels columns = {};
  PanelGrid grid = {};
  double cell_width = 0;
  double cell_height = kCellHeightPx;
  double text_px = 0;  ///< Font size of the numbers; 0: the numbers do not fit and are left out.
};

std::vector<std::string> numbers(const std::vector<HeatMap>& maps, int decimals) {
  std::vector<std::string> texts{number_text(0, decimals)};
  for (const HeatMap& map : maps)
    for (const auto& row : map.values)
      for (const auto& value : row)
        if (value && std::isfinite(*value)) texts.push_back(number_text(*value, decimals));
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

bool has_undefined(const HeatMap& map) {
  for (std::size_t row = 0; row < map.rows.size(); ++row)
    for (std::size_t column = 0; column < map.columns.size(); ++column)
      if (!value_at(map, row, column)) return true;
  return false;
}

/// The largest font size at which the widest number leaves a margin in a cell.
double fitting_text(double widest_number, double cell_width) {
  for (double size = kTextPx; size >= kSmallestTextPx; --size)
    if (widest_number * size / kTextPx + 4 <= cell_width) return size;
  return 0;
}

void draw_cell(cairo_t* cairo, Box box, std::optional<double> value, const std::string& note,
               const MapLayout& layout) {
  if (!value) {
    hatch(cairo, box);
    const Point middle = box.centre();
    fill(cairo, {middle.x - 9, middle.y - 6, 18, 12}, kWhite);
    write_centred(cairo, middle, "\u2013", {.align = Align::kCentre});
    return;
  }
  const Colour with = layout.bar.colour_of(*value);
  fill(cairo, box, with);
  const Point middle = box.centre();
  const bool noted = layout.cell_height > kCellHeightPx;
  if (layout.text_px > 0)
    write_centred(cairo, {middle.x, middle.y - (noted ? kNotePx / 2 : 0)},
                  number_text(*value, layout.options.decimals),
                  {.size_px = layout.text_px, .with = text_on(with), .align = Align::kCentre});
  const Lettering small{.size_px = kNoteTextPx, .with = text_on(with), .align = Align::kCentre};
  if (noted)
    write_centred(cairo, {middle.x, box.bottom() - kNotePx / 2 - 2}, elided(note, box.width - 2, small),
                  small);
}

void draw_map(cairo_t* cairo, Box panel, const HeatMap& map, const MapLayout& layout) {
  write_title(cairo, panel, map.title);
  for (std::size_t row = 0; row < map.rows.size(); ++row)
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
      const Box cell{panel.left + static_cast<double>(column) * layout.cell_width,
                     panel.top + static_cast<double>(row) * layout.cell_height, layout.cell_width - 1,
                     layout.cell_height - 1};
      draw_cell(cairo, cell, value_at(map, row, column), note_at(map, row, column), layout);
    }
}

double bottom_of(const MapLayout& layout) {
  return layout.grid.box(layout.grid.count - 1).bottom() + layout.columns.height;
}

void draw_all(cairo_t* cairo, const MapLayout& layout) {
  layout.note.draw(cairo, {kMarginPx, bottom_of(layout) + kMarginPx / 2});
  layout.bar.draw(cairo, {kMarginPx, kMarginPx});
  for (std::size_t i = 0; i < layout.maps.size(); ++i) {
    const Box panel = layout.grid.box(i);
    const HeatMap& map = layout.maps[i];
    draw_map(cairo, panel, map, layout);
    if (!layout.rows.shared || layout.grid.first_of_row(i))
      layout.rows.draw(cairo, panel.left, panel.top, layout.cell_height, map.rows);
    if (!layout.columns.shared || layout.grid.last_of_column(i))
      layout.columns.draw(cairo, panel.left,
                          panel.top + static_cast<double>(map.rows.size()) * layout.cell_height,
                          layout.cell_width, map.columns);
  }
}

/// Width of a cell with `across` panels side by side.
double cell_width(const MapLayout& layout, std::size_t across, std::size_t columns) {
  const double labels = layout.rows.width * (layout.rows.shared ? 1.0 : static_cast<double>(across));
  const double room = layout.options.width_px - 2 * kMarginPx - labels;
  const double gaps = static_cast<double>(across - 1) * kPanelGapPx;
  return std::min((room - gaps) / static_cast<double>(across * columns), kWidestCellPx);
}

void choose_columns(MapLayout& layout, std::size_t columns) {
  const double number = widest(numbers(layout.maps, layout.options.decimals));
  std::size_t across =
      std::clamp<std::size_t>(layout.options.across > 0 ? layout.options.across : 3, 1, layout.maps.size());
  if (layout.options.across == 0)
    while (across > 1 && cell_width(layout, across, columns) < number + 4) --across;
  layout.cell_width = std::max(cell_width(layout, across, columns), 2.0);
  layout.text_px = fitting_text(number, layout.cell_width);
  layout.grid.count = layout.maps.size();
  layout.grid.across = across;
}

/// The largest numbers of rows and of columns of all panels, at least 1 so that the figure has a size.
std::pair<std::size_t, std::size_t> largest(const std::vector<HeatMap>& maps) {
  std::size_t rows = 1, columns = 1;
  for (const HeatMap& map : maps) {
    rows = std::max(rows, map.rows.size());
    columns = std::max(columns, map.columns.size());
  }
  return {rows, columns};
}

MapLayout lay_out(std::vector<HeatMap> maps, const HeatMapOptions& options) {
  std::vector<std::vector<std::string>> row_names, column_names;
  for (HeatMap& map : maps) {
    for (std::string& row : map.rows) row = with_blanks(std::move(row));
    for (std::string& column : map.columns) column = with_blanks(std::move(column));
    row_names.push_back(map.rows);
    column_names.push_back(map.columns);
  }
  const auto [rows, columns] = largest(maps);
  MapLayout layout{.maps = std::move(maps), .options = options};
  const auto has_notes = [](const HeatMap& map) { return !map.notes.empty(); };
  if (std::any_of(layout.maps.begin(), layout.maps.end(), has_notes)) layout.cell_height += kNotePx;
  layout.rows = RowLabels(row_names, options.width_px * 0.25);
  choose_columns(layout, columns);
  layout.columns = ColumnLabels(column_names, layout.cell_width);
  PanelGrid& grid = layout.grid;
  grid.width = layout.cell_width * static_cast<double>(columns);
  grid.height = layout.cell_height * static_cast<double>(rows);
  grid.step_x = grid.width + kPanelGapPx + (layout.rows.shared ? 0 : layout.rows.width);
  grid.step_y = grid.height + kTitlePx + 10 + (layout.columns.shared ? 0 : layout.columns.height);
  const bool undefined = std::any_of(layout.maps.begin(), layout.maps.end(), has_undefined);
  const double panels = grid.step_x * static_cast<double>(grid.across) - kPanelGapPx +
                        (layout.rows.shared ? layout.rows.width : 0);
  layout.bar = ColourBar({options.colours, options.better, options.measure_title, undefined},
                         std::max(panels, kNarrowestBarPx));
  layout.note = SmallPrint(options.note, layout.bar.width());
  grid.corner = {kMarginPx + layout.rows.width, kMarginPx + layout.bar.height() + kTitlePx};
  return layout;
}

}  // namespace

Figure heat_maps(std::string name, const std::vector<HeatMap>& panels, const HeatMapOptions& options) {
  Figure figure = empty_figure(std::move(name), options.caption, options.width_px);
  if (panels.empty()) return figure;
  HeatMapOptions sane = options;
  sane.colours = sound(options.colours);
  sane.width_px = figure.width_px;
  const auto layout = std::make_shared<const MapLayout>(lay_out(panels, sane));
  const PanelGrid& grid = layout->grid;
  const double right = grid.corner.x + static_cast<double>(grid.across - 1) * grid.step_x + grid.width;
  figure.width_px = static_cast<int>(std::ceil(std::max(right, kMarginPx + layout->bar.width()) + kMarginPx));
  figure.height_px = static_cast<int>(std::ceil(bottom_of(*layout) + layout->note.height() + kMarginPx));
  figure.draw = [layout](cairo_t* cairo) { draw_all(cairo, *layout); };
  return figure;
}

namespace {

constexpr double kBarGapPx = 6;
constexpr double kHeightPx = 14;
constexpr double kScalePx = 192;
constexpr int kSteps = 64;

/// The number with the fewest decimals that give its value: "1", "0.5", "0.25".
std::string end_text(double value) {
  for (int decimals = 0; decimals < 3; ++decimals) {
    const double scaled = value * (decimals == 0 ? 1 : decimals == 1 ? 10 : 100);
    if (std::abs(scaled - std::round(scaled)) < 1e-9) return number_text(value, decimals);
  }
  return number_text(value, 3);
}

}  // namespace

ColourBar::ColourBar(Content content, double width) : content_(std::move(content)), width_(width) {}

Colour ColourBar::colour_of(double value) const {
  const double share = std::clamp(along(value, content_.range, {0, 1}), 0.0, 1.0);
  return cividis(content_.better == Better::kLower ? 1 - share : share);
}

void ColourBar::draw(cairo_t* cairo, Point corner) const {
  const double y = corner.y + kHeightPx;
  double left = draw_scale(cairo, corner.x + width_, y);
  if (content_.undefined) left = draw_undefined(cairo, left - 3 * kBarGapPx, y);
  const Lettering bold{.size_px = 15, .bold = true};
  write_centred(cairo, {corner.x, y}, elided(content_.title, left - corner.x - 3 * kBarGapPx, bold), bold);
}

double ColourBar::draw_scale(cairo_t* cairo, double x, double y) const {
  const auto write_before = [&](const std::string& text) {
    write_centred(cairo, {x, y}, text, {.align = Align::kRight});
    x -= text_width(text) + kBarGapPx;
  };
  if (content_.better == Better::kHigher) write_before("better \u2192");
  write_before(end_text(content_.range.high));
  const Box bar{x - kScalePx, y - kHeightPx / 2, kScalePx, kHeightPx};
  // Each stripe overlaps the next stripe, so that no seam is visible.
  for (int i = 0; i < kSteps; ++i) {
    const double from = kScalePx * i / kSteps;
    fill(cairo, {bar.left + from, bar.top, std::min(kScalePx / kSteps + 1, kScalePx - from), kHeightPx},
         colour_of(along(i + 0.5, {0, kSteps}, content_.range)));
  }
  outline(cairo, bar, {.with = kSoftInk, .width_px = 0.8});
  x = bar.left - kBarGapPx;
  write_before(end_text(content_.range.low));
  if (content_.better == Better::kLower) write_before("\u2190 better");
  return x + kBarGapPx;
}

double ColourBar::draw_undefined(cairo_t* cairo, double x, double y) const {
  const std::string text = "not defined";
  write_centred(cairo, {x, y}, text, {.align = Align::kRight});
  const Box box{x - text_width(text) - kBarGapPx - 22, y - kHeightPx / 2, 22, kHeightPx};
  hatch(cairo, box);
  outline(cairo, box, {.with = kSoftInk, .width_px = 0.8});
  return box.left;
}

}  // namespace novphy::plot
