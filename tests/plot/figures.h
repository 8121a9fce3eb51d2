#pragma once

#include <cairo/cairo.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/plots.h"

/// Figures to draw, and what can be found in them.
namespace novphy::plot {

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

inline HeatMap map_of(std::vector<std::optional<double>> row) {
  HeatMap map{.title = "agent"};
  map.rows = {"objects"};
  for (std::size_t i = 0; i < row.size(); ++i) map.columns.push_back("column_" + std::to_string(i));
  map.values = {std::move(row)};
  return map;
}

inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace novphy::plot
