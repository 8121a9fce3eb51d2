#pragma once

#include <string_view>

#include "base/json_fields.h"
#include "base/lines.h"
#include "evaluator/record.h"

namespace novphy {

// The fields of records. Reading, writing, comparing and record.schema.json all follow these lists.
void describe(FieldIo& io, Fingerprint& fingerprint);
void describe(FieldIo& io, RecordedShot& shot);
void describe(FieldIo& io, PlayerUsage& usage);
void describe(FieldIo& io, RecordedAnswer& answer);
void describe(FieldIo& io, RecordedQuestion& question);
void describe(FieldIo& io, Record& record);

/// The phase's name in records: "training", "calibration", "normal", "novel".
std::string_view name(Phase phase);

/// Why a text cannot be the name of an agent or of a training run, such as "empty". "" for a valid name: 1 to
/// 100 bytes of UTF-8 without control characters, without a blank at its beginning or end, and not a name of
/// people ("human", "people", "human:..." and "people:...").
std::string_view name_problem(std::string_view name);

/// One JSON object without a line break. Equal values give equal bytes. Fields that have their default are
/// left out. Numbers are as short as possible to read back exactly. Throws std::invalid_argument for a number
/// that is not finite, and InputError for a line that no reader takes.
std::string to_line(const Fingerprint& fingerprint);
std::string to_line(const Record& record);

/// Reads a line that to_line() wrote. Throws InputError with this file and line for broken JSON, for
/// unknown, missing or duplicate keys, for values of another kind or range, and for another version of the
/// format.
Fingerprint fingerprint_from_line(std::string_view text, const std::string& file, int line = 1);
Record record_from_line(std::string_view text, const std::string& file, int line);
/// Reads a fingerprint that is part of another document, which notes every problem.
Fingerprint read_fingerprint(const Node& from);

/// How to treat a last line that a killed run left unfinished, without a line break and with an incomplete
/// JSON object.
enum class CutLine { kError, kSkip };

/// Reads a file of records line by line. Holds one line in memory at a time. Throws InputError.
class RecordReader {
 public:
  explicit RecordReader(std::string path, CutLine cut_line = CutLine::kError)
      : RecordReader(LineReader(std::move(path)), cut_line) {}
  /// Goes on with an open file, which stands before its first line.
  explicit RecordReader(LineReader lines, CutLine cut_line);

  const Fingerprint& fingerprint() const { return fingerprint_; }
  /// The next record. Empty at the end of the file.
  std::optional<Record> next();
  /// The line of the record that next() returned last. The fingerprint is in line 1.
  int line() const { return lines_.line(); }
  /// The number of unfinished last lines that were skipped: 0 or 1.
  int cut_lines() const { return cut_lines_; }

 private:
  CutLine cut_line_;
  LineReader lines_;
  int cut_lines_ = 0;
  Fingerprint fingerprint_;
};

}  // namespace novphy
