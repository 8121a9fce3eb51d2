#include <catch2/catch.hpp>

#include "sim/catalogue.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

double area(const std::vector<Ring>& rings) {
  double sum = 0;
  for (const Ring& ring : rings) sum += signed_area(ring);
  return sum;
}

bool convex(const Ring& ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i];
    const Vec2 b = ring[(i + 1) % ring.size()];
    const Vec2 c = ring[(i + 2) % ring.size()];
    if ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) < 0) return false;
  }
  return true;
}

void check_pieces(const std::vector<Ring>& rings) {
  const auto pieces = convex_pieces(rings);
  CHECK(area(pieces) == Approx(area(rings)).epsilon(1e-9));
  for (const Ring& piece : pieces) {
    CHECK(piece.size() >= 3);
    CHECK(piece.size() <= 8);
    CHECK(convex(piece));
    CHECK(signed_area(piece) > 0);
  }
}

}  // namespace

TEST_CASE("every outline of the catalogue is cut into convex pieces of its area") {
  int outlines = 0;
  for (const Kind& kind : worlds::catalogue().objects) {
    if (kind.shape.rings.empty()) continue;
    INFO(kind.type << " " << kind.material);
    check_pieces(kind.shape.rings);
    ++outlines;
  }
  CHECK(outlines > 40);
  check_pieces(worlds::catalogue().slingshot.shape.rings);
  check_pieces(worlds::catalogue().egg.shape.rings);
}

TEST_CASE("a convex outline of up to eight corners stays one piece") {
  const Ring box{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  CHECK(convex_pieces(std::span(&box, 1)).size() == 1);
  CHECK(convex_pieces(std::span(&box, 1)).front().size() == 4);
}

TEST_CASE("a hole stays empty") {
  const std::vector<Ring> frame{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {1, 3}, {3, 3}, {3, 1}}};
  check_pieces(frame);
  CHECK(area(convex_pieces(frame)) == Approx(12));
}

TEST_CASE("an outline that crosses itself is refused") {
  const std::vector<Ring> bow{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}};
  CHECK_THROWS_AS(convex_pieces(bow), std::invalid_argument);
}
