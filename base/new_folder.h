#pragma once

#include <filesystem>
#include <string_view>

#include "base/lines.h"
#include "base/zip_archive.h"

namespace novphy {

/// The place of a folder to write, which may be the target of a link.
std::filesystem::path folder_place(const std::filesystem::path& folder);

/// A folder in the making. It stands beside its place until take_name(), and is removed if that is not
/// called. While one process makes a folder, no other can.
class NewFolder {
 public:
  /// `in_use` is the message where another process makes the folder. Throws InputError then.
  NewFolder(std::filesystem::path folder, std::string_view in_use);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  /// Writes a file of the folder. Throws InputError where it cannot be written.
  void write(const NamedBytes& file) const;
  /// Puts the folder in the place of an older one. Throws InputError where that is not possible.
  void take_name() const;

 private:
  std::filesystem::path folder_;
  std::filesystem::path made_;
  std::filesystem::path old_;
  AppendFile lock_;
};

}  // namespace novphy
