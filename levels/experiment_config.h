#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "levels/task_file.h"

/// Science Birds' experiment configurations (config.xml): trials of training and test sets of levels.
namespace novphy {

inline constexpr FileBounds kConfigBounds{"an experiment configuration", 64 * kMebibyte, 1'000'000};

/// A level that a configuration names, and what the folders in its path say about it.
struct ConfigLevel {
  std::string path{};  ///< as in the file, with "/" between folders
  int line = 0;
  std::string place{};    ///< of its element in the file
  std::string novelty{};  ///< "" for a normal level, or such as "novelty_level_1"; NovPhy's types: "agents"
  std::string type{};     ///< such as "type6", or NovPhy's scenario, such as "rolling"
};

struct ConfigTrial {
  int line = 0;
  std::string place{};
  int executions = 1;
  bool informed = false;
  std::vector<ConfigLevel> training{};  ///< only where the trial has test sets
  std::vector<ConfigLevel> tasks{};     ///< of all test sets or, without any, of the training set
};

struct ExperimentConfig {
  std::string file{};
  std::vector<ConfigTrial> trials{};
};

/// Reads a configuration as the game does: UTF-8 or UTF-16, the first training set of each trial, and all
/// test sets. Warns once of each kind of setting that a plan cannot express, such as a limit of time. `file`
/// only names the source. Throws InputError with every problem.
ExperimentConfig parse_experiment_config(std::string_view bytes, const std::string& file, Warnings& warnings);
ExperimentConfig read_experiment_config(const std::filesystem::path& file, Warnings& warnings);

/// The file of a level below a folder of levels. Where the path as a whole does not exist there, the folders
/// up to the game's own, such as 9001_Data/StreamingAssets/, are left out, then those up to the one of the
/// novelty level. Empty where none exists. A path that leaves the folder finds nothing.
std::filesystem::path level_file(const std::filesystem::path& folder, const std::string& path);

}  // namespace novphy
