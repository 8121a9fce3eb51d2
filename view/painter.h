#pragma once

#include <memory>

#include "sim/observation.h"
#include "sim/task.h"
#include "view/stage.h"

// cairo's types, so that files that only paint need no cairo
using cairo_t = struct _cairo;
using cairo_surface_t = struct _cairo_surface;

namespace novphy {

/// Draws stages one after the other, without a display. It keeps the backdrop (sky, ground, platforms) for
/// the next picture as long as it does not change. Threads must not share a painter. It takes the memory of
/// one or two pictures.
class Painter {
 public:
  /// Throws std::invalid_argument for a screen with a side of less than 1 or more than 16,384 pixels.
  explicit Painter(const Screen& screen = {});
  ~Painter();
  Painter(Painter&&) noexcept;
  Painter& operator=(Painter&&) noexcept;

  const Screen& screen() const;
  /// Draws the stage as `shown` says. The picture belongs to the painter, and the next call overwrites it.
  const Picture& paint(const Stage& stage, ViewMode shown = ViewMode::kPlain);
  /// The picture that players get of the world now.
  const Picture& screenshot(const World& world) { return paint(stage_of(world), world.task().shown); }
  /// Draws the stage as `shown` says at the origin of another context, over what stands there.
  void paint_on(cairo_t* context, const Stage& stage, ViewMode shown = ViewMode::kPlain);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy
