#include "view/window/recorded_canvas.h"

#include <catch2/catch.hpp>

#include "tests/trials/fixtures.h"
#include "tests/view/recorded_operations.h"
#include "view/window/button_bar.h"
#include "view/window/pixel_canvas.h"
#include "view/window/play_view.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

namespace {

/// The texts of a drawing, in their order.
std::vector<std::u32string> texts(const RecordedCanvas& canvas) {
  std::vector<std::u32string> list;
  for (const auto& each : recorded::operations(canvas.numbers()))
    if (each.op == DrawingOp::kText) list.emplace_back(each.arguments.begin() + 6, each.arguments.end());
  return list;
}

}  // namespace

TEST_CASE("a task in a page is one list of numbers: backdrop, world, labels") {
  RecordedCanvas canvas(960, 720);
  PlayView view(task_with_two_birds(), setup(), "Title");
  view.draw(canvas);
  CHECK(canvas.numbers().size() < 2500);
  CHECK(canvas.numbers().front() == static_cast<double>(DrawingOp::kBackdrop));
  CHECK(canvas.worlds().backdrops() == 1);
  CHECK(texts(canvas) == std::vector<std::u32string>{U"Birds 2    Pigs 1    Score 0", U"Title"});
  const auto first = canvas.numbers();
  canvas.clear();
  view.draw(canvas);
  CHECK(canvas.numbers() == first);
  CHECK(canvas.worlds().backdrops() == 1);
}

TEST_CASE("canvases with pixels and recorded ones place everything alike") {
  PixelCanvas pixels(800, 600, 1.5);
  RecordedCanvas recorded(800, 600, 1.5);
  CHECK(recorded.scale() == pixels.scale());
  CHECK(recorded.text_width("Some words", 20) == pixels.text_width("Some words", 20));
  PlayView one(task_with_two_birds(), setup(), "Title");
  PlayView other(task_with_two_birds(), setup(), "Title");
  one.draw(pixels);
  other.draw(recorded);
  CHECK(one.screen() == other.screen());
  CHECK(one.numbers_area().low == other.numbers_area().low);
  CHECK(one.numbers_area().size == other.numbers_area().size);
  ButtonBar bar;
  bar.place(recorded, {{.label = "Restart"}});
  bar.draw(recorded);
  CHECK(texts(recorded).back() == U"Restart");
}
