#include "evaluator/equal_plays.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "evaluator/baseline.h"
#include "evaluator/some_of.h"

namespace novphy {
namespace {

/// A training of an agent or a person, with the number of trials whose plays are known.
struct Player {
  const AgentLog* log = nullptr;  ///< null where only one agent is looked at
  int run = 0;
  int source = 0;  ///< the first file
  int trials = 0;
};

/// Finds players that hold the same plays.
class EqualPlays {
 public:
  void add(const TrialLogs& logs, const AgentLog* log = nullptr) {
    TrialNames names(logs);
    std::map<std::pair<int, int>, std::size_t> places;
    for (const auto& [key, trial] : logs.trials()) {
      TrialName name = names.of(key);
      if (trial.plays == 0) continue;
      const bool people = logs.of_people();  // each file is a person's
      if (people) name.time = 0;
      const auto [place, is_new] =
          places.emplace(std::pair(key.run, people ? key.source : 0), players_.size());
      if (is_new) players_.push_back({log, key.run, key.source});
      ++players_[place->second].trials;
      holders_[hash_of(name, key, trial)].push_back(place->second);
    }
  }
  const std::vector<Player>& players() const { return players_; }

  /// Sets of players that hold the same plays, each with at least two players.
  std::vector<std::vector<std::size_t>> sets() const {
    std::vector<std::size_t> first(players_.size());
    std::iota(first.begin(), first.end(), std::size_t{0});
    for (const auto& [pair, trials] : shared())
      if (trials == std::min(players_[pair.first].trials, players_[pair.second].trials))
        std::replace(first.begin(), first.end(), first[pair.second], first[pair.first]);
    std::map<std::size_t, std::vector<std::size_t>> sets;
    for (std::size_t i = 0; i < first.size(); ++i) sets[first[i]].push_back(i);
    std::vector<std::vector<std::size_t>> found;
    for (auto& [number, set] : sets)
      if (set.size() > 1) found.push_back(std::move(set));
    return found;
  }

 private:
  static std::uint64_t hash_of(const TrialName& name, const TrialKey& key, const TrialLog& trial) {
    return Hash()
        .add(fnv1a(name.plan))
        .add(fnv1a(name.novelty))
        .add(fnv1a(name.scenario))
        .add(name.trial)
        .add(name.time)
        .add(int{key.control})
        .add(trial.plays)
        .value();
  }

  /// The number of equal trials of each two players that have any.
  std::map<std::pair<std::size_t, std::size_t>, int> shared() const {
    std::map<std::pair<std::size_t, std::size_t>, int> counts;
    for (const auto& [hash, holders] : holders_)
      for (std::size_t i = 0; i < holders.size(); ++i)
        for (std::size_t j = i + 1; j < holders.size(); ++j) ++counts[{holders[i], holders[j]}];
    return counts;
  }

  std::vector<Player> players_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> holders_;
};

std::string path_of(const Player& player) {
  const auto file = static_cast<std::size_t>(player.source) - 1;  // a file's number starts at 1
  return file < player.log->files.size() ? player.log->files[file].path : "a file";
}

/// "run seed 3 (a.jsonl)", or the file alone where it names no run.
std::string text_of(const Player& player) {
  const std::string& run = player.log->trials.run_name(player.run);
  return run.empty() ? path_of(player) : fmt::format("run {} ({})", run, path_of(player));
}

void note_units(const AgentLog& log, std::vector<std::string>& warnings) {
  EqualPlays plays;
  plays.add(log.trials, &log);
  for (const auto& set : plays.sets()) {
    std::vector<std::string> names;
    for (const std::size_t i : set) names.push_back(text_of(plays.players()[i]));
    warnings.push_back(fmt::format(
        "agent {}: {} of the {} hold the same plays, so there are no intervals and tests over them: {}",
        log.agent, set.size(), log.trials.of_people() ? "people" : "runs", some_of(names)));
  }
}

}  // namespace

bool has_equal_units(const TrialLogs& logs) {
  EqualPlays plays;
  plays.add(logs);
  return !plays.sets().empty();
}

void note_equal_plays(std::span<const AgentLog* const> logs, std::vector<std::string>& warnings) {
  EqualPlays plays;
  for (const AgentLog* log : logs) {
    note_units(*log, warnings);
    plays.add(log->trials, log);
  }
  for (const auto& set : plays.sets()) {
    std::map<std::string, std::string> first_of_agents;
    for (const std::size_t i : set) {
      const Player& player = plays.players()[i];
      first_of_agents.try_emplace(player.log->agent, player.log->agent + ", " + text_of(player));
    }
    if (first_of_agents.size() < 2) continue;
    std::vector<std::string> names;
    for (const auto& [agent, text] : first_of_agents) names.push_back(text);
    warnings.push_back(
        fmt::format("{} agents hold the same plays, so they differ at most in what they say of novelty: {}",
                    names.size(), fmt::join(names, "; ")));
  }
}

}  // namespace novphy
