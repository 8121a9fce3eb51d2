#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "jobs/setting.h"
#include "levels/assets.h"

/// What commands work with beside their settings.
namespace novphy {

struct JobContext {
  Face face = Face::kProgram;  ///< whose names stand in messages
  /// The folder of this name that comes with the program, such as "levels/templates".
  std::function<std::filesystem::path(std::string_view)> folder{};
  std::shared_ptr<const Assets> assets{};  ///< those that come with it, where they are read already
  std::string given{};                     ///< given_settings(), for records
  std::function<void(const std::string&)> warn{};
};

/// How a command that may take long is watched.
struct JobWatch {
  StopFlag stop = nullptr;  ///< the command ends with Stopped soon after this is set
  /// Called after each piece with the number of pieces that are done and of all.
  std::function<void(std::size_t, std::size_t)> progress{};
};

/// The settings assets, physics and set: the numbers that a command plays with.
struct AssetSettings {
  std::string folder{};  ///< "": the one that comes with the program
  std::string physics = "standard";
  std::vector<std::string> overrides{};

  Settings settings();
  /// Reads the assets and checks the name of the physics. Throws InputError.
  std::shared_ptr<const Assets> load(const JobContext& context) const;
};

}  // namespace novphy
