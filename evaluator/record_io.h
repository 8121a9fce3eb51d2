#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_reader.h"
#include "evaluator/record.h"

namespace novphy {

/// "training", "calibration", "normal", "novel": the names records use.
std::string_view name(Phase phase);

/// One JSON object without line break: same value, same bytes. Fields with their default are left out,
/// numbers are the shortest that read back exactly. Throws std::invalid_argument for a number that is not
/// finite.
std::string to_line(const Fingerprint& fingerprint);
std::string to_line(const Record& record);

/// Reads back what to_line() wrote. Throws InputError with this file and line for anything else: broken
/// JSON, unknown, missing or duplicate keys, values of another kind or range, another version of the format.
Fingerprint fingerprint_from_line(std::string_view text, const std::string& file, int line = 1);
Record record_from_line(std::string_view text, const std::string& file, int line);
/// Reads a fingerprint that is a part of another document, which notes every problem.
Fingerprint read_fingerprint(const Node& from);

/// What to do with a last line that a killed run left unfinished (no line break, and not a whole object).
enum class CutLine { kError, kSkip };

/// Reads a file of records line by line; holds one line at a time. Throws InputError.
class RecordReader {
 public:
  explicit RecordReader(std::string path, CutLine cut_line = CutLine::kError);

  const Fingerprint& fingerprint() const { return fingerprint_; }
  /// The next record, or nothing at the end.
  std::optional<Record> next();
  /// Of the record that next() gave last; the fingerprint stands in line 1.
  int line() const { return line_; }
  /// How many unfinished last lines were skipped: 0 or 1.
  int cut_lines() const { return cut_lines_; }

 private:
  bool read_line();

  std::string path_;
  CutLine cut_line_;
  std::ifstream stream_;
  std::string text_;
  bool unfinished_ = false;  ///< text_ has no line break
  int line_ = 0;
  int cut_lines_ = 0;
  Fingerprint fingerprint_;
};

}  // namespace novphy
