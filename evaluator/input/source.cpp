#include "evaluator/input/source.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/input_error.h"
#include "base/lists.h"
#include "base/names.h"
#include "evaluator/input/playdata.h"

namespace novphy {
namespace {

constexpr int kMostTasks = 9'999;

/// The name of the column that holds the novelty-scenario.
std::string type_column(const CsvReader& row, const std::string& path) {
  for (const std::string_view part : {"type", "template", "scenario", "level"})
    for (const std::string& column : row.columns())
      if (column != "detected_level" && column.find(part) != std::string::npos) return column;
  throw InputError(path, 1, "no column names the novelty-scenario: expected one such as \"type\"");
}

struct LevelCell {
  std::size_t novelty = 0;   ///< from 1
  std::size_t scenario = 0;  ///< from 1
};

/// The novelty-scenario of a cell such as "type010405", "010405", "10405", or a path that holds "type010405".
LevelCell cell_of(const CsvReader& row, const std::string& column) {
  const std::string& text = row.at(column);
  std::string digits;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
      digits += text[i];
      continue;
    }
    if (digits.size() == 5) digits.insert(0, "0");  // a spreadsheet dropped the leading zero
    if (digits.size() == 6 && digits.starts_with("01")) break;
    digits.clear();
  }
  const auto part = [&](std::size_t at) { return static_cast<std::size_t>(std::stoi(digits.substr(at, 2))); };
  if (digits.size() != 6) row.fail(column, "a type such as 010405");
  const LevelCell cell{part(2), part(4)};
  if (cell.novelty < 1 || cell.novelty > kNovelties.size()) row.fail(column, "a novelty from 01 to 08");
  if (cell.scenario < 1 || cell.scenario > kScenarios.size()) row.fail(column, "a scenario from 01 to 05");
  return cell;
}

bool holds(const CsvReader& row, std::string_view column) {
  return row.has(column) && !row.at(column).empty();
}

/// Whether the column cdt says that the detection is correct. Programs write this as a number or as a word.
bool says_correct(const CsvReader& row) {
  const std::string text = in_small_letters(row.at("cdt"));
  return text == "true" || (text != "false" && row.number("cdt") != 0);
}

/// Throws if a delay is not the number of tasks from the shift to the detected task.
void check_delay(const CsvReader& row, std::string_view column, int delay) {
  if (row.number(column) != delay)
    row.fail(column, fmt::format("{}: detected_level less distribution_shift", delay));
}

/// Throws if the columns cdt, delay and detection_delay contradict distribution_shift and detected_level. If
/// the detection is not correct, the column detection_delay is empty, while the column delay may hold any
/// number.
void check(const CsvReader& row, int shift, int detected) {
  const bool correct = detected > shift;
  if (holds(row, "cdt") && says_correct(row) != correct)
    row.fail("cdt", correct ? "1: detected_level is above distribution_shift"
                            : "0: detected_level is not above distribution_shift");
  if (correct && holds(row, "delay")) check_delay(row, "delay", detected - shift);
  if (correct && row.has("detection_delay")) check_delay(row, "detection_delay", detected - shift);
  if (!correct && holds(row, "detection_delay"))
    row.fail("detection_delay", "an empty cell: detected_level is not above distribution_shift");
}

/// Numbers the trials of a file: by the column "trial", otherwise by counting within each novelty-scenario.
class TrialNumbers {
 public:
  int next(const CsvReader& row, const Record& cell) {
    const std::string name = cell.novelty + " " + cell.scenario;
    if (!row.has("trial")) return counts_[name]++;
    const int trial = static_cast<int>(row.whole("trial", 0, kMostIndex));
    const auto [first, is_new] = lines_.try_emplace({name, trial}, row.line());
    if (!is_new)
      row.fail("trial", fmt::format("each trial once: {} has this one in line {}", name, first->second));
    return trial;
  }

 private:
  std::map<std::string, int> counts_;
  std::map<std::pair<std::string, int>, int> lines_;
};

}  // namespace

bool is_detections_csv(const std::vector<std::string>& header) {
  return csv_has_columns(header, {"distribution_shift", "detected_level"});
}

std::string agent_of_detections(const std::string& path) {
  const std::filesystem::path file(path);
  const std::string name = file.stem().string();
  const std::string folder = file.parent_path().filename().string();
  const auto window = name.find("_ws-");
  const auto threshold = name.find("_t-", window);
  if (window == std::string::npos || threshold == std::string::npos) return name;
  std::string method;
  if (folder == "simple_moving_average") method = "sma:";
  if (folder == "pre_assumed_moving_average") method = "pma:";
  return fmt::format("{} {}{}:{}", name.substr(0, window), method,
                     name.substr(window + 4, threshold - window - 4), name.substr(threshold + 3));
}

void read_detections_csv(LineReader lines, int novel_tasks,
                         const std::function<void(const Record&, int line)>& visit) {
  const std::string path = lines.path();
  CsvReader row(std::move(lines), {"distribution_shift", "detected_level"});
  const std::string type = type_column(row, path);
  TrialNumbers numbers;
  while (row.next()) {
    const LevelCell cell = cell_of(row, type);
    const int shift = static_cast<int>(row.whole("distribution_shift", 0, kMostTasks));
    const int detected = static_cast<int>(row.whole("detected_level", -1, shift + novel_tasks));
    if (detected == 0) row.fail("detected_level", "-1, or a task from 1");
    check(row, shift, detected);
    Record record;
    record.novelty = kNovelties[cell.novelty - 1];
    record.scenario = kScenarios[cell.scenario - 1];
    record.trial = numbers.next(row, record);
    record.no_result = true;
    for (record.task = 0; record.task < shift + novel_tasks; ++record.task) {
      record.phase = record.task < shift ? Phase::kNormal : Phase::kNovel;
      record.alarm = detected > 0 && record.task + 1 >= detected;
      visit(record, row.line());
    }
  }
}

namespace {

std::string agent_of_records(const std::string& file, const Fingerprint& print, const LoadOptions& options) {
  if (shown_name(print).find_first_not_of(' ') == std::string::npos)
    throw InputError(file, 1, fmt::format("/agent: found \"{}\", expected a name", shown_name(print)));
  return is_human(print) && !options.each_person ? "human" : shown_name(print);
}

/// Throws: the file is neither a file of records nor one of the tables. The message says how files of each
/// kind begin.
[[noreturn]] void refuse_unknown(LineReader& lines) {
  constexpr std::string_view kKinds =
      "expected records of novphy run, which begin with {, or a table whose header names levelName (play "
      "data of people), distribution_shift and detected_level (NovPhy's detections), or phase and passed or "
      "score (results; docs/reference/records.md lists other names, and --columns names more)";
  if (!lines.next()) throw InputError(lines.path(), 0, fmt::format("empty, {}", kKinds));
  throw InputError(lines.path(), 1, fmt::format("of no known kind: {}", kKinds));
}

/// The file's name without its ending. If several files share the name, such as P01/playdata.csv and
/// P02/playdata.csv, the file's path.
std::string person_of(const std::string& file, std::span<const std::string> files) {
  const auto stem = [](const std::string& path) { return std::filesystem::path(path).stem().string(); };
  const auto same = [&](const std::string& other) { return stem(other) == stem(file); };
  return std::ranges::count_if(files, same) > 1 ? file : stem(file);
}

/// Whether the play data have nothing but a header. Any number of people may have played nothing.
bool has_header_only(const std::string& file) {
  LineReader lines(file);
  lines.next();
  return !lines.next();
}

}  // namespace

bool is_human(const Fingerprint& print) { return print.agent.starts_with("human:"); }

void Source::close() {
  records.reset();
  table.reset();
}

RecordReader Source::take_records() {
  return records ? *std::exchange(records, {}) : RecordReader(file, CutLine::kSkip);
}

LineReader Source::take_table() { return table ? *std::exchange(table, {}) : LineReader(file); }

Source source_of(const std::string& file, std::span<const std::string> files, const LoadOptions& options) {
  LineReader lines(file);
  const bool is_records = lines.next() && lines.text().starts_with('{');
  lines.restart();
  if (is_records) {
    RecordReader reader(std::move(lines), CutLine::kSkip);
    const Fingerprint print = reader.fingerprint();
    return {.file = file,
            .agent = agent_of_records(file, print, options),
            .print = print,
            .records = std::move(reader)};
  }
  const std::vector<std::string> header = csv_header(lines);
  lines.restart();
  Source source{.file = file};
  if (is_playdata(header)) {
    source.kind = SourceKind::kPerson;
    source.agent = options.each_person ? "people:" + person_of(file, files) : "people";
  } else if (is_detections_csv(header)) {
    source.kind = SourceKind::kDetections;
    source.agent = agent_of_detections(file);
  } else if (is_results_csv(header, options.columns)) {
    source.kind = SourceKind::kResults;
  } else {
    refuse_unknown(lines);
  }
  source.table = std::move(lines);
  return source;
}

std::string left_out(const Source& source) {
  if (source.kind == SourceKind::kRecords) return source.print.left_out;
  if (source.kind != SourceKind::kPerson) return "";
  const auto records = std::filesystem::path(source.file).parent_path() / "records.jsonl";
  return std::filesystem::exists(records) ? RecordReader(records.string()).fingerprint().left_out : "";
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

/// Throws if a file has the same bytes as another. Only files of the same length are read.
void check_no_copies(const std::vector<const Source*>& sources) {
  std::map<std::uintmax_t, std::vector<std::string>> by_size;
  for (const Source* source : sources) {
    const std::string& file = source->file;
    std::error_code unread;
    std::vector<std::string>& same_size = by_size[fs::file_size(file, unread)];
    if (unread) continue;
    for (const std::string& other : same_size)
      if (same_bytes(file, other) && !(source->kind == SourceKind::kPerson && has_header_only(file)))
        throw InputError(file, 0, fmt::format("a copy of {}, expected each file once", other));
    same_size.push_back(file);
  }
}

}  // namespace

void check_distinct(std::span<const std::string> files) {
  std::set<fs::path> seen;
  std::vector<std::string> linked;
  for (const std::string& file : files) {
    std::error_code unnamed;  // of a pipe
    const fs::path place = fs::weakly_canonical(file, unnamed);
    if (!seen.insert(unnamed ? fs::path(file) : place).second) throw InputError(file, 0, "given twice");
    if (!has_hard_links(file)) continue;
    for (const std::string& other : linked)
      if (same_file(file, other))
        throw InputError(file, 0, fmt::format("the same file as {}, expected each file once", other));
    linked.push_back(file);
  }
}

void check_copies(const std::map<std::string, Sources>& by_agent) {
  std::vector<const Source*> people;
  for (const auto& [agent, sources] : by_agent) {
    std::vector<const Source*> own;
    for (const Source& source : sources)
      (source.kind == SourceKind::kPerson ? people : own).push_back(&source);
    check_no_copies(own);
  }
  check_no_copies(people);
}

}  // namespace novphy
