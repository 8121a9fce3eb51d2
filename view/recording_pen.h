#pragma once

#include <optional>
#include <vector>

#include "sim/observation.h"
#include "view/draw.h"
#include "view/pen.h"
#include "view/stage.h"

namespace novphy {

/// The operations of a recorded drawing, which is one flat list of numbers: the operation, then its
/// arguments. web/src/canvas.ts draws such a list on a canvas of a web page, with the same names.
///
/// A colour is one number of 32 bits, 0xAARRGGBB. Lengths and places are in the coordinates of the moment; a
/// drawing begins in pixels, y down. Angles are in radians, from x to y. Shapes are collected until kFill,
/// kFillAll, kFillUpwards, kStroke, kPaint, kClip or kClipAll uses them and forgets them.
enum class DrawingOp {
  kSave = 1,               ///< keeps coordinates, clip and dashes
  kRestore = 2,            ///< goes back to what the last kSave kept
  kTranslate = 3,          ///< x, y: the new origin
  kRotate = 4,             ///< angle
  kScale = 5,              ///< x, y
  kArc = 6,                ///< x, y, radius, from, to: a new shape, from < to
  kCircle = 7,             ///< x, y, radius: a new shape
  kEllipse = 8,            ///< x, y, radius along x, radius along y: a new shape
  kRectangle = 9,          ///< x, y, width, height: a new shape
  kRoundedRectangle = 10,  ///< x, y, width, height, radius: a new shape
  kLine = 11,              ///< count of points, then x, y of each: a new shape
  kClose = 12,             ///< closes the shape that was begun last
  kFill = 13,              ///< colour; by the even-odd rule
  kFillAll = 14,           ///< colour; by the non-zero rule
  kFillUpwards = 15,       ///< y, colour there, another y, colour there: a linear gradient
  kStroke = 16,            ///< colour, width
  kPaint = 17,             ///< colour inside (even-odd rule), colour of the edge, width of the edge
  kDash = 18,              ///< count, then lengths of dashes and gaps in turn
  kClip = 19,              ///< by the even-odd rule
  kClipAll = 20,           ///< by the non-zero rule
  kText = 21,              ///< x, y (left end of the base line), size, 1 if bold, colour, count, code points
  kBackdrop = 22,          ///< width, height: the kept picture of StageRecorder::backdrop(), at the origin
};

/// Records a drawing as a list of numbers. What changes no coordinates is left out.
class RecordingPen final : public Pen {
 public:
  const std::vector<double>& numbers() const { return numbers_; }
  /// Forgets what was drawn.
  void clear() { numbers_.clear(); }
  /// Whether greys of the same brightness are recorded for colours, by the weights of ITU-R BT.601.
  void show_grey(bool grey) { grey_ = grey; }

  void save() override { add(DrawingOp::kSave); }
  void restore() override { add(DrawingOp::kRestore); }
  void translate(Vec2 by) override;
  void rotate(double angle_rad) override;
  void scale(Vec2 by) override;
  void to_metres(double px_per_m) override { scale({px_per_m, -px_per_m}); }

  Pen& arc(Vec2 centre, double radius, double from_rad, double to_rad) override;
  Pen& circle(Vec2 centre, double radius) override;
  Pen& ellipse(Vec2 centre, Vec2 size) override;
  Pen& rectangle(Vec2 low, Vec2 size) override;
  Pen& rounded_rectangle(Vec2 low, Vec2 size, double radius) override;
  Pen& line(const Ring& points) override;
  Pen& close() override { return add(DrawingOp::kClose); }

  void fill(Colour with, Inside inside) override;
  void fill_upwards(double low_y, Colour low, double high_y, Colour high) override;
  void stroke(Colour with, double width) override;
  void paint(Colour inside, Colour edge, double width) override;
  void dash(std::span<const double> lengths) override;
  void clip(Inside inside) override;

  /// The page chooses the family.
  void write(Vec2 at_px, const std::string& text, const Lettering& lettering) override;
  /// Draws the kept backdrop over a picture of this size.
  void backdrop(Vec2 size_px);

 private:
  Pen& add(DrawingOp op, std::initializer_list<double> arguments = {});
  double number_of(Colour colour) const;

  std::vector<double> numbers_{};
  bool grey_ = false;
};

/// Records stages one after the other, as a Painter draws them. It keeps the backdrop (sky, ground,
/// platforms) apart as long as it does not change, so that a page need not draw it for every picture.
class StageRecorder {
 public:
  /// Records the stage as the screen shows it, altered views included: DrawingOp::kBackdrop, then what moves.
  void record(const Stage& stage, const Screen& screen, RecordingPen& to);

  /// The drawing of the backdrop that kBackdrop stands for.
  const std::vector<double>& backdrop() const { return backdrop_.numbers(); }
  /// Number of backdrops until now: it grows when backdrop() has changed.
  int backdrops() const { return backdrops_; }

 private:
  void keep_backdrop(const Stage& stage, const Screen& screen);

  RecordingPen backdrop_{};
  std::optional<Backdrop> kept_{};
  Screen kept_for_{};
  int backdrops_ = 0;
};

}  // namespace novphy
