#include "view/art.h"

namespace novphy::art {
namespace {

struct Skin {
  Colour face;
  Colour snout;
  Colour edge;
};

Skin skin_of(const Kind& kind) {
  if (kind.material == "pink") return {colour(0xF25AB8), colour(0xFFA6DC), colour(0x7A1257)};
  return {colour(0x78E054), colour(0xB5F07A), colour(0x1F5E14)};
}

void eyes(Pen& pen, Vec2 size_m, const Skin& skin, int look) {
  for (const double side : {-1.0, 1.0}) {
    const Vec2 at{0.31 * side * size_m.x, 0.1 * size_m.y};
    const bool shut = look == 2 || (look == 1 && side > 0);
    const double radius = 0.115 * size_m.x;
    if (shut) {  // draws a black eye
      pen.circle(at, 1.15 * radius).fill(colour(0x5A3A78));
      pen.line({at - Vec2{radius, 0}, at + Vec2{radius, 0}}).stroke(skin.edge, kLineM);
    } else {
      pen.circle(at, radius).fill(colour(0xFFFFFF));
      pen.circle(at - Vec2{0.25 * side * radius, 0}, 0.5 * radius).fill(colour(0x101010));
    }
  }
}

void bandage(Pen& pen, Vec2 size_m) {
  const PenFrame frame(pen, {-0.12 * size_m.x, 0.36 * size_m.y}, 0.45);
  pen.box({0, 0}, {0.4 * size_m.x, 0.12 * size_m.y}).fill(colour(0xF3E3C0));
}

}  // namespace

void pig(Pen& pen, const Kind& kind, Vec2 size_m, int look) {
  const Skin skin = skin_of(kind);
  for (const double side : {-1.0, 1.0})
    pen.ellipse({0.27 * side * size_m.x, 0.4 * size_m.y}, {0.24 * size_m.x, 0.2 * size_m.y});
  pen.paint(skin.face, skin.edge, kLineM);
  pen.ellipse({0, -0.03 * size_m.y}, {0.97 * size_m.x, 0.9 * size_m.y}).paint(skin.face, skin.edge, kLineM);
  eyes(pen, size_m, skin, look);
  pen.ellipse({0, -0.08 * size_m.y}, {0.4 * size_m.x, 0.3 * size_m.y})
      .paint(skin.snout, skin.edge, kLineM / 2);
  for (const double side : {-1.0, 1.0})
    pen.ellipse({0.08 * side * size_m.x, -0.08 * size_m.y}, {0.08 * size_m.x, 0.14 * size_m.y});
  pen.fill(skin.edge);
  if (look == 2) bandage(pen, size_m);
}

}  // namespace novphy::art
