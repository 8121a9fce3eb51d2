#pragma once

#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace novphy {

/// The cells of a line, which commas separate. A cell that holds a comma or a quote is in double quotes, and
/// each quote inside is doubled.
std::vector<std::string> split_csv(std::string_view line);

/// A cell's text for a line of CSV, in quotes where split_csv() needs them.
std::string csv_cell(std::string_view text);

/// Whether the file's first line is a header that names all these columns.
bool csv_has_columns(const std::string& path, const std::vector<std::string_view>& columns);

/// Reads a CSV file with a header line. Ignores a byte order mark, CRLF, blanks around the header's names and
/// empty lines. Throws InputError for a file that cannot be read and for a row with another number of cells
/// than the header.
class CsvReader {
 public:
  /// Throws InputError where the header lacks one of the columns or names a column twice.
  CsvReader(std::string path, const std::vector<std::string_view>& columns);

  /// Moves to the next row. Returns false at the end of the file.
  bool next();
  /// The row's cell in a column, which the header must name.
  const std::string& at(std::string_view column) const;
  /// The row's cell as a finite number. Throws InputError for other text.
  double number(std::string_view column) const;
  bool has(std::string_view column) const { return columns_.contains(column); }
  /// The names of the columns, in alphabetical order.
  std::vector<std::string> columns() const;
  int line() const { return line_; }
  /// Throws InputError: the cell's text is not the expected one.
  [[noreturn]] void fail(std::string_view column, std::string_view expected) const;

 private:
  bool read_line();

  std::string path_;
  std::ifstream stream_;
  int line_ = 0;
  std::vector<std::string> cells_;
  std::map<std::string, std::size_t, std::less<>> columns_;
};

}  // namespace novphy
