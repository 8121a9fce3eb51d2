#include "view/window/form_view.h"

#include <catch2/catch.hpp>

#include "tests/window/acts.h"
#include "view/window/page_view.h"
#include "view/window/pixel_canvas.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

namespace {

StudyForm form_of(std::vector<FormQuestion> questions) {
  StudyForm form;
  form.name = "form";
  form.title = "A form";
  form.button = "Go on";
  form.questions = std::move(questions);
  return form;
}

FormQuestion slider() {
  FormQuestion asked{.name = "sure", .kind = FormQuestion::Kind::kSlider, .text = "Sure?"};
  asked.from = 0;
  asked.to = 10;
  asked.low = "no";
  asked.high = "yes";
  return asked;
}

FormQuestion choice(bool several) {
  FormQuestion asked{.name = "kind", .kind = FormQuestion::Kind::kChoice, .text = "What?"};
  asked.choices = {"looks", "moves", "other"};
  asked.several = several;
  return asked;
}

FormQuestion typed(FormQuestion::Kind kind, bool optional = false) {
  FormQuestion asked{.name = "typed", .kind = kind, .text = "Type."};
  asked.from = -5;
  asked.to = 99;
  asked.optional = optional;
  return asked;
}

void type(FormView& view, const std::vector<std::string>& characters) {
  for (const std::string& each : characters) view.handle({.kind = Input::Kind::kText, .text = each});
}

/// Draws the view, lets its first moment pass, and presses the button.
void press(FormView& view) {
  PixelCanvas canvas(960, 720);
  view.draw(canvas);
  view.advance(PageView::kFirstMomentMs);
  click(view, view.button_area().centre());
}

}  // namespace

TEST_CASE("a slider has no answer until it is touched, by the mouse or by keys") {
  const StudyForm form = form_of({slider()});
  FormView view(form);
  press(view);
  CHECK(!view.finished());
  const Area bar = view.answer_areas().front();
  view.handle({.kind = Input::Kind::kPress, .at_px = bar.low + Vec2{0.2 * bar.size.x, 1}});
  view.handle({.kind = Input::Kind::kMove, .at_px = bar.low + Vec2{2 * bar.size.x, 300}});
  view.handle({.kind = Input::Kind::kRelease, .at_px = bar.low});
  view.handle({.kind = Input::Kind::kMove, .at_px = bar.low});
  press(view);
  REQUIRE(view.finished());
  CHECK(view.answers() == R"({"sure":10})");

  FormView by_keys(form);
  for (const Key each : {Key::kLeft, Key::kLeft, Key::kPageUp, Key::kPageDown, Key::kRight})
    key(by_keys, each);
  by_keys.advance(PageView::kFirstMomentMs);
  key(by_keys, Key::kEnter);
  CHECK(by_keys.answers() == R"({"sure":1})");
}

TEST_CASE("of choices one is taken, or several in their order") {
  const StudyForm form = form_of({choice(false), choice(true)});
  FormView view(form);
  press(view);
  CHECK(!view.finished());
  for (const std::size_t each : {2U, 1U, 1U}) click(view, view.answer_areas()[each].centre());
  press(view);
  press(view);
  CHECK(!view.finished());
  key(view, Key::kUp);  // from the first to the last
  key(view, Key::kSpace);
  key(view, Key::kDown);
  key(view, Key::kSpace);
  click(view, view.answer_areas()[1].centre());
  click(view, view.answer_areas()[1].centre());
  press(view);
  REQUIRE(view.finished());
  CHECK(view.answers() == R"({"kind":1,"kind":[0,2]})");
}

TEST_CASE("numbers and texts are typed, and leading on waits until they fit") {
  const StudyForm form = form_of({typed(FormQuestion::Kind::kNumber), typed(FormQuestion::Kind::kText)});
  FormView view(form);
  CHECK(view.takes_text());
  press(view);
  type(view, {"4", "-", "x", "2", "0"});
  press(view);  // 420 is too much
  CHECK(view.answers() == "{}");
  type(view, {"\b"});
  press(view);
  type(view, {" ", "\u00e4", "\"", "\u732b", "\b", " "});
  press(view);
  REQUIRE(view.finished());
  CHECK(!view.takes_text());
  CHECK(view.answers() == "{\"typed\":42,\"typed\":\"\u00e4\\\"\"}");
}

TEST_CASE("an optional question may be left out") {
  const StudyForm form =
      form_of({typed(FormQuestion::Kind::kNumber, true), typed(FormQuestion::Kind::kText, true)});
  FormView view(form);
  type(view, {"-"});
  press(view);
  press(view);
  REQUIRE(view.finished());
  CHECK(view.answers() == R"({"typed":null,"typed":null})");
}

TEST_CASE("the first moment of a question takes no press, and a text is no longer than pages take") {
  const StudyForm form = form_of({typed(FormQuestion::Kind::kText)});
  FormView view(form);
  type(view, std::vector<std::string>(3000, "w"));
  PixelCanvas canvas(400, 300);
  view.draw(canvas);
  click(view, view.button_area().centre());
  CHECK(!view.finished());
  view.advance(PageView::kFirstMomentMs);
  key(view, Key::kEnter);
  CHECK(view.answers().size() == std::string(R"({"typed":""})").size() + 2000);
}
