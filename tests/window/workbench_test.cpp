#include "window/workbench.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "levels/task_file.h"
#include "tests/temporary_folder.h"
#include "tests/trials/fixtures.h"

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
  Canvas canvas(320, 240);
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
  Canvas canvas(640, 480);
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

TEST_CASE("winning throws are found while the window goes on") {
  Workbench bench({NOVPHY_SOURCE_DIR "/levels/study/practice_1.json"}, setup(), numbers());
  press(bench, 'w');
  REQUIRE(bench.message() == "Solving ...");
  for (int i = 0; i < 600 && !bench.message().empty(); ++i) {
    bench.advance(10);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  REQUIRE(bench.message().empty());
}
