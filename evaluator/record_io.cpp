#include "evaluator/record_io.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/text.h"
#include "evaluator/record_fields.h"

namespace novphy {
namespace {

/// Whether a line is of a run's partial file or a shard (trials/store/blocks.h). Records have other keys.
bool is_block_header(std::string_view line) {
  if (line.starts_with("{\"begun\":")) return true;
  return line.starts_with("{\"trial\":") && line.find(",\"bytes\":") != std::string_view::npos &&
         line.find(",\"hash\":") != std::string_view::npos;
}

}  // namespace

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
  if (is_block_header(lines_.text()))
    throw InputError(path_, lines_.line(),
                     "this is a part of a run, whose output is not there yet: the command of the run goes on "
                     "with an unfinished part, and novphy merge makes one file of shards");
  if (!lines_.unfinished() || is_json(lines_.text()))
    return record_from_line(lines_.text(), path_, lines_.line());
  if (cut_line_ == CutLine::kError)
    throw InputError(path_, lines_.line(), "the last line is cut off: the run that wrote it was killed");
  ++cut_lines_;
  return std::nullopt;
}

namespace {

constexpr int kFormat = 1;

bool is_of_people(std::string_view name) {
  constexpr auto kPeople = std::to_array<std::string_view>({"human", "people"});
  return std::any_of(kPeople.begin(), kPeople.end(), [&](std::string_view each) {
    return name == each || (name.starts_with(each) && name.substr(each.size()).starts_with(':'));
  });
}

void check_name(const Node& name, const std::string& text) {
  const std::string_view problem = name_problem(text);
  if (name && !problem.empty()) name.error(fmt::format("found a name that is {}", problem));
}

/// Another version may have other keys, so we report the version and not the keys.
bool is_of_this_format(const Node& fingerprint) {
  const Node format = fingerprint.get("format");
  if (!format) fingerprint.error_at("format", "missing: expected the line that says what made the records");
  const std::string found = format.json();
  if (format && found != std::to_string(kFormat))
    format.error(fmt::format("found {}, expected format {}", found, kFormat));
  return found == std::to_string(kFormat);
}

/// Reads one line of a file with this function, which takes the root.
template <class Read>
auto read_line(std::string_view text, const std::string& file, int line, const Read& read_root) {
  std::optional<JsonDocument> document;
  try {
    document.emplace(text, file, kLineBounds, line);
  } catch (const InputError& error) {
    throw InputError(file, line, "broken JSON: " + error.problems().front().text);
  }
  auto value = read_root(document->root());
  // A damaged line often has many problems; we report only the first.
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

std::string_view name(Phase phase) { return kPhase.word(phase); }

std::string DigestCodec::read(const Node& node) const {
  constexpr std::size_t kDigits = 16;
  const std::string digest = node.text();
  const bool hexadecimal = digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!digest.empty() && (digest.size() != kDigits || !hexadecimal)) node.expected("16 hexadecimal digits");
  return digest;
}

std::int64_t TokensCodec::read(const Node& node) const {
  const double tokens = node.number();
  if (tokens >= 0 && tokens <= static_cast<double>(kMostTokens) && tokens == std::floor(tokens))
    return static_cast<std::int64_t>(tokens);
  node.expected(fmt::format("a whole number from 0 to {}", kMostTokens));
  return 0;
}

namespace {

/// The line, if readers take it.
std::string readable(std::string line, const char* what) {
  if (line.size() > kLineBounds.bytes) throw InputError(what, "cannot be written: " + too_long(kLineBounds));
  return line;
}

}  // namespace

std::string to_line(const Fingerprint& fingerprint) {
  return readable(to_json(fingerprint), "the line that says what made the records");
}
std::string to_line(const Record& record) { return readable(to_json(record), "a record"); }

Fingerprint read_fingerprint(const Node& from) {
  const Node object = from.object();
  if (!object || !is_of_this_format(object)) return {};
  const auto fingerprint = read_fields<Fingerprint>(object);
  check_name(object.get("name"), fingerprint.name);
  check_name(object.get("run"), fingerprint.run);
  return fingerprint;
}

Fingerprint fingerprint_from_line(std::string_view text, const std::string& file, int line) {
  return read_line(text, file, line, [](const Node& root) { return read_fingerprint(root); });
}

Record record_from_line(std::string_view text, const std::string& file, int line) {
  return read_line(text, file, line, [](const Node& root) { return read_fields<Record>(root); });
}

}  // namespace novphy
