#include "evaluator/level_results.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "base/lists.h"
#include "evaluator/compare.h"
#include "evaluator/load.h"

namespace novphy {
namespace {

using LevelKey = std::pair<std::string, std::string>;  // group and level

/// The means over the plays of a level in one run.
struct PlayMeans {
  Mean passed, score, shots;
  void add(const LevelPlay& play) {
    passed.add(play.passed ? 1 : 0);
    score.add(play.score);
    shots.add(play.shots);
  }
};

/// What is measured of a play, and what its mean can be.
struct Quantity {
  Mean PlayMeans::*of;
  LevelMean LevelMeans::*mean;
  bool is_rate;
  Interval reach;
};

constexpr double kAny = std::numeric_limits<double>::infinity();
constexpr std::array kQuantities{Quantity{&PlayMeans::passed, &LevelMeans::passed, true, {0, 1}},
                                 Quantity{&PlayMeans::score, &LevelMeans::score, false, {-kAny, kAny}},
                                 Quantity{&PlayMeans::shots, &LevelMeans::shots, false, {0, kAny}}};

/// The plays of a level.
struct PlayedLevel {
  std::string group{};
  std::string level{};
  std::map<std::string, PlayMeans> runs{};
};

/// The played levels, in the order in which they occur.
std::vector<PlayedLevel> played_levels(const std::vector<LevelPlay>& plays) {
  std::vector<PlayedLevel> levels;
  std::map<LevelKey, std::size_t> places;
  for (const LevelPlay& play : plays) {
    const auto [place, is_new] = places.emplace(LevelKey(play.group, play.level), levels.size());
    if (is_new) levels.push_back({.group = play.group, .level = play.level});
    levels[place->second].runs[play.run].add(play);
  }
  return levels;
}

using PlayedLevels = std::vector<const PlayedLevel*>;

/// The mean of each level over its plays, by run.
std::map<std::string, std::vector<double>> values_by_run(const PlayedLevels& levels, Mean PlayMeans::*of) {
  std::map<std::string, std::vector<double>> values;
  for (const PlayedLevel* level : levels)
    for (const auto& [run, means] : level->runs) values[run].push_back(*(means.*of).value());
  return values;
}

std::optional<Interval> within(const std::optional<Interval>& interval, const Interval& reach) {
  if (!interval) return interval;
  return Interval{std::max(reach.low, interval->low), std::min(reach.high, interval->high)};
}

/// The mean over levels, and over runs if there are several.
LevelMean mean_over(const PlayedLevels& levels, const Quantity& what, bool over_runs, double confidence) {
  const auto by_run = values_by_run(levels, what.of);
  if (!over_runs) {
    const std::vector<double>& values = by_run.begin()->second;
    return {*mean(values), what.is_rate ? fraction_interval(values, confidence)
                                        : within(run_interval(values, false, confidence), what.reach)};
  }
  const auto runs = mapped(by_run, [](const auto& run) { return *mean(run.second); });
  return {*mean(runs), within(run_interval(runs, what.is_rate, confidence), what.reach)};
}

LevelMeans means_of(const PlayedLevels& levels, bool over_runs, double confidence) {
  LevelMeans means{.levels = static_cast<int>(levels.size())};
  for (const PlayedLevel* level : levels)
    for (const auto& [run, plays] : level->runs) means.plays += plays.passed.count();
  for (const Quantity& what : kQuantities) means.*what.mean = mean_over(levels, what, over_runs, confidence);
  return means;
}

void remove_intervals(LevelMeans& means) {
  for (const Quantity& what : kQuantities) (means.*what.mean).interval.reset();
}

AgentLevels levels_of(const AgentLog& log, double confidence) {
  std::set<std::string> runs;
  for (const LevelPlay& play : log.levels) runs.insert(play.run);
  AgentLevels agent{.agent = log.agent,
                    .runs = static_cast<int>(runs.size()),
                    .agent_errors = static_cast<int>(
                        std::ranges::count_if(log.levels, std::mem_fn(&LevelPlay::agent_error)))};
  const bool over_runs = agent.runs > 1;
  const std::vector<PlayedLevel> levels = played_levels(log.levels);
  std::vector<std::string> groups;
  std::map<std::string, PlayedLevels> by_group;
  for (const PlayedLevel& level : levels) {
    if (by_group[level.group].empty()) groups.push_back(level.group);
    by_group[level.group].push_back(&level);
    agent.levels.push_back(means_of(PlayedLevels{&level}, over_runs, confidence));
    agent.levels.back().group = level.group;
    agent.levels.back().level = level.level;
    remove_intervals(agent.levels.back());  // those of a single level
  }
  for (const std::string& group : groups) {
    agent.groups.push_back(means_of(by_group[group], over_runs, confidence));
    agent.groups.back().group = group;
  }
  if (groups.size() > 1)
    agent.groups.push_back(
        means_of(mapped(levels, [](const auto& level) { return &level; }), over_runs, confidence));
  if (over_runs && has_equal_units(log.trials))
    for (LevelMeans& means : agent.groups) remove_intervals(means);
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
  return std::ranges::any_of(log.trials.trials(),
                             [](const auto& trial) { return trial.first.novelty != kPlainLevels; });
}

}  // namespace

bool is_level_play(const Record& record) {
  return record.novelty == kPlainLevels && record.phase == Phase::kNormal && !record.no_result &&
         !record.task_template.empty();
}

LevelPlay level_play(const Record& record, const std::string& run) {
  return {.group = record.scenario,
          .level = record.task_template,
          .run = run,
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
  table.alone = !table.agents.empty() && std::ranges::none_of(logs, has_novelty);
  return table;
}

}  // namespace novphy
