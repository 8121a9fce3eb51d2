#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace novphy {

/// Reads a file line by line, with one line in memory. Throws InputError for a file that cannot be read and,
/// with the line's number, for a line that exceeds the bounds.
class LineReader {
 public:
  explicit LineReader(std::string path, const FileBounds& bounds = kLineBounds);

  /// Moves to the next line. Returns false at the end of the file.
  bool next();
  /// The line without its line break.
  const std::string& text() const { return text_; }
  /// The line's number, from 1.
  int line() const { return line_; }
  /// Whether this is the last line and it has no line break.
  bool unfinished() const { return unfinished_; }
  const std::string& path() const { return path_; }
  /// Goes back to before the first line. The file is not opened again: of a pipe, no more than the first
  /// portion may have been read. Throws InputError where that is not possible.
  void restart();

 private:
  bool fill();
  void append(std::string_view piece);

  std::string path_;
  FileBounds bounds_;
  Descriptor file_;
  std::vector<char> portion_;
  std::size_t begin_ = 0;  ///< of the bytes of portion_ that are not yet in a line
  std::size_t end_ = 0;
  int portions_ = 0;  ///< that were read
  std::string text_;
  int line_ = 0;
  bool unfinished_ = false;
};

/// A file that only grows at its end: a run, a study or the making of tasks appends each finished piece. The
/// file is locked while it is open, unless it belongs to this process alone (Options::own). When the disk is
/// full and a piece cannot be written completely, the part that was written is cut off again. Every function
/// throws InputError where the file cannot be opened, locked, read or written.
class AppendFile {
 public:
  struct Options {
    bool create = false;  ///< a missing file is created
    bool sync = false;    ///< append() returns once the piece is on disk (fsync)
    bool wait = false;    ///< waits while another process has the file locked
    /// The file must be new and is not locked: on network file systems, locks may be missing.
    bool own = false;
    /// The error message when the file is locked already and `wait` is false.
    std::string_view in_use = "another run is writing it";
  };

  /// Opens the file, or the file to which a symbolic link of this name leads; append() writes after its
  /// present content.
  AppendFile(const std::filesystem::path& file, const Options& options);

  const std::filesystem::path& file() const { return file_; }
  /// Size of the file in bytes.
  std::int64_t size() const { return size_; }
  void append(std::string_view piece);
  /// Makes sure that every byte is on disk.
  void sync();
  /// Reads `bytes` bytes from this offset on, or fewer where the file ends earlier.
  std::string read(std::int64_t offset, std::size_t bytes) const;
  /// Cuts the file to its first `size` bytes.
  void cut(std::int64_t size);
  /// Replaces the whole content, or leaves it as it was where that fails. The file stays locked.
  void replace(std::string_view content);
  void remove();
  /// Makes sure that every byte is on disk, then renames the file.
  void rename(const std::filesystem::path& name);

 private:
  std::filesystem::path file_;
  Descriptor open_;
  bool sync_ = false;
  std::int64_t size_ = 0;
};

}  // namespace novphy
