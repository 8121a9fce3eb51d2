#include "evaluator/input/csv.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/input_error.h"
#include "base/lists.h"
#include "base/text.h"

namespace novphy {
namespace {

constexpr std::array kSeparators{',', ';', '\t'};
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return small(x) == small(y); });
}

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Splits a row into cells, line by line.
class RowSplitter {
 public:
  explicit RowSplitter(char separator) : separator_(separator) {}

  /// Adds a line. Returns whether the row goes on, because a quote is still open. A carriage return at the
  /// line's end belongs to the cell if a quote is open, otherwise to the line break.
  bool add(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i)
      if (quoted_)
        i += take_quoted(line, i);
      else
        take(line[i]);
    if (quoted_)
      cells_.back() += '\n';
    else if (line.ends_with('\r'))
      cells_.back().pop_back();
    return quoted_;
  }

  std::vector<std::string> cells() { return std::move(cells_); }

 private:
  void take(char c) {
    if (c == separator_) {
      cells_.emplace_back();
      empty_ = true;
      return;
    }
    quoted_ = c == '"' && empty_;
    empty_ = false;
    if (!quoted_) cells_.back() += c;
  }

  /// Reads the character at this place of a cell in quotes. Returns how many more characters were read.
  std::size_t take_quoted(std::string_view line, std::size_t at) {
    const bool doubled = line.substr(at, 2) == "\"\"";
    quoted_ = doubled || line[at] != '"';
    if (quoted_) cells_.back() += line[at];
    return doubled ? 1 : 0;
  }

  char separator_;
  bool quoted_ = false;
  bool empty_ = true;  ///< whether nothing of the cell has been read yet, not even a quote
  std::vector<std::string> cells_{1};
};

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

bool is_empty(std::string_view line) { return line.empty() || line == "\r"; }

/// Moves to the header: the first line that is neither empty nor a comment. Returns false at the end.
bool find_header(LineReader& lines) {
  while (lines.next()) {
    const std::string_view text = without_mark(lines.text());
    if (!is_empty(text) && !text.starts_with('#')) return true;
  }
  return false;
}

char separator_of(std::string_view header) {
  const auto count = [&](char c) { return std::ranges::count(header, c); };
  return *std::ranges::max_element(kSeparators, [&](char a, char b) { return count(a) < count(b); });
}

/// Reads the row that begins with this text, which is the current line of the file or the end of it. Goes on
/// over line breaks in quotes.
std::vector<std::string> row_from(std::string_view begin, char separator, LineReader& lines) {
  const int line = lines.line();
  RowSplitter row(separator);
  std::size_t bytes = begin.size();
  for (bool open = row.add(begin); open; open = row.add(lines.text())) {
    if (!lines.next())
      throw InputError(lines.path(), line, "a quote is not closed before the end of the file");
    bytes += lines.text().size();
    if (bytes > kLineBounds.bytes)
      throw InputError(lines.path(), line, too_long(kLineBounds) + ": is a quote not closed?");
  }
  return row.cells();
}

/// The names of the columns, with the separator of the header's first line.
std::vector<std::string> read_names(LineReader& lines, char separator) {
  std::vector<std::string> names;
  for (const std::string& cell : row_from(without_mark(lines.text()), separator, lines))
    names.emplace_back(without_blanks(cell));
  return names;
}

/// Throws if the file is UTF-16, which spreadsheets write as "Unicode text", or if its lines end with
/// carriage returns only.
void check_text(std::string_view header, const std::string& path, int line) {
  if (header.find('\0') != std::string_view::npos)
    throw InputError(path, line, "expected text in UTF-8, found zero bytes, as in UTF-16");
  if (header.substr(0, header.size() - 1).find('\r') != std::string_view::npos)
    throw InputError(path, line, "expected lines that end with LF or CRLF, found a carriage return");
}

}  // namespace

bool NoCase::operator()(std::string_view a, std::string_view b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char x, char y) { return small(x) < small(y); });
}

std::string in_small_letters(std::string text) {
  for (char& c : text) c = small(c);
  return text;
}

std::vector<std::string> split_csv(std::string_view row, char separator) {
  RowSplitter splitter(separator);
  splitter.add(row);
  return splitter.cells();
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",;\t\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::vector<std::string> csv_header(LineReader& lines) try {
  if (!find_header(lines)) return {};
  return read_names(lines, separator_of(without_mark(lines.text())));
} catch (const InputError&) {
  return {};
}

std::vector<std::string> csv_header(const std::string& path) try {
  LineReader lines(path);
  return csv_header(lines);
} catch (const InputError&) {
  return {};
}

bool csv_has_columns(const std::vector<std::string>& header, const std::vector<std::string_view>& columns) {
  return std::ranges::all_of(columns, [&](std::string_view column) {
    return std::ranges::any_of(header, [&](const std::string& name) { return same_word(name, column); });
  });
}

CsvReader::CsvReader(LineReader lines, const std::vector<std::string_view>& columns, Rows rows)
    : lines_(std::move(lines)), needs_row_(rows == Rows::kAtLeastOne) {
  read_header();
  for (const std::string_view column : columns)
    if (!has(column))
      throw InputError(lines_.path(), line_, fmt::format("the column \"{}\" is missing", column));
}

void CsvReader::read_header() {
  if (!find_header(lines_)) throw InputError(lines_.path(), 0, "empty, expected a table with a header");
  line_ = lines_.line();
  check_text(without_mark(lines_.text()), lines_.path(), line_);
  separator_ = separator_of(without_mark(lines_.text()));
  const std::vector<std::string> names = read_names(lines_, separator_);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!columns_.emplace(names[i], i).second)
      throw InputError(lines_.path(), line_, fmt::format("the column \"{}\" stands twice", names[i]));
}

bool CsvReader::read_row() {
  do
    if (!lines_.next()) return false;
  while (is_empty(lines_.text()));
  line_ = lines_.line();
  cells_ = row_from(lines_.text(), separator_, lines_);
  return true;
}

bool CsvReader::next() {
  if (!read_row()) {
    if (needs_row_) throw InputError(lines_.path(), line_, "found a header alone, expected at least one row");
    return false;
  }
  needs_row_ = false;
  if (cells_.size() != columns_.size())
    throw InputError(lines_.path(), line_,
                     fmt::format("found {}, expected {}", counted(cells_.size(), "cell"), columns_.size()));
  return true;
}

const std::string& CsvReader::at(std::string_view column) const {
  return cells_[columns_.find(column)->second];
}

std::string_view CsvReader::trimmed(std::string_view column) const { return without_blanks(at(column)); }

double CsvReader::number(std::string_view column) const {
  const std::string_view text = trimmed(column);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end != text.data() + text.size() && *end == ',')
    fail(column, "a number with a decimal point");
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    fail(column, "a number");
  return value;
}

double CsvReader::number(std::string_view column, double low, double high) const {
  const double value = number(column);
  if (value < low || value > high) fail(column, fmt::format("{} to {}", low, high));
  return value;
}

std::int64_t CsvReader::whole(std::string_view column, std::int64_t low, std::int64_t high) const {
  const double value = number(column);
  if (value < static_cast<double>(low) || value > static_cast<double>(high) || value != std::floor(value))
    fail(column, fmt::format("a whole number from {} to {}", low, high));
  return static_cast<std::int64_t>(value);
}

std::string CsvReader::name(std::string_view column) const {
  const std::string_view text = trimmed(column);
  if (text.empty()) fail(column, "a name");
  if (!is_printable(text)) fail(column, "a name in UTF-8 without control characters");
  return std::string(text);
}

bool CsvReader::one_of(std::string_view column, std::string_view yes, std::string_view no) const {
  const bool is_yes = same_word(at(column), yes);
  if (!is_yes && !same_word(at(column), no)) fail(column, fmt::format("{} or {}", yes, no));
  return is_yes;
}

std::vector<std::string> CsvReader::columns() const {
  return mapped(columns_, [](const auto& column) { return in_small_letters(column.first); });
}

void CsvReader::fail(std::string_view column, std::string_view expected) const {
  constexpr std::size_t kMost = 200;
  const std::string found = printable(at(column));
  throw InputError(lines_.path(), line_,
                   fmt::format("{}: found \"{}\"{}, expected {}", column, found.substr(0, kMost),
                               found.size() > kMost ? " and more" : "", expected));
}

}  // namespace novphy
