#include "evaluator/input/csv.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "evaluator/record_io.h"

namespace novphy {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The line without a byte order mark and without a carriage return.
std::string without_frame(std::string line) {
  if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

}  // namespace

std::vector<std::string> split_csv(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool doubled = quoted && line.substr(i, 2) == "\"\"";
    if (doubled) {
      cells.back() += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  return cells;
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

bool csv_has_columns(const std::string& path, const std::vector<std::string_view>& columns) {
  std::ifstream stream(path, std::ios::binary);
  std::string header;
  std::getline(stream, header);
  std::vector<std::string> names;
  for (const std::string& cell : split_csv(without_frame(header))) names.push_back(trimmed(cell));
  return std::all_of(columns.begin(), columns.end(), [&](std::string_view column) {
    return std::find(names.begin(), names.end(), column) != names.end();
  });
}

CsvReader::CsvReader(std::string path, const std::vector<std::string_view>& columns)
    : path_(std::move(path)), stream_(path_, std::ios::binary) {
  if (!stream_) throw InputError(path_, 0, "cannot open");
  if (!read_line()) throw InputError(path_, 0, "empty, or not a file");
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (!columns_.emplace(trimmed(cells_[i]), i).second)
      throw InputError(path_, line_, fmt::format("the column \"{}\" stands twice", trimmed(cells_[i])));
  for (const std::string_view column : columns)
    if (!columns_.contains(column))
      throw InputError(path_, line_, fmt::format("the column \"{}\" is missing", column));
}

bool CsvReader::read_line() {
  std::string text;
  do {
    if (!std::getline(stream_, text)) return false;
    ++line_;
    text = without_frame(std::move(text));
  } while (text.empty());
  cells_ = split_csv(text);
  return true;
}

bool CsvReader::next() {
  if (!read_line()) return false;
  if (cells_.size() != columns_.size())
    throw InputError(path_, line_,
                     fmt::format("found {} cells, expected {}", cells_.size(), columns_.size()));
  return true;
}

const std::string& CsvReader::at(std::string_view column) const {
  return cells_[columns_.find(column)->second];
}

double CsvReader::number(std::string_view column) const {
  const std::string& text = at(column);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    fail(column, "a number");
  return value;
}

std::vector<std::string> CsvReader::columns() const {
  std::vector<std::string> names;
  for (const auto& [name, at] : columns_) names.push_back(name);
  return names;
}

void CsvReader::fail(std::string_view column, std::string_view expected) const {
  throw InputError(path_, line_, fmt::format("{}: found \"{}\", expected {}", column, at(column), expected));
}

}  // namespace novphy
