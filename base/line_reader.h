#pragma once

#include <cstddef>
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
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Moves to the next line. Returns false at the end of the file.
  bool next();
  /// The line without its line break.
  const std::string& text() const { return text_; }
  /// The line's number, from 1.
  int line() const { return line_; }
  /// Whether this is the last line and it has no line break.
  bool unfinished() const { return unfinished_; }

 private:
  bool fill();
  void append(std::string_view piece);

  std::string path_;
  FileBounds bounds_;
  int fd_ = -1;
  std::vector<char> portion_;
  std::size_t begin_ = 0;  ///< of the bytes of portion_ that are not yet in a line
  std::size_t end_ = 0;
  std::string text_;
  int line_ = 0;
  bool unfinished_ = false;
};

}  // namespace novphy
