#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace novphy {

/// The text as HTML that shows it unchanged.
std::string escaped(std::string_view text);

/// escaped() with places where a long name may break: behind each underscore, slash and colon.
std::string breakable(std::string_view name);

/// An <img> element with a PNG file, given as base 64, inside the page.
std::string inline_png(std::string_view base64, std::string_view alternative, int width_px);

/// A table of a page. Cells are HTML. The first `names` columns hold names, the other columns numbers.
class HtmlTable {
 public:
  explicit HtmlTable(std::size_t names) : names_(names) {}

  /// Adds a row of headings. spans[i] is the number of columns that the i-th heading covers; without spans
  /// each heading covers one column.
  void add_heading(const std::vector<std::string>& cells, const std::vector<int>& spans = {});
  void add(const std::vector<std::string>& cells);
  /// The table's HTML. A table that is too wide for the screen scrolls by itself.
  std::string text() const;

 private:
  std::size_t names_;
  std::string head_;
  std::string body_;
};

}  // namespace novphy
