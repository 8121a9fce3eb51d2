#include "view/art.h"

#include <array>

namespace novphy::art {
namespace {

/// Cracks as polylines in a box of 1 x 1 around the origin; the first lines show slight damage.
const std::vector<Ring>& crack_lines() {
  static const std::vector<Ring> kLines{{{-0.5, 0.22}, {-0.26, 0.1}, {-0.2, -0.14}, {-0.04, -0.22}},
                                        {{0.34, 0.5}, {0.22, 0.24}, {0.3, 0.06}, {0.14, -0.06}},
                                        {{-0.26, 0.1}, {-0.06, 0.2}, {0.02, 0.42}},
                                        {{-0.12, -0.5}, {-0.02, -0.22}, {0.16, -0.3}, {0.3, -0.5}},
                                        {{0.5, -0.1}, {0.3, 0.06}},
                                        {{-0.5, -0.34}, {-0.32, -0.3}, {-0.2, -0.14}}};
  return kLines;
}

constexpr std::array<std::size_t, kDamageLooks> kCracks{0, 2, 6};  // number of cracks for each look

}  // namespace

void cracks(Pen& pen, Vec2 size_m, int look, Colour with) {
  if (look <= 0) return;
  const auto& lines = crack_lines();
  for (std::size_t i = 0; i < kCracks.at(static_cast<std::size_t>(look)); ++i) {
    Ring scaled;
    for (const Vec2 p : lines[i]) scaled.push_back({p.x * size_m.x, p.y * size_m.y});
    pen.line(scaled);
  }
  pen.stroke(with, kLineM);
}

void body(Pen& pen, const BodyView& view, bool birds_look_left) {
  const Category category = view.kind->category;
  const PenFrame frame(pen, view.at_m, view.angle_rad, category == Category::kBird && birds_look_left);
  const int look = damage_look(view);
  switch (category) {
    case Category::kBlock:
      return block(pen, *view.kind, view.size_m, look);
    case Category::kPig:
      return pig(pen, *view.kind, view.size_m, look);
    case Category::kTnt:
      return tnt(pen, view.size_m, look);
    case Category::kPlatform:
      return platform(pen, view.size_m);
    case Category::kFan:
      return fan(pen, view.size_m);
    case Category::kBird:
      return bird(pen, *view.kind);
    case Category::kEgg:
      return egg(pen, view.size_m);
    case Category::kGround:
    case Category::kSlingshot:
      return;  // the ground and the slingshot are drawn as scenery
  }
}

}  // namespace novphy::art
