#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "evaluator/measures/intervals.h"

/// Tables as values. tables.h fills each once; five writers, which know no measure, print it as text, CSV,
/// JSON, LaTeX and HTML (report/html.h). So what one of them says of a number, all say.
namespace novphy {

/// A number, a word, several of them, or nothing: undefined.
using Plain = std::variant<std::monostate, bool, int, std::uint64_t, double, std::string, std::vector<double>,
                           std::vector<std::string>>;

template <class Value>
Plain plain(const std::optional<Value>& value) {
  return value ? Plain(*value) : Plain();
}

struct Table;

/// A value with what it rests on. What does not apply is empty.
struct TableCell {
  Plain value{};
  std::optional<double> plus_minus{};  ///< undefined where fewer than two cells are defined
  std::optional<Interval> interval{};
  std::optional<int> n{};                             ///< the trials behind the value
  std::optional<int> runs{};                          ///< the trainings behind it
  std::optional<int> undefined{};                     ///< trials that should have a value and have none
  std::optional<int> cells{};                         ///< of a mean over cells: all of them
  std::optional<int> defined{};                       ///< and those that have a value
  std::vector<std::pair<std::string, Plain>> more{};  ///< further numbers of CSV and JSON, such as p
  std::string note{};                                 ///< a qualification of this value
  std::shared_ptr<const Table> inner{};               ///< a table in place of a value
  int first = 0;                                      ///< of several numbers: the index of the first
  std::optional<int> decimals{};                      ///< where not those of the column
};

enum class ColumnKind {
  kName,     ///< names a row
  kWord,     ///< names a row by a word with underscores, such as a scenario
  kNumber,   ///< a number of the row itself
  kP,        ///< a p-value
  kMeasure,  ///< a value that CSV gives a line of its own
};

/// The writers that show a column.
inline constexpr unsigned kInText = 1, kInPage = 2, kInLatex = 4, kInCsv = 8, kInJson = 16;
inline constexpr unsigned kPeople = kInText | kInPage | kInLatex, kData = kInCsv | kInJson,
                          kEvery = kPeople | kData;

struct Column {
  std::string key{};    ///< in CSV and JSON
  std::string title{};  ///< for people
  ColumnKind kind = ColumnKind::kNumber;
  unsigned writers = kEvery;
  int decimals = 2;
  std::string csv{};      ///< CSV's name, where it is not `key`
  std::string value{};    ///< JSON's key of the value among its numbers; "": the value stands alone
  std::string group{};    ///< JSON's object that holds the column
  std::string over{};     ///< a heading above this column and its neighbours
  bool interval = false;  ///< of a value that stands alone: its interval stands beside it
};

/// Columns whose title is their key, unless it is given.
inline Column name_column(const std::string& key, unsigned writers = kEvery, const std::string& csv = "") {
  return {.key = key, .title = key, .kind = ColumnKind::kName, .writers = writers, .csv = csv};
}
inline Column word_column(const std::string& key, unsigned writers = kEvery) {
  return {.key = key, .title = key, .kind = ColumnKind::kWord, .writers = writers};
}
inline Column number_column(const std::string& key, unsigned writers = kEvery) {
  return {.key = key, .title = key, .writers = writers};
}
inline Column p_column(const std::string& key, const std::string& title, unsigned writers = kEvery) {
  return {.key = key, .title = title, .kind = ColumnKind::kP, .writers = writers, .decimals = 4};
}
/// `value` names the value in JSON, which then shows what it rests on.
inline Column measure_column(const std::string& key, const std::string& title, int decimals = 2,
                             const std::string& value = "") {
  return {.key = key, .title = title, .kind = ColumnKind::kMeasure, .decimals = decimals, .value = value};
}

/// Where JSON puts a table.
enum class JsonForm {
  kNone,
  kRows,     ///< an array of objects; the fields stand beside it
  kRow,      ///< the only row, with the fields, is the object
  kColumns,  ///< an object of arrays and fields
};

struct Table {
  std::string key{};    ///< CSV's `table`, and what notes name
  std::string title{};  ///< for people
  std::string agent{};  ///< the agent of all rows; "" for none or several
  std::string path{};   ///< in JSON, as a JSON pointer
  JsonForm json = JsonForm::kRows;
  bool intervals = false;                              ///< whether people are shown intervals
  bool brief = false;                                  ///< whether ± is left out, and n where its row has it
  std::vector<std::string> notes{};                    ///< what qualifies the table
  std::vector<std::pair<Column, TableCell>> fields{};  ///< of the whole table, for CSV and JSON
  std::vector<Column> columns{};
  std::vector<std::vector<TableCell>> rows{};
};

template <class... Columns>
std::vector<Column> columns_of(const Columns&... columns) {
  return {columns...};
}

inline TableCell cell_of(TableCell cell) { return cell; }
inline TableCell cell_of(std::string_view text) { return {.value = std::string(text)}; }
template <class Value>
TableCell cell_of(const std::optional<Value>& value) {
  return {.value = plain(value)};
}
template <class Value>
requires std::is_constructible_v<Plain, Value> &&(!std::is_convertible_v<Value, std::string_view>)TableCell
    cell_of(const Value& value) {
  return {.value = value};
}

/// A row of these values.
template <class... Values>
std::vector<TableCell> cells_of(const Values&... values) {
  return {cell_of(values)...};
}

/// The columns that a writer shows, as indices.
std::vector<std::size_t> shown_columns(const Table& table, unsigned writer);
/// How many of the leading shown columns hold names.
std::size_t names_of(const Table& table, std::span<const std::size_t> shown);
/// The rows of several tables with the same columns below each other, with the notes of all.
Table joined_tables(std::vector<Table> tables);
/// The different notes of the cells, to which marks refer: "*" for the first, "**" for the second.
std::vector<std::string> cell_notes(const Table& table);

/// The texts of a cell for people. "" for what does not apply, "–" for what is undefined.
struct CellTexts {
  std::string value;
  std::string plus_minus;
  std::string interval;  ///< "[0.31, 0.55]"
  std::string defined;   ///< "2/8": of so many cells so many have a value
  std::string n;         ///< "n=6" or "5 runs"
  std::string mark;      ///< of its note
};
/// `every_n`: also where n is the number of trials of the row.
CellTexts texts_of(const Table& table, std::size_t row, std::size_t column, bool every_n = false);

/// The tables as lines for a terminal, with a blank line between two.
std::string text_of(std::span<const Table> tables);
/// One CSV table. `columns`, with commas between, come first; those that tables add follow. A note is a row
/// of the table "note".
std::string csv_of(std::span<const Table> tables, const std::string& columns);
/// One JSON object. The notes of all tables and agents stand under "notes".
std::string json_of(std::span<const Table> tables);
/// Table environments that need the package booktabs. A key is the label, and a title the caption.
std::string latex_of(std::span<const Table> tables);

}  // namespace novphy
