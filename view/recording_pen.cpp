#include "view/recording_pen.h"

#include <cmath>
#include <utility>

#include "base/text.h"

namespace novphy {
namespace {

Colour without_colour(Colour of) {
  const double grey = 0.299 * of.red + 0.587 * of.green + 0.114 * of.blue;
  return {grey, grey, grey, of.alpha};
}

/// Exchanges left and right, or up and down, in the pictures of altered views.
void alter(Pen& pen, const Screen& screen) {
  if (screen.shown == ViewMode::kMirrored) {
    pen.translate({1.0 * screen.width_px, 0});
    pen.scale({-1, 1});
  } else if (screen.shown == ViewMode::kUpsideDown) {
    pen.translate({0, 1.0 * screen.height_px});
    pen.scale({1, -1});
  }
}

/// Calls `draw` while the pen draws in metres of the world as the screen shows them.
template <class Draw>
void draw_shown(RecordingPen& pen, const Screen& screen, const Draw& draw) {
  const PenFrame frame(pen);
  pen.show_grey(screen.shown == ViewMode::kGrey);
  alter(pen, screen);
  look_through(pen, screen);
  draw();
  pen.show_grey(false);
}

}  // namespace

Pen& RecordingPen::add(DrawingOp op, std::initializer_list<double> arguments) {
  numbers_.push_back(static_cast<double>(op));
  numbers_.insert(numbers_.end(), arguments);
  return *this;
}

double RecordingPen::number_of(Colour colour) const {
  const Colour shown = grey_ ? without_colour(colour) : colour;
  double number = 0;
  for (const double part : {shown.alpha, shown.red, shown.green, shown.blue})
    number = 256 * number + std::round(255 * part);
  return number;
}

void RecordingPen::translate(Vec2 by) {
  if (by != Vec2{}) add(DrawingOp::kTranslate, {by.x, by.y});
}

void RecordingPen::rotate(double angle_rad) {
  if (angle_rad != 0) add(DrawingOp::kRotate, {angle_rad});
}

void RecordingPen::scale(Vec2 by) {
  if (by != Vec2{1, 1}) add(DrawingOp::kScale, {by.x, by.y});
}

Pen& RecordingPen::arc(Vec2 centre, double radius, double from_rad, double to_rad) {
  return add(DrawingOp::kArc, {centre.x, centre.y, radius, from_rad, to_rad});
}

Pen& RecordingPen::circle(Vec2 centre, double radius) {
  return add(DrawingOp::kCircle, {centre.x, centre.y, radius});
}

Pen& RecordingPen::ellipse(Vec2 centre, Vec2 size) {
  return add(DrawingOp::kEllipse, {centre.x, centre.y, size.x / 2, size.y / 2});
}

Pen& RecordingPen::rectangle(Vec2 low, Vec2 size) {
  return add(DrawingOp::kRectangle, {low.x, low.y, size.x, size.y});
}

Pen& RecordingPen::rounded_rectangle(Vec2 low, Vec2 size, double radius) {
  return add(DrawingOp::kRoundedRectangle, {low.x, low.y, size.x, size.y, radius});
}

Pen& RecordingPen::line(const Ring& points) {
  if (points.empty()) return *this;
  add(DrawingOp::kLine, {static_cast<double>(points.size())});
  for (const Vec2 p : points) numbers_.insert(numbers_.end(), {p.x, p.y});
  return *this;
}

void RecordingPen::fill(Colour with, Inside inside) {
  add(inside == Inside::kEvenOdd ? DrawingOp::kFill : DrawingOp::kFillAll, {number_of(with)});
}

void RecordingPen::fill_upwards(double low_y, Colour low, double high_y, Colour high) {
  add(DrawingOp::kFillUpwards, {low_y, number_of(low), high_y, number_of(high)});
}

void RecordingPen::stroke(Colour with, double width) { add(DrawingOp::kStroke, {number_of(with), width}); }

void RecordingPen::paint(Colour inside, Colour edge, double width) {
  add(DrawingOp::kPaint, {number_of(inside), number_of(edge), width});
}

void RecordingPen::dash(std::span<const double> lengths) {
  add(DrawingOp::kDash, {static_cast<double>(lengths.size())});
  numbers_.insert(numbers_.end(), lengths.begin(), lengths.end());
}

void RecordingPen::clip(Inside inside) {
  add(inside == Inside::kEvenOdd ? DrawingOp::kClip : DrawingOp::kClipAll);
}

void RecordingPen::write(Vec2 at_px, const std::string& text, const Lettering& lettering) {
  const std::u32string codes = code_points(text);
  add(DrawingOp::kText, {at_px.x, at_px.y, lettering.size_px, lettering.bold ? 1.0 : 0.0,
                         number_of(lettering.with), static_cast<double>(codes.size())});
  numbers_.insert(numbers_.end(), codes.begin(), codes.end());
}

void RecordingPen::backdrop(Vec2 size_px) { add(DrawingOp::kBackdrop, {size_px.x, size_px.y}); }

void StageRecorder::keep_backdrop(const Stage& stage, const Screen& screen) {
  Backdrop now = backdrop_of(stage);
  if (kept_ == now && kept_for_ == screen) return;
  backdrop_.clear();
  draw_shown(backdrop_, screen, [&] { draw_backdrop(backdrop_, stage, screen); });
  kept_ = std::move(now);
  kept_for_ = screen;
  ++backdrops_;
}

void StageRecorder::record(const Stage& stage, const Screen& screen, RecordingPen& to) {
  keep_backdrop(stage, screen);
  to.backdrop({1.0 * screen.width_px, 1.0 * screen.height_px});
  draw_shown(to, screen, [&] { draw_actors(to, stage); });
}

}  // namespace novphy
