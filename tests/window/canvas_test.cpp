#include "window/canvas.h"

#include <catch2/catch.hpp>

#include "sim/world.h"
#include "tests/trials/fixtures.h"
#include "view/painter.h"
#include "window/camera.h"
#include "window/page_view.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

TEST_CASE("people see the pixels that agents see") {
  const Stage stage = stage_of(World(task_with_two_birds(), assets().catalogue, physics()));
  Canvas canvas(640, 480);
  canvas.world(stage, Camera().screen(640, 480));
  const Picture seen = Painter().paint(stage);
  const auto rgba = canvas.rgba();
  REQUIRE(rgba.size() / 4 == seen.rgb.size() / 3);
  for (std::size_t i = 0; i < rgba.size() / 4; ++i)
    for (std::size_t part = 0; part < 3; ++part)
      if (rgba[4 * i + part] != seen.rgb[3 * i + part]) FAIL("pixel " << i);
}

TEST_CASE("paragraphs are broken to their width") {
  Canvas canvas(400, 300);
  const double line = canvas.paragraphs({0, 0}, 390, "one", 20, {});
  const double lines = canvas.paragraphs({0, 0}, 100, "one two three four five six seven", 20, {});
  REQUIRE(lines >= 3 * line);
  REQUIRE(canvas.paragraphs({0, 0}, 390, "one\n\ntwo", 20, {}) == Approx(3 * line));
}

TEST_CASE("a page is over when one of its buttons was pressed") {
  Canvas canvas(960, 720);
  PageView page("Title", "Text", {"Yes", "No"});
  page.draw(canvas);
  page.handle({.kind = Input::Kind::kKey, .key = Key::kEnter});
  page.handle({.kind = Input::Kind::kRelease, .at_px = {480, 300}});
  REQUIRE_FALSE(page.finished());
  page.handle({.kind = Input::Kind::kRelease, .at_px = {480 + 80, 720 - 96}});
  REQUIRE(page.finished());
  REQUIRE(page.chosen() == 1);
  PageView single("Title", "Text", {"Continue"});
  single.handle({.kind = Input::Kind::kKey, .key = Key::kEnter});
  REQUIRE(single.finished());
}

TEST_CASE("keys choose one of several buttons, and Enter presses what keys have chosen") {
  PageView page("Title", "Text", {"Yes", "No"});
  Canvas canvas(960, 720);
  page.draw(canvas);
  REQUIRE_FALSE(page.changed());
  const auto press = [&](Key key, bool repeated = false) {
    page.handle({.kind = Input::Kind::kKey, .key = key, .repeated = repeated});
  };
  page.handle({.at_px = {480 + 80, 720 - 96}});  // the pointer alone chooses nothing
  REQUIRE(page.changed());
  press(Key::kEnter);
  REQUIRE_FALSE(page.finished());
  press(Key::kTab);
  press(Key::kTab, true);
  press(Key::kRight);
  press(Key::kLeft);
  press(Key::kLeft);
  press(Key::kEnter, true);  // a key that is held is no decision
  REQUIRE_FALSE(page.finished());
  press(Key::kEnter);
  REQUIRE(page.finished());
  REQUIRE(page.chosen() == 1);
}
