#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace novphy {

/// Columns of text for a terminal: the first ones to the left (names), the others to the right (numbers).
class TextTable {
 public:
  TextTable(std::vector<std::string> header, std::size_t names);

  /// As many cells as the header has.
  void add(std::vector<std::string> row);
  /// The header, then the rows, each with its line break.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::size_t names_;
};

}  // namespace novphy
