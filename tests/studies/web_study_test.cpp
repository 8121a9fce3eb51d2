#include "trials/studies/web_study.h"

#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "base/hash.h"
#include "levels/task_file.h"
#include "sim/rng.h"
#include "sim/world.h"
#include "tests/studies/study_fixtures.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

/// Each task with its number, as a list in the order of the numbers.
std::vector<OpaqueTask> in_order(const StudyFile& file) {
  std::vector<OpaqueTask> tasks;
  for (const auto& [number, task] : opaque_tasks(file)) tasks.push_back(task);
  return tasks;
}

bool is_novel(const StudyFile& file, const OpaqueTask& task) {
  const auto& trial = file.plan.trials[static_cast<std::size_t>(task.trial)];
  return task.task >= static_cast<int>(trial.normal.size());
}

/// The share of pairs of a normal and a novel task of one trial in which the novel task has the larger
/// number: about 0.5 where numbers tell nothing.
double share_of_larger_novel(const StudyFile& file) {
  const auto tasks = in_order(file);
  double larger = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (tasks[i].trial == tasks[j].trial && is_novel(file, tasks[i]) != is_novel(file, tasks[j])) {
        pairs += 1;
        larger += is_novel(file, tasks[i]) ? 1 : 0;
      }
  return larger / pairs;
}

std::string file_named(const std::vector<NamedBytes>& files, const std::string& name) {
  const auto found = std::find_if(files.begin(), files.end(), [&](const auto& f) { return f.name == name; });
  return found == files.end() ? "" : found->bytes;
}

}  // namespace

TEST_CASE("every task that a participant may play has one opaque number") {
  const StudyFile file = StudyFolder().read();
  const auto tasks = in_order(file);
  const std::set<OpaqueTask> different(tasks.begin(), tasks.end());
  CHECK(different.size() == tasks.size());
  for (int level_set = 0; level_set < 3; ++level_set)
    for (int number = 0; number < 3; ++number)
      for (const StudyStep& step : steps_of(file.study, file.plan, level_set, number))
        if (step.kind != StudyStep::Kind::kPage) CHECK(different.contains(opaque_task_of(step)));
  for (const auto& [number, task] : opaque_tasks(file)) CHECK(number.size() == 4);
}

TEST_CASE("the numbers of tasks depend on study and plan alone") {
  StudyFile file = StudyFolder().read();
  const auto tasks = in_order(file);
  CHECK(in_order(file) == tasks);
  file.study.texts_hash = "another";
  CHECK(in_order(file) == tasks);
  StudyFile other_study = file;
  other_study.study.hash = "0123456789abcdef";
  CHECK(in_order(other_study) != tasks);
  CHECK(online_study_id(other_study) != online_study_id(file));
  StudyFile other_plan = file;
  other_plan.plan_hash = "0123456789abcdef";
  CHECK(in_order(other_plan) != tasks);
  CHECK(online_study_id(other_plan) != online_study_id(file));
}

TEST_CASE("what the page knows of a study does not give the numbers of tasks") {
  StudyFile file = StudyFolder().read();
  // FNV-1a can be run backwards from the id, half way to meet the guesses of the plan's hash.
  CHECK(online_study_id(file) != fmt::format("{:016x}", fnv1a(file.plan_hash, fnv1a(file.study.hash))));
  auto tasks = in_order(file);
  std::sort(tasks.begin(), tasks.end());
  std::stable_partition(tasks.begin(), tasks.end(),
                        [](const OpaqueTask& task) { return task.practice >= 0; });
  Rng rng = Rng::stream(Hash().add(fnv1a(file.study.hash)).add(fnv1a(file.plan_hash)).value(),
                        "studies/opaque-tasks");
  shuffle(tasks, rng);
  CHECK(in_order(file) != tasks);
}

TEST_CASE("numbers do not tell novel tasks from normal ones") {
  StudyFile file = StudyFolder().read();
  file.study.practice.clear();
  double sum = 0;
  constexpr int kPlans = 200;
  for (int i = 0; i < kPlans; ++i) {
    file.plan_hash = std::to_string(i);
    sum += share_of_larger_novel(file);
  }
  CHECK(sum / kPlans == Approx(0.5).margin(0.03));  // the standard deviation is about 0.01
}

TEST_CASE("a task without names plays to the same digest") {
  const Catalogue& catalogue = assets().catalogue;
  int named = 0;
  for (const Pair& pair : read_pairs(NOVPHY_SOURCE_DIR "/levels/templates", catalogue)) {
    const Task& task = pair.novel.task;
    const std::vector<Shot> shots{aimed(0.5, 1), aimed(0.9, 1)};
    const Task bare = without_names(task);
    named += task == bare ? 0 : 1;
    const Task read_back = parse_task_json(task_to_json(bare, catalogue), "bare.json", catalogue);
    CHECK(play(task, shots, catalogue, physics()).digest ==
          play(read_back, shots, catalogue, physics()).digest);
  }
  CHECK(named > 0);
}

TEST_CASE("a task without names has no marks of novelties and no permission to overlap") {
  Task task = task_with_two_birds();
  const Task bare = without_names(task);
  task.may_overlap = true;
  task.novelties = {NoveltyMark{.name = "heavy"}};
  CHECK(without_names(task) == bare);
}

TEST_CASE("a web study says that its plays have no certain ends, and nothing of others") {
  StudyFile file = StudyFolder().read();
  const auto text = [&] {
    return file_named(web_study_files(file, assets().catalogue, {.made_by = {}}), "study.json");
  };
  CHECK_THAT(text(), !Contains("certain_ends"));
  file.plan.certain_ends = false;
  CHECK_THAT(text(), Contains("\"certain_ends\": false"));
}

TEST_CASE("a web study has a file for each participant, with the texts and titles that the window shows") {
  const StudyFile file = StudyFolder().read();
  const auto files = web_study_files(file, assets().catalogue, {.made_by = {}});
  CHECK(files.size() == 1 + 3 * 3);
  for (const NamedBytes& each : files) CHECK(is_web_study_file(each.name));
  const std::string first = file_named(files, "sets/0-0.json");
  CHECK_THAT(
      first,
      Contains(
          R"({"kind": "page", "name": "trial", "title": "Trial 2 of 2", "text": "2, 2.", "button": "Go on"})"));
  CHECK_THAT(first, Contains(R"("title": "Group 2   Task 1"})"));
  CHECK_THAT(first, Contains(R"("button": "Yes", "decline": "No"})"));
  CHECK_THAT(file_named(files, "study.json"), Contains(R"("numbers": 3,)"));
}

TEST_CASE("the title over a task has the numbers of trial and task") {
  const StudyFile file = StudyFolder().read();
  const auto steps = steps_of(file.study, file.plan, 0, 0);
  std::vector<std::string> titles;
  for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
    const StudyStep& step = steps[static_cast<std::size_t>(i)];
    if (step.kind == StudyStep::Kind::kPractice || (step.kind == StudyStep::Kind::kTask && step.task == 1))
      titles.push_back(task_title(file.study, steps, i));
  }
  CHECK(titles == std::vector<std::string>{"Practice", "Group 1   Task 2", "Group 2   Task 2"});
}

TEST_CASE("the title of a JATOS study has no HTML and is cut between characters") {
  StudyFile file = StudyFolder().read();
  file.study.title = "<b>A</b>";
  CHECK_THAT(jatos_archive(file, {}, "x.jzip"), Contains(R"("title": "bA/b")"));
  file.study.title = std::string(199, 'a') + "\u00e4";  // two bytes, of which one would fit
  CHECK_THAT(jatos_archive(file, {}, "x.jzip"), Contains("\"" + std::string(199, 'a') + "\""));
}
