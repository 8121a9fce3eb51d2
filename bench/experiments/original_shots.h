#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/vec2.h"

namespace novphy {

/// How a recording of one shot ended.
enum class Ending {
  kCleared,  ///< every pig is dead and all is still
  kAtRest,   ///< all is still, a pig is alive
  kMoving,   ///< something still moved when the recording ended, 11 s after the launch
};
inline constexpr int kEndings = 3;

/// One shot recorded in the original: the first bird of a level.
struct OriginalShot {
  std::string level{};     ///< name of its file without ".xml"
  std::string shot{};      ///< name of the throw, such as "c05"
  std::string family{};    ///< the level, whether its normal or its novel twin
  std::string scenario{};  ///< two digits of the template's type, "03" for rolling
  int novelty = 0;         ///< 0 in a normal level, else 1 to 8
  Vec2 velocity_mps{};     ///< of the launch
  Ending ending = Ending::kMoving;
  /// When all had been still for 0.04 s, since the launch, where that is known.
  std::optional<double> rest_s{};
  std::optional<double> bird_gone_s{};  ///< since the launch, where the table says it
  /// Whether the pig died, where that is known: a level ends as won or lost, or stands still with birds left.
  std::optional<bool> pig_dead{};
  bool moved = false;  ///< what rests on what changed in some picture
};

/// Length of a recording, from the launch.
inline constexpr double kRecordedS = 11;

/// Reads the tables shots.csv and shots_13_angles.csv of the folder. Throws InputError where a file or a
/// column is missing, a cell is not what was expected, or a level's file is not there.
std::vector<OriginalShot> read_original_shots(const std::filesystem::path& folder);

/// The file of a shot's level.
std::filesystem::path level_file(const std::filesystem::path& folder, const OriginalShot& shot);

}  // namespace novphy
