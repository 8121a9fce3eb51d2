#include "view/painter.h"

#include <catch2/catch.hpp>

#include "tests/view/pictures.h"
#include "tests/view/show_worlds.h"
#include "view/image_file.h"

using namespace novphy;

TEST_CASE("the agents' screenshot has 640x480 pixels of three bytes") {
  Painter painter;
  const Picture& picture = painter.paint(stage_of(worlds::world(worlds::task())));
  CHECK(picture.width_px == 640);
  CHECK(picture.height_px == 480);
  CHECK(picture.rgb.size() == 640 * 480 * 3);
}

TEST_CASE("things are seen where the symbolic state says they are") {
  const World w = worlds::world(worlds::full_task());
  Painter painter;
  const Picture with = painter.paint(stage_of(w));
  Task empty = worlds::full_task();
  empty.objects.clear();
  empty.effects.clear();
  empty.objects.push_back({.type = "pig_small", .at_m = {15, 9.5}});
  const Picture without = painter.paint(stage_of(worlds::world(empty)));
  const Observation seen = observe(w, worlds::assets().colours, true);
  for (const SeenObject& object : seen.objects) {
    INFO(object.label);
    if (object.rings.size() > 1 || object.label.starts_with("bird") || object.label == "pig_basic_small_1")
      continue;  // a hollow object has a hole in its middle, and the other is part of every picture
    Pixel middle;
    for (const Pixel p : object.rings.front()) middle = {middle.x + p.x, middle.y + p.y};
    const int corners = static_cast<int>(object.rings.front().size());
    middle = {middle.x / corners, middle.y / corners};
    CHECK(pictures::pixel(with, middle) != pictures::pixel(without, middle));
  }
  CHECK(pictures::pixel(with, {300, 20}) == pictures::pixel(without, {300, 20}));
}

TEST_CASE("what a painter drew before does not show in the next picture") {
  Painter used;
  for (const Task& t :
       {worlds::full_task(), worlds::storm_task(), worlds::mirrored_task(), worlds::full_task()}) {
    Painter fresh;
    const Stage stage = stage_of(worlds::world(t));
    CHECK(used.paint(stage) == fresh.paint(stage));
  }
}

TEST_CASE("a painter follows what moves, the backdrop too") {
  Painter used;
  Stage stage = stage_of(worlds::world(worlds::full_task()));
  const Picture before = used.paint(stage);
  for (const Category category : {Category::kPlatform, Category::kPig, Category::kBird}) {
    Stage moved = stage;
    for (BodyView& body : moved.bodies)
      if (body.kind->category == category) body.at_m.x += 0.5;
    const Picture picture = used.paint(moved);
    CHECK(picture != before);
    CHECK(picture == Painter().paint(moved));
  }
  CHECK(used.paint(stage) == before);
}

TEST_CASE("a PNG of the agents' size holds the screenshot's pixels") {
  const Stage stage = stage_of(worlds::world(worlds::full_task()));
  Painter painter;
  const Picture& shot = painter.paint(stage);
  CHECK(pictures::from_png(png(shot)) == shot);
  const Picture drawn = pictures::from_png(image_file({{.stage = stage}}, Screen{}, ImageFormat::kPng));
  CHECK(pictures::mean_difference(drawn, shot) < 0.01);
}

TEST_CASE("a picture of no size or of too much is refused") {
  CHECK_THROWS_AS(Painter({.width_px = 0}), std::invalid_argument);
  CHECK_THROWS_AS(Painter({.height_px = 100'000}), std::invalid_argument);
  CHECK_THROWS_AS(Painter({.px_per_m = 0}), std::invalid_argument);
  CHECK_THROWS_AS(image_file({}, Screen{}, ImageFormat::kPng), std::invalid_argument);
}
