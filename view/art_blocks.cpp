#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "view/art.h"

namespace novphy::art {
namespace {

struct Paint {
  Colour face;
  Colour grain;  ///< colour of the pattern on the face
  Colour edge;
};

/// The colours of a material. One that is not listed is plain violet, so that new materials attract
/// attention. Pink is distinct from stone and ice for people without green cones, too.
Paint paint_of(const std::string& material) {
  static const std::map<std::string, Paint> kPaints{
      {"wood", {colour(0xE0983F), colour(0xB87426), colour(0x804012)}},
      {"stone", {colour(0xA9ADB2), colour(0x868B92), colour(0x44484F)}},
      {"ice", {colour(0x7FD6F2), colour(0xE9F8FF), colour(0x40A0CE)}},
      {"pink", {colour(0xF060FF), colour(0xFFBCFF), colour(0x901478)}}};
  const auto it = kPaints.find(material);
  return it != kPaints.end() ? it->second : Paint{colour(0x8E6BD8), colour(0xB59CEB), colour(0x3F2480)};
}

/// Whether a shape counts as round: all corners of its only ring lie near the ellipse of this size.
bool round(const Shape& shape, Vec2 size_m) {
  constexpr std::size_t kFewestCorners = 7;
  constexpr double kOff = 0.2;
  if (shape.rings.size() != 1 || shape.rings.front().size() < kFewestCorners) return false;
  return std::all_of(shape.rings.front().begin(), shape.rings.front().end(), [&](Vec2 p) {
    return std::abs(length({2 * p.x / size_m.x, 2 * p.y / size_m.y}) - 1) < kOff;
  });
}

void outline(Pen& pen, const Shape& shape, Vec2 size_m) {
  if (round(shape, size_m)) {
    pen.ellipse({0, 0}, size_m);
  } else if (shape.rings.empty() || (shape.rings.size() == 1 && shape.rings.front().size() == 4)) {
    pen.box({0, 0}, size_m);
  } else {
    for (const Ring& ring : shape.rings) pen.ring(ring);
  }
}

/// Draws year rings on round blocks, and lines along the longer side on others.
void wood_grain(Pen& pen, const Shape& shape, Vec2 size_m, Colour with) {
  if (round(shape, size_m)) {
    for (const double share : {0.64, 0.28}) pen.ellipse({0, 0}, share * size_m);
    return pen.stroke(with, kLineM);
  }
  const bool lying = size_m.x >= size_m.y;
  for (const double at : {-0.22, 0.2}) {
    const double near = 0.44 - 0.12 * (at > 0 ? 1 : 0);
    if (lying)
      pen.line({{-near * size_m.x, at * size_m.y}, {(0.8 - near) * size_m.x, at * size_m.y}});
    else
      pen.line({{at * size_m.x, -near * size_m.y}, {at * size_m.x, (0.8 - near) * size_m.y}});
  }
  pen.stroke(with, kLineM);
}

/// Draws dents.
void stone_grain(Pen& pen, Vec2 size_m, Colour with) {
  const double wide = 0.16 * std::min(size_m.x, size_m.y);
  for (const Vec2 at :
       {Vec2{-0.3, 0.28}, Vec2{0.08, 0.32}, Vec2{-0.34, -0.2}, Vec2{0.32, -0.05}, Vec2{0.02, -0.34}})
    pen.box({at.x * size_m.x, at.y * size_m.y}, {1.5 * wide, wide});
  pen.fill(with);
}

/// Draws reflections of light.
void ice_grain(Pen& pen, Vec2 size_m, Colour with) {
  const double high = 0.5 * size_m.y;
  for (const double at : {-0.3, -0.12, 0.28}) {
    const double wide = at == -0.12 ? 0.05 * size_m.x : 0.09 * size_m.x;
    const double x = at * size_m.x;
    pen.ring(
        {{x - wide, -high}, {x + wide, -high}, {x + wide + 0.6 * high, high}, {x - wide + 0.6 * high, high}});
  }
  pen.fill(with);
}

/// Draws dots, which no other material has.
void pink_grain(Pen& pen, Vec2 size_m, Colour with) {
  const double radius = 0.1 * std::min(size_m.x, size_m.y);
  for (const Vec2 at :
       {Vec2{-0.3, 0.3}, Vec2{0.3, 0.3}, Vec2{-0.32, -0.28}, Vec2{0.32, -0.28}, Vec2{0, 0.02}})
    pen.circle({at.x * size_m.x, at.y * size_m.y}, radius);
  pen.fill(with);
}

void grain(Pen& pen, const Kind& kind, Vec2 size_m, Colour with) {
  if (kind.material == "stone") return stone_grain(pen, size_m, with);
  if (kind.material == "ice") return ice_grain(pen, size_m, with);
  if (kind.material == "pink") return pink_grain(pen, size_m, with);
  wood_grain(pen, kind.shape, size_m, with);
}

}  // namespace

void block(Pen& pen, const Kind& kind, Vec2 size_m, int look) {
  const Paint paint = paint_of(kind.material);
  const PenFrame frame(pen);
  outline(pen, kind.shape, size_m);
  pen.clip();
  pen.box({0, 0}, 1.2 * size_m).fill(paint.face);
  grain(pen, kind, size_m, paint.grain);
  cracks(pen, size_m, look, paint.edge);
  outline(pen, kind.shape, size_m);
  pen.stroke(paint.edge, 2 * kLineM);
}

}  // namespace novphy::art
