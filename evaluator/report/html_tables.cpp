#include "evaluator/report/html_tables.h"

#include <fmt/core.h>

#include "evaluator/report/html.h"

namespace novphy {
namespace {

std::string name_html(const Column& column, const std::string& text) {
  if (column.kind == ColumnKind::kWord) return escaped(plot::with_blanks(text));
  return column.kind == ColumnKind::kName ? breakable(text) : escaped(text);
}

std::string cell_html(const Column& column, const CellTexts& texts) {
  const auto small = [](const std::string& text) {
    return text.empty() ? "" : "<small>" + text + "</small>";
  };
  std::string error = texts.plus_minus.empty() ? "" : "±" + texts.plus_minus;
  if (!error.empty() && !texts.n.empty()) error += ", ";
  return name_html(column, texts.value) + texts.mark + small(error + texts.n) + small(texts.interval) +
         small(texts.defined.empty() ? "" : texts.defined + " cells");
}

/// The headings above neighbours, where there are any.
void add_headings(HtmlTable& html, const Table& table, std::span<const std::size_t> shown) {
  std::vector<std::string> over;
  std::vector<int> spans;
  bool any = false;
  for (const std::size_t i : shown) {
    const std::string& text = table.columns[i].over;
    any = any || !text.empty();
    if (!over.empty() && !text.empty() && over.back() == text) {
      ++spans.back();
    } else {
      over.push_back(text);
      spans.push_back(1);
    }
  }
  if (any) html.add_heading(over, spans);
  std::vector<std::string> titles;
  for (const std::size_t i : shown) titles.push_back(breakable(table.columns[i].title));
  html.add_heading(titles);
}

}  // namespace

std::string html_notes(std::span<const std::string> notes) {
  std::string text;
  for (const std::string& note : notes) text += fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
  return text;
}

std::string html_of(const Table& table) {
  std::string text = html_notes(table.notes);
  if (table.rows.empty()) return text;
  const auto shown = shown_columns(table, kPage);
  HtmlTable html(names_of(table, shown));
  add_headings(html, table, shown);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::vector<std::string> cells;
    for (const std::size_t i : shown)
      cells.push_back(cell_html(table.columns[i], texts_of(table, row, i, true)));
    html.add(cells);
  }
  text += html.text();
  std::string mark;
  for (const std::string& note : cell_notes(table))
    text += fmt::format("<p class=\"note\">{} {}</p>\n", mark += '*', escaped(note));
  return text;
}

}  // namespace novphy
