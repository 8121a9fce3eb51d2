#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/append_file.h"

namespace novphy {

/// The file FILE.partial beside the output of a run. The file holds the finished trials until the run is
/// over. The first line is the fingerprint of the run. Then comes a block for each trial, in the order in
/// which the trials finished. A header line with the trial's number in the plan, the block's length in bytes
/// and the block's hash stands before each block. Bytes that a killed run left after the last whole block are
/// dropped. Throws InputError where the file cannot be written, read or locked.
class Partial {
 public:
  /// FILE.partial for FILE.
  static std::filesystem::path path_for(const std::filesystem::path& output);

  /// Makes a new file. An old file of that name is replaced.
  static Partial create(const std::filesystem::path& file, std::string_view first_line);
  /// Opens an existing file. `first_line()` is empty where a killed run left no whole first line.
  static Partial open(const std::filesystem::path& file);

  const std::string& first_line() const { return first_line_; }
  bool holds(int trial) const { return blocks_.contains(trial); }
  int size() const { return static_cast<int>(blocks_.size()); }

  /// Removes all content and writes a new first line.
  void restart(std::string_view first_line);
  /// Adds the block of a finished trial. Where the disk is full, the earlier blocks stay whole.
  void append(int trial, std::string_view block);
  std::string read(int trial) const;
  /// Deletes the file, once the output holds its content.
  void remove();

 private:
  struct Place {
    std::int64_t offset = 0;
    std::size_t bytes = 0;
  };

  explicit Partial(AppendFile file) : file_(std::move(file)) {}
  void find_blocks();
  std::optional<std::int64_t> block_after(std::int64_t offset);

  AppendFile file_;
  std::string first_line_;
  std::map<int, Place> blocks_;
};

}  // namespace novphy
