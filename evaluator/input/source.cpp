#include "evaluator/input/source.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <system_error>
#include <vector>

#include "base/input_error.h"
#include "evaluator/input/csv.h"
#include "evaluator/input/detections_csv.h"
#include "evaluator/input/playdata.h"
#include "evaluator/input/results_csv.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

std::string agent_of_records(const std::string& file, const LoadOptions& options) {
  const Fingerprint print = RecordReader(file).fingerprint();
  if (shown_name(print).find_first_not_of(' ') == std::string::npos)
    throw InputError(file, 1, fmt::format("/agent: found \"{}\", expected a name", shown_name(print)));
  return is_human(print) && !options.each_person ? "human" : shown_name(print);
}

/// Throws if the file is neither a file of records nor one of the tables. The message says how files of each
/// kind begin.
void check_is_records(const std::string& file) {
  constexpr std::string_view kKinds =
      "expected records of novphy run, which begin with {, or a table whose header names levelName (play "
      "data of people), distribution_shift and detected_level (NovPhy's detections), or phase and passed or "
      "score (results; docs/records.md lists other names, and --columns names more)";
  LineReader lines(file);
  if (!lines.next()) throw InputError(file, 0, fmt::format("empty, {}", kKinds));
  if (!lines.text().starts_with('{')) throw InputError(file, 1, fmt::format("of no known kind: {}", kKinds));
}

/// The file's name without its ending. If several files share the name, such as P01/playdata.csv and
/// P02/playdata.csv, the file's path.
std::string person_of(const std::string& file, std::span<const std::string> files) {
  const auto stem = [](const std::string& path) { return std::filesystem::path(path).stem().string(); };
  const auto same = [&](const std::string& other) { return stem(other) == stem(file); };
  return std::count_if(files.begin(), files.end(), same) > 1 ? file : stem(file);
}

/// Whether the play data have nothing but a header. Any number of people may have played nothing.
bool is_blank(const Source& source) {
  LineReader lines(source.file);
  lines.next();
  return source.kind == SourceKind::kPerson && !lines.next();
}

void check_copies_among(const Sources& sources) {
  std::vector<std::string> files;
  for (const Source& source : sources)
    if (!is_blank(source)) files.push_back(source.file);
  check_no_copies(files);
}

}  // namespace

bool is_human(const Fingerprint& print) { return print.agent.starts_with("human:"); }

Source source_of(const std::string& file, std::span<const std::string> files, const LoadOptions& options) {
  if (is_playdata(file))
    return {file, SourceKind::kPerson, options.each_person ? "people:" + person_of(file, files) : "people"};
  if (is_detections_csv(file)) return {file, SourceKind::kDetections, agent_of_detections(file)};
  if (is_results_csv(file, options.columns)) return {file, SourceKind::kResults, ""};
  check_is_records(file);
  return {file, SourceKind::kRecords, agent_of_records(file, options)};
}

std::string left_out(const Source& source) {
  if (source.kind == SourceKind::kRecords) return RecordReader(source.file).fingerprint().left_out;
  if (source.kind != SourceKind::kPerson) return "";
  const auto records = std::filesystem::path(source.file).parent_path() / "records.jsonl";
  return std::filesystem::exists(records) ? RecordReader(records.string()).fingerprint().left_out : "";
}

void check_copies(const std::map<std::string, Sources>& by_agent) {
  Sources people;
  for (const auto& [agent, sources] : by_agent) {
    const bool is_person = sources.front().kind == SourceKind::kPerson;
    if (is_person) people.insert(people.end(), sources.begin(), sources.end());
    if (!is_person) check_copies_among(sources);
  }
  check_copies_among(people);
}

namespace {

namespace fs = std::filesystem;

/// Whether other names may lead to the same file.
bool has_hard_links(const std::string& file) {
  std::error_code unread;
  return fs::is_regular_file(file, unread) && fs::hard_link_count(file, unread) > 1 && !unread;
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code unread;
  return fs::equivalent(a, b, unread) && !unread;
}

bool same_bytes(const std::string& a, const std::string& b) {
  std::ifstream left(a, std::ios::binary);
  std::ifstream right(b, std::ios::binary);
  std::array<char, 1 << 16> of_left{};
  std::array<char, 1 << 16> of_right{};
  while (left && right) {
    left.read(of_left.data(), of_left.size());
    right.read(of_right.data(), of_right.size());
    if (!std::equal(of_left.begin(), of_left.begin() + left.gcount(), of_right.begin(),
                    of_right.begin() + right.gcount()))
      return false;
  }
  return left.eof() && right.eof();
}

}  // namespace

void check_distinct(std::span<const std::string> files) {
  std::set<fs::path> seen;
  std::vector<std::string> linked;
  for (const std::string& file : files) {
    if (!seen.insert(fs::weakly_canonical(file)).second) throw InputError(file, 0, "given twice");
    if (!has_hard_links(file)) continue;
    for (const std::string& other : linked)
      if (same_file(file, other))
        throw InputError(file, 0, fmt::format("the same file as {}, expected each file once", other));
    linked.push_back(file);
  }
}

void check_no_copies(std::span<const std::string> files) {
  std::map<std::uintmax_t, std::vector<std::string>> by_size;
  for (const std::string& file : files) {
    std::error_code unread;
    std::vector<std::string>& same_size = by_size[fs::file_size(file, unread)];
    if (unread) continue;
    for (const std::string& other : same_size)
      if (same_bytes(file, other))
        throw InputError(file, 0, fmt::format("a copy of {}, expected each file once", other));
    same_size.push_back(file);
  }
}

}  // namespace novphy
