#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "view/draw.h"

namespace novphy::art {
namespace {

Vec2 share_of(Vec2 size_m, Vec2 share) { return {share.x * size_m.x, share.y * size_m.y}; }

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

constexpr double kLineM = 0.035;  // width of outlines

constexpr std::array<std::size_t, kDamageLooks> kCracks{0, 2, 6};  // number of cracks for each look

/// Draws cracks inside the present clip; none for look 0.
void cracks(Pen& pen, Vec2 size_m, int look, Colour with) {
  if (look <= 0) return;
  const auto& lines = crack_lines();
  for (std::size_t i = 0; i < kCracks.at(static_cast<std::size_t>(look)); ++i) {
    Ring scaled;
    for (const Vec2 p : lines[i]) scaled.push_back(share_of(size_m, p));
    pen.line(scaled);
  }
  pen.stroke(with, kLineM);
}

enum class Build { kBall, kWedge, kPear };

struct Plumage {
  Colour body;
  Colour belly;
  Colour edge;
  Colour tuft;  ///< colour of the tuft on the head and of the tail
  Build build = Build::kBall;
};

Plumage plumage_of(const std::string& type) {
  static const std::map<std::string, Plumage> kPlumages{
      {"red", {colour(0xD8202A), colour(0xF0C8A0), colour(0x5C0A10), colour(0x8A1218)}},
      {"blue", {colour(0x60A0F8), colour(0xBFD9FF), colour(0x14305E), colour(0x1E4A94)}},
      {"yellow", {colour(0xF7D21E), colour(0xFFF3B0), colour(0x6E5600), colour(0x2A2A2A), Build::kWedge}},
      {"black", {colour(0x585860), colour(0x8A8A92), colour(0x404044), colour(0xFF9A1E)}},
      {"white", {colour(0xF6F6F6), colour(0xE2D8C4), colour(0x55555C), colour(0x8C8C94), Build::kPear}}};
  const auto it = kPlumages.find(type);
  return it != kPlumages.end()
             ? it->second
             : Plumage{colour(0x8E6BD8), colour(0xD9CCF7), colour(0x3F2480), colour(0x3F2480)};
}

void body_outline(Pen& pen, Build build, double r) {
  switch (build) {
    case Build::kBall:
      pen.circle({0, 0}, r);
      break;
    case Build::kWedge:
      pen.ring({{0.1 * r, r},
                {-0.93 * r, -0.5 * r},
                {-0.7 * r, -0.72 * r},
                {0.8 * r, -0.62 * r},
                {0.95 * r, -0.35 * r}});
      break;
    case Build::kPear:
      pen.ellipse({0, -0.12 * r}, {1.96 * r, 1.72 * r});
      pen.ellipse({0.05 * r, 0.4 * r}, {1.2 * r, 1.2 * r});
      break;
  }
}

/// Draws a fuse on the black bird, and a tuft and a tail of feathers on all others.
void tuft_and_tail(Pen& pen, double r, const Plumage& plumage, bool fuse) {
  if (fuse) {
    pen.line({{0, 0.85 * r}, {0.1 * r, 1.25 * r}, {0.25 * r, 1.35 * r}}).stroke(plumage.edge, 0.14 * r);
    pen.circle({0.3 * r, 1.36 * r}, 0.16 * r).fill(plumage.tuft);
    return;
  }
  pen.ring({{-0.25 * r, 0.8 * r},
            {-0.2 * r, 1.25 * r},
            {0.02 * r, 1.0 * r},
            {0.15 * r, 1.2 * r},
            {0.2 * r, 0.8 * r}});
  pen.ring({{-0.8 * r, 0.15 * r},
            {-1.28 * r, 0.25 * r},
            {-1.1 * r, 0},
            {-1.28 * r, -0.2 * r},
            {-0.8 * r, -0.2 * r}});
  pen.fill(plumage.tuft);
}

void face(Pen& pen, double r, const Plumage& plumage) {
  for (const double x : {0.2, 0.58}) pen.circle({x * r, 0.22 * r}, 0.2 * r);
  pen.fill(colour(0xFFFFFF));
  for (const double x : {0.28, 0.6}) pen.circle({x * r, 0.2 * r}, 0.09 * r);
  pen.fill(colour(0x101010));
  pen.line({{-0.02 * r, 0.56 * r}, {0.4 * r, 0.36 * r}, {0.82 * r, 0.54 * r}}).stroke(plumage.edge, 0.16 * r);
  pen.ring({{0.3 * r, 0.0}, {1.02 * r, -0.14 * r}, {0.34 * r, -0.38 * r}})
      .paint(colour(0xFFB01E), plumage.edge, 0.06 * r);
}

/// Draws a bird that looks to the right.
void bird(Pen& pen, const Kind& kind) {
  const double r = kind.shape.radius_m > 0 ? kind.shape.radius_m : kind.size_m.x / 2;
  const Plumage plumage = plumage_of(kind.type);
  tuft_and_tail(pen, r, plumage, kind.type == "black");
  body_outline(pen, plumage.build, r);
  pen.fill(plumage.edge, Inside::kAll);
  const PenFrame frame(pen);
  body_outline(pen, plumage.build, 0.9 * r);
  pen.clip(Inside::kAll);
  pen.circle({0, 0}, 1.5 * r).fill(plumage.body);
  pen.ellipse({0.15 * r, -0.85 * r}, {1.3 * r, 0.9 * r}).fill(plumage.belly);
  face(pen, r, plumage);
}

void egg(Pen& pen, Vec2 size_m) {
  pen.ellipse({0, 0}, size_m).paint(colour(0xF2DDB0), colour(0x6E6250), kLineM);
  for (const Vec2 at : {Vec2{-0.18, 0.12}, Vec2{0.16, 0.22}, Vec2{0.06, -0.2}})
    pen.circle(share_of(size_m, at), 0.07 * size_m.x);
  pen.fill(colour(0xA9854F));
}

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
    pen.box(share_of(size_m, at), {1.5 * wide, wide});
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
    pen.circle(share_of(size_m, at), radius);
  pen.fill(with);
}

void grain(Pen& pen, const Kind& kind, Vec2 size_m, Colour with) {
  if (kind.material == "stone") return stone_grain(pen, size_m, with);
  if (kind.material == "ice") return ice_grain(pen, size_m, with);
  if (kind.material == "pink") return pink_grain(pen, size_m, with);
  wood_grain(pen, kind.shape, size_m, with);
}

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

/// Draws a dark beam with a light upper edge and with studs at the ends.
void platform(Pen& pen, Vec2 size_m) {
  const Colour edge = colour(0x1E1813);
  pen.box({0, 0}, size_m).fill(edge);
  const double rim = std::min({kLineM, size_m.x / 4, size_m.y / 4});
  pen.box({0, 0}, size_m - Vec2{2 * rim, 2 * rim}).fill(colour(0x3F3128));
  const double stud = std::min({0.06, size_m.x / 6, size_m.y / 6});
  const Vec2 inset = 0.5 * size_m - Vec2{2.2 * stud, 2.2 * stud};
  for (const double x : {-inset.x, inset.x})
    for (const double y : {-inset.y, inset.y}) pen.circle({x, y}, stud);
  pen.fill(colour(0xA08A78));
}

/// Draws a red crate. The letters are lines, so that no font is needed.
void tnt(Pen& pen, Vec2 size_m, int look) {
  const PenFrame frame(pen);
  const double u = size_m.x / 10;
  pen.box({0, 0}, size_m).clip();
  pen.box({0, 0}, size_m).fill(colour(0xC46060));
  pen.box({0, 0}, {size_m.x, 0.42 * size_m.y}).fill(colour(0xF6E9C8));
  pen.line({{-4 * u, 1.4 * u}, {-1.7 * u, 1.4 * u}}).line({{-2.85 * u, 1.4 * u}, {-2.85 * u, -1.4 * u}});
  pen.line({{-1 * u, -1.4 * u}, {-1 * u, 1.4 * u}, {1 * u, -1.4 * u}, {1 * u, 1.4 * u}});
  pen.line({{1.7 * u, 1.4 * u}, {4 * u, 1.4 * u}}).line({{2.85 * u, 1.4 * u}, {2.85 * u, -1.4 * u}});
  pen.stroke(colour(0x2A0C0C), 0.7 * u);
  cracks(pen, size_m, look, colour(0x2A0C0C));
  pen.box({0, 0}, size_m).stroke(colour(0x5A0E10), 2 * kLineM);
}

/// Draws a wheel of four blades in a round housing, with an arrow on the right, to which it blows.
void fan(Pen& pen, Vec2 size_m) {
  const double r = size_m.x / 2;
  const Colour edge = colour(0x0B4F6C);
  pen.circle({0, 0}, r - kLineM).paint(colour(0xBFE8F2), edge, 2 * kLineM);
  for (int blade = 0; blade < 4; ++blade) {
    const PenFrame turned(pen, {0, 0}, blade * std::numbers::pi / 2);
    pen.ellipse({0.42 * r, 0.16 * r}, {0.7 * r, 0.36 * r});
    pen.fill(colour(0x18A7C9));
  }
  pen.circle({0, 0}, 0.17 * r).fill(edge);
  pen.ring({{0.62 * r, 0.24 * r}, {0.94 * r, 0}, {0.62 * r, -0.24 * r}}).fill(colour(0xFF7A1A));
}

// Size of the picture for which the points below are given, in the slingshot's frame. Other sizes are scaled.
constexpr Vec2 kNominalM{0.62, 2.0};
constexpr Vec2 kBackTip{0.2, 0.92};
constexpr Vec2 kFrontTip{-0.2, 0.92};
constexpr double kBandM = 0.08;

Colour band() { return colour(0x4A2318); }

/// A pen whose unit square is the slingshot's picture.
class SlingFrame {
 public:
  SlingFrame(Pen& pen, const Stage& stage)
      : frame_(pen, stage.slingshot.at_m, 0, stage.slingshot.faces_left) {
    pen.scale({stage.slingshot_size_m.x / kNominalM.x, stage.slingshot_size_m.y / kNominalM.y});
  }

 private:
  PenFrame frame_;
};

/// Where the band holds the bird, in the slingshot's frame; without a bird, a point between the tips.
Vec2 pouch(const Stage& stage) {
  const bool bird = std::any_of(stage.bodies.begin(), stage.bodies.end(),
                                [](const BodyView& body) { return body.bird == BirdPhase::kOnSling; });
  if (!bird) return {0, kBackTip.y - 0.12};
  Vec2 at = stage.bird_rest_m + stage.drag_m.value_or(Vec2{}) - stage.slingshot.at_m;
  if (stage.slingshot.faces_left) at.x = -at.x;
  return at - Vec2{0.16, 0.02};
}

void post(Pen& pen, Vec2 from, Vec2 to) {
  pen.line({from, to}).stroke(colour(0x3E220D), 0.19);
  pen.line({from, to}).stroke(colour(0x8A5527), 0.12);
}

}  // namespace

void turbulence(Pen& pen, Vec2 size_m) {
  const double r = 0.2;
  pen.box({0, 0}, size_m).paint(colour(0x7C86B8, 0.5), colour(0x4C5488, 0.8), kLineM);
  const PenFrame frame(pen);
  pen.box({0, 0}, size_m).clip();
  for (double y = -size_m.y / 2 + 0.6; y < size_m.y / 2; y += 1.2)
    for (double x = -size_m.x / 2 + 0.7; x < size_m.x / 2; x += 1.4) {
      pen.arc({x, y}, r, 0, std::numbers::pi);
      pen.arc({x + 2 * r, y}, r, std::numbers::pi, 2 * std::numbers::pi);
    }
  pen.stroke(colour(0xFFFFFF, 0.35), kLineM);
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

void slingshot_behind(Pen& pen, const Stage& stage) {
  const SlingFrame frame(pen, stage);
  post(pen, {0, 0.05}, kBackTip);
  pen.line({kBackTip - Vec2{0, 0.1}, pouch(stage)}).stroke(band(), kBandM);
}

void slingshot_before(Pen& pen, const Stage& stage) {
  const SlingFrame frame(pen, stage);
  post(pen, {0, -1}, {0, 0.1});
  post(pen, {0, 0.05}, kFrontTip);
  pen.line({kFrontTip - Vec2{0, 0.1}, pouch(stage)}).stroke(band(), kBandM);
}

}  // namespace novphy::art
