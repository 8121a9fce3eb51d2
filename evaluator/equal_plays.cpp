#include "evaluator/equal_plays.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "base/hash.h"
#include "evaluator/baseline.h"
#include "evaluator/some_of.h"

namespace novphy {
namespace {

/// A training of an agent, or a person.
struct Player {
  const AgentLog* log = nullptr;  ///< null where only one agent is looked at
  int run = 0;
  int source = 0;                                  ///< the first file
  std::map<std::uint64_t, std::uint64_t> plays{};  ///< of each trial whose plays are known, by its name
};

void add_players(const TrialLogs& logs, const AgentLog* log, std::vector<Player>& players) {
  const bool people = logs.of_people();  // each file is a person's
  TrialNames names(logs);
  std::map<std::pair<int, int>, Player> found;
  for (const auto& [key, trial] : logs.trials()) {
    const TrialName name = names.of(key);
    Player& player =
        found.try_emplace({key.run, people ? key.source : 0}, Player{log, key.run, key.source, {}})
            .first->second;
    if (trial.plays == 0) continue;
    Hash hash;
    hash.add(fnv1a(name.plan)).add(fnv1a(name.novelty)).add(fnv1a(name.scenario)).add(name.trial);
    player.plays[hash.add(people ? 0 : name.time).add(int{key.control}).value()] = trial.plays;
  }
  for (const auto& [name, player] : found)
    if (!player.plays.empty()) players.push_back(player);
}

/// Whether all trials that both have hold the same plays, and these are half of the trials of either: a copy
/// may lack some.
bool same_plays(const Player& a, const Player& b) {
  std::size_t shared = 0;
  for (const auto& [trial, plays] : a.plays) {
    const auto found = b.plays.find(trial);
    if (found == b.plays.end()) continue;
    if (found->second != plays) return false;
    ++shared;
  }
  return shared > 0 && 2 * shared >= std::min(a.plays.size(), b.plays.size());
}

/// Sets of players that hold the same plays, each with at least two.
std::vector<std::vector<Player>> equal_sets(const std::vector<Player>& players) {
  std::vector<std::vector<Player>> sets;
  for (const Player& player : players) {
    const auto holds = [&](const std::vector<Player>& set) {
      return std::any_of(set.begin(), set.end(),
                         [&](const Player& each) { return same_plays(each, player); });
    };
    const auto found = std::find_if(sets.begin(), sets.end(), holds);
    if (found == sets.end())
      sets.push_back({player});
    else
      found->push_back(player);
  }
  std::erase_if(sets, [](const std::vector<Player>& set) { return set.size() < 2; });
  return sets;
}

/// "run seed 3 (a.jsonl)", or the file alone where it names no run.
std::string text_of(const Player& player) {
  const std::string& run = player.log->trials.run_name(player.run);
  const auto file = static_cast<std::size_t>(player.source) - 1;  // a file's number starts at 1
  const std::string path = file < player.log->files.size() ? player.log->files[file].path : "a file";
  return run.empty() ? path : fmt::format("run {} ({})", run, path);
}

void note_units(const AgentLog& log, std::vector<std::string>& warnings) {
  std::vector<Player> players;
  add_players(log.trials, &log, players);
  for (const std::vector<Player>& set : equal_sets(players)) {
    std::vector<std::string> names;
    for (const Player& player : set) names.push_back(text_of(player));
    warnings.push_back(fmt::format(
        "agent {}: {} of the {} hold the same plays, so there are no intervals and tests over them: {}",
        log.agent, set.size(), log.trials.of_people() ? "people" : "runs", some_of(names)));
  }
}

}  // namespace

bool has_equal_units(const TrialLogs& logs) {
  std::vector<Player> players;
  add_players(logs, nullptr, players);
  return !equal_sets(players).empty();
}

void note_equal_plays(std::span<const AgentLog* const> logs, std::vector<std::string>& warnings) {
  std::vector<Player> players;
  for (const AgentLog* log : logs) {
    note_units(*log, warnings);
    add_players(log->trials, log, players);
  }
  for (const std::vector<Player>& set : equal_sets(players)) {
    std::map<std::string, std::string> agents;
    for (const Player& player : set)
      agents.try_emplace(player.log->agent, player.log->agent + ", " + text_of(player));
    if (agents.size() < 2) continue;
    std::vector<std::string> names;
    for (const auto& [agent, text] : agents) names.push_back(text);
    warnings.push_back(
        fmt::format("{} agents hold the same plays, so they differ at most in what they say of novelty: {}",
                    names.size(), fmt::join(names, "; ")));
  }
}

}  // namespace novphy
