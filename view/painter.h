#pragma once

#include <memory>

#include "sim/observation.h"
#include "sim/screen.h"
#include "view/stage.h"

namespace novphy {

/// Draws stages, one after the other, without a display. What does not move between two pictures (sky,
/// ground, platforms) is drawn once and kept. Not to be shared by threads; one for each costs a picture or
/// two of memory.
class Painter {
 public:
  /// Throws std::invalid_argument for a screen of less than 1 or more than 16,384 pixels a side.
  explicit Painter(const Screen& screen = {});
  ~Painter();
  Painter(Painter&&) noexcept;
  Painter& operator=(Painter&&) noexcept;

  const Screen& screen() const;
  /// Draws the stage. The reference is to the painter's own picture, which the next call overwrites.
  const Picture& paint(const Stage& stage);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy
