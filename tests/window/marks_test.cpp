#include <catch2/catch.hpp>
#include <cmath>

#include "tests/trials/fixtures.h"
#include "view/window/button_bar.h"
#include "view/window/camera.h"
#include "view/window/game.h"
#include "view/window/pixel_canvas.h"
#include "view/window/workbench.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

namespace {

std::vector<std::uint8_t> picture_of(const World& world, const Marks* marks) {
  PixelCanvas canvas(640, 480);
  canvas.world(stage_of(world), Screen{});
  if (marks) marks->draw(canvas, Screen{});
  const auto rgba = canvas.rgba();
  return {rgba.begin(), rgba.end()};
}

/// Marks of a play after its shot, at the first moment at which `when` is true.
template <class When>
void play_until(World& world, Marks& marks, const Shot& shot, std::vector<Sound>& heard, const When& when) {
  marks.restart(world);
  world.launch(shot);
  while (!world.end() && !when()) {
    world.tick();
    marks.advance(world, 10);
    for (const Sound sound : marks.take_sounds()) heard.push_back(sound);
  }
}

bool has(const std::vector<Sound>& sounds, Sound sound) {
  return std::find(sounds.begin(), sounds.end(), sound) != sounds.end();
}

World pig_before_sling(const std::string& bird, const std::string& object = "") {
  Task task = task_with_two_birds();
  task.birds = {bird};
  task.effects.clear();
  task.objects = {{.type = "pig_small", .at_m = {-8, -3.2}}};
  if (!object.empty()) task.objects.push_back({.type = object, .at_m = {-8.8, -3.2}});
  return World(task, assets().catalogue, physics(), true);
}

}  // namespace

TEST_CASE("points rise where they are earned, and go") {
  World world = pig_before_sling("red");
  Marks marks;
  std::vector<Sound> heard;
  play_until(world, marks, aimed(radians(-15), 1), heard, [&] { return world.score() > 0; });
  REQUIRE(world.score() > 0);
  REQUIRE(marks.moving());
  const auto with = picture_of(world, &marks);
  REQUIRE(with != picture_of(world, nullptr));
  marks.advance(world, 300);
  REQUIRE(picture_of(world, &marks) != with);
  marks.advance(world, 5000);
  REQUIRE_FALSE(marks.moving());
  REQUIRE(picture_of(world, &marks) == picture_of(world, nullptr));
  REQUIRE(has(heard, Sound::kLaunch));
  REQUIRE(has(heard, Sound::kHit));
}

TEST_CASE("explosions of birds, of TNT and of eggs are seen and heard, and only explosions") {
  struct Case {
    const char* bird;
    const char* object;
    Shot shot;
    bool explodes;
  };
  for (const Case& now :
       {Case{"black", "", aimed(radians(20), 1, 900), true},
        Case{"black", "", aimed(radians(10), 1), true},  // by its fuse
        Case{"red", "tnt", aimed(radians(-15), 1), true}, Case{"white", "", aimed(radians(20), 1, 700), true},
        Case{"red", "", aimed(radians(20), 1), false},
        Case{"black", "", aimed(radians(170), 1), false}}) {  // leaves the world
    World world = pig_before_sling(now.bird, now.object);
    Marks marks;
    std::vector<Sound> heard;
    play_until(world, marks, now.shot, heard, [&] { return has(heard, Sound::kExplosion); });
    INFO(now.bird << " " << now.object);
    CHECK(has(heard, Sound::kExplosion) == now.explodes);
    CHECK(marks.moving() >= now.explodes);
    if (now.explodes) CHECK(picture_of(world, &marks) != picture_of(world, nullptr));
  }
}

TEST_CASE("a world that goes back marks nothing twice") {
  World world = pig_before_sling("red");
  const auto start = world.save();
  Marks marks;
  std::vector<Sound> heard;
  play_until(world, marks, aimed(radians(-15), 1), heard, [&] { return false; });
  REQUIRE((has(heard, Sound::kWon) || has(heard, Sound::kLost)));
  world.restore(start);
  marks.restart(world);
  marks.advance(world, 10);
  REQUIRE(marks.take_sounds().empty());
  REQUIRE_FALSE(marks.moving());
}

TEST_CASE("sounds are short, are no silence, and begin and end without a click") {
  std::vector<std::vector<std::int16_t>> all;
  for (int i = 0; i < kSounds; ++i) {
    const auto samples = samples_of(static_cast<Sound>(i));
    const double length_s = static_cast<double>(samples.size()) / kSamplesPerS;
    REQUIRE((length_s > 0.05 && length_s < 1));
    double loudest = 0;
    for (const std::int16_t sample : samples) loudest = std::max(loudest, std::abs(double{1} * sample));
    REQUIRE(loudest > 3000);
    REQUIRE(std::abs(samples.front()) < 500);
    REQUIRE(std::abs(samples.back()) < 500);
    REQUIRE(samples == samples_of(static_cast<Sound>(i)));
    REQUIRE(std::find(all.begin(), all.end(), samples) == all.end());
    all.push_back(samples);
  }
}

TEST_CASE("gravity and a storm have arrows, the storm a pale one until it begins") {
  Task task = task_with_two_birds();
  task.effects.clear();
  const auto picture = [&](const Task& of) {
    PixelCanvas canvas(640, 480);
    canvas.begin({});
    draw_forces(canvas, Screen{}, World(of, assets().catalogue, physics()), 40);
    const auto rgba = canvas.rgba();
    return std::vector<std::uint8_t>(rgba.begin(), rgba.end());
  };
  const auto down = picture(task);
  Task up = task;
  up.gravity_mps2 = {0, 9.81};
  REQUIRE(picture(up) != down);
  ForceField storm{.name = "storm", .force_n = {3, 0}, .on = {.birds_above_mps = 0}, .after_birds_gone = 1};
  Task later = task;
  later.effects = {storm};
  REQUIRE(picture(later) != down);
  storm.after_birds_gone = 0;
  Task now = task;
  now.effects = {storm};
  REQUIRE(picture(now) != picture(later));
}

TEST_CASE("buttons stand in rows that fit the window, and the left mouse button presses them") {
  const Input key{.kind = Input::Kind::kKey, .key = Key::kLetter, .letter = 'x'};
  for (const int width : {2000, 300}) {
    PixelCanvas canvas(width, 480);
    ButtonBar bar;
    bar.place(canvas, std::vector<BarButton>(12, {"A button", key}));
    bar.draw(canvas);
    int areas = 0;
    for (int y = 0; y < 480; y += 4)
      for (int x = 0; x < width; x += 4) {
        const auto pressed = bar.pressed({.kind = Input::Kind::kPress, .at_px = {1.0 * x, 1.0 * y}});
        if (pressed) {
          ++areas;
          REQUIRE(pressed->letter == 'x');
          REQUIRE(y >= 480 - bar.height_px());
        }
      }
    REQUIRE(areas >= 12 * 15);
    REQUIRE((bar.height_px() > 60) == (width == 300));
    REQUIRE_FALSE(bar.pressed({.kind = Input::Kind::kRelease, .at_px = {20, 470}}).has_value());
    REQUIRE_FALSE(
        bar.pressed({.kind = Input::Kind::kPress, .at_px = {20, 470}, .button = MouseButton::kRight})
            .has_value());
  }
}

TEST_CASE("the cross of a full screen leaves at the second press within a moment") {
  PixelCanvas canvas(960, 720);
  const Input click{.kind = Input::Kind::kPress, .at_px = {960 - 25, 30}};
  const Input keys{.kind = Input::Kind::kKey, .key = Key::kLetter, .letter = 'q', .control = true};
  for (const Input& input : {click, keys}) {
    ExitButton button(true);
    button.draw(canvas);
    REQUIRE_FALSE(button.handle({.kind = Input::Kind::kPress, .at_px = {100, 100}}));
    REQUIRE(button.handle(input));
    REQUIRE_FALSE(button.left());
    button.draw(canvas);
    button.advance(ExitButton::kAskMs + 1);
    REQUIRE(button.handle(input));
    REQUIRE_FALSE(button.left());
    button.draw(canvas);
    button.advance(100);
    REQUIRE(button.handle(input));
    REQUIRE(button.left());
  }
  ExitButton framed(false);
  framed.draw(canvas);
  REQUIRE_FALSE(framed.handle(click));
}
