#pragma once

#include "sim/observation.h"
#include "sim/world.h"
#include "view/stage.h"

namespace novphy::window {

/// The point of the world under a point of the window, in pixels (y down).
Vec2 place_m(const Screen& screen, Vec2 at_px);
/// The point of the window at which the screen shows a point of the world.
Vec2 pixel_of(const Screen& screen, Vec2 at_m);

/// The vector of the world that appears as this one in the window, and the other way round.
Vec2 vector_m(const Screen& screen, Vec2 vector_px);
Vec2 vector_px(const Screen& screen, Vec2 vector_m);

/// The part of the world that a player needs: the slingshot, the objects, and the top of the throw that goes
/// farthest. It lies within the agents' view.
BoundingBox extent_for_players(const World& world);

/// Which part of the world a window shows, and in which altered view. A camera gives a screen for a window of
/// any size; one of other proportions shows more at both sides or more sky, never more ground.
class Camera {
 public:
  /// Shows this box as large as a window allows.
  explicit Camera(const BoundingBox& fitted = shown_by(Screen{}), ViewMode shown = ViewMode::kPlain)
      : fitted_(fitted), shown_(shown) {}

  /// Keeps the ground at `ground_m` and everything above it out of the lowest `covered_px` of the window,
  /// where buttons are.
  void keep_clear(double covered_px, double ground_m);

  Screen screen(int width_px, int height_px) const;
  /// Goes back to the view without zoom and shift.
  void fit();
  /// This camera with another altered view.
  Camera showing(ViewMode shown) const;
  /// Whether a person has zoomed or moved the picture.
  bool moved() const { return zoom_ != 1 || shifted_m_ != Vec2{}; }
  /// Enlarges the picture by the factor, between the whole of the agents' view and kMostPxPerM. Except at
  /// these limits, the point of the world under `at_px` stays where it is. `now` is the present screen.
  void zoom(double factor, Vec2 at_px, const Screen& now);
  /// Moves the picture by pixels of the window, within the widest view.
  void pan(Vec2 by_px, const Screen& now);

  static constexpr double kMostPxPerM = 400;

 private:
  Screen fitted(int width_px, int height_px) const;
  void hold_centre(Vec2 centre_m, const Screen& now);

  BoundingBox fitted_;
  ViewMode shown_;
  double covered_px_ = 0;
  double ground_m_ = 0;
  double zoom_ = 1;   ///< factor on the fitted screen's pixels per metre
  Vec2 shifted_m_{};  ///< of the centre, from the fitted screen's centre
};

}  // namespace novphy::window
