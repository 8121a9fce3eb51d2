#include "view/stage_recorder.h"

#include <utility>

#include "view/draw.h"

namespace novphy {
namespace {

/// Exchanges left and right, or up and down, in the pictures of altered views.
void alter(Ink& ink, const Screen& screen) {
  if (screen.shown == ViewMode::kMirrored) {
    ink.translate({1.0 * screen.width_px, 0});
    ink.scale({-1, 1});
  } else if (screen.shown == ViewMode::kUpsideDown) {
    ink.translate({0, 1.0 * screen.height_px});
    ink.scale({1, -1});
  }
}

/// Calls `draw` with a pen that draws in metres of the world as the screen shows them.
template <class Draw>
void draw_shown(RecordingInk& ink, const Screen& screen, const Draw& draw) {
  Pen pen(ink);
  const PenFrame frame(pen);
  ink.show_grey(screen.shown == ViewMode::kGrey);
  alter(ink, screen);
  look_through(pen, screen);
  draw(pen);
  ink.show_grey(false);
}

}  // namespace

void StageRecorder::keep_backdrop(const Stage& stage, const Screen& screen) {
  Backdrop now = backdrop_of(stage);
  if (kept_ == now && kept_for_ == screen) return;
  backdrop_.clear();
  draw_shown(backdrop_, screen, [&](Pen& pen) { draw_backdrop(pen, stage, screen); });
  kept_ = std::move(now);
  kept_for_ = screen;
  ++backdrops_;
}

void StageRecorder::record(const Stage& stage, const Screen& screen, RecordingInk& to) {
  keep_backdrop(stage, screen);
  to.backdrop({1.0 * screen.width_px, 1.0 * screen.height_px});
  draw_shown(to, screen, [&](Pen& pen) { draw_actors(pen, stage); });
}

}  // namespace novphy
