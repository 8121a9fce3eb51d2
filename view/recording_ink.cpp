#include "view/recording_ink.h"

#include <cmath>
#include <utility>

#include "base/text.h"
#include "view/draw.h"

namespace novphy {
namespace {

double brightness(Colour of) { return 0.299 * of.red + 0.587 * of.green + 0.114 * of.blue; }

Colour without_colour(Colour of) {
  const double grey = brightness(of);
  return {grey, grey, grey, of.alpha};
}

double in_eight_bits(double share) { return std::round(255 * share); }

}  // namespace

void RecordingInk::add(DrawingOp op, std::initializer_list<double> arguments) {
  numbers_.push_back(static_cast<double>(op));
  numbers_.insert(numbers_.end(), arguments);
}

double RecordingInk::number_of(Colour colour) const {
  const Colour shown = grey_ ? without_colour(colour) : colour;
  double number = 0;
  for (const double part : {shown.alpha, shown.red, shown.green, shown.blue})
    number = 256 * number + in_eight_bits(part);
  return number;
}

void RecordingInk::translate(Vec2 by) {
  if (by != Vec2{}) add(DrawingOp::kTranslate, {by.x, by.y});
}

void RecordingInk::rotate(double angle_rad) {
  if (angle_rad != 0) add(DrawingOp::kRotate, {angle_rad});
}

void RecordingInk::scale(Vec2 by) {
  if (by != Vec2{1, 1}) add(DrawingOp::kScale, {by.x, by.y});
}

void RecordingInk::arc(Vec2 centre, double radius, double from_rad, double to_rad) {
  add(DrawingOp::kArc, {centre.x, centre.y, radius, from_rad, to_rad});
}

void RecordingInk::circle(Vec2 centre, double radius) {
  add(DrawingOp::kCircle, {centre.x, centre.y, radius});
}

void RecordingInk::ellipse(Vec2 centre, Vec2 size) {
  add(DrawingOp::kEllipse, {centre.x, centre.y, size.x / 2, size.y / 2});
}

void RecordingInk::rectangle(Vec2 low, Vec2 size) {
  add(DrawingOp::kRectangle, {low.x, low.y, size.x, size.y});
}

void RecordingInk::rounded_rectangle(Vec2 low, Vec2 size, double radius) {
  add(DrawingOp::kRoundedRectangle, {low.x, low.y, size.x, size.y, radius});
}

void RecordingInk::line(const Ring& points) {
  if (points.empty()) return;
  add(DrawingOp::kLine, {static_cast<double>(points.size())});
  for (const Vec2 p : points) numbers_.insert(numbers_.end(), {p.x, p.y});
}

void RecordingInk::fill(Colour with, Inside inside) {
  add(inside == Inside::kEvenOdd ? DrawingOp::kFill : DrawingOp::kFillAll, {number_of(with)});
}

void RecordingInk::fill_upwards(double low_y, Colour low, double high_y, Colour high) {
  add(DrawingOp::kFillUpwards, {low_y, number_of(low), high_y, number_of(high)});
}

void RecordingInk::stroke(Colour with, double width) { add(DrawingOp::kStroke, {number_of(with), width}); }

void RecordingInk::paint(Colour inside, Colour edge, double width) {
  add(DrawingOp::kPaint, {number_of(inside), number_of(edge), width});
}

void RecordingInk::dash(std::span<const double> lengths) {
  add(DrawingOp::kDash, {static_cast<double>(lengths.size())});
  numbers_.insert(numbers_.end(), lengths.begin(), lengths.end());
}

void RecordingInk::clip(Inside inside) {
  add(inside == Inside::kEvenOdd ? DrawingOp::kClip : DrawingOp::kClipAll, {});
}

void RecordingInk::write(Vec2 at_px, const std::string& text, const Lettering& lettering) {
  const std::u32string codes = code_points(text);
  add(DrawingOp::kText, {at_px.x, at_px.y, lettering.size_px, lettering.bold ? 1.0 : 0.0,
                         number_of(lettering.with), static_cast<double>(codes.size())});
  numbers_.insert(numbers_.end(), codes.begin(), codes.end());
}

void RecordingInk::backdrop(Vec2 size_px) { add(DrawingOp::kBackdrop, {size_px.x, size_px.y}); }

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
