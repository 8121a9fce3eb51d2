#include "evaluator/tables/text_table.h"

#include <algorithm>
#include <utility>

namespace novphy {
namespace {

/// The width in characters. Bytes that continue a UTF-8 character do not count.
std::size_t width(std::string_view text) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::ranges::count_if(text, begins));
}

std::string without_blanks_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

TextTable::TextTable(std::vector<std::string> header, std::size_t names) : names_(names) {
  add(std::move(header));
}

void TextTable::add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string blanks(widths[i] - width(row[i]), ' ');
      line += (i > 0 ? "  " : "") + (i < names_ ? row[i] + blanks : blanks + row[i]);
    }
    text += without_blanks_at_end(std::move(line)) + '\n';
  }
  return text;
}

}  // namespace novphy
