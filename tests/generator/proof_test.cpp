#include "generator/proof.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "generator/start.h"
#include "generator/task_index.h"
#include "generator/task_writer.h"
#include "levels/input_error.h"
#include "tests/generator/known.h"
#include "tests/temporary_folder.h"

using namespace novphy;

TEST_CASE("a window that is found from hints is one that the sweep finds, too") {
  const Task task = known("falling/relations").normal.task;
  const auto found = find_window(task, hints_of(task, numbers()), numbers());
  REQUIRE(found);
  SolverSpec spec = solver_spec(task);
  spec.pulls_m = {found->throws.back().pull_m};
  const auto windows = windows_by_pull(solve(task, spec, numbers(), 0), spec.step_deg);
  REQUIRE(windows.size() == 1);
  const bool known_window =
      std::any_of(windows[0].windows.begin(), windows[0].windows.end(), [&](const Window& window) {
        return window.from_deg == found->window.from_deg && window.to_deg == found->window.to_deg;
      });
  CHECK(known_window);
  CHECK(found->disturbed_wins >= 7);
}

TEST_CASE("a proved side has a witness that passes it") {
  const Pair pair = known("falling/relations");
  const Prover prover(pair, novelties(), numbers());
  for (const bool novel : {false, true}) {
    const Proved proved = prover.prove(pair, novel);
    CHECK(proved.failed.empty());
    const Task& task = novel ? pair.novel.task : pair.normal.task;
    CHECK(play(task, proved.witness(), worlds::catalogue(), worlds::standard()).won);
  }
}

TEST_CASE("what a proof turns down names the check") {
  Pair pair = known("falling/relations");
  pair.novel = pair.normal;  // a novelty that changes nothing
  pair.novel.task.novelties = {{.name = "mirrored_slingshot", .undo = {}}};
  const Prover prover(pair, novelties(), numbers());
  CHECK(prover.prove(pair, true).failed == "C3a");
  pair.novel.task.novelties = {{.name = "fan", .undo = {}}};
  CHECK(prover.prove(pair, true).failed == "C2b");
  CHECK(prover.prove(pair, false).failed.empty());
  Pair floating = pair;
  for (Object& object : floating.normal.task.objects)
    if (object.type.starts_with("pig")) object.at_m.y += 0.5;
  CHECK(prover.prove(floating, false).failed == "C0");
  CHECK(no_valid_start(floating.normal.task, numbers()));
  Pair far = pair;
  for (Object& object : far.normal.task.objects) object.at_m.x += 30;
  far.normal.task.width_m = 200;
  CHECK(prover.prove(far, false).failed.starts_with("C"));
}

TEST_CASE("an index reads back as it was written, and damage is told with its line") {
  const TemporaryFolder folder;
  const TaskSetHead head{.seed = 7, .count = 1, .proof = "witness", .format = "json"};
  const TaskSetLine line{.task_template = "a/b/normal",
                         .task = 0,
                         .file = "a/b/normal/00001.json",
                         .parameters = {{"gap", 0.5}},
                         .words = {{"ball", "stone"}},
                         .shift_m = {0.25, -1},
                         .distractors = {"wood circle at 1 2"},
                         .witness = {"45@1"},
                         .window_deg = Vec2{44, 46},
                         .pull_m = 1,
                         .disturbed_wins = 9,
                         .digest = "00ff",
                         .draws = 2,
                         .rejected = {{"C1", 1}}};
  {
    TaskWriter writer(folder.path(), head, false);
    writer.add(line, "{}\n");
    CHECK(writer.journal().holds("a/b/normal", 0));
    CHECK(writer.finish().size() == 1);
  }
  const TaskSet read = read_task_set(folder.path());
  CHECK(read.head == head);
  REQUIRE(read.lines.size() == 1);
  TaskSetLine written = line;
  written.hash = read.lines[0].hash;
  CHECK(to_json_line(read.lines[0]) == to_json_line(written));
  CHECK_THROWS_WITH(TaskWriter(folder.path(), head, false), Catch::Contains("--resume"));
  std::ofstream(folder.path() / kIndexName, std::ios::app) << "{\"template\": 3}\n";
  CHECK_THROWS_WITH(read_task_set(folder.path()), Catch::Contains("index.jsonl:3"));
}
