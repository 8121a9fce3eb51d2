#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace novphy {

/// Text that a page shows as it is.
std::string escaped(std::string_view text);

/// The same where long names may break: behind each underscore, slash and colon.
std::string breakable(std::string_view name);

/// <img> of a PNG file, given as base 64, inside the page.
std::string inline_png(std::string_view base64, std::string_view alternative, int width_px);

/// A table of a page; cells are HTML. The first `names` columns are names.
class HtmlTable {
 public:
  explicit HtmlTable(std::size_t names) : names_(names) {}

  /// A row of headings, each as wide as so many columns.
  void add_heading(const std::vector<std::string>& cells, const std::vector<int>& spans = {});
  void add(const std::vector<std::string>& cells);
  /// Scrolls by itself on a screen that is too narrow for it.
  std::string text() const;

 private:
  std::size_t names_;
  std::string head_;
  std::string body_;
};

}  // namespace novphy
