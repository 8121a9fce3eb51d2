#include "view/window/canvas.h"

#include <catch2/catch.hpp>

#include "sim/world.h"
#include "tests/trials/fixtures.h"
#include "tests/window/acts.h"
#include "view/painter.h"
#include "view/window/camera.h"
#include "view/window/page_view.h"
#include "view/window/pixel_canvas.h"
#include "view/window/play_view.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

TEST_CASE("people see the pixels that agents see, of altered views, too") {
  const Stage stage = stage_of(World(task_with_two_birds(), assets().catalogue, physics()));
  PixelCanvas canvas(640, 480);
  for (const ViewMode shown :
       {ViewMode::kPlain, ViewMode::kMirrored, ViewMode::kUpsideDown, ViewMode::kGrey}) {
    canvas.world(stage, Camera(shown_by(Screen{}), shown).screen(640, 480));
    const Picture seen = Painter().paint(stage, shown);
    const auto rgba = canvas.rgba();
    REQUIRE(rgba.size() / 4 == seen.rgb.size() / 3);
    for (std::size_t i = 0; i < rgba.size() / 4; ++i)
      for (std::size_t part = 0; part < 3; ++part)
        if (rgba[4 * i + part] != seen.rgb[3 * i + part]) FAIL("pixel " << i);
  }
}

TEST_CASE("paragraphs are broken to their width") {
  PixelCanvas canvas(400, 300);
  const double line = canvas.paragraphs(Area{{0, 0}, {390, 0}}, "one", 20, {});
  const double lines = canvas.paragraphs(Area{{0, 0}, {100, 0}}, "one two three four five six seven", 20, {});
  REQUIRE(lines >= 3 * line);
  REQUIRE(canvas.paragraphs(Area{{0, 0}, {390, 0}}, "one\n\ntwo", 20, {}) == Approx(3 * line));
  const std::string path =
      "/a/very/long/path/without/any/space/in/it/that/is/wider/than/the/window/task.json: \u00fc\u00fc";
  REQUIRE(canvas.paragraphs(Area{{0, 0}, {200, 0}}, path, 20, {}) >= 4 * line);
  REQUIRE(canvas.paragraphs_height(200, path, 20) ==
          Approx(canvas.paragraphs(Area{{0, 0}, {200, 0}}, path, 20, {})));
  REQUIRE(canvas.paragraphs_height(1, "\u00fc\u00fc", 20) == Approx(2 * line));  // whole characters
}

TEST_CASE("a text that is longer than its page is scrolled by wheel and keys, to its last row and back") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "Row " + std::to_string(i) + "\n";
  PageView page("Title", text, {"Yes", "No"});
  PixelCanvas canvas(960, 720);
  page.draw(canvas);
  REQUIRE(page.text_rows().rows() == 100);
  REQUIRE(page.text_rows().first_row() == 0);
  const std::size_t fit = page.text_rows().end_row();
  REQUIRE((fit > 10 && fit < 20));
  const auto row_after = [&](const Input& input) {
    page.handle(input);
    CHECK(page.changed());
    page.draw(canvas);
    CHECK(page.text_rows().end_row() - page.text_rows().first_row() == fit);
    return page.text_rows().first_row();
  };
  const auto row_after_key = [&](Key key) { return row_after({.kind = Input::Kind::kKey, .key = key}); };
  CHECK(row_after_key(Key::kUp) == 0);
  CHECK(row_after_key(Key::kDown) == 1);
  CHECK(row_after_key(Key::kPageDown) == fit);  // the last row of the page before is the first one now
  CHECK(row_after_key(Key::kPageUp) == 1);
  CHECK(row_after({.kind = Input::Kind::kWheel, .notches = -1}) == 4);
  CHECK(row_after({.kind = Input::Kind::kWheel, .notches = -0.2}) == 4);
  CHECK(row_after({.kind = Input::Kind::kWheel, .notches = -0.2}) == 5);
  CHECK(row_after_key(Key::kEnd) == 100 - fit);
  CHECK(row_after_key(Key::kDown) == 100 - fit);
  REQUIRE_FALSE(page.finished());
  PixelCanvas higher(960, 1200);
  page.draw(higher);
  CHECK(page.text_rows().end_row() == 100);
  CHECK(row_after_key(Key::kHome) == 0);
}

TEST_CASE("buttons with long labels, and long titles, stay in the window") {
  const std::string label = "I have read all of this, I have understood all of this, and I want to begin now";
  for (const auto& [width, height] : {std::pair{640, 480}, {1280, 800}, {480, 1000}}) {
    PixelCanvas canvas(width, height);
    std::vector<std::vector<int>> rows(2);
    for (int y = 0; y < height; y += 12) {
      PageView page(label + ". " + label + ". " + label, "Text", {label, label + "!"});
      page.draw(canvas);
      page.advance(kReadMs);
      click(page, {width / 2.0, 1.0 * y});
      if (page.finished()) rows.at(page.chosen()).push_back(y);
    }
    REQUIRE_FALSE(rows[0].empty());
    REQUIRE_FALSE(rows[1].empty());
    CHECK(rows[0].back() < rows[1].front());
    CHECK(rows[0].front() > height / 3);
  }
}

TEST_CASE(
    "title, text and buttons of a page stand below each other in the window, in every size of text and "
    "window") {
  const std::string words = "A text that the board has approved. ";
  for (const double text_size : {0.5, 1.0, 1.5, 3.0})
    for (const auto& [width, height] : {std::pair{640, 480}, {1280, 800}, {480, 1000}, {1400, 400}}) {
      PixelCanvas canvas(width, height, text_size);
      PageView page("Your consent", words + words + words + words, {"I agree", "I do not agree"});
      page.draw(canvas);
      const Area& text = page.text_area();
      CHECK(text.size.y >= Canvas::row_height(20 * canvas.scale()));
      CHECK((text.low.x >= 0 && text.low.x + text.size.x <= width));
      for (const Area& button : page.button_areas()) {
        CHECK(button.low.y >= text.low.y + text.size.y);
        CHECK((button.low.x >= 0 && button.low.x + button.size.x <= width));
        CHECK(button.low.y + button.size.y <= height);
      }
    }
}

TEST_CASE(
    "a moving picture of how to pull goes round and round, and stands still in a window without the focus") {
  PixelCanvas canvas(960, 720);
  PageView page("How to play", "Pull.", {"Continue"});
  page.show_pull();
  const auto picture_after = [&](double ms) {
    page.advance(ms);
    page.draw(canvas);
    CHECK_FALSE(page.changed());
    const auto rgba = canvas.rgba();
    return std::vector(rgba.begin(), rgba.end());
  };
  const auto first = picture_after(0);
  page.advance(1000);
  REQUIRE(page.changed());
  const auto pulling = picture_after(0);
  REQUIRE((pulling != first));
  const auto flying = picture_after(1600);
  REQUIRE((flying != pulling));
  REQUIRE((picture_after(PullPicture::kLoopMs - 2600) == first));
  page.handle({.kind = Input::Kind::kFocusLost});
  REQUIRE((picture_after(1000) == first));
  page.handle({.kind = Input::Kind::kFocusGained});
  REQUIRE((picture_after(1000) == pulling));
}

TEST_CASE("the picture of how to pull stands between text and buttons, in every size of text and window") {
  const std::string words = "How birds are pulled and let go. ";
  for (const double text_size : {0.5, 1.0, 3.0})
    for (const auto& [width, height] :
         {std::pair{320, 240}, {640, 480}, {1280, 800}, {480, 1000}, {1400, 400}})
      for (const int times : {1, 20}) {
        PixelCanvas canvas(width, height, text_size);
        std::string text;
        for (int i = 0; i < times; ++i) text += words;
        PageView page("How to play", text, {"Continue"});
        page.show_pull();
        page.draw(canvas);
        const Area& picture = page.pull_area();
        const double text_end = page.text_area().low.y + page.text_area().size.y;
        CHECK(page.text_area().size.y >= Canvas::row_height(20 * canvas.scale()) - 1e-9);
        CHECK(text_end <= page.button_areas().at(0).low.y);
        if (text_size == 1.0) CHECK(picture.size.y > 0);
        if (picture.size.y == 0) continue;
        CHECK(picture.low.y >= text_end);
        CHECK(picture.low.y + picture.size.y <= page.button_areas().at(0).low.y);
        if (times == 1 && width == 1280 && text_size == 1.0)
          CHECK(picture.size.y == Approx(PullPicture::kHeight * 352 * canvas.scale()));
      }
}

TEST_CASE(
    "the title over a task and the numbers stand beside or below each other, in the window at every size") {
  for (const double text_size : {0.5, 1.0, 3.0})
    for (const auto& [width, height] : {std::pair{640, 480}, {1280, 800}, {480, 1000}, {1400, 400}})
      for (const std::string title :
           {"", "Short", "A very long title of a task that is not easily forgotten"}) {
        PixelCanvas canvas(width, height, text_size);
        PlayView view(task_with_two_birds(), setup(), title);
        view.draw(canvas);
        const Area& numbers = view.numbers_area();
        const Area& named = view.title_area();
        for (const Area& area : {numbers, named}) {
          CHECK((area.low.x >= 0 && area.low.x + area.size.x <= width));
          CHECK((area.low.y >= 0 && area.low.y + area.size.y <= height / 2.0));
        }
        CHECK((named.low.x + named.size.x <= numbers.low.x || named.low.y >= numbers.low.y + numbers.size.y));
        CHECK((named.size.x == 0) == title.empty());
        if (title == "Short" && text_size == 1.0) CHECK(named.low.y == numbers.low.y);
      }
}

TEST_CASE("a page is over when one of its buttons was pressed") {
  PixelCanvas canvas(960, 720);
  PageView page("Title", "Text", {"Yes", "No"});
  page.draw(canvas);
  page.advance(kReadMs);
  page.handle({.kind = Input::Kind::kKey, .key = Key::kEnter});
  click(page, {480, 300});
  REQUIRE_FALSE(page.finished());
  click(page, {480 + 80, 720 - 96});
  REQUIRE(page.finished());
  REQUIRE(page.chosen() == 1);
  PageView single("Title", "Text", {"Continue"});
  single.advance(kReadMs);
  single.handle({.kind = Input::Kind::kKey, .key = Key::kEnter});
  click(single, {10, 10});  // takes back nothing
  REQUIRE(single.finished());
}

TEST_CASE("a button is pressed by a press and a release on it, so that no end of a drag is an answer") {
  const Vec2 yes{480 - 80, 720 - 96};
  const Vec2 no{480 + 80, 720 - 96};
  PixelCanvas canvas(960, 720);
  PageView page("Title", "Text", {"Yes", "No"});
  page.draw(canvas);
  page.advance(kReadMs);
  const auto drag = [&](Vec2 from, Vec2 to, MouseButton button) {
    page.handle({.kind = Input::Kind::kPress, .at_px = from, .button = button});
    page.handle({.kind = Input::Kind::kRelease, .at_px = to, .button = button});
    return page.finished();
  };
  page.handle({.kind = Input::Kind::kRelease, .at_px = yes});  // of a bird that was pulled before
  REQUIRE_FALSE(page.finished());
  REQUIRE_FALSE(drag({480, 300}, yes, MouseButton::kLeft));
  REQUIRE_FALSE(drag(no, yes, MouseButton::kLeft));
  REQUIRE_FALSE(drag(yes, yes, MouseButton::kRight));
  REQUIRE(drag(yes, yes + Vec2{5, 5}, MouseButton::kLeft));
  REQUIRE(page.chosen() == 0);
}

TEST_CASE(
    "nothing presses a button in a page's first moment: a double click presses the button of one page") {
  PixelCanvas canvas(960, 720);
  for (const bool by_key : {true, false}) {
    PageView page("Title", "Text", {"Continue"});
    const auto press = [&] {
      if (by_key)
        page.handle({.kind = Input::Kind::kKey, .key = Key::kEnter});
      else
        click(page, {480, 720 - 96});
      return page.finished();
    };
    page.draw(canvas);
    REQUIRE_FALSE(press());
    page.advance(200);
    REQUIRE_FALSE(press());
    page.advance(PageView::kFirstMomentMs);
    REQUIRE(press());
  }
}

TEST_CASE("no button is chosen before a key chooses one, and no answer comes first to every key") {
  struct Row {
    Key key;
    std::size_t tab_first, expected;
  };
  for (const Row row : {Row{Key::kLeft, 0, 0}, Row{Key::kLeft, 1, 0}, Row{Key::kRight, 0, 1},
                        Row{Key::kRight, 1, 1}, Row{Key::kTab, 0, 0}, Row{Key::kTab, 1, 1}}) {
    PageView page("New?", "", {"Yes", "No"}, row.tab_first);
    page.advance(kReadMs);
    key(page, Key::kEnter);
    REQUIRE_FALSE(page.finished());
    key(page, row.key);
    key(page, Key::kEnter);
    REQUIRE(page.chosen() == row.expected);
  }
}

TEST_CASE("keys choose one of several buttons, and Enter presses what keys have chosen") {
  PageView page("Title", "Text", {"Yes", "No"});
  PixelCanvas canvas(960, 720);
  page.draw(canvas);
  REQUIRE_FALSE(page.changed());
  page.advance(kReadMs);
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
