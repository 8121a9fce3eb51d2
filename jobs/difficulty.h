#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/difficulty/judging.h"
#include "jobs/setting.h"
#include "novelties/injected_pair.h"

/// The difficulty of pairs: what novphy difficulty and Python's difficulty() share.
namespace novphy {

struct DifficultySettings {
  std::vector<std::string> from{};
  bool all = false;                  ///< the pairs that come with novphy
  std::vector<std::string> pairs{};  ///< of folders of tasks
  std::vector<ChosenNovelty> inject{};
  std::string wins{};  ///< file of verify --json
  bool no_wins = false;
  std::string plots{};  ///< folder
  int jobs = 1;
  bool no_relabel = false;
  Judging judging{};  ///< without the fields above

  Settings settings();
};

/// What is judged with, and where pairs are found.
struct DifficultySources {
  const Assets& assets;
  std::string physics;
  const std::vector<Novelty>& novelties;
  /// The pairs that these names mean.
  std::function<std::vector<Pair>(const std::vector<std::string>& names)> pairs;
  std::vector<std::string> all;  ///< the names that mean the pairs that come with novphy
};

struct DifficultyWatch {
  JudgingProgress solving{};
  JudgingProgress judging{};
  SeeJudged see{};
};

struct Difficulties {
  DifficultyTable table{};
  std::vector<JudgedPair> judged{};
  Warnings warnings{};  ///< of readers

  std::string explained() const;  ///< explanation() of all pairs
};

/// Judges the pairs, and writes the plots. Throws InputError.
Difficulties judge_difficulty(const DifficultySettings& wanted, const DifficultySources& sources,
                              const DifficultyWatch& watch, Face face);

}  // namespace novphy
