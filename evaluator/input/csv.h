#pragma once

#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace novphy {

/// The cells of a line: separated by commas, in double quotes where they hold one, a quote doubled inside.
std::vector<std::string> split_csv(std::string_view line);

/// A cell as it stands in a line: quoted where it must be.
std::string csv_cell(std::string_view text);

/// Whether the file's first line, as a header, names all these columns.
bool csv_has_columns(const std::string& path, const std::vector<std::string_view>& columns);

/// Reads a CSV with a header line; a byte order mark, CRLF, blanks around the header's names and empty lines
/// do not matter. Throws InputError.
class CsvReader {
 public:
  /// All these columns must be there.
  CsvReader(std::string path, const std::vector<std::string_view>& columns);

  /// Moves to the next row; false at the end.
  bool next();
  /// A cell of the row. The column must be there.
  const std::string& at(std::string_view column) const;
  /// A cell as a finite number. Throws InputError for other text.
  double number(std::string_view column) const;
  bool has(std::string_view column) const { return columns_.contains(column); }
  /// Their names, in alphabetical order.
  std::vector<std::string> columns() const;
  int line() const { return line_; }
  /// Throws InputError for a cell of this row.
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
