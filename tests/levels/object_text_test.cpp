#include <rapidcheck.h>

#include <catch2/catch.hpp>

#include "levels/task_parts.h"
#include "tests/levels/shipped_catalogue.h"

using namespace novphy;

namespace {

std::optional<Object> read(const std::string& text) { return object_from_text(text, shipped_catalogue()); }

}  // namespace

TEST_CASE("an object in one line is read as it was written") {
  const Object block{.type = "circle", .material = "wood", .at_m = {1.5, -3.1}};
  CHECK(object_text(block) == "wood circle at 1.5 -3.1");
  CHECK(read("wood circle at 1.5 -3.1") == block);
  const Object platform{.type = "platform", .at_m = {-123.4567, 2}, .size_m = Vec2{0.25, 1}};
  CHECK(object_text(platform) == "platform 0.25 x 1 at -123.4567 2");
  CHECK(read("platform 0.25 x 1 at -123.4567 2") == platform);
  CHECK(rc::check([](double x, double y, double width) {
    const Object any{.type = "platform", .at_m = {x, y}, .size_m = Vec2{width, 1}};
    RC_ASSERT(read(object_text(any)) == any);
  }));
}

TEST_CASE("what is no object in one line is nothing") {
  for (const char* text :
       {"", "circle", "wood circle at 1", "wood circle 1 2", "wood circle at 1 two", "at 1 2",
        "very wood circle at 1 2", "iron circle at 1 2", "platform at 1 2", "wood circle 1 x 1 at 1 2",
        "platform 2 x at 1 2", "platform 2 by 1 at 1 2", "wood circle at nan 2", "wood circle at 1 2 3"})
    CHECK_FALSE(read(text));
}
