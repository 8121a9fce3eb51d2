#pragma once

#include <string>
#include <vector>

#include "generator/difficulty/judging.h"
#include "jobs/context.h"
#include "novelties/injected_pair.h"

/// The difficulty of pairs: what novphy difficulty and Python's difficulty() share.
namespace novphy {

struct DifficultySettings {
  AssetSettings assets{};
  std::string novelties{};  ///< folder
  std::vector<std::string> from{};
  bool all = false;                  ///< the pairs that come with novphy
  std::vector<std::string> pairs{};  ///< of folders of tasks
  std::vector<ChosenNovelty> inject{};
  std::string wins{};  ///< file of verify --json
  bool no_wins = false;
  std::string plots{};     ///< folder
  std::string pictures{};  ///< folder
  int jobs = 1;
  bool no_relabel = false;
  Judging judging{};  ///< without the fields above

  Settings settings();
};

/// How far the command is: two parts, one after the other.
struct DifficultyWatch {
  JudgingProgress solving{};
  JudgingProgress judging{};
};

struct Difficulties {
  DifficultyTable table{};
  std::vector<JudgedPair> judged{};

  std::string explained() const;  ///< explanation() of all pairs
};

/// Judges the pairs, and writes plots and pictures. Throws InputError.
Difficulties judge_difficulty(const DifficultySettings& wanted, const JobContext& context,
                              const DifficultyWatch& watch);

}  // namespace novphy
