#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "agents/learning/nets/weights_file.h"
#include "base/file.h"
#include "base/hash.h"
#include "evaluator/cell_measures.h"
#include "evaluator/input/csv.h"
#include "evaluator/input/results_csv.h"
#include "evaluator/load.h"
#include "evaluator/record_io.h"
#include "novelties/novelty.h"
#include "tests/fuzz/fuzz_files.h"
#include "tests/fuzz/targets.h"
#include "trials/plan_file.h"
#include "trials/studies/import.h"
#include "trials/studies/study.h"
#include "trials/studies/study_lines.h"
#include "trials/studies/study_progress.h"
#include "trials/studies/web_study.h"

namespace novphy::fuzz {
namespace {

Task some_task() {
  Task task;
  task.birds = {"red", "blue"};
  task.slingshot = shipped_catalogue().world.slingshot;
  task.gravity_mps2 = shipped_catalogue().world.gravity_mps2;
  task.objects = {{.type = "pig_small", .at_m = {4, 0}},
                  {.type = "circle", .material = "wood", .at_m = {0, 0}},
                  {.type = "square_small", .material = "stone", .at_m = {2, 3}}};
  return task;
}

void inject_and_take_out(const Novelty& novelty) try {
  const Task task = some_task();
  need(without(inject(task, novelty, shipped_catalogue()).task) == task,
       "the novelty does not come out again");
} catch (const std::invalid_argument&) {  // the novelty does not fit the task
}

/// The bytes with the hash at their end that parse_weights() asks for, which a fuzzer does not find.
std::string with_right_hash(std::string_view bytes) {
  const std::string_view hashed = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
  std::string right(hashed);
  for (std::size_t i = 0; i < sizeof(std::uint64_t); ++i)
    right += static_cast<char>((fnv1a(hashed) >> (8 * i)) & 0xFFU);
  return right;
}

void read_weights_twice(std::string_view bytes) {
  const SavedNet saved = parse_weights(bytes, "fuzz");
  need(parse_weights(weights_to_bytes(saved), "again") == saved, "other weights");
  Net net(saved.shape, saved.weights);
  need(net.values(std::vector<float>(saved.shape.inputs(), 1)).columns == saved.shape.actions,
       "another number of values");
}

using Rows = std::vector<std::vector<std::string>>;

/// The cells of a table whose columns have these names.
Rows rows_of(const std::string& file, const std::vector<std::string>& columns) {
  CsvReader csv(file, {}, CsvReader::Rows::kMayBeNone);
  Rows rows;
  while (csv.next()) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const std::string& column : columns) row.push_back(csv.at(column));
  }
  return rows;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + csv_cell(cells[i]);
  return line + "\n";
}

/// How a table of results is read.
struct TableOptions {
  ColumnNames columns;
  Conventions conventions;
};

/// The options that the table's first line gives as words, if it is a comment: "#score last novelty=kind".
TableOptions table_options(std::string_view bytes) {
  TableOptions options;
  if (!bytes.starts_with('#')) return options;
  std::istringstream words{std::string(bytes.substr(1, bytes.find('\n') - 1))};
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    if (word == "score") options.conventions.performance = Performance::kScore;
    if (word == "first") options.conventions.repeats = Repeats::kFirst;
    if (word == "last") options.conventions.repeats = Repeats::kLast;
    if (equals != std::string::npos) options.columns.emplace(word.substr(0, equals), word.substr(equals + 1));
  }
  return options;
}

std::vector<ResultRow> results_of(const std::string& file, const ResultsOptions& options = {}) {
  std::vector<ResultRow> rows;
  read_results_csv(
      LineReader(file), [&](const ResultRow& row, int) { rows.push_back(row); }, options);
  return rows;
}

/// The row by our names of the columns.
std::string line_of(const ResultRow& row) {
  const Record& r = row.record;
  const auto flag = [](bool yes) { return std::string(yes ? "1" : "0"); };
  const auto number = [](const auto& value) { return value ? fmt::format("{}", *value) : ""; };
  return line_of({row.agent, r.novelty, r.scenario, fmt::format("{}", r.trial), std::string(name(r.phase)),
                  r.no_result ? "" : flag(r.passed), fmt::format("{}", r.task), number(row.score),
                  fmt::format("{}", r.novelty_probability), number(r.novelty_threshold),
                  r.alarm ? flag(*r.alarm) : "", flag(r.informed), flag(r.control)});
}

/// Whether the rows of a table of results come back from a table with our names.
void write_results_again(const std::string& file, const TableOptions& options) {
  const auto rows = results_of(file, {options.columns, options.conventions.repeats});
  std::string text =
      "agent,novelty,scenario,trial,phase,passed,task,score,novelty_probability,novelty_threshold,alarm,"
      "informed,control\n";
  for (const ResultRow& row : rows) text += line_of(row);
  const auto again = results_of(file_of("again.csv", text).string());
  const auto same = [](const ResultRow& a, const ResultRow& b) {
    return a.agent == b.agent && a.record == b.record && a.score == b.score;
  };
  need(std::equal(rows.begin(), rows.end(), again.begin(), again.end(), same), "other results");
}

/// Loads the table and measures it. A wrong name of a column or window is refused, as the command line does.
void measure_table(const std::string& file, const TableOptions& options) try {
  LoadOptions load_options;
  load_options.columns = options.columns;
  const Loaded loaded = load(std::span(&file, 1), options.conventions, load_options);
  for (const AgentLog& log : loaded.agents) measure(log.trials, options.conventions);
} catch (const std::invalid_argument&) {
}

/// Whether the cells of a table come back from the text that the writer makes of them.
void write_and_read_again(const std::string& file) {
  const std::vector<std::string> columns = CsvReader(file, {}).columns();
  const Rows rows = rows_of(file, columns);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns.size(); ++i) names.push_back("column" + std::to_string(i));
  std::string text = line_of(names);
  for (const auto& row : rows) text += line_of(row);
  need(columns.size() < 2 || rows_of(file_of("again.csv", text).string(), names) == rows, "another table");
}

}  // namespace

void run_plan(std::string_view bytes) {
  read_or_refuse([&] {
    const Plan plan = parse_plan(bytes, "fuzz", shipped_catalogue());
    const std::string text = plan_to_json(plan, shipped_catalogue());
    need(plan_to_json(parse_plan(text, "again", shipped_catalogue()), shipped_catalogue()) == text,
         "another plan");
  });
}

void run_novelty(std::string_view bytes) {
  const auto file = file_of("novelties/x.json", bytes);
  read_or_refuse([&] {
    for (const Novelty& novelty : read_novelties(file.parent_path(), shipped_catalogue()))
      inject_and_take_out(novelty);
  });
}

void run_catalogue(std::string_view bytes) {
  const auto file = file_of("assets/catalogue.json", bytes);
  read_or_refuse([&] { load_catalogue(file.parent_path()); });
}

void run_records(std::string_view bytes) {
  const std::string file = file_of("records.jsonl", bytes).string();
  read_or_refuse([&] {
    RecordReader reader(file, CutLine::kSkip);
    const std::string head = to_line(reader.fingerprint());
    need(to_line(fingerprint_from_line(head, "again")) == head, "another fingerprint");
    while (const auto record = reader.next())
      need(record_from_line(to_line(*record), "again", 1) == *record, "another record");
  });
}

void run_tables(std::string_view bytes) {
  const std::string file = file_of("table.csv", bytes).string();
  read_or_refuse([&] { write_and_read_again(file); });
  const TableOptions options = table_options(bytes);
  read_or_refuse([&] { write_results_again(file, options); });
  read_or_refuse([&] { measure_table(file, options); });
}

namespace {

const std::filesystem::path& small_plan_file() {
  static const std::filesystem::path plan =
      file_of("plan.json", read_file(NOVPHY_SOURCE_DIR "/tests/fuzz/plan/small.json"));
  return plan;
}

/// The rows of the study, made by the program that the first of them names, so that most bytes get further
/// than the first checks.
void make_people(OnlineData data) {
  static const StudyFile study =
      read_study(NOVPHY_SOURCE_DIR "/tests/fuzz/study/small.json", shipped_catalogue(), small_plan_file());
  for (PlacedRow& row : data.rows) row.row.study = online_study_id(study);
  const Fingerprint made_by = data.rows.front().row.made_by;
  std::vector<std::string> refused;
  const std::vector<OnlinePerson> people = online_people(std::move(data), study, made_by, refused);
  for (const OnlinePerson& person : people) {
    StudyProgress progress(person.head, study);
    take_all(progress, {.head = person.head, .entries = person.entries}, "journal.jsonl");
  }
}

}  // namespace

void run_online(std::string_view bytes) {
  const auto file = file_of("online.json", bytes);
  read_or_refuse([&] { make_people(read_online_rows({file.string()})); });
}

void run_study(std::string_view bytes) {
  const auto file = file_of("study.json", bytes);
  read_or_refuse([&] { read_study(file, shipped_catalogue(), small_plan_file()); });
}

void run_journal(std::string_view bytes) {
  const auto file = file_of("journal.jsonl", bytes);
  read_or_refuse([&] {
    const StudyLines lines = read_study_lines(file);
    if (!lines.head) return;
    std::string text = to_line(*lines.head) + "\n";
    for (const StudyEntry& entry : lines.entries) text += to_line(entry) + "\n";
    const StudyLines again = read_study_lines(file_of("again.jsonl", text));
    need(again.entries == lines.entries, "another journal");
  });
}

void run_weights(std::string_view bytes) {
  read_or_refuse([&] { read_weights_twice(bytes); });
  if (bytes.size() < sizeof(std::uint64_t)) return;
  read_or_refuse([&] { read_weights_twice(with_right_hash(bytes)); });
}

}  // namespace novphy::fuzz
