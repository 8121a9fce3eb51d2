#include "sim/engine.h"

#include <catch2/catch.hpp>

TEST_CASE("Box2D calls the clock, memory and sine of this program") {
  CHECK(novphy::replaces_box2d_functions());
}
