#include "view/recording_pen.h"

#include <array>
#include <catch2/catch.hpp>
#include <numbers>

#include "tests/view/recorded_operations.h"
#include "tests/view/show_worlds.h"
#include "view/pen.h"

using namespace novphy;
using novphy::recorded::Operation;
using novphy::recorded::operations;

namespace {

/// The operations that a pen makes.
template <class Draw>
std::vector<Operation> drawn(const Draw& draw) {
  RecordingPen pen;
  draw(static_cast<Pen&>(pen));
  return operations(pen.numbers());
}

constexpr double kRed = 0xFFFF0000;
constexpr double kHalfBlue = 0x800000FF;

Stage stage_of_task(const Task& task) { return stage_of(worlds::world(task)); }

std::vector<double> record(StageRecorder& recorder, const Stage& stage, const Screen& screen) {
  RecordingPen pen;
  recorder.record(stage, screen, pen);
  return pen.numbers();
}

std::vector<double> record(const Stage& stage, const Screen& screen = {}) {
  StageRecorder recorder;
  return record(recorder, stage, screen);
}

std::vector<Operation> of_kind(const std::vector<double>& numbers, DrawingOp op) {
  std::vector<Operation> found;
  for (const Operation& each : operations(numbers))
    if (each.op == op) found.push_back(each);
  return found;
}

}  // namespace

TEST_CASE("shapes are recorded with their places and sizes") {
  const auto found = drawn([](Pen& pen) {
    pen.circle({1, 2}, 3).arc({1, 2}, 3, 0.5, 1.5).ellipse({4, 5}, {6, 8}).box({5, 5}, {2, 4});
    pen.rounded_rectangle({1, 2}, {30, 40}, 5);
    pen.line({{1, 2}, {3, 4}, {5, 6}}).line({}).close();
  });
  CHECK(found == std::vector<Operation>{{DrawingOp::kCircle, {1, 2, 3}},
                                        {DrawingOp::kArc, {1, 2, 3, 0.5, 1.5}},
                                        {DrawingOp::kEllipse, {4, 5, 3, 4}},
                                        {DrawingOp::kRectangle, {4, 3, 2, 4}},
                                        {DrawingOp::kRoundedRectangle, {1, 2, 30, 40, 5}},
                                        {DrawingOp::kLine, {3, 1, 2, 3, 4, 5, 6}},
                                        {DrawingOp::kClose, {}}});
}

TEST_CASE("what draws shapes is recorded with its colours, and clips and dashes with the rest") {
  const Colour red = colour(0xFF0000);
  const Colour blue = colour(0x0000FF, 0.5);
  const std::array<double, 2> dashes{0.25, 0.75};
  const auto found = drawn([&](Pen& pen) {
    pen.fill(red);
    pen.fill(blue, Inside::kAll);
    pen.fill_upwards(1, red, 17, blue);
    pen.stroke(blue, 0.5);
    pen.paint(red, blue, 2);
    pen.dash(dashes);
    pen.clip();
    pen.clip(Inside::kAll);
  });
  CHECK(found == std::vector<Operation>{{DrawingOp::kFill, {kRed}},
                                        {DrawingOp::kFillAll, {kHalfBlue}},
                                        {DrawingOp::kFillUpwards, {1, kRed, 17, kHalfBlue}},
                                        {DrawingOp::kStroke, {kHalfBlue, 0.5}},
                                        {DrawingOp::kPaint, {kRed, kHalfBlue, 2}},
                                        {DrawingOp::kDash, {2, 0.25, 0.75}},
                                        {DrawingOp::kClip, {}},
                                        {DrawingOp::kClipAll, {}}});
}

TEST_CASE("frames are recorded between save and restore, without what changes nothing") {
  const auto found = drawn([](Pen& pen) {
    { const PenFrame moved(pen, {3, 4}, 0.5, true); }
    { const PenFrame still(pen, {0, 0}, 0); }
    pen.to_metres(18);
    pen.scale({1, 1});
  });
  CHECK(found == std::vector<Operation>{{DrawingOp::kSave, {}},
                                        {DrawingOp::kTranslate, {3, 4}},
                                        {DrawingOp::kRotate, {0.5}},
                                        {DrawingOp::kScale, {-1, 1}},
                                        {DrawingOp::kRestore, {}},
                                        {DrawingOp::kSave, {}},
                                        {DrawingOp::kRestore, {}},
                                        {DrawingOp::kScale, {18, -18}}});
}

TEST_CASE("a text is recorded by the numbers of its characters") {
  const auto found = drawn([](Pen& pen) {
    pen.write({10, 20}, "A\u00fc\u65E5\U0001F426", {.size_px = 15, .with = colour(0xFF0000), .bold = true});
    pen.write({1, 2}, "", {.size_px = 12, .with = colour(0x0000FF, 0.5)});
  });
  CHECK(found ==
        std::vector<Operation>{{DrawingOp::kText, {10, 20, 15, 1, kRed, 4, 'A', 0xFC, 0x65E5, 0x1F426}},
                               {DrawingOp::kText, {1, 2, 12, 0, kHalfBlue, 0}}});
}

TEST_CASE("a drawing is forgotten by clear()") {
  RecordingPen pen;
  pen.circle({1, 2}, 3);
  pen.clear();
  CHECK(pen.numbers().empty());
  pen.backdrop({640, 480});
  CHECK(operations(pen.numbers()) == std::vector<Operation>{{DrawingOp::kBackdrop, {640, 480}}});
}

TEST_CASE("a frame of a task is a short list of whole operations, which begins with its backdrop") {
  for (const Task& task : {worlds::full_task(), worlds::mirrored_task(), worlds::storm_task()}) {
    StageRecorder recorder;
    const auto numbers = record(recorder, stage_of_task(task), {});
    CHECK(numbers.size() < 2500);
    CHECK(recorder.backdrop().size() < 2500);
    const auto list = operations(numbers);
    CHECK(list.front() == Operation{DrawingOp::kBackdrop, {640, 480}});
    CHECK(of_kind(numbers, DrawingOp::kSave).size() == of_kind(numbers, DrawingOp::kRestore).size());
    CHECK(of_kind(recorder.backdrop(), DrawingOp::kFillUpwards).size() == 1);
  }
}

TEST_CASE("equal stages have equal recordings, whatever was recorded before") {
  const Stage stage = stage_of_task(worlds::full_task());
  Stage pulled = stage;
  pulled.drag_m = Vec2{-0.5, -0.5};
  StageRecorder used;
  record(used, stage_of_task(worlds::storm_task()), {});
  record(used, pulled, {});
  CHECK(record(used, stage, {}) == record(stage));
  CHECK(record(pulled) != record(stage));
}

TEST_CASE("a backdrop is recorded anew where it, the screen or the view changes, and then alone") {
  Stage stage = stage_of_task(worlds::full_task());
  StageRecorder recorder;
  const auto backdrops_after = [&](const Screen& screen) {
    record(recorder, stage, screen);
    return recorder.backdrops();
  };
  CHECK(backdrops_after({}) == 1);
  for (BodyView& body : stage.bodies)
    if (body.kind->category == Category::kPig) body.at_m.x += 0.5;
  CHECK(backdrops_after({}) == 1);
  CHECK(backdrops_after({.width_px = 800}) == 2);
  CHECK(backdrops_after({.width_px = 800, .shown = ViewMode::kMirrored}) == 3);
  for (BodyView& body : stage.bodies)
    if (body.kind->category == Category::kPlatform) body.at_m.x += 0.5;
  CHECK(backdrops_after({.width_px = 800, .shown = ViewMode::kMirrored}) == 4);
  StageRecorder fresh;
  record(fresh, stage, {.width_px = 800, .shown = ViewMode::kMirrored});
  CHECK(fresh.backdrop() == recorder.backdrop());
}

TEST_CASE("a grey view has greys alone, as bright as its colours, and the same shapes") {
  const Stage stage = stage_of_task(worlds::full_task());
  StageRecorder in_colour;
  StageRecorder in_grey;
  const auto plain = record(in_colour, stage, {});
  const auto grey = record(in_grey, stage, {.shown = ViewMode::kGrey});
  REQUIRE(grey.size() == plain.size());
  CHECK(grey != plain);
  for (const auto& [before, after] :
       {std::pair{recorded::colours(plain), recorded::colours(grey)},
        std::pair{recorded::colours(in_colour.backdrop()), recorded::colours(in_grey.backdrop())}}) {
    REQUIRE(after.size() == before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      const auto part = [](unsigned colour, unsigned shift) { return colour >> shift & 255U; };
      const double bright =
          0.299 * part(before[i], 16) + 0.587 * part(before[i], 8) + 0.114 * part(before[i], 0);
      CHECK((after[i] & 0xFFFFFFU) == part(after[i], 0) * 0x010101U);
      CHECK(part(after[i], 0) == Approx(bright).margin(0.51));
      CHECK(after[i] >> 24U == before[i] >> 24U);
    }
  }
}

TEST_CASE("what is recorded after a grey world has its colours") {
  RecordingPen pen;
  StageRecorder().record(stage_of_task(worlds::task()), {.shown = ViewMode::kGrey}, pen);
  pen.fill(colour(0xFF0000), Inside::kEvenOdd);
  CHECK(operations(pen.numbers()).back() == Operation{DrawingOp::kFill, {kRed}});
}

TEST_CASE("mirrored views and those upside down are the plain recording in turned coordinates") {
  const Stage stage = stage_of_task(worlds::full_task());
  const auto plain = operations(record(stage));
  const auto check = [&](ViewMode shown, Vec2 origin, Vec2 scale) {
    const auto altered = operations(record(stage, {.shown = shown}));
    REQUIRE(altered.size() == plain.size() + 2);
    CHECK(std::equal(plain.begin(), plain.begin() + 2, altered.begin()));
    CHECK(altered[2] == Operation{DrawingOp::kTranslate, {origin.x, origin.y}});
    CHECK(altered[3] == Operation{DrawingOp::kScale, {scale.x, scale.y}});
    CHECK(std::equal(plain.begin() + 2, plain.end(), altered.begin() + 4));
  };
  check(ViewMode::kMirrored, {640, 0}, {-1, 1});
  check(ViewMode::kUpsideDown, {0, 480}, {1, -1});
}
