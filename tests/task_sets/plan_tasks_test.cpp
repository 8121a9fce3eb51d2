#include "trials/plan_tasks.h"

#include <catch2/catch.hpp>

#include "base/file.h"
#include "base/input_error.h"
#include "generator/sets/certificate.h"
#include "generator/sets/make_tasks.h"
#include "tests/task_sets/sets.h"
#include "trials/plan_file.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

std::vector<Pair> two_pairs() { return {shipped("rolling/agents"), shipped("sliding/goals")}; }

PlanOptions few_tasks() {
  PlanOptions options = small_options();
  options.pool = 3;
  options.max_normal = 1;
  options.calibration_tasks = 1;
  return options;
}

FreshTasks fresh(const std::filesystem::path& partial) {
  return {.variation = unproved(), .partial = partial.string()};
}

/// Writes a folder with `count` tasks of each side, as novphy generate does.
void write_set(const std::filesystem::path& folder, const std::vector<Pair>& pairs, int count) {
  const TaskOrder order = order_of_both(pairs, count);
  TaskWriter writer(folder, {.head = set_head(unproved(), pairs, assets(), "standard"),
                             .pairs = pairs,
                             .catalogue = assets().catalogue});
  make_tasks(order, {.variation = unproved()}, solver_numbers(assets()), writer.journal(),
             [&](const WantedTasks& wanted, TaskSetLine line, const Task&, const std::string& text) {
               line.file = name_of(order, wanted) + "/" + std::to_string(line.task) + ".json";
               writer.add(std::move(line), text);
             });
  writer.finish();
}

}  // namespace

TEST_CASE("tasks made for a plan are those of a folder that was made with the same seed") {
  const TemporaryFolder folder;
  std::vector<Pair> pairs = two_pairs();
  Plan made = make_plan(pairs, few_tasks());
  const auto lines = make_tasks_of(made, pairs, fresh(folder / "partial"), assets());
  CHECK(lines.size() == 12);
  write_set(folder / "set", pairs, 4);
  Plan taken = make_plan(pairs, few_tasks());
  take_tasks_of(taken, read_tasks_of((folder / "set").string(), pairs, assets()), "set");
  CHECK(made == taken);
  CHECK(made.templates[0].tasks[0] != made.templates[0].tasks[1]);
}

TEST_CASE("tasks of an interrupted run are taken over only where that is asked for") {
  const TemporaryFolder folder;
  const std::vector<Pair> pairs = two_pairs();
  Plan whole = make_plan(pairs, few_tasks());
  make_tasks_of(whole, pairs, fresh(folder / "partial"), assets());
  const std::string bytes = read_file(folder / "partial");
  write_atomically(folder / "partial", bytes.substr(0, bytes.size() / 2));
  Plan plan = make_plan(pairs, few_tasks());
  FreshTasks again = fresh(folder / "partial");
  CHECK_THROWS_WITH(make_tasks_of(plan, pairs, again, assets()),
                    Contains("holds tasks already: --resume goes on with them; to begin anew, remove"));
  again.resume = true;
  make_tasks_of(plan, pairs, again, assets());
  CHECK(plan == whole);
  again.variation.seed = 99;
  CHECK_THROWS_WITH(make_tasks_of(plan, pairs, again, assets()), Contains("was made with other options"));
}

TEST_CASE("a changed byte in the tasks of an interrupted run is refused, or changes nothing") {
  const TemporaryFolder folder;
  const std::vector<Pair> pairs{shipped("sliding/goals")};
  PlanOptions options = few_tasks();
  options.pool = 2;
  options.training = 0;
  Plan whole = make_plan(pairs, options);
  FreshTasks again = fresh(folder / "partial");
  again.resume = true;
  make_tasks_of(whole, pairs, again, assets());
  const std::string bytes = read_file(folder / "partial");
  int refused = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 11) {
    CAPTURE(at);
    std::string changed = bytes;
    changed[at] ^= static_cast<char>(at % 2 == 0 ? 1 : 0x20);
    write_atomically(folder / "partial", changed);
    Plan plan = make_plan(pairs, options);
    try {
      make_tasks_of(plan, pairs, again, assets());
      CHECK(plan == whole);
    } catch (const InputError&) {
      ++refused;
    }
  }
  CHECK(refused > 100);
}

TEST_CASE("lines of older versions, without a hash of their own, are held to the hash of their task") {
  const TemporaryFolder folder;
  const std::vector<Pair> pairs{shipped("sliding/goals")};
  Plan whole = make_plan(pairs, few_tasks());
  FreshTasks again = fresh(folder / "partial");
  const auto lines = make_tasks_of(whole, pairs, again, assets());
  std::string older = read_file(folder / "partial");
  older = older.substr(0, older.find('\n') + 1);
  for (const TaskSetLine& line : lines) older += to_json_line(line);
  again.resume = true;
  const auto resumed = [&](const std::string& text) {
    write_atomically(folder / "partial", text);
    Plan plan = make_plan(pairs, few_tasks());
    make_tasks_of(plan, pairs, again, assets());
    return plan;
  };
  CHECK(resumed(older) == whole);
  std::string changed = older;
  changed.replace(changed.find("\"shift\":[") + 9, 1, "1");
  CHECK_THROWS_AS(resumed(changed), InputError);
  changed = older;
  const auto digit = changed.find_first_of("123456789", changed.find("\"shift\":["));
  changed[digit] = changed[digit] == '1' ? '2' : '1';
  CHECK_THROWS_WITH(resumed(changed), Contains("partial:2: has been changed: it makes a task with the hash"));
  changed = older;
  changed.replace(changed.find("sliding"), 7, "slidinh");
  CHECK_THROWS_WITH(resumed(changed), Contains("no pair has the template slidinh/goals/"));
}

TEST_CASE("a command that was killed before a task was made stands in no later one's way") {
  const TemporaryFolder folder;
  const std::vector<Pair> pairs{shipped("sliding/goals")};
  write_atomically(folder / "partial", to_json_line(TaskSetHead{.seed = 99}));
  Plan plan = make_plan(pairs, few_tasks());
  CHECK_NOTHROW(make_tasks_of(plan, pairs, fresh(folder / "partial"), assets()));
}

TEST_CASE("a task file or a line of the index that was changed goes into no plan") {
  const TemporaryFolder folder;
  std::vector<Pair> pairs{shipped("sliding/goals")};
  write_set(folder / "set", pairs, 2);
  const auto refusal = [&](const std::filesystem::path& file, const std::string& from,
                           const std::string& to) {
    const std::string before = read_file(file);
    std::string text = before;
    write_atomically(file, text.replace(text.find(from), from.size(), to));
    std::string message;
    try {
      read_tasks_of((folder / "set").string(), pairs, assets());
    } catch (const InputError& error) {
      message = error.what();
    }
    write_atomically(file, before);
    return message;
  };
  CHECK_NOTHROW(read_tasks_of((folder / "set").string(), pairs, assets()));
  CHECK_THAT(refusal(folder / "set/sliding/goals/novel/0.json", "pig", "pag"),
             Contains("novel/0.json: has been changed since it was made: its hash is"));
  CHECK_THAT(refusal(folder / "set" / kIndexName, "\"shift\":[", "\"shift\":[9.5,9.5],\"was\":["),
             Contains("index.jsonl:2: has been changed: it makes a task with the hash"));
  CHECK_THAT(refusal(folder / "set" / kIndexName, "\"task\":0", "\"task\":1"),
             Contains("expected each task once, in order"));
}

TEST_CASE("a folder with too few tasks, or of other pairs, is refused") {
  const TemporaryFolder folder;
  std::vector<Pair> pairs = two_pairs();
  write_set(folder / "set", pairs, 2);
  Plan plan = make_plan(pairs, few_tasks());
  const TaskSet set = read_tasks_of((folder / "set").string(), pairs, assets());
  CHECK_THROWS_WITH(take_tasks_of(plan, set, "set"),
                    Contains("set: has 2 tasks of rolling/agents/normal, the plan needs 3"));
  pairs.push_back(shipped("falling/goals"));
  read_tasks_of((folder / "set").string(), pairs, assets());
  CHECK(pairs.size() == 2);  // the folder holds no task of the third pair
  pairs[0].text += " ";
  CHECK_THROWS_WITH(read_tasks_of((folder / "set").string(), pairs, assets()),
                    Contains("was made with other pairs"));
}

TEST_CASE("the standard plan is of the pairs that come with the program, and of no others") {
  const std::filesystem::path file = NOVPHY_SOURCE_DIR "/levels/standard/plan-1.json";
  std::vector<Pair> pairs = read_pairs(NOVPHY_SOURCE_DIR "/levels/templates", assets().catalogue);
  const StandardPlan standard = read_standard_plan(file, pairs, assets());
  CHECK(standard.options.pool == 350);
  pairs.pop_back();
  CHECK_THROWS_WITH(read_standard_plan(file, pairs, assets()), Contains("was frozen with other pairs"));
}

TEST_CASE("a plan that is not the frozen one is told") {
  const StandardPlan standard{.file = "plan.json", .plan_hash = "0123"};
  CHECK_THROWS_WITH(check_plan(standard, "{}"), Contains("expected 0123"));
}

namespace {

/// A plan of falling/agents, whose fan grows from a quarter; its tasks have a certificate.
PlanOptions growing() {
  return {.trials = 1, .max_normal = 1, .novel = 2, .calibration_runs = 0, .grow = 0.25};
}

/// The numbers of the novel tasks of each trial.
std::vector<std::vector<int>> novel_tasks(const PlanOptions& options, Proof proof, unsigned jobs = 1) {
  const TemporaryFolder folder;
  const std::vector<Pair> pairs{shipped("falling/agents")};
  Plan plan = make_plan(pairs, options);
  FreshTasks made{.variation = {.novelties = shipped_novelties(),
                                .proof = proof,
                                .certificate = certificate_below(NOVPHY_SOURCE_DIR)},
                  .jobs = jobs,
                  .partial = (folder / "partial").string()};
  make_tasks_of(plan, pairs, made, assets());
  std::vector<std::vector<int>> numbers;
  for (const PlannedTrial& trial : plan.trials)
    for (numbers.emplace_back(); const TaskRef ref : trial.novel) numbers.back().push_back(ref.variation);
  return numbers;
}

}  // namespace

TEST_CASE("a task of a growing novelty that nobody can pass at its strength gives its place to another one") {
  PlanOptions options = growing();
  options.trials = 2;
  options.pool = 4;
  CHECK(novel_tasks(options, Proof::kNone) == std::vector<std::vector<int>>{{1, 3}, {0, 2}});
  CHECK(novel_tasks(options, Proof::kWitness, 2) == std::vector<std::vector<int>>{{2, 3}, {3, 2}});
}

TEST_CASE("without a pool, tasks of a growing novelty change places") {
  PlanOptions options = growing();
  CHECK(novel_tasks(options, Proof::kValid) == std::vector<std::vector<int>>{{0, 1}});
  options.novel = 3;
  CHECK(novel_tasks(options, Proof::kWitness) == std::vector<std::vector<int>>{{2, 1, 0}});
}
