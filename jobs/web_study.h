#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/zip_archive.h"
#include "jobs/setting.h"
#include "levels/assets.h"
#include "trials/studies/web_study.h"

namespace novphy {

/// What novphy web-study takes.
struct WebStudySettings {
  std::string study{};
  std::string plan{};
  std::string out{};
  std::string key{};
  std::string datapipe{};
  std::string post{};
  std::string jatos{};
  std::string completion{};
  bool server = false;
  bool force = false;

  Settings settings();
  /// Where the key goes.
  std::filesystem::path key_file() const;
};

/// Writes a study as a folder of these files of the page and of its own, and the key. Returns all files of
/// the folder. Throws InputError for what would be lost or could be read by participants.
std::vector<NamedBytes> write_web_study(const WebStudySettings& wanted, std::vector<NamedBytes> page,
                                        const Catalogue& catalogue, const Fingerprint& made_by);

/// The files in a folder and its sub-folders, by their path within the folder and sorted.
std::vector<NamedBytes> files_in(const std::filesystem::path& folder);

}  // namespace novphy
