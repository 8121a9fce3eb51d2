#include "jobs/agent_points.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "levels/task_file.h"

namespace novphy {
namespace {

// What was played.

std::vector<RecordedShot> shots_in(const std::vector<Record>& tasks) {
  std::vector<RecordedShot> shots;
  for (const Record& task : tasks) shots.insert(shots.end(), task.shots.begin(), task.shots.end());
  return shots;
}

std::string what_it_did(const std::vector<Record>& tasks) {
  int passed = 0;
  int given_up = 0;
  int taps = 0;
  for (const Record& task : tasks) {
    passed += task.passed ? 1 : 0;
    given_up += task.end == "no_shot" ? 1 : 0;
  }
  const std::vector<RecordedShot> shots = shots_in(tasks);
  for (const RecordedShot& shot : shots) taps += shot.tap_ms >= 0 ? 1 : 0;
  std::string text = fmt::format("{}, {}", counted(tasks.size(), "task"), counted(shots.size(), "shot"));
  if (taps > 0) text += fmt::format(", {}", counted(taps, "tap"));
  if (passed > 0) text += fmt::format(", {} passed", passed);
  if (given_up > 0) text += fmt::format(", {} given up", given_up);
  return text;
}

PointFinding fine(const SeenAgent& seen) { return {.says = what_it_did(seen.trials.front())}; }

PointFinding judge_hello(const SeenAgent& seen) {
  const CheckedMessage& hello = seen.messages.front();
  return {.says = hello.answer.empty() ? "started" : "asks for " + hello.answer};
}

PointFinding judge_trial(const SeenAgent& seen) {
  double most = 0;
  for (const Record& task : seen.trials.front()) most = std::max(most, task.novelty_probability);
  return {.says = fmt::format("{}; reports novelty with probability {}{}", what_it_did(seen.trials.front()),
                              most > 0 ? "up to " : "", shortest(most))};
}

PointFinding judge_determinism(const SeenAgent& seen) {
  for (std::size_t task = 0; task < seen.trials[0].size(); ++task) {
    const auto shots = [&](std::size_t trial) { return seen.trials[trial][task].shots; };
    if (shots(0) == shots(1)) continue;
    const auto first = shots(0);
    const auto second = shots(1);
    const auto differ = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first;
    return {.says = fmt::format("two trials with equal seeds differ from task {}, shot {} on", task + 1,
                                differ - first.begin() + 1),
            .change = "draw all chance from the seed of begin_trial, and keep nothing from earlier trials"};
  }
  return {.says = "two trials with equal seeds have equal shots"};
}

PointFinding judge_mirrored(const SeenAgent& seen) {
  const std::vector<RecordedShot> shots = shots_in(seen.trials.front());
  const auto away =
      std::count_if(shots.begin(), shots.end(), [](const RecordedShot& shot) { return shot.drag_m[0] < 0; });
  if (away == 0) return fine(seen);
  return {
      .says = fmt::format("{} of {} to the right, away from the scene", away, counted(shots.size(), "shot")),
      .change = "throw to the left where bird_rest lies in the right half of the screen"};
}

PointFinding judge_time_limit(const SeenAgent& seen) {
  if (seen.trials.front().front().end != "too_late") return fine(seen);
  return {.says = "the decisions took longer than the task's time limit of 10 s, so the task was lost",
          .change = "answer faster, or expect no pass in tasks with a time limit"};
}

PointFinding judge_times(const SeenAgent& seen) {
  const CheckedMessage& slowest = *std::max_element(
      seen.messages.begin(), seen.messages.end(),
      [](const CheckedMessage& a, const CheckedMessage& b) { return a.longest_s < b.longest_s; });
  PointFinding found{
      .says = fmt::format("the slowest answer, to {}, took {:.2f} s", slowest.type, slowest.longest_s)};
  if (seen.timeout_s > 0 && slowest.longest_s > seen.timeout_s / 2)
    found.change =
        fmt::format("answer faster: that is more than half of the time limit of {} s", seen.timeout_s);
  return found;
}

// What is played. The pig of the scene stands in a box of platforms, so that every bird is thrown.

constexpr const char* kBoxedPig = R"({"novphy_task": 1, "birds": ["red", "red"], "objects": [
  {"type": "pig_small", "at": [4, -3.28]},
  {"type": "platform", "at": [3.4, -3], "size": [0.2, 1]},
  {"type": "platform", "at": [4.6, -3], "size": [0.2, 1]},
  {"type": "platform", "at": [4, -2.4], "size": [1.4, 0.2]},
  {"type": "square_hole", "material": "wood", "at": [1, -3.08]},
  {"type": "circle", "material": "stone", "at": [8, -3.12]}]})";

PointTasks alone(Task task) { return {{.phase = Phase::kNormal, .task = std::move(task)}}; }

/// A training task, two normal tasks, and two novel ones in which things fall more slowly.
PointTasks whole_trial(const Task& scene) {
  Task novel = scene;
  novel.gravity_mps2 = 0.5 * scene.gravity_mps2;
  Task open = scene;  // the pig may be hit
  open.objects.erase(open.objects.begin() + 1, open.objects.begin() + 4);
  return {{Phase::kTraining, open},
          {Phase::kNormal, scene},
          {Phase::kNormal, open},
          {Phase::kNovel, novel},
          {Phase::kNovel, scene}};
}

PointTasks all_birds(const Task& scene) {
  Task task = scene;
  task.birds = {"red", "yellow", "blue", "white", "black"};
  return alone(task);
}

/// The pig stands right of the screen. In the second task nothing else is there either.
PointTasks no_pig(const Task& scene) {
  Task task = scene;
  task.width_m = 100;
  for (std::size_t i = 0; i < 4; ++i) task.objects[i].at_m.x += 25;
  Task empty = task;
  empty.objects.resize(4);
  return {{Phase::kNormal, task}, {Phase::kNormal, empty}};
}

PointTasks many_objects(const Task& scene) {
  Task task = scene;
  for (int i = 0; task.objects.size() < 200; ++i)
    task.objects.push_back({.type = "rect_tiny",
                            .material = i % 2 == 0 ? "wood" : "ice",
                            .at_m = {8.8 + 0.5 * (i % 16), -3.39 + 0.23 * (i / 16)}});
  return alone(task);
}

PointTasks mirrored(const Task& scene) {
  Task task = scene;
  task.slingshot.at_m.x *= -1;
  task.slingshot.faces_left = true;
  for (Object& object : task.objects) object.at_m.x *= -1;
  return alone(task);
}

/// Things fall up to a ceiling.
PointTasks upwards(const Task& scene) {
  Task task = scene;
  task.gravity_mps2 = -1 * scene.gravity_mps2;
  task.objects.push_back({.type = "platform", .at_m = {0, 5}, .size_m = Vec2{35, 0.5}});
  return alone(task);
}

PointTasks time_limit(const Task& scene) {
  Task task = scene;
  task.time_limit_s = 10;
  return alone(task);
}

/// A weak pig falls from above, so any first shot passes the task and leaves a bird.
PointTasks passed_early(const Task& scene) {
  Task task = scene;
  task.objects[0].at_m.y = 3;
  task.objects[0].hidden.life = kLeastFactor;
  return {{Phase::kNormal, task}, {Phase::kNormal, scene}};
}

constexpr std::array kPoints{
    AgentPoint{"hello", [](const Task&) { return PointTasks{}; }, judge_hello, 1, false},
    AgentPoint{"trial", whole_trial, judge_trial},
    AgentPoint{"determinism", whole_trial, judge_determinism, 2, false},
    AgentPoint{"kinds of birds", all_birds, fine},
    AgentPoint{"no pig in sight", no_pig, fine},
    AgentPoint{"200 objects", many_objects, fine},
    AgentPoint{"mirrored slingshot", mirrored, judge_mirrored},
    AgentPoint{"inverted gravity", upwards, fine},
    AgentPoint{"passed early", passed_early, fine},
    AgentPoint{"time limit", time_limit, judge_time_limit},
    AgentPoint{"answer times", nullptr, judge_times, 1, false},
};

}  // namespace

std::span<const AgentPoint> agent_points() { return kPoints; }

Task checked_scene(const Catalogue& catalogue) { return parse_task_json(kBoxedPig, "check", catalogue); }

}  // namespace novphy
