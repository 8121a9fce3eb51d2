#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jobs/setting.h"
#include "trials/store/merge.h"

namespace novphy {

/// What novphy merge and Python's merge() take.
struct MergeSettings {
  std::vector<std::string> files{};
  std::string out{};
  std::string plan{};
  std::optional<int> shards{};
  bool force = false;

  Settings settings();
};

/// merge_files() with these settings; `assets` is the folder of the assets.
Merged merge(const MergeSettings& wanted, const std::filesystem::path& assets, StopFlag stop = nullptr);

}  // namespace novphy
