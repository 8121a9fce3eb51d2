#include "evaluator/level_results.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "evaluator/load.h"

namespace novphy {
namespace {

using LevelKey = std::pair<std::string, std::string>;  // group and level

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The sums over the plays of a level.
struct LevelSums {
  std::string group{};
  std::string level{};
  int plays = 0;
  double passed = 0;
  double score = 0;
  double shots = 0;
};

/// The sums of each level, in the order in which the levels occur.
std::vector<LevelSums> sums_of(const std::vector<LevelPlay>& plays) {
  std::vector<LevelSums> sums;
  std::map<LevelKey, std::size_t> places;
  for (const LevelPlay& play : plays) {
    const auto [place, is_new] = places.emplace(LevelKey(play.group, play.level), sums.size());
    if (is_new) sums.push_back({.group = play.group, .level = play.level});
    LevelSums& level = sums[place->second];
    ++level.plays;
    level.passed += play.passed ? 1 : 0;
    level.score += play.score;
    level.shots += play.shots;
  }
  return sums;
}

/// The means over these levels. For a single level there are no intervals.
LevelMeans means_of(const std::vector<const LevelSums*>& levels, double confidence) {
  LevelMeans means{.levels = static_cast<int>(levels.size())};
  const auto values_of = [&](double LevelSums::*sum) {
    std::vector<double> values;
    for (const LevelSums* level : levels) values.push_back(level->*sum / level->plays);
    return values;
  };
  for (const LevelSums* level : levels) means.plays += level->plays;
  const std::vector<double> passed = values_of(&LevelSums::passed);
  means.passed = {mean_of(passed), fraction_interval(passed, confidence)};
  for (const auto& [mean, sum] :
       {std::pair(&means.score, &LevelSums::score), {&means.shots, &LevelSums::shots}}) {
    const std::vector<double> values = values_of(sum);
    *mean = {mean_of(values), student_interval(values, confidence)};
  }
  return means;
}

LevelMeans means_of_level(const LevelSums& level) {
  const auto plays = static_cast<double>(level.plays);
  return {.group = level.group,
          .level = level.level,
          .levels = 1,
          .plays = level.plays,
          .passed = {level.passed / plays, {}},
          .score = {level.score / plays, {}},
          .shots = {level.shots / plays, {}}};
}

AgentLevels levels_of(const AgentLog& log, double confidence) {
  AgentLevels agent{.agent = log.agent};
  agent.agent_errors = static_cast<int>(std::count_if(
      log.levels.begin(), log.levels.end(), [](const LevelPlay& play) { return play.agent_error; }));
  const std::vector<LevelSums> sums = sums_of(log.levels);
  std::vector<std::string> groups;
  std::map<std::string, std::vector<const LevelSums*>> by_group;
  std::vector<const LevelSums*> all;
  for (const LevelSums& level : sums) {
    if (by_group[level.group].empty()) groups.push_back(level.group);
    by_group[level.group].push_back(&level);
    all.push_back(&level);
    agent.levels.push_back(means_of_level(level));
  }
  for (const std::string& group : groups) {
    agent.groups.push_back(means_of(by_group[group], confidence));
    agent.groups.back().group = group;
  }
  if (groups.size() > 1) agent.groups.push_back(means_of(all, confidence));
  return agent;
}

/// Counts the different levels, and lists those that nobody passed.
void note_levels(std::span<const AgentLog> logs, LevelTable& table) {
  std::set<LevelKey> all, passed;
  for (const AgentLog& log : logs)
    for (const LevelPlay& play : log.levels) {
      all.emplace(play.group, play.level);
      if (play.passed) passed.emplace(play.group, play.level);
    }
  table.levels = static_cast<int>(all.size());
  std::set<LevelKey> listed;
  for (const AgentLevels& agent : table.agents)
    for (const LevelMeans& level : agent.levels)
      if (!passed.contains({level.group, level.level}) && listed.emplace(level.group, level.level).second)
        table.never_passed.push_back(level.level);
}

bool has_novelty(const AgentLog& log) {
  const auto& trials = log.trials.trials();
  return std::any_of(trials.begin(), trials.end(),
                     [](const auto& trial) { return trial.first.novelty != kPlainLevels; });
}

}  // namespace

bool is_level_play(const Record& record) {
  return record.novelty == kPlainLevels && record.phase == Phase::kNormal && !record.no_result &&
         !record.task_template.empty();
}

LevelPlay level_play(const Record& record) {
  return {.group = record.scenario,
          .level = record.task_template,
          .passed = record.passed,
          .score = static_cast<double>(record.score),
          .shots = static_cast<double>(record.shots.size()),
          .agent_error = !record.error.empty()};
}

LevelTable level_table(std::span<const AgentLog> logs, double confidence) {
  LevelTable table{.confidence = confidence};
  for (const AgentLog& log : logs)
    if (!log.levels.empty()) table.agents.push_back(levels_of(log, confidence));
  note_levels(logs, table);
  table.alone = !table.agents.empty() && std::none_of(logs.begin(), logs.end(), has_novelty);
  return table;
}

}  // namespace novphy
