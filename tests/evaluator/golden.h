#pragma once

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace novphy {

/// A file of worked examples of the reference; says that the test is skipped where the file is missing.
inline std::optional<nlohmann::json> golden(const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(NOVPHY_SHARED) / "golden" / name;
  if (std::filesystem::exists(file)) return nlohmann::json::parse(std::ifstream(file));
  std::cout << "SKIPPED: " << file << " is missing\n";
  return std::nullopt;
}

}  // namespace novphy
