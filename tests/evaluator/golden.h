#pragma once

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace novphy {

/// A file of the reference's worked examples. Empty where the file is missing; says then that the test is
/// skipped.
inline std::optional<nlohmann::json> golden(const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(NOVPHY_SHARED) / "golden" / name;
  if (std::filesystem::exists(file)) return nlohmann::json::parse(std::ifstream(file));
  std::cout << "SKIPPED: " << file << " is missing\n";
  return std::nullopt;
}

}  // namespace novphy
