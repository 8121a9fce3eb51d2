#pragma once

#include "sim/screen.h"
#include "sim/world.h"

namespace novphy {

/// The outline of what is seen, corner by corner and without allocation: the collider of round, triangular
/// and hollow things, else the picture's box, as the original gives them.
class Silhouette {
 public:
  explicit Silhouette(const BodyView& body);
  explicit Silhouette(const Box& box) : at_m_(box.centre_m), angle_rad_(box.angle_rad), size_m_(box.size_m) {}

  int rings() const;  ///< the outer one, then holes
  int corners(int ring) const;
  /// In the world.
  Vec2 corner_m(int ring, int corner) const;
  /// Some of it lies on the screen and above the ground's first row.
  bool on_screen(const Screen& screen, int ground_row) const;

 private:
  Vec2 own_corner_m(int ring, int corner) const;

  const Shape* shape_ = nullptr;  ///< null: a box
  Vec2 at_m_{};
  double angle_rad_ = 0;
  Vec2 size_m_{};
};

inline constexpr int kFirstEffectId = 10000;  ///< of the first effect that can be seen

/// Calls body(view, silhouette) for each body that is on the screen, then effect(id, field, silhouette) for
/// each effect that is: one with a look and a region that stands in the world.
template <class SeeBody, class SeeEffect>
void each_seen(const World& world, const Screen& screen, SeeBody body, SeeEffect effect) {
  const int ground_row = screen.pixel({0, world.catalogue().world.ground_top_m}).y;
  for (int id = 0; id < world.body_count(); ++id) {
    const BodyView view = world.body(id);
    const Category category = view.kind->category;
    if (!view.present || category == Category::kGround || category == Category::kSlingshot) continue;
    const Silhouette silhouette(view);
    if (silhouette.on_screen(screen, ground_row)) body(view, silhouette);
  }
  int id = kFirstEffectId;
  for (const Effect& each : world.task().effects) {
    const auto* field = std::get_if<ForceField>(&each);
    if (!field || field->look.empty() || !field->region || field->object) continue;
    const Silhouette silhouette(*field->region);
    if (silhouette.on_screen(screen, ground_row)) effect(id, *field, silhouette);
    ++id;  // counts what can be seen only: an id must not tell of anything else
  }
}

}  // namespace novphy
