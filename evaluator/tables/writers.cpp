#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/lists.h"
#include "evaluator/input/csv.h"
#include "evaluator/tables/table.h"
#include "evaluator/tables/text_table.h"

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

const std::string& csv_name(const Column& column) { return column.csv.empty() ? column.key : column.csv; }

class CsvText {
 public:
  CsvText(const std::string& columns, std::span<const Table> tables) {
    std::istringstream names_of_columns(columns);
    for (std::string column; std::getline(names_of_columns, column, ',');) place(column);
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
      if ((column.writers & kInCsv) != 0) set(base, column, cell);
    for (const std::string& note : table.notes) put_note(base, table.key, note);
    const auto shown = shown_columns(table, kInCsv);
    for (const auto& row : table.rows) add_row(table, shown, row, base);
  }

  std::string text() && { return std::move(text_); }

 private:
  void place(const std::string& name) { places_.try_emplace(name, places_.size()); }

  void place_columns(const Table& table) {
    for (const auto& [column, cell] : table.fields)
      if ((column.writers & kInCsv) != 0) place(csv_name(column));
    for (const std::size_t i : shown_columns(table, kInCsv)) {
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
    set(line, prefix + "low", csv_text(cell.interval->low));
    set(line, prefix + "high", csv_text(cell.interval->high));
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
    bool has_numbers = false, has_measures = false;
    for (const std::size_t i : shown) {
      const ColumnKind kind = table.columns[i].kind;
      has_measures = has_measures || kind == ColumnKind::kMeasure;
      if (kind == ColumnKind::kMeasure || row[i].inner) continue;
      has_numbers = has_numbers || kind == ColumnKind::kNumber || kind == ColumnKind::kP;
      set(line, table.columns[i], row[i]);
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
    set(line, "plus_minus", csv_text(plain(cell.plus_minus)));
    set(line, "of_trials", csv_text(plain(cell.n)));
    set(line, "undefined_trials", csv_text(plain(cell.undefined)));
    set(line, "cells", csv_text(plain(cell.cells)));
    set(line, "defined_cells", csv_text(plain(cell.defined)));
    for (const auto& [key, value] : cell.more) set(line, key, csv_text(value));
    const auto* several = std::get_if<std::vector<double>>(&cell.value);
    if (several == nullptr) return put(line);
    for (std::size_t i = 0; i < several->size(); ++i) {
      set(line, "mean", csv_text((*several)[i]));
      set(line, "at", csv_text(cell.first + static_cast<int>(i)));
      put(line);
    }
  }

  void put(const Line& line) {
    for (const std::string& cell : line) text_ += csv_cell(cell) + ',';
    text_.back() = '\n';
  }

  std::map<std::string, std::size_t> places_;
  std::string text_;
};

}  // namespace

std::string csv_of(std::span<const Table> tables, const std::string& columns) {
  CsvText csv(columns, tables);
  for (const Table& table : tables) csv.add(table, {});
  return std::move(csv).text();
}

namespace {

using OrderedJson = nlohmann::ordered_json;
using Pointer = OrderedJson::json_pointer;

OrderedJson json_of(const Plain& value) {
  return std::visit(
      [](const auto& of_type) -> OrderedJson {
        if constexpr (std::is_same_v<std::decay_t<decltype(of_type)>, std::monostate>)
          return nullptr;
        else
          return of_type;
      },
      value);
}

OrderedJson json_of(const std::optional<Interval>& interval) {
  return interval ? OrderedJson{interval->low, interval->high} : OrderedJson(nullptr);
}

OrderedJson rows_of(const Table& table);

/// The value with what it rests on. Null for a test that is undefined.
OrderedJson object_of(const Column& column, const TableCell& cell) {
  if (std::holds_alternative<std::monostate>(cell.value) && !cell.undefined && !cell.cells) return nullptr;
  OrderedJson out{{column.value, json_of(cell.value)}};
  if (cell.cells) out["plus_minus"] = json_of(plain(cell.plus_minus));
  for (const auto& [key, number] : {std::pair("trials", cell.n),
                                    {"runs", cell.runs},
                                    {"undefined", cell.undefined},
                                    {"cells", cell.cells},
                                    {"defined", cell.defined}})
    if (number) out[key] = *number;
  for (const auto& [key, value] : cell.more) out[key] = json_of(value);
  out["interval"] = json_of(cell.interval);
  if (!cell.note.empty()) out["note"] = cell.note;
  return out;
}

void put(OrderedJson& object, const Column& column, const TableCell& cell) {
  OrderedJson& out = column.group.empty() ? object : object[column.group];
  if (cell.inner) {
    out[column.key] = rows_of(*cell.inner);
  } else if (!column.value.empty()) {
    out[column.key] = object_of(column, cell);
  } else {
    out[column.key] = json_of(cell.value);
    if (column.interval) out["interval"] = json_of(cell.interval);
    if (!cell.note.empty()) out["note"] = cell.note;
  }
}

void put_row(OrderedJson& object, const Table& table, std::span<const std::size_t> shown,
             const std::vector<TableCell>& row) {
  for (const std::size_t i : shown) put(object, table.columns[i], row[i]);
}

OrderedJson rows_of(const Table& table) {
  OrderedJson out = OrderedJson::array();
  const auto shown = shown_columns(table, kInJson);
  for (const auto& row : table.rows) put_row(out.emplace_back(OrderedJson::object()), table, shown, row);
  return out;
}

void put_columns(OrderedJson& object, const Table& table) {
  const auto array = [&](const std::string& key) -> OrderedJson& {
    OrderedJson& out = object[key];
    if (out.is_null()) out = OrderedJson::array();
    return out;
  };
  for (const std::size_t i : shown_columns(table, kInJson)) {
    const Column& column = table.columns[i];
    array(column.key);
    for (const auto& row : table.rows) {
      array(column.key).push_back(json_of(row[i].value));
      if (column.interval) array("interval").push_back(json_of(row[i].interval));
      if (row[i].n) array("trials").push_back(*row[i].n);
    }
  }
}

void add(OrderedJson& out, const Table& table) {
  if (table.json == JsonForm::kNone) return;
  const Pointer at(table.path);
  OrderedJson& object = out[table.json == JsonForm::kRows ? at.parent_pointer() : at];
  for (const auto& [column, cell] : table.fields)
    if ((column.writers & kInJson) != 0) put(object, column, cell);
  if (table.json == JsonForm::kRows) out[at] = rows_of(table);
  if (table.json == JsonForm::kColumns) put_columns(object, table);
  if (table.json == JsonForm::kRow && !table.rows.empty())
    put_row(object, table, shown_columns(table, kInJson), table.rows.front());
}

}  // namespace

std::string json_of(std::span<const Table> tables) {
  OrderedJson out = OrderedJson::object();
  for (const Table& table : tables) add(out, table);
  out["notes"] = OrderedJson::array();
  for (const Table& table : tables)
    for (const std::string& note : table.notes)
      out["notes"].push_back({{"agent", table.agent}, {"table", table.key}, {"note", note}});
  return out.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

namespace {

/// LaTeX source that prints the text unchanged.
std::string latex_escaped(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kSources{
      {{"±", "$\\pm$"},
       {"\\", "\\textbackslash{}"},
       {"~", "\\textasciitilde{}"},
       {"^", "\\textasciicircum{}"},
       {"_", "\\_"},
       {"&", "\\&"},
       {"%", "\\%"},
       {"$", "\\$"},
       {"#", "\\#"},
       {"{", "\\{"},
       {"}", "\\}"}}};
  std::string out;
  while (!text.empty()) {
    const auto found =
        std::ranges::find_if(kSources, [&](const auto& each) { return text.starts_with(each.first); });
    const std::string_view taken = found == kSources.end() ? text.substr(0, 1) : found->first;
    out += found == kSources.end() ? taken : found->second;
    text.remove_prefix(taken.size());
  }
  return out;
}

/// "single_force" as a paper prints it.
std::string latex_word(std::string name) {
  std::ranges::replace(name, '_', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return latex_escaped(name);
}

std::string latex_cell(const Column& column, const CellTexts& texts) {
  const std::string mark = texts.mark.empty() ? "" : "$^{" + texts.mark + "}$";
  if (texts.value == "–") return "--" + mark;
  if (column.kind == ColumnKind::kWord) return latex_word(texts.value) + mark;
  if (column.kind == ColumnKind::kName) return latex_escaped(texts.value) + mark;
  std::string text = "$" + texts.value;
  if (!texts.plus_minus.empty())
    text += " \\pm" + (texts.plus_minus == "–" ? "$ --" : " " + texts.plus_minus + "$");
  if (texts.plus_minus.empty()) text += "$";
  if (!texts.interval.empty()) text += texts.interval == "[–]" ? " [--]" : " $" + texts.interval + "$";
  const std::string n = texts.n.starts_with("n=") ? "$" + texts.n + "$" : texts.n;
  const std::string rests = texts.defined + (texts.defined.empty() || n.empty() ? "" : ", ") + n;
  return text + (rests.empty() ? "" : " (" + rests + ")") + mark;
}

/// A rule stands between rows of different first names, and a name is not repeated.
std::string latex_rows(const Table& table, std::span<const std::size_t> shown) {
  std::string text, last;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::string line;
    for (const std::size_t i : shown) {
      std::string cell = latex_cell(table.columns[i], texts_of(table, row, i));
      if (i == shown.front()) {
        if (row == 0 || cell != last) text += "\\midrule\n";
        cell = row > 0 && cell == last ? "" : last = cell;
      }
      line += (i == shown.front() ? "" : " & ") + cell;
    }
    text += line + " \\\\\n";
  }
  return text;
}

/// The notes below the table, and as comments that stay where an author removes these. Below a brief table,
/// which may fill a page, stand only those of its cells.
std::string latex_notes(const Table& table) {
  std::string comments, below, mark;
  const auto add = [&](const std::string& begin, const std::string& note) {
    comments += "% " + note + "\n";
    if (!table.brief || !begin.empty()) below += (below.empty() ? "" : " ") + begin + latex_escaped(note);
  };
  for (const std::string& note : table.notes) add("", note);
  for (const std::string& note : cell_notes(table)) add("$^{" + (mark += '*') + "}$ ", note);
  if (below.empty()) return comments;
  return comments + "\\par\\smallskip\\parbox{\\linewidth}{\\footnotesize " + below + "}\n";
}

std::string latex_table(const Table& table) {
  const auto shown = shown_columns(table, kInLatex);
  std::string head, columns;
  const std::size_t names = names_of(table, shown);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Column& column = table.columns[shown[i]];
    head += (i > 0 ? " & " : "") + (i < names ? latex_word(column.title) : latex_escaped(column.title));
    columns += i < names ? 'l' : 'r';
  }
  constexpr std::size_t kMostRows = 48;  // of a page, in footnotes' letters
  const std::string letters = table.rows.size() > kMostRows ? "\\scriptsize" : "\\footnotesize";
  return fmt::format("\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n",
                     latex_escaped(table.title), table.key) +
         (table.brief ? letters + "\n\\setlength{\\tabcolsep}{3pt}\n" : "") +
         fmt::format(
             "\\begin{{tabular}}{{{}}}\n\\toprule\n{} "
             "\\\\\n{}\\bottomrule\n\\end{{tabular}}\n{}\\end{{table}}\n",
             columns, head, latex_rows(table, shown), latex_notes(table));
}

}  // namespace

std::string latex_of(std::span<const Table> tables) {
  std::string text;
  for (const Table& table : tables) text += (text.empty() ? "" : "\n") + latex_table(table);
  return text;
}

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
  const auto shown = shown_columns(table, kInText);
  if (shown.empty()) return "";
  TextTable lines(mapped(shown, [&](std::size_t i) { return table.columns[i].title; }),
                  names_of(table, shown));
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    lines.add(mapped(shown, [&](std::size_t i) { return line_text(texts_of(table, row, i)); }));
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
