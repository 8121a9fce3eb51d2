#include "view/window/workbench.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <thread>

#include "levels/task_file.h"
#include "tests/temporary_folder.h"
#include "tests/trials/fixtures.h"
#include "view/window/camera.h"
#include "view/window/pixel_canvas.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

namespace {

const std::filesystem::path kPair = NOVPHY_SOURCE_DIR "/levels/templates/rolling/agents.json";

SolverNumbers numbers() { return solver_numbers(assets()); }

void press(Workbench& bench, char letter) {
  bench.handle({.kind = Input::Kind::kKey, .key = Key::kLetter, .letter = letter});
}

const Task& shown(const Workbench& bench) { return bench.view().game().world().task(); }

}  // namespace

TEST_CASE("keys take the novelty out and put it in again") {
  Workbench bench({kPair}, setup(), numbers());
  const Pair pair = read_pair(kPair, assets().catalogue);
  REQUIRE(shown(bench) == pair.novel.task);
  press(bench, 'n');
  REQUIRE(shown(bench) == pair.normal.task);
  press(bench, 'n');
  REQUIRE(shown(bench) == pair.novel.task);
}

TEST_CASE("variations of a pair are members of its family") {
  Workbench bench({kPair}, setup(), numbers());
  const Task base = shown(bench);
  press(bench, 'v');
  const Task first = shown(bench);
  press(bench, 'v');
  REQUIRE(first != base);
  REQUIRE(shown(bench) != first);
}

TEST_CASE("a file that is edited is shown anew, and a mistake in it is told") {
  TemporaryFolder folder;
  const auto file = folder.path() / "task.json";
  write(file, task_to_json(task_with_two_birds(), assets().catalogue));
  Workbench bench({file}, setup(), numbers());
  const auto edit = [&](const std::string& text) {
    write(file, text);
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(5));
    bench.advance(400);
  };
  Task task = task_with_two_birds();
  task.birds = {"red"};
  edit(task_to_json(task, assets().catalogue));
  REQUIRE(shown(bench).birds.size() == 1);
  edit("{\"birds\": 3}");
  REQUIRE(bench.message().find("task.json:1") != std::string::npos);
  REQUIRE(shown(bench).birds.size() == 1);
  PixelCanvas canvas(320, 240);
  bench.draw(canvas);
}

TEST_CASE("paused, the world moves by single steps") {
  Workbench bench({kPair}, setup(), numbers());
  for (int i = 0; i < 30; ++i) bench.handle({.kind = Input::Kind::kKey, .key = Key::kUp});
  bench.handle({.kind = Input::Kind::kKey, .key = Key::kSpace});
  press(bench, 'p');
  bench.advance(1000);
  REQUIRE(bench.view().game().world().time_s() == 0);
  press(bench, 't');
  REQUIRE(bench.view().game().world().time_s() == Approx(physics().step_s));
  press(bench, 'p');
  press(bench, 's');
  bench.advance(100);
  REQUIRE(bench.view().game().world().time_s() == Approx(physics().step_s + 0.02));
}

TEST_CASE("a restart leaves the variation, also after the end") {
  Workbench bench({kPair}, setup(), numbers());
  press(bench, 'v');
  const Task task = shown(bench);
  const std::uint64_t start = bench.view().game().world().digest();
  bench.handle({.kind = Input::Kind::kKey, .key = Key::kUp});
  bench.handle({.kind = Input::Kind::kKey, .key = Key::kSpace});
  while (!bench.view().game().over() && bench.view().game().flying()) bench.advance(1000);
  bench.advance(5000);
  press(bench, 'r');
  REQUIRE(shown(bench) == task);
  REQUIRE(bench.view().game().world().digest() == start);
  REQUIRE_FALSE(bench.view().finished());
}

TEST_CASE("overlays and help draw on every kind of task") {
  std::vector<std::filesystem::path> files;
  for (const char* novelty : {"agents", "interactions", "environments", "events", "goals"})
    files.push_back(kPair.parent_path() / (std::string(novelty) + ".json"));
  Workbench bench(files, setup(), numbers());
  PixelCanvas canvas(640, 480);
  press(bench, 'f');
  press(bench, 'h');
  for (std::size_t i = 0; i <= files.size(); ++i) {
    bench.draw(canvas);
    press(bench, 'j');
  }
  const Task second = shown(bench);
  press(bench, 'k');
  REQUIRE(shown(bench) != second);
}

TEST_CASE("a search for winning throws ends with the task that it was for, and without waiting") {
  const std::filesystem::path other = kPair.parent_path() / "goals.json";
  for (const char key : {'j', 'n', 'v'}) {
    Workbench bench({kPair, other}, setup(), numbers());
    press(bench, 'w');
    REQUIRE(bench.solving());
    press(bench, key);
    REQUIRE_FALSE(bench.solving());
    REQUIRE(bench.message().empty());
    for (int i = 0; i < 20; ++i) bench.advance(10);
    REQUIRE(bench.view().game().stage().paths.empty());
  }
  std::stop_source stop;
  stop.request_stop();
  const Task task = read_task(NOVPHY_SOURCE_DIR "/levels/study/practice_1.json", assets().catalogue);
  REQUIRE(solve(task, solver_spec(task, 1), numbers(), {}, stop.get_token()).empty());
}

TEST_CASE("a file that was deleted is told, and the window goes on") {
  TemporaryFolder folder;
  const auto first = folder.path() / "first.json";
  const auto second = folder.path() / "second.json";
  for (const auto& file : {first, second})
    write(file, task_to_json(task_with_two_birds(), assets().catalogue));
  Workbench bench({first, second}, setup(), numbers());
  const Task before = shown(bench);
  std::filesystem::remove(second);
  bench.advance(400);
  press(bench, 'j');
  REQUIRE(bench.message().find("second.json") != std::string::npos);
  REQUIRE(shown(bench) == before);
  press(bench, 'n');
  REQUIRE(bench.view().title().find("first.json") == 0);  // of the task that is still shown
  bench.advance(400);
  Task task = task_with_two_birds();
  task.birds = {"red"};
  write(second, task_to_json(task, assets().catalogue));
  bench.advance(400);  // the file is there again
  REQUIRE(bench.message().empty());
  REQUIRE(shown(bench) == task);
  std::filesystem::remove(second);
  press(bench, 'j');
  REQUIRE(bench.message().empty());
}

TEST_CASE("the warnings of a file are told, and its task is shown") {
  TemporaryFolder folder;
  const auto file = folder.path() / "task.json";
  write(file, R"({"novphy_task": 1, "birds": ["red"], "objects": [{"type": "tnt", "at": [5, -3.2]}]})");
  Workbench bench({file}, setup(), numbers());
  REQUIRE(bench.message().find("found no pig") != std::string::npos);
  REQUIRE(shown(bench).objects.size() == 1);
}

TEST_CASE("every problem of a file is told") {
  TemporaryFolder folder;
  const auto file = folder.path() / "task.json";
  write(file, task_to_json(task_with_two_birds(), assets().catalogue));
  Workbench bench({file}, setup(), numbers());
  write(file, R"({"novphy_task": 1, "birds": ["grey", "red"], "objects": [{"type": "pot", "at": [0, 0]}]})");
  std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(5));
  bench.advance(400);
  REQUIRE(bench.message().find("/birds/0") != std::string::npos);
  REQUIRE(bench.message().find("\n") != std::string::npos);
  REQUIRE(bench.message().find("/objects/0") != std::string::npos);
}

TEST_CASE(
    "problems that are longer than the window are scrolled by the wheel at them and by keys, to the last "
    "row") {
  TemporaryFolder folder;
  const auto file = folder.path() / "task.json";
  write(file, task_to_json(task_with_two_birds(), assets().catalogue));
  Workbench bench({file}, setup(), numbers());
  std::string objects;
  for (int i = 0; i < 100; ++i) objects += std::string(i > 0 ? "," : "") + R"({"type": "pot", "at": [0, 0]})";
  write(file, R"({"novphy_task": 1, "birds": ["red"], "objects": [)" + objects + "]}");
  std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(5));
  bench.advance(400);
  for (const auto& [width, height] : {std::pair{640, 480}, {1280, 800}, {480, 1000}}) {
    PixelCanvas canvas(width, height);
    const auto end_after = [&](const Input& input) {
      bench.handle(input);
      bench.draw(canvas);
      return bench.message_rows().end_row();
    };
    const std::size_t first = end_after({.kind = Input::Kind::kKey, .key = Key::kHome});
    CHECK(first < bench.message_rows().rows());
    const Area& area = bench.message_area();
    CHECK((area.low.x >= 0 && area.low.y >= 0));
    CHECK(
        (area.low.x + area.size.x <= width && area.low.y + area.size.y <= height - bench.view().covered_px));
    CHECK(end_after({.kind = Input::Kind::kWheel, .at_px = area.centre(), .notches = -1}) == first + 3);
    CHECK(end_after({.kind = Input::Kind::kKey, .key = Key::kEnd}) == bench.message_rows().rows());
  }
}

TEST_CASE("the path of the last try outlasts any number of restarts") {
  Workbench bench({kPair}, setup(), numbers());
  bench.handle({.kind = Input::Kind::kKey, .key = Key::kUp});
  bench.handle({.kind = Input::Kind::kKey, .key = Key::kSpace});
  for (int i = 0; i < 50; ++i) bench.advance(20);
  const auto trail = bench.view().game().stage().trail;
  REQUIRE(trail.size() > 3);
  for (const char key : {'r', 'r', 'n'}) {
    press(bench, key);
    REQUIRE(bench.view().game().stage().trail.empty());
    REQUIRE(bench.view().game().stage().earlier_trail == trail);
  }
}

TEST_CASE("zoom stays with the novelty switched, and goes with another file") {
  Workbench bench({kPair, kPair.parent_path() / "goals.json"}, setup(), numbers());
  PixelCanvas canvas(640, 480);
  bench.draw(canvas);
  bench.handle({.kind = Input::Kind::kKey, .key = Key::kPlus});
  bench.draw(canvas);
  const Screen near = bench.view().screen();
  press(bench, 'n');
  bench.draw(canvas);
  REQUIRE(bench.view().screen() == near);
  press(bench, 'j');
  bench.draw(canvas);
  REQUIRE(bench.view().screen() != near);
}

TEST_CASE(
    "a view that is altered by a novelty is plain without the novelty, at the zoom that a person chose") {
  TemporaryFolder folder;
  const auto file = folder.path() / "task.json";
  Task task = task_with_two_birds();
  task.shown = ViewMode::kMirrored;
  task.novelties = {{.name = "mirrored_view", .undo = {{.task = {.shown = ViewMode::kPlain}}}}};
  write(file, task_to_json(task, assets().catalogue));
  Workbench bench({file}, setup(), numbers());
  PixelCanvas canvas(640, 480);
  bench.draw(canvas);
  CHECK(bench.view().screen().shown == ViewMode::kMirrored);
  bench.handle({.kind = Input::Kind::kKey, .key = Key::kPlus});
  bench.draw(canvas);
  const double px_per_m = bench.view().screen().px_per_m;
  press(bench, 'n');
  bench.draw(canvas);
  CHECK(bench.view().screen().shown == ViewMode::kPlain);
  CHECK(bench.view().screen().px_per_m == px_per_m);
}

TEST_CASE("the buttons of the workbench cover no ground on which things stand, in windows of every shape") {
  for (const auto& [width, height] : {std::pair{640, 480}, {600, 1000}, {1400, 400}, {1280, 800}}) {
    Workbench bench({kPair}, setup(), numbers());
    PixelCanvas canvas(width, height);
    bench.draw(canvas);
    const double ground_m = assets().catalogue.world.ground_top_m;
    CHECK(bench.view().covered_px > 20);
    CHECK(pixel_of(bench.view().screen(), {0, ground_m}).y <= height - bench.view().covered_px + 1e-6);
  }
}

TEST_CASE("buttons do what their keys do") {
  Workbench bench({kPair}, setup(), numbers());
  PixelCanvas canvas(960, 720);
  bench.draw(canvas);
  REQUIRE(bench.novel());
  const Task novel = shown(bench);
  std::vector<Task> seen;
  for (double x = 4; x < 956; x += 8) {  // presses every button
    bench.handle({.kind = Input::Kind::kPress, .at_px = {x, 720 - 20}});
    bench.handle({.kind = Input::Kind::kRelease, .at_px = {x, 720 - 20}});
    seen.push_back(shown(bench));
    REQUIRE_FALSE(bench.view().game().flying());
  }
  REQUIRE(std::any_of(seen.begin(), seen.end(), [&](const Task& task) { return task != novel; }));
  REQUIRE_FALSE(bench.message().empty());  // the solver was asked
}

TEST_CASE("a published template has the variations of its rectangle") {
  TemporaryFolder folder;
  const auto file = folder.path() / "levels" / "00001_0_1_010103_0_1.xml";
  std::filesystem::create_directories(file.parent_path());
  write(file, task_to_xml(task_with_two_birds(), assets().catalogue));
  Workbench bench({file}, setup(), numbers());
  const Task base = shown(bench);
  press(bench, 'v');
  REQUIRE(bench.message().find("templates.json") != std::string::npos);
  REQUIRE(shown(bench) == base);
  write(folder.path() / "templates.json",
        R"({"010103_0": {"generator_constraint": {"dx_range": [1, 2], "dy_range": [0, 0.5]}}})");
  press(bench, 'v');
  const Task first = shown(bench);
  press(bench, 'v');
  const Task second = shown(bench);
  REQUIRE(first != second);
  for (const Task& task : {first, second}) {
    const double dx = task.objects[0].at_m.x - base.objects[0].at_m.x;
    REQUIRE((dx >= 1 - 1e-9 && dx <= 2 + 1e-9));
    REQUIRE(task.slingshot == base.slingshot);
  }
  write(folder.path() / "templates.json", "{}");
  press(bench, 'r');
  Workbench other({file}, setup(), numbers());
  press(other, 'v');
  REQUIRE(other.message().find("expected the ranges of shifts of 010103_0") != std::string::npos);
}

TEST_CASE("winning throws are found while the window goes on") {
  Workbench bench({NOVPHY_SOURCE_DIR "/levels/study/practice_1.json"}, setup(), numbers());
  press(bench, 'w');
  REQUIRE(bench.message() == "Solving ...");
  for (int i = 0; i < 3000 && !bench.message().empty(); ++i) {
    bench.advance(10);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  REQUIRE(bench.message().empty());
}
