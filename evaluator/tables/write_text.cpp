#include <fmt/core.h>

#include "evaluator/tables/table.h"
#include "evaluator/tables/text_table.h"

namespace novphy {
namespace {

/// "2.83±0.08 [2.10, 3.50] (2/8, n=6)*"
std::string line_text(const CellTexts& texts) {
  std::string text = texts.value == "–" ? "-" : texts.value;
  if (!texts.plus_minus.empty()) text += "±" + texts.plus_minus;
  if (!texts.interval.empty()) text += " " + texts.interval;
  const std::string rests = texts.defined + (texts.defined.empty() || texts.n.empty() ? "" : ", ") + texts.n;
  return text + (rests.empty() ? "" : " (" + rests + ")") + texts.mark;
}

std::string rows_text(const Table& table) {
  const auto shown = shown_columns(table, kText);
  if (shown.empty()) return "";
  std::vector<std::string> header;
  for (const std::size_t i : shown) header.push_back(table.columns[i].title);
  TextTable lines(std::move(header), names_of(table, shown));
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::vector<std::string> line;
    for (const std::size_t i : shown) line.push_back(line_text(texts_of(table, row, i)));
    lines.add(std::move(line));
  }
  return lines.text();
}

}  // namespace

std::string text_of(std::span<const Table> tables) {
  std::string text;
  for (const Table& table : tables) {
    text += text.empty() ? "" : "\n";
    if (!table.title.empty()) text += table.title + "\n";
    for (const std::string& note : table.notes) text += note + "\n";
    text += rows_text(table);
    std::string mark;
    for (const std::string& note : cell_notes(table)) text += fmt::format("{} {}\n", mark += '*', note);
  }
  return text;
}

}  // namespace novphy
