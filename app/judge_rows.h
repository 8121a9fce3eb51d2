#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/level_judge.h"

/// What `novphy judge` prints.
namespace novphy::app {

/// A file and the verdict on it.
struct JudgeRow {
  std::string file{};
  std::string error{};                 ///< why the file is no level; "" for a level
  std::size_t warnings = 0;            ///< of the reader
  std::size_t birds = 0;               ///< that the level has
  std::vector<std::string> objects{};  ///< each object in words: "3 wood_rect_big"
  std::optional<JudgedLevel> level{};
};

/// The objects of a task in words, by index.
std::vector<std::string> object_words(const Task& task, const Catalogue& catalogue);

/// How many of all levels have a property. A level may count for several.
struct JudgeCounts {
  std::size_t levels = 0;
  std::size_t valid = 0;
  std::size_t stable = 0;
  std::size_t solvable = 0;
  std::size_t boring = 0;
  std::size_t impossible = 0;  ///< have a goal, but no winning throw was found
  std::size_t no_goal = 0;
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
