#pragma once

#include "sim/observation.h"
#include "sim/world.h"

namespace novphy {

/// The outline of a body or an effect in observations, corner by corner and without allocation. As in the
/// original game, round, triangular and hollow bodies show their collider; all others show the box of their
/// picture.
class Silhouette {
 public:
  explicit Silhouette(const BodyView& body);
  explicit Silhouette(const Box& box) : at_m_(box.centre_m), angle_rad_(box.angle_rad), size_m_(box.size_m) {}

  int rings() const;  ///< number of rings: the outer ring, then the holes
  int corners(int ring) const;
  /// A corner in world coordinates.
  Vec2 corner_m(int ring, int corner) const;
  /// Whether part of the silhouette lies on the screen and above the ground's first row.
  bool on_screen(const Screen& screen, int ground_row) const;

 private:
  Vec2 own_corner_m(int ring, int corner) const;

  const Shape* shape_ = nullptr;  ///< null: the silhouette is a box
  Vec2 at_m_{};
  double angle_rad_ = 0;
  Vec2 size_m_{};
};

inline constexpr int kFirstEffectId = 10000;  ///< id of the first visible effect

/// Calls body(view, silhouette) for each body on the screen, then effect(id, field, silhouette) for each
/// effect on the screen. An effect is visible if it has a look and a region that is not attached to an
/// object.
template <class SeeBody, class SeeEffect>
void each_seen(const World& world, const Screen& screen, SeeBody body, SeeEffect effect) {
  Screen plain = screen;  // an altered view shows the same objects as the plain view
  plain.shown = ViewMode::kPlain;
  const int ground_row = plain.pixel({0, world.catalogue().world.ground_top_m}).y;
  for (int id = 0; id < world.body_count(); ++id) {
    const BodyView view = world.body(id);
    const Category category = view.kind->category;
    if (!view.present || category == Category::kGround || category == Category::kSlingshot) continue;
    const Silhouette silhouette(view);
    if (silhouette.on_screen(plain, ground_row)) body(view, silhouette);
  }
  int id = kFirstEffectId;
  for (const Effect& each : world.task().effects) {
    const auto* field = std::get_if<ForceField>(&each);
    if (!field || field->look.empty() || !field->region || field->object) continue;
    const Silhouette silhouette(*field->region);
    if (silhouette.on_screen(plain, ground_row)) effect(id, *field, silhouette);
    ++id;  // ids count visible effects only, so that they reveal nothing about invisible ones
  }
}

}  // namespace novphy
