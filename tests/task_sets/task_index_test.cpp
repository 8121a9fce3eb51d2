#include "generator/sets/task_index.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "base/file.h"
#include "base/input_error.h"
#include "generator/sets/make_tasks.h"
#include "tests/task_sets/sets.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

const Catalogue& catalogue = assets().catalogue;

const TaskRecipe kRecipe{.member = {.values = {{"gap", 0.5}, {"ball", "stone"}}, .shift_m = {0.25, -1}},
                         .distractors = {{.type = "circle", .material = "wood", .at_m = {1, 2}},
                                         {.type = "platform", .at_m = {3, 4}, .size_m = Vec2{1.5, 0.5}}}};

/// What a new index begins with, of a set whose lines are not made anew.
Resumption fresh(const TaskSetHead& head) {
  static const std::vector<Pair> kNone;
  return {.head = head, .pairs = kNone, .catalogue = catalogue};
}

}  // namespace

TEST_CASE("an index reads back as it was written, and damage is told with its line") {
  const TemporaryFolder folder;
  const TaskSetHead head{.seed = 7, .count = 1, .proof = "witness", .format = "json"};
  const TaskSetLine line{.task_template = "a/b/normal",
                         .task = 0,
                         .file = "a/b/normal/00001.json",
                         .recipe = kRecipe,
                         .witness = {"45@1"},
                         .window_deg = Vec2{44, 46},
                         .pull_m = 1,
                         .disturbed_wins = 9,
                         .digest = "00ff",
                         .draws = 2,
                         .rejected = {{"solvable", 1}}};
  {
    TaskWriter writer(folder.path(), fresh(head));
    writer.add(line, "{}\n");
    CHECK(writer.journal().holds("a/b/normal", 0));
    CHECK(writer.finish().size() == 1);
  }
  const TaskSet read = read_task_set(folder.path(), catalogue);
  CHECK(read.head == head);
  REQUIRE(read.lines.size() == 1);
  TaskSetLine written = line;
  written.hash = read.lines[0].hash;
  CHECK(to_json_line(read.lines[0]) == to_json_line(written));
  CHECK_THROWS_WITH(TaskWriter(folder.path(), fresh(head)), Catch::Contains("--resume"));
  std::ofstream(folder.path() / kIndexName, std::ios::app) << "{\"template\": 3}\n";
  CHECK_THROWS_WITH(read_task_set(folder.path(), catalogue), Catch::Contains("index.jsonl:3"));
}

TEST_CASE("each wrong line of an index is told with its place") {
  const TemporaryFolder folder;
  const auto file = folder / kIndexName;
  const TaskSetHead head{.seed = 7, .count = 1, .proof = "none", .format = "json"};
  const std::string line = to_json_line(TaskSetLine{.task_template = "a/b/normal", .recipe = kRecipe});
  const auto problem = [&](const std::string& text) -> std::string {
    write_atomically(file, text);
    try {
      read_index(file, true, catalogue);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = line;
    return problem(to_json_line(head) + text.replace(text.find(from), from.size(), to));
  };
  CHECK(problem(to_json_line(head) + line).empty());
  CHECK_THAT(problem(""), Contains("is empty, expected an index of tasks"));
  CHECK_THAT(problem(line), Contains("index.jsonl:1: expected a key \"novphy_tasks\""));
  CHECK_THAT(problem(to_json_line(head) + line.substr(0, 30)), Contains("index.jsonl:2"));
  CHECK_THAT(changed("wood circle", "wooden circle"), Contains("/distractors/0: expected an object"));
  CHECK_THAT(changed("[0.25,-1.0]", "[0.25]"), Contains("index.jsonl:2: /shift"));
  CHECK_THAT(changed("0.5", "true"), Contains("/parameters/gap: expected a number"));
  CHECK_THAT(changed("\"file\":\"\"", "\"file\":\"a/../../x.json\""), Contains("/file: leaves the folder"));
  CHECK_THAT(changed("\"task\":0", "\"task\":-1"), Contains("/task: expected a whole number"));
}

TEST_CASE("the last line of an unfinished index may be cut") {
  const TemporaryFolder folder;
  const auto file = folder / kPartialIndexName;
  const std::string line = to_json_line(TaskSetLine{.task_template = "a/b/normal", .recipe = kRecipe});
  write_atomically(file, to_json_line(TaskSetHead{}) + line + line.substr(0, line.size() - 1));
  const TaskSet read = read_index(file, false, catalogue);
  REQUIRE(read.lines.size() == 1);
  CHECK(read.lines[0].recipe == kRecipe);
}

TEST_CASE("a line of an unfinished index that was changed anywhere is refused") {
  const TemporaryFolder folder;
  const auto file = folder / kPartialIndexName;
  const std::string line =
      with_line_hash(TaskSetLine{.task_template = "a/b/normal", .hash = "00ff", .recipe = kRecipe});
  const auto read = [&](const std::string& text) {
    write_atomically(file, to_json_line(TaskSetHead{}) + text + "\n");
    return read_index(file, false, catalogue).lines;
  };
  REQUIRE(read(line.substr(0, line.size() - 1)).size() == 1);
  for (const std::string digits : {"0.25", "00ff", "\"draws\":0"}) {
    std::string changed = line.substr(0, line.size() - 1);
    changed[changed.find(digits) + digits.size() - 1] ^= 1;
    CHECK_THROWS_WITH(read(changed), Contains("index.partial.jsonl:2: has been changed or damaged"));
  }
}

TEST_CASE("work that ends before a task was made leaves no file and no folder") {
  const TemporaryFolder folder;
  const TaskSetHead head{.seed = 7, .count = 1, .proof = "none", .format = "json"};
  const auto fail = [&](const std::optional<Shard>& shard) {
    TaskWriter writer(folder / "new/set", fresh(head), shard);
    throw InputError("a/b/normal", "no draw is accepted");
  };
  CHECK_THROWS_AS(fail({}), InputError);
  CHECK_THROWS_AS(fail(Shard{1, 2}), InputError);
  CHECK_FALSE(std::filesystem::exists(folder / "new"));
  std::filesystem::create_directory(folder / "mine");
  CHECK_THROWS_AS(([&] {
                    TaskWriter writer(folder / "mine", fresh(head));
                    writer.add({.task_template = "a/b/normal", .file = "a/1.json"}, "{}");
                    throw InputError("a/b/normal", "no draw is accepted");
                  }()),
                  InputError);
  CHECK(std::filesystem::exists(folder / "mine/a/1.json"));
  CHECK(read_index(folder / "mine" / kPartialIndexName, false, catalogue).lines.size() == 1);
}
