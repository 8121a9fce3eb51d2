#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generator/level_judge.h"

/// What `novphy judge` prints.
namespace novphy::app {

/// A file and the verdict on it.
struct JudgeRow {
  std::string file{};
  std::string picture{};               ///< name of its picture's file; "" without one
  std::string error{};                 ///< why the file is no level; "" for a level
  bool empty = false;                  ///< the only reason is that it has no bird or no object
  std::size_t warnings = 0;            ///< of the reader
  std::size_t birds = 0;               ///< that the level has
  std::vector<std::string> objects{};  ///< each object in words: "3 wood_rect_big"
  std::optional<JudgedLevel> level{};
};

/// The objects of a task in words, by index.
std::vector<std::string> object_words(const Task& task, const Catalogue& catalogue);

/// The verdict on a file in a word: "invalid", "empty", or that of its level.
std::string_view verdict(const JudgeRow& row);

/// How many of all files have each verdict, and how many levels stand still without a shot.
struct JudgeCounts {
  std::size_t levels = 0;
  std::vector<std::pair<std::string_view, std::size_t>> verdicts{};  ///< all of them, in their order
  std::size_t stable = 0;
  std::size_t of(std::string_view verdict) const;
};
JudgeCounts count(const std::vector<JudgeRow>& rows);

/// A form of the output. Each text ends with a line break, or is "".
class JudgeFormat {
 public:
  virtual ~JudgeFormat() = default;
  virtual std::string head() const = 0;
  virtual std::string row(const JudgeRow& row) const = 0;
  virtual std::string end(const JudgeCounts& counts) const = 0;
};

/// A table for a terminal. Its first column is as wide as the longest of these names.
std::unique_ptr<JudgeFormat> text_format(const std::vector<std::string>& files);
std::unique_ptr<JudgeFormat> csv_format();
std::unique_ptr<JudgeFormat> json_format();  ///< a line for each level, and a last line "summary"

}  // namespace novphy::app
