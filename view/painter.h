#pragma once

#include <cairo/cairo.h>

#include <memory>

#include "sim/observation.h"
#include "sim/screen.h"
#include "sim/task.h"
#include "view/stage.h"

namespace novphy {

class Pen;

/// Draws stages one after the other, without a display. The painter keeps the backdrop (sky, ground,
/// platforms) from picture to picture as long as the backdrop does not change. Threads must not share a
/// painter. A painter takes the memory of one or two pictures.
class Painter {
 public:
  /// Throws std::invalid_argument for a screen with a side of less than 1 or more than 16,384 pixels.
  explicit Painter(const Screen& screen = {});
  ~Painter();
  Painter(Painter&&) noexcept;
  Painter& operator=(Painter&&) noexcept;

  const Screen& screen() const;
  /// Draws the stage as `shown` says. The reference is to the painter's own picture, which the next call
  /// overwrites.
  const Picture& paint(const Stage& stage, Shown shown = Shown::kPlain);
  /// The picture that players get of the world now.
  const Picture& screenshot(const World& world) { return paint(stage_of(world), world.task().shown); }
  /// Draws the stage as `shown` says at the origin of another pen, in place of what that pen has drawn there.
  void paint_on(Pen& pen, const Stage& stage, Shown shown = Shown::kPlain);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Changes an image of 32-bit pixels in place to what players are shown. Without colour, each pixel has the
/// brightness of its colour by the weights of ITU-R BT.601, rounded.
void show_as(cairo_surface_t* image, Shown shown);

}  // namespace novphy
