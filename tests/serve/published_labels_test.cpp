#include <catch2/catch.hpp>

#include "serve/messages.h"

using namespace novphy;

TEST_CASE("labels are those that published readers know") {
  CHECK(published_label("bird_red_1") == "bird_red_1");
  CHECK(published_label("pig_basic_small_2") == "pig_basic_small_2");
  CHECK(published_label("pig_basic_big_two_shots_1") == "pig_basic_big_two_shots_1");
  CHECK(published_label("stone_triangle_hole_3") == "stone_triangle_hole_3");
  CHECK(published_label("Platform") == "Platform");
  CHECK(published_label("TNT") == "TNT");
}

TEST_CASE("what published readers do not know gets a label that they know") {
  CHECK(published_label("pink_pig_basic_small_1") == "pig_basic_small_1");
  CHECK(published_label("pink_rect_big_2") == "wood_rect_big_2");
  CHECK(published_label("Fan") == "unknown");
  CHECK(published_label("AirTurbulence") == "unknown");
  CHECK(published_label("egg_1") == "unknown");
  CHECK(published_label("bird_green_1") == "unknown");
  CHECK(published_label("pig_basic_tiny_1") == "unknown");
}
