#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/file_kind.h"
#include "base/json_reader.h"
#include "base/utf8.h"
#include "evaluator/fields.h"
#include "evaluator/record_io.h"

namespace novphy {

RecordReader::RecordReader(std::string path, CutLine cut_line)
    : path_(std::move(path)), cut_line_(cut_line), lines_(path_) {
  if (!lines_.next()) throw InputError(path_, 0, "empty, expected records");
  if (!lines_.text().starts_with('{'))
    throw InputError(path_, 1, "not records: expected a line that begins with {");
  expect_kind(lines_.text(), path_, FileKind::kRecords);
  fingerprint_ = fingerprint_from_line(lines_.text(), path_, lines_.line());
}

std::optional<Record> RecordReader::next() {
  if (!lines_.next()) return std::nullopt;
  if (!lines_.unfinished() || is_json(lines_.text()))
    return record_from_line(lines_.text(), path_, lines_.line());
  if (cut_line_ == CutLine::kError)
    throw InputError(path_, lines_.line(), "the last line is cut off: the run that wrote it was killed");
  ++cut_lines_;
  return std::nullopt;
}

namespace {

constexpr int kFormat = 1;

constexpr std::array kPhases{std::pair{Phase::kTraining, "training"},
                             std::pair{Phase::kCalibration, "calibration"},
                             std::pair{Phase::kNormal, "normal"}, std::pair{Phase::kNovel, "novel"}};

void read(const Node& from, bool& to) { to = from.boolean(); }
void read(const Node& from, int& to) { to = from.integer(); }
void read(const Node& from, std::uint64_t& to) { to = from.unsigned64(); }
void read(const Node& from, double& to) { to = from.number(); }
void read(const Node& from, std::string& to) { to = from.text(); }

void read(const Node& from, Phase& to) {
  std::vector<std::string_view> names;
  for (const auto& [phase, name] : kPhases) names.emplace_back(name);
  const std::string found = from.one_of(names);
  to = std::find_if(kPhases.begin(), kPhases.end(), [&](const auto& row) {
         return row.second == found;
       })->first;
}

template <class Value>
void read(const Node& from, std::optional<Value>& to) {
  read(from, to.emplace());
}

void read(const Node& from, std::array<double, 2>& to) {
  const std::vector<Node> numbers = from.array(2, 2);
  for (std::size_t i = 0; i < numbers.size(); ++i) read(numbers[i], to[i]);
}

void read(const Node& from, RecordedShot& to);

template <class Value>
void read(const Node& from, std::vector<Value>& to) {
  for (const Node& value : from.array()) read(value, to.emplace_back());
}

template <class Owner>
void read_object(const Node& from, Owner& to) {
  const Node object = from.object();
  std::vector<std::string_view> keys;
  for_each_field(to, [&](const auto& field) {
    keys.push_back(field.key);
    if (const Node found = object.get(field.key))
      read(found, to.*field.member);
    else if (object && field.need == Need::kAlways)
      object.error_at(field.key, "missing");
  });
  object.only(keys);
}

void read(const Node& from, RecordedShot& to) { read_object(from, to); }

void check_range(const Node& record, std::string_view key, double value, double low, double high) {
  if (value < low || value > high) record.get(key).expected(fmt::format("a number from {} to {}", low, high));
}

void check_record(const Node& from, const Record& record) {
  check_range(from, "trial", record.trial, 0, kMostIndex);
  check_range(from, "task", record.task, 0, kMostIndex);
  check_range(from, "variation", record.variation, 0, std::numeric_limits<int>::max());
  check_range(from, "time_s", record.time_s, 0, std::numeric_limits<double>::max());
  check_range(from, "novelty_probability", record.novelty_probability, 0, 1);
  check_range(from, "novelty_threshold", record.novelty_threshold.value_or(0), 0, 1);
  const bool hexadecimal = record.digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!record.digest.empty() && (record.digest.size() != 16 || !hexadecimal))
    from.get("digest").expected("16 hexadecimal digits");
}

bool is_of_people(std::string_view name) {
  constexpr auto kPeople = std::to_array<std::string_view>({"human", "people"});
  return std::any_of(kPeople.begin(), kPeople.end(), [&](std::string_view each) {
    return name == each || (name.starts_with(each) && name.substr(each.size()).starts_with(':'));
  });
}

void check_name(const Node& name, const Fingerprint& fingerprint) {
  const std::string_view problem = name_problem(fingerprint.name);
  if (name && !problem.empty()) name.error(fmt::format("found a name that is {}", problem));
}

/// Another version may have other keys: the reader complains of the version and not of the keys.
bool is_of_this_format(const Node& fingerprint) {
  const Node format = fingerprint.get("format");
  if (!format) fingerprint.error_at("format", "missing: expected the line that says what made the records");
  const std::string found = format.json();
  if (format && found != std::to_string(kFormat))
    format.error(fmt::format("found {}, expected format {}", found, kFormat));
  return found == std::to_string(kFormat);
}

/// Reads one line of a file with this function of its root.
template <class Read>
auto read_line(std::string_view text, const std::string& file, int line, const Read& read_root) {
  std::optional<JsonDocument> document;
  try {
    document.emplace(text, file, kLineBounds, line);
  } catch (const InputError& error) {
    throw InputError(file, line, "broken JSON: " + error.problems().front().text);
  }
  auto value = read_root(document->root());
  // A damaged line often has many problems: the first one is enough.
  if (!document->problems().empty()) throw InputError({document->problems().front()});
  return value;
}

}  // namespace

std::string_view name_problem(std::string_view name) {
  constexpr std::size_t kMostBytes = 100;
  if (name.empty()) return "empty";
  if (name.size() > kMostBytes) return "longer than 100 bytes";
  if (!is_printable(name)) return "not UTF-8 without control characters";
  if (name.front() == ' ' || name.back() == ' ') return "with a blank at its beginning or end";
  if (is_of_people(name)) return "kept for people";
  return {};
}

std::string_view name(Phase phase) {
  const auto same = [&](const auto& row) { return row.first == phase; };
  return std::find_if(kPhases.begin(), kPhases.end(), same)->second;
}

Fingerprint read_fingerprint(const Node& from) {
  Fingerprint fingerprint;
  const Node object = from.object();
  if (!object || !is_of_this_format(object)) return fingerprint;
  read_object(object, fingerprint);
  check_name(object.get("name"), fingerprint);
  return fingerprint;
}

Fingerprint fingerprint_from_line(std::string_view text, const std::string& file, int line) {
  return read_line(text, file, line, [](const Node& root) { return read_fingerprint(root); });
}

Record record_from_line(std::string_view text, const std::string& file, int line) {
  return read_line(text, file, line, [](const Node& root) {
    Record record;
    read_object(root, record);
    if (root.is_object()) check_record(root, record);
    return record;
  });
}

}  // namespace novphy
