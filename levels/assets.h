#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/catalogue.h"
#include "sim/observation.h"

namespace novphy {

/// The content of the assets folder.
struct Assets {
  std::filesystem::path folder;
  Catalogue catalogue;
  std::map<std::string, Physics> physics;  ///< by name: "standard", "reference"
  ColourTable colours;
  std::string catalogue_hash;  ///< content_hash() of catalogue.json, without overrides
  std::string physics_hash;
  std::vector<std::string> overrides{};  ///< of numbers, which the hashes do not show
};

/// The texts of the files of an assets folder.
struct AssetTexts {
  std::string catalogue;
  std::string physics;
  std::string colours;
};

/// Reads catalogue.json alone. Throws InputError.
Catalogue load_catalogue(const std::filesystem::path& folder);

/// Reads catalogue.json, physics.json and colours.json. An override gives a file, a JSON pointer to a number
/// in that file, and a new value: "catalogue:/blocks/linear_drag_per_s=0.5" or "physics:/rules/settle_s=0".
/// Throws InputError.
Assets load_assets(const std::filesystem::path& folder, std::span<const std::string> overrides = {});
/// The same from texts. `folder` only names their source in messages.
Assets read_assets(AssetTexts texts, const std::filesystem::path& folder,
                   std::span<const std::string> overrides = {});

}  // namespace novphy
