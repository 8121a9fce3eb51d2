#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/lines.h"

namespace novphy {

/// The text with A to Z changed to a to z.
std::string in_small_letters(std::string text);

/// The cells of a row that takes one line.
std::vector<std::string> split_csv(std::string_view row, char separator = ',');

/// A cell's text for a line of CSV, in quotes if a reader needs them.
std::string csv_cell(std::string_view text);

/// The names of the columns in the file's header. Empty if there is none: the code that reads the file will
/// say why.
std::vector<std::string> csv_header(LineReader& lines);
std::vector<std::string> csv_header(const std::string& path);

/// Whether the header names all these columns, in capital or small letters.
bool csv_has_columns(const std::vector<std::string>& header, const std::vector<std::string_view>& columns);

/// Sorts names without regard to capital and small letters.
struct NoCase {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const;
};

/// Reads a CSV file. Its header is the first line that is neither empty nor a comment, which begins with "#".
/// Cells are separated by commas, semicolons or tabs, whichever the header has most of. A cell that begins
/// with a double quote ends with one; quotes inside it are doubled, and it may hold separators and line
/// breaks. Capital and small letters are the same in the names of columns. Ignores a byte order mark, CRLF,
/// blanks around the header's names, and empty lines. Throws InputError for a file that cannot be read, and
/// for a row whose number of cells differs from the header's.
class CsvReader {
 public:
  /// Whether a file with nothing but a header is an error.
  enum class Rows { kAtLeastOne, kMayBeNone };

  /// Throws InputError if the header lacks one of the columns or names a column twice.
  CsvReader(std::string path, const std::vector<std::string_view>& columns, Rows rows = Rows::kAtLeastOne)
      : CsvReader(LineReader(std::move(path)), columns, rows) {}
  /// Goes on with an open file, which stands before its first line.
  CsvReader(LineReader lines, const std::vector<std::string_view>& columns, Rows rows = Rows::kAtLeastOne);

  /// Moves to the next row. Returns false at the end of the file.
  bool next();
  /// The row's cell in a column, which the header must name.
  const std::string& at(std::string_view column) const;
  /// The row's cell without blanks at its beginning and end.
  std::string_view trimmed(std::string_view column) const;
  /// The row's cell as a finite number, which may have blanks around it. Throws InputError for other text.
  double number(std::string_view column) const;
  /// The same from `low` to `high`.
  double number(std::string_view column, double low, double high) const;
  /// A whole number from `low` to `high`.
  std::int64_t whole(std::string_view column, std::int64_t low, std::int64_t high) const;
  /// The row's cell as a name for tables and terminals, without blanks around it: not empty, UTF-8, no
  /// control characters. Throws InputError for other text.
  std::string name(std::string_view column) const;
  /// The row's cell as one of two words, in capital or small letters. Returns whether it is the first. Throws
  /// InputError for other text.
  bool one_of(std::string_view column, std::string_view yes, std::string_view no) const;
  bool has(std::string_view column) const { return columns_.contains(column); }
  /// The names of the columns in small letters, in alphabetical order.
  std::vector<std::string> columns() const;
  /// The line on which the row begins.
  int line() const { return line_; }
  /// Throws InputError because the cell does not hold the expected text.
  [[noreturn]] void fail(std::string_view column, std::string_view expected) const;

 private:
  bool read_row();
  void read_header();

  LineReader lines_;
  char separator_ = ',';
  int line_ = 0;
  bool needs_row_;
  std::vector<std::string> cells_;
  std::map<std::string, std::size_t, NoCase> columns_;
};

}  // namespace novphy
