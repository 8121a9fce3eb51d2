#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "view/painter.h"
#include "view/window/canvas.h"

namespace novphy::window {

/// A canvas that makes pixels, with cairo.
class PixelCanvas final : public Canvas {
 public:
  PixelCanvas(int width_px, int height_px, double text_size = 1, const std::string& family = "");
  ~PixelCanvas() override;

  void world(const Stage& stage, const Screen& screen) override;
  Pen& pen() override;

  /// The pixels, four bytes each (red, green, blue, 255), row by row.
  std::span<const std::uint8_t> rgba();
  cairo_surface_t* surface();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy::window
