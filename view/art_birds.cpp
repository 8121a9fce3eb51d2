#include <map>
#include <string>

#include "view/art.h"

namespace novphy::art {
namespace {

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

}  // namespace

void bird(Pen& pen, const Kind& kind) {
  const double r = kind.shape.radius_m > 0 ? kind.shape.radius_m : kind.size_m.x / 2;
  const Plumage plumage = plumage_of(kind.type);
  tuft_and_tail(pen, r, plumage, kind.type == "black");
  body_outline(pen, plumage.build, r);
  pen.fill_all(plumage.edge);
  const PenFrame frame(pen);
  body_outline(pen, plumage.build, 0.9 * r);
  pen.clip_to_all();
  pen.circle({0, 0}, 1.5 * r).fill(plumage.body);
  pen.ellipse({0.15 * r, -0.85 * r}, {1.3 * r, 0.9 * r}).fill(plumage.belly);
  face(pen, r, plumage);
}

void egg(Pen& pen, Vec2 size_m) {
  pen.ellipse({0, 0}, size_m).paint(colour(0xF2DDB0), colour(0x6E6250), kLineM);
  for (const Vec2 at : {Vec2{-0.18, 0.12}, Vec2{0.16, 0.22}, Vec2{0.06, -0.2}})
    pen.circle({at.x * size_m.x, at.y * size_m.y}, 0.07 * size_m.x);
  pen.fill(colour(0xA9854F));
}

}  // namespace novphy::art
