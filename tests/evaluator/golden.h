#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace novphy {

/// The folders of worked examples that exist: our own (tests/evaluator/golden, computed by
/// worked_examples.py), then those of the reference.
inline std::vector<std::filesystem::path> golden_folders() {
  std::vector<std::filesystem::path> folders{NOVPHY_SOURCE_DIR "/tests/evaluator/golden"};
  const std::filesystem::path reference = std::filesystem::path(NOVPHY_SHARED) / "golden";
  if (std::filesystem::exists(reference)) folders.push_back(reference);
  return folders;
}

/// The worked examples that stand in the files of this name.
inline std::vector<nlohmann::json> golden(const std::string& name) {
  std::vector<nlohmann::json> found;
  for (const std::filesystem::path& folder : golden_folders())
    found.push_back(nlohmann::json::parse(std::ifstream(folder / name)));
  return found;
}

}  // namespace novphy
