#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "evaluator/plot/plots.h"

namespace novphy::plot {
namespace {

constexpr double kCellHeightPx = 25;
constexpr double kNotePx = 13;  ///< The height that notes add to a cell.
constexpr double kWidestCellPx = 84;
constexpr double kNarrowestBarPx = 560;
constexpr double kBarPx = 40;  ///< The height of the colour bar above the panels.

std::optional<double> value_at(const HeatMap& map, std::size_t row, std::size_t column) {
  if (row >= map.values.size() || column >= map.values[row].size()) return std::nullopt;
  const std::optional<double> value = map.values[row][column];
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// The number with the fewest decimals that give its value: "1", "0.5", "0.25".
std::string end_text(double value) {
  for (int decimals = 0; decimals < 3; ++decimals) {
    const double scaled = value * (decimals == 0 ? 1 : decimals == 1 ? 10 : 100);
    if (std::abs(scaled - std::round(scaled)) < 1e-9) return number_text(value, decimals);
  }
  return number_text(value, 3);
}

class HeatMaps final : public PanelPlot {
 public:
  HeatMaps(std::vector<HeatMap> maps, const PlotOptions& options)
      : PanelPlot(options.width_px), maps_(std::move(maps)), options_(options) {
    options_.colours = sound(options.colours);
    std::size_t rows = 1, columns = 1;  // at least, so that the figure has a size
    std::set<std::string> numbers{number_text(0, options.decimals)};
    std::vector<std::vector<std::string>> row_names, column_names;
    for (HeatMap& map : maps_) {
      for (auto* names : {&map.rows, &map.columns})
        for (std::string& name : *names) name = with_blanks(std::move(name));
      row_names.push_back(map.rows);
      column_names.push_back(map.columns);
      rows = std::max(rows, map.rows.size());
      columns = std::max(columns, map.columns.size());
      if (!map.notes.empty()) cell_height_ = kCellHeightPx + kNotePx;
      for (std::size_t row = 0; row < map.values.size(); ++row)
        for (std::size_t column = 0; column < map.values[row].size(); ++column)
          if (const auto value = value_at(map, row, column))
            numbers.insert(number_text(*value, options.decimals));
      for (std::size_t row = 0; row < map.rows.size(); ++row)
        for (std::size_t column = 0; column < map.columns.size(); ++column)
          has_undefined_ = has_undefined_ || !value_at(map, row, column);
    }
    labels_ = {row_names, options.width_px * 0.25};
    choose_columns(columns, widest({numbers.begin(), numbers.end()}));
    columns_ = {column_names, cell_width_};
    grid_.width = cell_width_ * static_cast<double>(columns);
    grid_.height = cell_height_ * static_cast<double>(rows);
    grid_.step_x = grid_.width + kPanelGapPx + (labels_.shared ? 0 : labels_.width);
    grid_.step_y = grid_.height + kTitlePx + 10 + (columns_.shared ? 0 : columns_.height);
    const double panels =
        grid_.step_x * static_cast<double>(grid_.across) - kPanelGapPx + (labels_.shared ? labels_.width : 0);
    bar_width_ = std::max(panels, kNarrowestBarPx);
    note_ = {options.note, bar_width_};
    grid_.corner = {kMarginPx + labels_.width, kMarginPx + kBarPx + kTitlePx};
    below_ = columns_.height;
    const double right = grid_.corner.x + static_cast<double>(grid_.across - 1) * grid_.step_x + grid_.width;
    width_px_ = static_cast<int>(std::ceil(std::max(right, kMarginPx + bar_width_) + kMarginPx));
  }

 private:
  void draw_panel(cairo_t* cairo, std::size_t number) const override {
    if (number == 0) draw_colour_bar(cairo);
    const Box panel = grid_.box(number);
    const HeatMap& map = maps_[number];
    const double below = panel.top + static_cast<double>(map.rows.size()) * cell_height_;
    write_title(cairo, panel, map.title);
    for (std::size_t row = 0; row < map.rows.size(); ++row)
      for (std::size_t column = 0; column < map.columns.size(); ++column)
        draw_cell(cairo,
                  {panel.left + static_cast<double>(column) * cell_width_,
                   panel.top + static_cast<double>(row) * cell_height_, cell_width_ - 1, cell_height_ - 1},
                  map, row, column);
    if (!labels_.shared || grid_.first_of_row(number))
      labels_.draw(cairo, panel.left, panel.top, cell_height_, map.rows);
    if (!columns_.shared || grid_.last_of_column(number))
      columns_.draw(cairo, panel.left, below, cell_width_, map.columns);
  }

  /// Width of a cell with `across` panels side by side.
  double cell_width(std::size_t across, std::size_t columns) const {
    const double labels = labels_.width * (labels_.shared ? 1.0 : static_cast<double>(across));
    const double room = options_.width_px - 2 * kMarginPx - labels;
    const double gaps = static_cast<double>(across - 1) * kPanelGapPx;
    return std::min((room - gaps) / static_cast<double>(across * columns), kWidestCellPx);
  }

  /// Chooses the number of panels side by side, and the largest font size at which the widest number leaves
  /// a margin in a cell.
  void choose_columns(std::size_t columns, double widest_number) {
    grid_.count = maps_.size();
    grid_.across = std::clamp<std::size_t>(options_.across > 0 ? options_.across : 3, 1, maps_.size());
    if (options_.across == 0)
      while (grid_.across > 1 && cell_width(grid_.across, columns) < widest_number + 4) --grid_.across;
    cell_width_ = std::max(cell_width(grid_.across, columns), 2.0);
    for (text_px_ = kTextPx; text_px_ >= kSmallestTextPx; --text_px_)
      if (widest_number * text_px_ / kTextPx + 4 <= cell_width_) return;
    text_px_ = 0;
  }

  /// The value must be finite.
  Colour colour_of(double value) const {
    const double share = std::clamp(along(value, options_.colours, {0, 1}), 0.0, 1.0);
    return cividis(options_.better == Better::kLower ? 1 - share : share);
  }

  void draw_cell(cairo_t* cairo, Box box, const HeatMap& map, std::size_t row, std::size_t column) const {
    const std::optional<double> value = value_at(map, row, column);
    const Point middle = box.centre();
    if (!value) {
      hatch(cairo, box);
      fill(cairo, {middle.x - 9, middle.y - 6, 18, 12}, kWhite);
      return write_centred(cairo, middle, "\u2013", {.align = Align::kCentre});
    }
    const Colour with = colour_of(*value);
    fill(cairo, box, with);
    const bool noted = cell_height_ > kCellHeightPx;
    if (text_px_ > 0)
      write_centred(cairo, {middle.x, middle.y - (noted ? kNotePx / 2 : 0)},
                    number_text(*value, options_.decimals),
                    {.size_px = text_px_, .with = text_on(with), .align = Align::kCentre});
    if (!noted || row >= map.notes.size() || column >= map.notes[row].size()) return;
    const Lettering small{.size_px = 10, .with = text_on(with), .align = Align::kCentre};
    write_centred(cairo, {middle.x, box.bottom() - kNotePx / 2 - 2},
                  elided(map.notes[row][column], box.width - 2, small), small);
  }

  /// Draws the colour scale above the panels, from the right: which end is better, the scale, a sample of
  /// "undefined", the measure's title.
  void draw_colour_bar(cairo_t* cairo) const {
    constexpr double kGapPx = 6, kHeightPx = 14, kScalePx = 192;
    constexpr int kSteps = 64;
    const double y = kMarginPx + kHeightPx;
    double x = kMarginPx + bar_width_;
    const auto write_before = [&](const std::string& text) {
      write_centred(cairo, {x, y}, text, {.align = Align::kRight});
      x -= text_width(text) + kGapPx;
    };
    const auto frame = [&](Box box) { outline(cairo, box, {.with = kSoftInk, .width_px = 0.8}); };
    if (options_.better == Better::kHigher) write_before("better \u2192");
    write_before(end_text(options_.colours.high));
    const Box scale{x - kScalePx, y - kHeightPx / 2, kScalePx, kHeightPx};
    // Each stripe overlaps the next stripe, so that no seam is visible.
    for (int i = 0; i < kSteps; ++i) {
      const double from = kScalePx * i / kSteps;
      fill(cairo, {scale.left + from, scale.top, std::min(kScalePx / kSteps + 1, kScalePx - from), kHeightPx},
           colour_of(along(i + 0.5, {0, kSteps}, options_.colours)));
    }
    frame(scale);
    x = scale.left - kGapPx;
    write_before(end_text(options_.colours.low));
    if (options_.better == Better::kLower) write_before("\u2190 better");
    x += kGapPx;
    if (has_undefined_) {
      const std::string text = "not defined";
      x -= 3 * kGapPx;
      write_centred(cairo, {x, y}, text, {.align = Align::kRight});
      const Box sample{x - text_width(text) - kGapPx - 22, scale.top, 22, kHeightPx};
      hatch(cairo, sample);
      frame(sample);
      x = sample.left;
    }
    const Lettering bold{.size_px = 15, .bold = true};
    write_centred(cairo, {kMarginPx, y}, elided(options_.measure_title, x - kMarginPx - 3 * kGapPx, bold),
                  bold);
  }

  std::vector<HeatMap> maps_;
  PlotOptions options_;
  double bar_width_ = 0;
  bool has_undefined_ = false;
  ColumnLabels columns_;
  double cell_width_ = 0;
  double cell_height_ = kCellHeightPx;
  double text_px_ = 0;  ///< Font size of the numbers; 0: the numbers do not fit and are left out.
};

}  // namespace

Figure heat_maps(std::string name, const std::vector<HeatMap>& panels, const PlotOptions& options) {
  return figure_of<HeatMaps>(std::move(name), panels, options);
}

}  // namespace novphy::plot
