#include "generator/sets/make_tasks.h"

#include <catch2/catch.hpp>
#include <set>

#include "base/file.h"
#include "base/input_error.h"
#include "levels/task_file.h"
#include "tests/task_sets/maker.h"
#include "tests/task_sets/sets.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

TaskRun run_of(const VariationOptions& variation, unsigned jobs = 1) {
  return {.variation = variation, .jobs = jobs};
}

}  // namespace

TEST_CASE("any number of threads makes the same tasks") {
  const TaskOrder order = order_of_both({shipped("rolling/agents"), shipped("falling/objects")}, 6);
  const Maker one(order, run_of(unproved(), 1));
  const Maker three(order, run_of(unproved(), 3));
  CHECK(one.lines().size() == 24);
  CHECK(one.texts() == three.texts());
  CHECK(one.index() == three.index());
}

TEST_CASE("any number of threads makes the same proved tasks") {
  const TaskOrder order = order_of_both({shipped("single_force/relations")}, 1);
  VariationOptions options;
  options.novelties = shipped_novelties();
  const Maker two(order, run_of(options, 2));
  CHECK(two.lines().size() == 2);
  CHECK(two.index() == Maker(order, run_of(options, 1)).index());
}

TEST_CASE("the recipe of each line makes the task that was written") {
  const TaskOrder order = order_of_both({shipped("rolling/agents"), shipped("multiple_forces/agents")}, 4);
  const Maker maker(order, run_of(unproved()));
  REQUIRE(maker.lines().size() == 16);
  for (const auto& [key, line] : maker.lines()) {
    const Pair& pair = key.first.starts_with("rolling") ? order.pairs[0] : order.pairs[1];
    const bool novel = key.first == pair.novel.name;
    const Pair made = line.recipe.make_pair(pair, novel, assets().catalogue);
    const Task& task = (novel ? made.novel : made.normal).task;
    CHECK(task_to_json(task, assets().catalogue) == maker.texts().at(key));
    CHECK(line.recipe.make(novel ? pair.novel : pair.normal, pair.text, assets().catalogue) == task);
  }
}

TEST_CASE("tasks that the journal holds are not made again") {
  const TaskOrder order = order_of_both({shipped("rolling/agents")}, 4);
  const Maker whole(order, run_of(unproved()));
  TaskJournal::Lines some = whole.lines();
  for (auto line = some.begin(); line != some.end();)
    line = line->second.task % 2 ? some.erase(line) : std::next(line);
  const Maker rest(order, run_of(unproved(), 2), some);
  CHECK(rest.texts().size() == 4);
  for (const auto& [key, text] : rest.texts()) CHECK(key.second % 2 == 1);
  CHECK(rest.index() == whole.index());
}

TEST_CASE("progress counts each task once") {
  const TaskOrder order = order_of_both({shipped("rolling/agents")}, 3);
  TaskRun run = run_of(unproved(), 2);
  std::vector<std::size_t> told;
  run.progress = [&](std::size_t done, std::size_t of) {
    CHECK(of == 6);
    told.push_back(done);
  };
  const Maker maker(order, run);
  CHECK(told == std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("two tasks of a template are never the same") {
  Pair pair = shipped("rolling/agents");
  pair.family.parameters.clear();
  for (Template* side : {&pair.normal, &pair.novel}) {
    side->dx_m = {0, 0.0002};
    side->dy_m = {0, 0};
  }
  VariationOptions options = unproved();
  options.most_distractors = 0;
  TaskOrder order{.pairs = {pair}, .wanted = {{.pair = 0, .novel = false, .count = 3}}};
  std::set<std::string> hashes;
  const Maker three(order, run_of(options));
  for (const auto& [key, line] : three.lines()) hashes.insert(line.hash);
  CHECK(hashes.size() == 3);
  order.wanted[0].count = 4;  // only three shifts have four decimals
  CHECK_THROWS_WITH(Maker(order, run_of(options)),
                    Contains("rolling/agents/normal") && Contains("varies too little for 4 different tasks"));
}

TEST_CASE("a template of which too few draws are accepted is named, with the check that turns them down",
          "[one thread]") {
  VariationOptions options;
  options.least_window_deg = 500;
  const TaskOrder order = order_of_both({shipped("single_force/agents")}, 1);
  CHECK_THROWS_WITH(Maker(order, run_of(options)), Contains("single_force/agents/normal") &&
                                                       Contains("0 of 100 draws accepted") &&
                                                       Contains("most failed window"));
}

TEST_CASE(
    "too few accepted draws end the making once they show it, and are warned of where they may be chance") {
  VariationOptions options = unproved();
  options.most_distractors = 0;
  options.judge = [](const Pair&, const Pair& made) {  // takes about one draw in eight
    return std::lround(made.novel.task.objects.front().at_m.x * 1e4) % 8 == 0 ? "" : "judged";
  };
  Pair pair = shipped("rolling/agents");
  TaskOrder order{.pairs = {pair}, .wanted = {{.pair = 0, .novel = true, .count = 40}}};
  std::vector<std::string> warnings;
  TaskRun run = run_of(options, 2);
  run.warn = [&](const std::string& warning) { warnings.push_back(warning); };
  run.least_acceptance = 0.05;
  const Maker all(order, run);
  CHECK(warnings.empty());
  int draws = 0;
  for (const auto& [key, line] : all.lines()) draws += line.draws;
  run.least_acceptance = 41.0 / draws;
  CHECK(Maker(order, run).index() == all.index());
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Contains("rolling/agents/novel: 40 of ") && Contains("most failed judged"));
  run.least_acceptance = 0.5;
  std::string first;
  for (const unsigned jobs : {1U, 2U}) {
    run.jobs = jobs;
    try {
      Maker(order, run);
      FAIL("not refused");
    } catch (const InputError& error) {
      CHECK_THAT(error.what(), Contains("expected at least 50 % to be accepted"));
      if (!first.empty()) CHECK(first == error.what());
      first = error.what();
    }
  }
}

TEST_CASE("what the sink throws ends the making") {
  const TaskOrder order = order_of_both({shipped("rolling/agents")}, 3);
  const TemporaryFolder folder;
  const TaskJournal journal(AppendFile(folder / "journal", {.create = true}), TaskSetHead{}, {});
  const auto full = [](const WantedTasks&, TaskSetLine, const Task&, const std::string&) {
    throw InputError("disk", "is full");
  };
  CHECK_THROWS_WITH(make_tasks(order, run_of(unproved(), 2), solver_numbers(assets()), journal, full),
                    Contains("disk: is full"));
}
