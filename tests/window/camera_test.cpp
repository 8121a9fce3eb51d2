#include "view/window/camera.h"

#include <array>
#include <catch2/catch.hpp>

#include "sim/world.h"
#include "tests/trials/fixtures.h"
#include "view/window/pixel_canvas.h"
#include "view/window/play_view.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

namespace {

const std::vector<std::pair<int, int>> kSizes{{1280, 960}, {1920, 700}, {400, 1000}, {640, 480}};

World world_of(const Task& task) { return World(task, assets().catalogue, physics()); }

Vec2 rest_of(const Task& task) { return task.slingshot.at_m + assets().catalogue.launch.anchor_offset_m; }

bool shows(const Screen& screen, Vec2 at_m) {
  const Vec2 at = pixel_of(screen, at_m);
  return at.x >= -0.01 && at.y >= -0.01 && at.x <= screen.width_px + 0.01 && at.y <= screen.height_px + 0.01;
}

/// The share of a picture's height below the ground's surface.
double ground_share(const Screen& screen) {
  const double top = pixel_of(screen, {0, assets().catalogue.world.ground_top_m}).y;
  return (screen.height_px - top) / screen.height_px;
}

/// Zooms and moves the picture of a view in a way of its own for each number.
void look_around(PlayView& view, int number) {
  for (int i = 0; i < number; ++i)
    view.handle(
        {.kind = Input::Kind::kWheel, .at_px = {200.0 + 31 * i, 500}, .notches = number % 3 == 0 ? -1.0 : 2});
  view.handle({.kind = Input::Kind::kPress, .at_px = {300, 300}, .button = MouseButton::kRight});
  view.handle({.kind = Input::Kind::kMove, .at_px = {300.0 + 17 * number, 300.0 - 13 * number}});
  view.handle({.kind = Input::Kind::kRelease, .at_px = {0, 0}, .button = MouseButton::kRight});
}

}  // namespace

TEST_CASE("the agents' view is whole at every size of the window") {
  for (const auto& [width, height] : kSizes) {
    const Screen screen = Camera().screen(width, height);
    REQUIRE(screen.width_px == width);
    REQUIRE(screen.height_px == height);
    for (const Vec2 corner : {Vec2{-17.5, -14.125}, Vec2{17.5, 12.125}}) REQUIRE(shows(screen, corner));
  }
}

TEST_CASE("the picture is fitted to slingshot, objects and flights, with little ground at every size") {
  for (const bool upwards : {false, true}) {
    Task task = task_with_two_birds();
    if (upwards) task.gravity_mps2 = {0, 9.81};
    const World world = world_of(task);
    const Camera camera(extent_for_players(world));
    for (const auto& [width, height] : kSizes) {
      const Screen screen = camera.screen(width, height);
      REQUIRE(screen.px_per_m > Camera().screen(width, height).px_per_m);
      for (const BodyView& body : world.bodies())
        if (body.kind->category != Category::kGround) REQUIRE(shows(screen, body.at_m));
      const double fall = world.body(static_cast<int>(task.objects.size())).kind->gravity_scale;  // of a bird
      const double high_m = 100 / (4 * 9.81 * fall);
      if (!upwards) REQUIRE(shows(screen, rest_of(task) + Vec2{2 * high_m, high_m}));
      REQUIRE(ground_share(screen) < 0.15);
    }
  }
}

TEST_CASE("a window that is higher or wider shows more sky and more at the sides, not more ground") {
  const Camera camera(extent_for_players(world_of(task_with_two_birds())));
  const double ground_m = shown_by(camera.screen(1280, 960)).low_m.y;
  for (const auto& [width, height] : kSizes)
    REQUIRE(shown_by(camera.screen(width, height)).low_m.y == Approx(ground_m));
}

TEST_CASE("buttons at the lower edge cover neither the ground's surface nor anything else of the task") {
  const BoundingBox extent{{-14, -4.7}, {12, 6}};
  const double ground_m = -3.5;
  for (const auto& [width, height] : {std::pair{640, 480}, {600, 1000}, {1280, 800}, {64, 48}}) {
    for (const double covered_px : {0.0, 20.0, 90.0}) {
      Camera camera(extent);
      const Screen plain = camera.screen(width, height);
      camera.keep_clear(covered_px, ground_m);
      const Screen screen = camera.screen(width, height);
      CHECK((screen.width_px == width && screen.height_px == height));
      if (covered_px < height / 2) CHECK(pixel_of(screen, {0, ground_m}).y <= height - covered_px + 1e-6);
      CHECK(pixel_of(screen, extent.high_m).y >= -1e-6);
      const bool enough = pixel_of(plain, {0, ground_m}).y <= height - covered_px;
      CHECK((screen == plain) == enough);
      camera.zoom(2, {100, 100}, screen);
      camera.zoom(0.5, {100, 100}, camera.screen(width, height));
      CHECK(camera.screen(width, height).px_per_m == Approx(screen.px_per_m));
    }
  }
}

TEST_CASE("the wheel keeps the point under the pointer in its place, up to the limits") {
  Camera camera(extent_for_players(world_of(task_with_two_birds())));
  const Screen fitted = camera.screen(1280, 960);
  const Vec2 at_px{400, 600};
  const Vec2 held_m = place_m(fitted, at_px);
  for (int i = 0; i < 5; ++i) camera.zoom(1.2, at_px, camera.screen(1280, 960));
  const Screen near = camera.screen(1280, 960);
  REQUIRE(near.px_per_m == Approx(fitted.px_per_m * std::pow(1.2, 5)));
  REQUIRE(pixel_of(near, held_m).x == Approx(at_px.x));
  REQUIRE(pixel_of(near, held_m).y == Approx(at_px.y));
  for (int i = 0; i < 50; ++i) camera.zoom(2, at_px, camera.screen(1280, 960));
  REQUIRE(camera.screen(1280, 960).px_per_m == Approx(Camera::kMostPxPerM));
  for (int i = 0; i < 50; ++i) camera.zoom(0.5, at_px, camera.screen(1280, 960));
  REQUIRE(camera.screen(1280, 960).px_per_m == Approx(Camera().screen(1280, 960).px_per_m));
  camera.pan({1e6, -1e6}, camera.screen(1280, 960));
  const BoundingBox shown = shown_by(camera.screen(1280, 960));
  REQUIRE(shown.low_m.x >= Approx(-17.5).margin(1e-6));
  camera.fit();
  REQUIRE(camera.screen(1280, 960) == fitted);
}

TEST_CASE("a pan moves the picture with the pointer") {
  Camera camera(extent_for_players(world_of(task_with_two_birds())));
  camera.zoom(3, {600, 500}, camera.screen(1280, 960));
  const Screen before = camera.screen(1280, 960);
  const Vec2 point_m = place_m(before, {500, 400});
  camera.pan({25, -14}, before);
  const Vec2 after = pixel_of(camera.screen(1280, 960), point_m);
  REQUIRE(after.x == Approx(525));
  REQUIRE(after.y == Approx(386));
}

TEST_CASE("a shot that is drawn at any zoom is the same shot to the last bit") {
  const Task& task = task_with_two_birds();
  const Vec2 rest = rest_of(task);
  std::vector<Shot> shots;
  std::vector<Screen> screens;
  for (int number = 0; number < 12; ++number) {
    const auto [width, height] = kSizes[static_cast<std::size_t>(number) % kSizes.size()];
    PlayView view(task, setup(), "");
    PixelCanvas canvas(width, height);
    view.draw(canvas);
    look_around(view, number);
    view.draw(canvas);
    const Screen& screen = view.screen();
    view.handle({.kind = Input::Kind::kPress, .at_px = pixel_of(screen, rest)});
    view.handle({.kind = Input::Kind::kMove, .at_px = pixel_of(screen, rest + Vec2{-0.7, -0.45})});
    view.handle({.kind = Input::Kind::kRelease});
    REQUIRE(view.game().flying());
    shots.push_back(view.game().session().shots().front());
    screens.push_back(screen);
  }
  for (std::size_t i = 1; i < shots.size(); ++i) {
    REQUIRE(screens[i] != screens[i - 1]);
    REQUIRE(shots[i] == shots[0]);
  }
  REQUIRE(shots[0].drag_m.x == Approx(-0.7).margin(1e-9));
}

namespace {

constexpr std::array kShown{ViewMode::kPlain, ViewMode::kMirrored, ViewMode::kUpsideDown, ViewMode::kGrey};

Task shown_as(ViewMode shown) {
  Task task = task_with_two_birds();
  task.shown = shown;
  return task;
}

}  // namespace

TEST_CASE("in an altered view a person pulls the bird where it is seen, and the world gets the same shot") {
  std::vector<Shot> shots;
  for (const ViewMode shown : kShown) {
    const Task task = shown_as(shown);
    PlayView view(task, setup(), "");
    PixelCanvas canvas(960, 720);
    view.draw(canvas);
    look_around(view, 4);
    view.draw(canvas);
    const Screen& screen = view.screen();
    const Vec2 rest_px = pixel_of(screen, rest_of(task));
    const Vec2 pulled_px = pixel_of(screen, rest_of(task) + Vec2{-0.7, -0.45});
    CHECK((pulled_px.x < rest_px.x) == (shown != ViewMode::kMirrored));
    CHECK((pulled_px.y > rest_px.y) == (shown != ViewMode::kUpsideDown));
    view.handle({.kind = Input::Kind::kPress, .at_px = rest_px});
    view.handle({.kind = Input::Kind::kMove, .at_px = pulled_px});
    view.handle({.kind = Input::Kind::kRelease});
    REQUIRE(view.game().flying());
    shots.push_back(view.game().session().shots().front());
  }
  for (const Shot& shot : shots) CHECK(shot == shots.front());
}

TEST_CASE("an altered view is zoomed and moved with the pointer, and keeps everything out of the buttons") {
  for (const ViewMode shown : kShown) {
    const World world = world_of(shown_as(shown));
    Camera camera(extent_for_players(world), shown);
    const double covered_px = 90;
    camera.keep_clear(covered_px, assets().catalogue.world.ground_top_m);
    const Screen fitted = camera.screen(640, 480);
    for (const BodyView& body : world.bodies())
      if (body.kind->category != Category::kGround) CHECK(pixel_of(fitted, body.at_m).y <= 480 - covered_px);
    const Vec2 held_m = place_m(fitted, {200, 150});
    CHECK(length(place_m(fitted, pixel_of(fitted, {1, 2})) - Vec2{1, 2}) < 1e-9);
    camera.zoom(3, {200, 150}, fitted);
    const Screen near = camera.screen(640, 480);
    CHECK(length(pixel_of(near, held_m) - Vec2{200, 150}) < 1e-6);
    camera.pan({25, -14}, near);
    CHECK(length(pixel_of(camera.screen(640, 480), held_m) - Vec2{225, 136}) < 1e-6);
  }
}

TEST_CASE("only the left button pulls, and the others move the picture, where the player may") {
  for (const bool zoom : {true, false}) {
    PlayView view(task_with_two_birds(), setup(), "", {.zoom = zoom});
    PixelCanvas canvas(960, 720);
    view.draw(canvas);
    const Screen fitted = view.screen();
    const Vec2 at = pixel_of(fitted, rest_of(task_with_two_birds()));
    for (const MouseButton button : {MouseButton::kRight, MouseButton::kMiddle}) {
      view.handle({.kind = Input::Kind::kPress, .at_px = at, .button = button});
      view.handle({.kind = Input::Kind::kMove, .at_px = at + Vec2{-30, 5}});
      view.handle({.kind = Input::Kind::kRelease, .at_px = at + Vec2{-30, 5}, .button = button});
    }
    for (const Key key : {Key::kPlus, Key::kPlus}) view.handle({.kind = Input::Kind::kKey, .key = key});
    view.handle({.kind = Input::Kind::kKey, .key = Key::kRight, .control = true});
    REQUIRE_FALSE(view.game().flying());
    REQUIRE_FALSE(view.game().numbers().drag_m.has_value());
    view.draw(canvas);
    REQUIRE((view.screen() != fitted) == zoom);
    view.handle({.kind = Input::Kind::kKey, .key = Key::kZero});
    view.draw(canvas);
    REQUIRE(view.screen() == fitted);
  }
}

TEST_CASE("where the study asks for it people see exactly the agents' view") {
  PlayView view(task_with_two_birds(), setup(), "", {.as_agents = true, .zoom = false});
  PixelCanvas canvas(640, 480);
  view.draw(canvas);
  REQUIRE(view.screen() == Screen{});
}
