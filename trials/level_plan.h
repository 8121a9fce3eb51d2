#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "levels/experiment_config.h"
#include "levels/task_file.h"
#include "sim/catalogue.h"
#include "trials/plan.h"

/// Plans of levels that have no pairs: of a folder of levels, or of an experiment configuration of Science
/// Birds.
namespace novphy {

/// A level as a template whose only task is the level itself.
struct NamedLevel {
  std::string name{};  ///< the path of its file below the folder
  Task task{};
};

/// The levels of a folder that stand in one of its folders, in natural order.
struct LevelGroup {
  std::string
      name{};  ///< the path below the folder; of the folder itself ".", or its name if it has no other
  std::vector<NamedLevel> levels{};
};

/// What could not be read, and what readers corrected.
struct LevelRemarks {
  std::vector<Problem> problems{};  ///< the problems of files that are no levels, or have no pig
  Warnings warnings{};
};

/// Reads all levels below a folder. A file that cannot be read is noted and left out.
std::vector<LevelGroup> read_level_groups(const std::filesystem::path& folder, const Catalogue& catalogue,
                                          LevelRemarks& remarks);

/// A plan of one trial for each group, of the novelty kPlainLevels, played `trials` times with other seeds of
/// the agent. All levels of the group are normal tasks. Throws std::invalid_argument for a plan that would be
/// too large.
Plan plan_of_levels(const std::vector<LevelGroup>& groups, int trials, const Seed& seed);

/// A plan of the trials of a configuration, each as often as it is to be executed. Levels of novelty_level_0
/// are normal tasks, all others novel ones. A trial's novelty and scenario are those of its novel levels;
/// "mixed" where these differ. Without a novel level the novelty is kPlainLevels, and the type of the levels
/// is the scenario. Throws InputError for levels that are missing or cannot be read, and for a normal level
/// after a novel one; std::invalid_argument for a plan that would be too large.
Plan plan_of_config(const ExperimentConfig& config, const std::filesystem::path& folder,
                    const Catalogue& catalogue, const Seed& seed, Warnings& warnings);

}  // namespace novphy
