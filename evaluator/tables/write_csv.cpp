#include <fmt/core.h>
#include <fmt/ranges.h>

#include <map>

#include "evaluator/input/csv.h"
#include "evaluator/tables/table.h"

namespace novphy {
namespace {

using Line = std::vector<std::string>;

std::string csv_text(const Plain& value) {
  return std::visit(
      [](const auto& of_type) -> std::string {
        using Type = std::decay_t<decltype(of_type)>;
        if constexpr (std::is_same_v<Type, std::vector<double>> || std::is_same_v<Type, Line>)
          return fmt::format("{}", fmt::join(of_type, " "));
        else if constexpr (std::is_same_v<Type, std::monostate>)
          return "";
        else
          return fmt::format("{}", of_type);
      },
      value);
}

template <class Value>
std::string csv_text(const std::optional<Value>& value) {
  return value ? fmt::format("{}", *value) : "";
}

const std::string& csv_name(const Column& column) { return column.csv.empty() ? column.key : column.csv; }

class CsvText {
 public:
  CsvText(std::vector<std::string> columns, std::span<const Table> tables) {
    for (const std::string& column : columns) place(column);
    for (const Table& table : tables) place_columns(table);
    place("note");
    Line names(places_.size());
    for (const auto& [name, at] : places_) names[at] = name;
    put(names);
  }

  void add(const Table& table, Line base) {
    base.resize(places_.size());
    set(base, "table", table.key);
    if (!table.agent.empty()) set(base, "agent", table.agent);
    for (const auto& [column, cell] : table.fields)
      if ((column.writers & kCsv) != 0) set(base, column, cell);
    for (const std::string& note : table.notes) put_note(base, table.key, note);
    const auto shown = shown_columns(table, kCsv);
    for (const auto& row : table.rows) add_row(table, shown, row, base);
  }

  std::string text() && { return std::move(text_); }

 private:
  void place(const std::string& name) { places_.try_emplace(name, places_.size()); }

  void place_columns(const Table& table) {
    for (const auto& [column, cell] : table.fields)
      if ((column.writers & kCsv) != 0) place(csv_name(column));
    for (const std::size_t i : shown_columns(table, kCsv)) {
      const Column& column = table.columns[i];
      if (column.kind == ColumnKind::kMeasure) continue;
      for (const auto& row : table.rows)
        if (row[i].inner) place_columns(*row[i].inner);
      if (!table.rows.empty() && table.rows.front()[i].inner) continue;
      place(csv_name(column));
      if (!column.value.empty())
        for (const char* end : {"_low", "_high"}) place(csv_name(column) + end);
    }
  }

  /// Numbers that have no column, such as the statistic U, are left to JSON.
  void set(Line& line, const std::string& name, std::string text) const {
    if (const auto found = places_.find(name); found != places_.end()) line[found->second] = std::move(text);
  }

  void set(Line& line, const Column& column, const TableCell& cell) const {
    set(line, csv_name(column), csv_text(cell.value));
    if (!cell.note.empty()) set(line, "note", cell.note);
    if (!cell.interval) return;
    const std::string prefix = column.value.empty() ? "" : csv_name(column) + "_";
    set(line, prefix + "low", csv_text(std::optional(cell.interval->low)));
    set(line, prefix + "high", csv_text(std::optional(cell.interval->high)));
  }

  void put_note(Line line, const std::string& about, const std::string& note) {
    set(line, "table", "note");
    set(line, "setting", about);
    set(line, "note", note);
    put(line);
  }

  /// A line for each measure of the row; of a row without measures, a line for its numbers.
  void add_row(const Table& table, std::span<const std::size_t> shown, const std::vector<TableCell>& row,
               const Line& base) {
    Line line = base;
    bool has_numbers = false;
    bool has_measures = false;
    for (const std::size_t i : shown) {
      const ColumnKind kind = table.columns[i].kind;
      has_measures = has_measures || kind == ColumnKind::kMeasure;
      has_numbers = has_numbers || ((kind == ColumnKind::kNumber || kind == ColumnKind::kP) && !row[i].inner);
      if (kind != ColumnKind::kMeasure && !row[i].inner) set(line, table.columns[i], row[i]);
    }
    if (has_measures) put_notes_of_names(table, shown, row, line);
    if (has_numbers && !has_measures) put(line);
    for (const std::size_t i : shown)
      if (table.columns[i].kind == ColumnKind::kMeasure) add_measure(table.columns[i], row[i], line);
    for (const std::size_t i : shown)
      if (row[i].inner) add(*row[i].inner, line);
  }

  /// What qualifies the row's other numbers than its measures has lines of its own.
  void put_notes_of_names(const Table& table, std::span<const std::size_t> shown,
                          const std::vector<TableCell>& row, Line& line) {
    set(line, "note", "");
    for (const std::size_t i : shown)
      if (table.columns[i].kind != ColumnKind::kMeasure && !row[i].note.empty())
        put_note(line, csv_name(table.columns[i]), row[i].note);
  }

  void add_measure(const Column& column, const TableCell& cell, Line line) {
    set(line, "measure", csv_name(column));
    set(line, {.key = "mean"}, cell);
    set(line, "plus_minus", csv_text(cell.plus_minus));
    set(line, "of_trials", csv_text(cell.n));
    set(line, "undefined_trials", csv_text(cell.undefined));
    set(line, "cells", csv_text(cell.cells));
    set(line, "defined_cells", csv_text(cell.defined));
    for (const auto& [key, value] : cell.more) set(line, key, csv_text(value));
    const auto* several = std::get_if<std::vector<double>>(&cell.value);
    if (several == nullptr) return put(line);
    for (std::size_t i = 0; i < several->size(); ++i) {
      set(line, "mean", csv_text(std::optional((*several)[i])));
      set(line, "at", csv_text(std::optional(cell.first + static_cast<int>(i))));
      put(line);
    }
  }

  void put(const Line& line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (i > 0) text_ += ',';
      text_ += csv_cell(line[i]);
    }
    text_ += '\n';
  }

  std::map<std::string, std::size_t> places_;
  std::string text_;
};

}  // namespace

std::string csv_of(std::span<const Table> tables, std::vector<std::string> columns) {
  CsvText csv(std::move(columns), tables);
  for (const Table& table : tables) csv.add(table, {});
  return std::move(csv).text();
}

}  // namespace novphy
