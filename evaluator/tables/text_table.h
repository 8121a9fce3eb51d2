#pragma once

#include <string>
#include <vector>

namespace novphy {

/// Columns of text for a terminal. The first `names` columns hold names and are aligned to the left; the
/// other columns hold numbers and are aligned to the right.
class TextTable {
 public:
  TextTable(std::vector<std::string> header, std::size_t names);

  /// Adds a row with as many cells as the header has.
  void add(std::vector<std::string> row);
  /// The header and then the rows, each with a line break.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::size_t names_;
};

}  // namespace novphy
