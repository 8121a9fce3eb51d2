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

/// With so many decimals, halves up. A value a hair below a half counts as a half: 0.575, computed in binary
/// as 0.57499999999999996, prints 0.58 as exact arithmetic would.
std::string rounded(double value, int decimals = 2);

}  // namespace novphy
