#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/append_file.h"
#include "trials/store/blocks.h"

namespace novphy {

/// A file of blocks (trials/store/blocks.h) that grows while a run is played, and holds the finished trials until
/// the run is over: FILE.partial beside the output FILE, or a try of a shard. The blocks stand in the order
/// in which the trials finished. Bytes that a killed run left after the last whole block are dropped. Throws
/// InputError where the file cannot be written, read or locked.
class Partial {
 public:
  /// FILE.partial for FILE.
  static std::filesystem::path path_for(const std::filesystem::path& output);

  /// Makes a new file. An old file of that name is replaced.
  static Partial create(const std::filesystem::path& file, std::string_view first_line);
  /// Makes a new file that is not locked, because no other process opens the file in order to write. Throws
  /// InputError where a file of that name is there.
  static Partial create_own(const std::filesystem::path& file, std::string_view first_line);
  /// Opens an existing file. `first_line()` is empty where a killed run left no whole first line.
  static Partial open(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_.file(); }
  const std::string& first_line() const { return blocks_.first_line; }
  bool holds(int trial) const { return blocks_.places.contains(trial); }
  int size() const { return static_cast<int>(blocks_.places.size()); }

  /// Removes all content and writes a new first line.
  void restart(std::string_view first_line);
  /// Adds the block of a finished trial. Where the disk is full, the earlier blocks stay whole.
  void append(int trial, std::string_view block);
  std::string read(int trial) const;
  /// Deletes the file, once the output holds its content.
  void remove();
  /// Makes sure that every byte is on disk, then gives the file this name in place of its own.
  void rename(const std::filesystem::path& name);

 private:
  explicit Partial(AppendFile file) : file_(std::move(file)) {}

  AppendFile file_;
  Blocks blocks_{};
};

}  // namespace novphy
