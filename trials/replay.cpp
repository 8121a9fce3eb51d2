#include "trials/replay.h"

#include <fmt/core.h>

#include "sim/play.h"
#include "trials/drive.h"

namespace novphy {

std::vector<Shot> shots_of(const Record& record) {
  std::vector<Shot> shots;
  for (const RecordedShot& shot : record.shots)
    shots.push_back({.drag_m = {shot.drag_m[0], shot.drag_m[1]},
                     .tap_ms = shot.tap_ms,
                     .launch_ms = shot.launch_ms,
                     .thought_ms = shot.thought_ms});
  return shots;
}

std::vector<std::string> differences(const Record& record, const Task& task, const Outcome& outcome) {
  Record now;
  fill(now, {.shots = {}, .outcome = outcome});
  std::vector<std::string> found;
  const auto compare = [&](const char* what, const auto& recorded, const auto& played) {
    if (recorded != played) found.push_back(fmt::format("{}: {} recorded, {} now", what, recorded, played));
  };
  if (record.shots.size() > task.birds.size())
    found.push_back(
        fmt::format("shots: {} recorded, the task has {} birds", record.shots.size(), task.birds.size()));
  compare("digest", record.digest, now.digest);
  compare("passed", record.passed, now.passed);
  compare("end", record.end, now.end);
  compare("score", record.score, now.score);
  compare("time_s", record.time_s, now.time_s);
  return found;
}

Replay replay(const Record& record, const Task& task, const Catalogue& catalogue, const Physics& physics,
              bool log_events) {
  Outcome outcome = play(task, shots_of(record), catalogue, physics, {.log_events = log_events});
  std::vector<std::string> found = differences(record, task, outcome);
  return {.outcome = std::move(outcome), .differences = std::move(found)};
}

}  // namespace novphy
