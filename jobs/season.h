#pragma once

#include <string>
#include <vector>

#include "jobs/context.h"
#include "jobs/setting.h"

/// Seasons: agents of others play a set that nobody knew when they were handed in.
/// docs/reference/challenge.md describes the steps and the files of a season's folder.
namespace novphy {

/// What novphy season takes. Each step has settings of its own.
struct SeasonSettings {
  std::string step{};
  std::string folder{};
  std::string secret{};
  std::string randomness{};
  std::string team{};
  std::string archive{};
  std::string sha256{};
  std::string image{};
  std::string key{};                  ///< file of the key that signs the results
  std::vector<std::string> others{};  ///< folders of other seasons, for the page
  int jobs = 1;

  Settings settings();
};

/// Takes the step and returns what it has to say. Throws InputError for a step that is not due, for files
/// that are not as they were sealed, handed in or signed, and as the steps of the set, of runs and of boards
/// do.
std::string season(const SeasonSettings& wanted, const JobContext& context, const JobWatch& watch);

}  // namespace novphy
