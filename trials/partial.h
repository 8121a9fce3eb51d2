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

/// The finished trials of a run that is not over: FILE.partial beside the output. The first line says what
/// made them; then comes a block for each trial, in the order they finished: a line with the trial's number
/// in the plan, the block's length and its hash, and the block itself. Whatever a killed run left after the
/// last whole block is dropped. Throws InputError where the file cannot be written, read or locked.
class Partial {
 public:
  /// FILE.partial for FILE.
  static std::filesystem::path path_for(const std::filesystem::path& output);

  /// Starts anew, whatever was there.
  static Partial create(const std::filesystem::path& file, std::string_view first_line);
  /// Goes on with what is there. `first_line()` is empty where a killed run left not even that.
  static Partial open(const std::filesystem::path& file);

  const std::string& first_line() const { return first_line_; }
  bool holds(int trial) const { return blocks_.contains(trial); }
  int size() const { return static_cast<int>(blocks_.size()); }

  /// Forgets everything and starts anew.
  void restart(std::string_view first_line);
  /// A finished trial. On a full disk the blocks before it stay whole.
  void append(int trial, std::string_view block);
  std::string read(int trial) const;
  /// Deletes the file: its content stands in the output now.
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
