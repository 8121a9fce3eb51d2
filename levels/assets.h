#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "sim/catalogue.h"
#include "sim/observation.h"

namespace novphy {

/// Everything read from the assets folder.
struct Assets {
  std::filesystem::path folder;
  Catalogue catalogue;
  std::map<std::string, Physics> physics;  ///< by name: "standard", "reference"
  ColourTable colours;
  std::string catalogue_hash;  ///< 16 hexadecimal digits of the content, white space and overrides aside
  std::string physics_hash;
};

/// Reads catalogue.json alone. Throws InputError.
Catalogue load_catalogue(const std::filesystem::path& folder);

/// Reads catalogue.json, physics.json and colours.json. An override is
/// "catalogue:/blocks/linear_drag_per_s=0.5" or "physics:/rules/settle_s=0": file, JSON pointer to a number
/// that is there, value. Throws InputError.
Assets load_assets(const std::filesystem::path& folder, std::span<const std::string> overrides = {});

}  // namespace novphy
