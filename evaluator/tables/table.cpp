#include "evaluator/tables/table.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/lists.h"
#include "base/text.h"

namespace novphy {
namespace {

std::string words_of(const Plain& value, int decimals) {
  return std::visit(
      [&](const auto& of_type) -> std::string {
        using Type = std::decay_t<decltype(of_type)>;
        if constexpr (std::is_same_v<Type, double>)
          return rounded(of_type, decimals);
        else if constexpr (std::is_same_v<Type, std::vector<std::string>>)
          return fmt::format("{}", fmt::join(of_type, " "));
        else if constexpr (!std::is_same_v<Type, std::monostate> &&
                           !std::is_same_v<Type, std::vector<double>>)
          return fmt::format("{}", of_type);
        else
          return "–";
      },
      value);
}

std::string p_text(const TableCell& cell, int decimals) {
  const double* p = std::get_if<double>(&cell.value);
  return p != nullptr && *p < 0.0001 ? "<0.0001" : words_of(cell.value, decimals);
}

/// The number of trials of a row, where its table tells it.
std::optional<int> trials_of(const Table& table, std::size_t row) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].key == "trials")
      if (const int* trials = std::get_if<int>(&table.rows[row][i].value)) return *trials;
  return std::nullopt;
}

bool is_name(const Column& column) {
  return column.kind == ColumnKind::kName || column.kind == ColumnKind::kWord;
}

std::string n_text(const TableCell& cell, const std::optional<int>& of_row, bool always) {
  if (cell.runs) return always ? counted(*cell.runs, "run") : "";
  return cell.n && (always || cell.n != of_row) ? fmt::format("n={}", *cell.n) : "";
}

void add_new(std::vector<std::string>& all, const std::string& text) {
  if (!text.empty() && !contains(all, text)) all.push_back(text);
}

}  // namespace

std::vector<std::size_t> shown_columns(const Table& table, unsigned writer) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if ((table.columns[i].writers & writer) != 0) shown.push_back(i);
  return shown;
}

std::size_t names_of(const Table& table, std::span<const std::size_t> shown) {
  const auto end = std::ranges::find_if(shown, [&](std::size_t i) { return !is_name(table.columns[i]); });
  return static_cast<std::size_t>(end - shown.begin());
}

Table joined_tables(std::vector<Table> tables) {
  if (tables.empty()) return {};
  Table all = std::move(tables.front());
  for (Table& table : std::span(tables).subspan(1)) {
    for (const std::string& note : table.notes) add_new(all.notes, note);
    add_all(all.rows, std::move(table.rows));
  }
  return all;
}

std::vector<std::string> cell_notes(const Table& table) {
  std::vector<std::string> notes;
  for (const auto& row : table.rows)
    for (const TableCell& cell : row) add_new(notes, cell.note);
  return notes;
}

CellTexts texts_of(const Table& table, std::size_t row, std::size_t column, bool every_n) {
  const TableCell& cell = table.rows[row][column];
  const Column& of = table.columns[column];
  const int decimals = cell.decimals.value_or(of.decimals);
  CellTexts texts;
  texts.value = of.kind == ColumnKind::kP ? p_text(cell, decimals) : words_of(cell.value, decimals);
  if (!cell.note.empty()) texts.mark = std::string(index_in(cell_notes(table), cell.note) + 1, '*');
  const bool is_measured = of.kind == ColumnKind::kMeasure || of.interval || !of.value.empty();
  if (!is_measured || std::holds_alternative<std::monostate>(cell.value)) return texts;
  if (!table.brief && (cell.cells || cell.plus_minus))
    texts.plus_minus = cell.plus_minus ? rounded(*cell.plus_minus, decimals) : "–";
  if (table.intervals && (cell.interval || cell.n || of.kind != ColumnKind::kMeasure))
    texts.interval = cell.interval ? fmt::format("[{}, {}]", rounded(cell.interval->low, decimals),
                                                 rounded(cell.interval->high, decimals))
                                   : "[–]";
  if (cell.defined < cell.cells) texts.defined = fmt::format("{}/{}", *cell.defined, *cell.cells);
  texts.n = n_text(cell, trials_of(table, row), every_n || (table.intervals && !table.brief));
  return texts;
}

}  // namespace novphy
