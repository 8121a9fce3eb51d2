#include "trials/studies/study_tables.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <sstream>
#include <string_view>

#include "base/file.h"
#include "base/lines.h"
#include "evaluator/input/csv.h"
#include "trials/studies/study_progress.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;
using Object = nlohmann::ordered_json;

constexpr std::string_view kFormsTable = "forms.csv";

struct RawTable {
  std::string_view lines;  ///< file in a participant's folder
  std::string_view table;  ///< file in the results folder
  bool own;
};
constexpr std::array kTables{RawTable{"own_rows.jsonl", "own_rows.csv", true},
                             RawTable{"sessions.jsonl", "sessions.csv", false}};

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  if (!fs::exists(file)) return lines;
  LineReader reader(file.string(), kOnlineDataBounds);
  while (reader.next()) lines.emplace_back(reader.text());
  return lines;
}

std::string cell_of(const Object& value) {
  if (value.is_null()) return "";
  return csv_cell(value.is_string() ? value.get<std::string>() : value.dump());
}

/// The rows of all participants, with the columns in the order in which they appear first, the participant's
/// first of all.
std::string csv_of(const std::map<std::string, std::vector<std::string>>& lines,
                   std::vector<std::string>& columns) {
  std::vector<std::pair<std::string, Object>> rows;
  columns = {"participant"};
  for (const auto& [participant, texts] : lines)
    for (const std::string& text : texts) {
      Object row = Object::parse(text);
      for (const auto& [column, value] : row.items())
        if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
      rows.emplace_back(participant, std::move(row));
    }
  std::string csv;
  for (const std::string& column : columns) csv += (csv.empty() ? "" : ",") + csv_cell(column);
  csv += '\n';
  for (const auto& [participant, row] : rows) {
    std::string line = csv_cell(participant);
    for (std::size_t i = 1; i < columns.size(); ++i)
      line += "," + (row.contains(columns[i]) ? cell_of(row[columns[i]]) : "");
    csv += line + "\n";
  }
  return csv;
}

struct Meaning {
  std::string_view column;
  std::string_view unit;
  std::string_view meaning;
};

constexpr std::array kAnswers{
    Meaning{"participant", "", "ID"},
    Meaning{"level_set", "", "the part of the study, from 0"},
    Meaning{"number", "", "within the level set, from 0: chooses the trials"},
    Meaning{"condition", "", "of the study, with pages of its own; empty: the study has none"},
    Meaning{"left_out", "", "why the participant does not count; empty: counts"},
    Meaning{"place", "", "of the trial in the participant's order, from 1"},
    Meaning{"novelty", "", "of the trial"},
    Meaning{"scenario", "", "of the trial"},
    Meaning{"trial", "", "index among the novelty-scenario's trials, from 0"},
    Meaning{"control", "0, 1", "whether it is a catch group, in which nothing becomes novel"},
    Meaning{"phase", "normal, novel", "of the task; in a catch group the novel tasks are normal ones"},
    Meaning{"task", "", "index in the trial, from 0"},
    Meaning{"template", "", "of the task"},
    Meaning{"variation", "", "number of the task in its family"},
    Meaning{"answer", "yes, no", "whether something was new in the task"},
    Meaning{"passed", "0, 1", "whether the task was passed; empty: another play"},
    Meaning{"score", "points", "of the task"},
    Meaning{"shots", "", "number of shots"},
    Meaning{"begun_at_ms", "ms since 1970 (UTC)", "when the task or the form was shown"},
    Meaning{"first_shot_ms", "ms", "until the first shot, without hidden time"},
    Meaning{"task_ms", "ms", "until the end of the task, without hidden time and closed windows"},
    Meaning{"task_hidden_ms", "ms", "during which the page was hidden or the window not in front"},
    Meaning{"task_unfocused_ms", "ms",
            "of task_ms, during which the page was visible and keys went elsewhere"},
    Meaning{"answer_ms", "ms", "until the answer, without hidden time"},
    Meaning{"answer_hidden_ms", "ms", "as task_hidden_ms, of the question"},
    Meaning{"answer_unfocused_ms", "ms", "as task_unfocused_ms, of the question"},
    Meaning{"frame_ms", "ms", "median time between two pictures of the task; empty: not known"},
    Meaning{"worst_frame_ms", "ms", "longest time between two pictures"},
};

constexpr std::array kForms{
    Meaning{"form", "", "name of the form"},
    Meaning{"step", "", "index of the step in the participant's study, from 0"},
    Meaning{"question", "", "name of the question"},
    Meaning{"value", "", "of a slider or number; of a choice its number, from 0, or several; a text"},
    Meaning{"label", "", "the choice's words, as the study file has them now"},
    Meaning{"right", "0, 1", "whether an attention check was answered right; empty: it is none"},
    Meaning{"form_ms", "ms", "until the answers, without hidden time"},
    Meaning{"form_hidden_ms", "ms", "as task_hidden_ms, of the form"},
    Meaning{"form_unfocused_ms", "ms", "as task_unfocused_ms, of the form"},
};

constexpr std::array kKnown{
    Meaning{"user_agent", "", "the browser's name for itself"},
    Meaning{"screen", "CSS pixels", "width and height"},
    Meaning{"device_pixel_ratio", "", "pixels for each CSS pixel"},
    Meaning{"began_at_ms", "ms since 1970 (UTC)", "when the page was opened or the step shown"},
    Meaning{"at_ms", "ms since 1970 (UTC)", "when the row was written"},
    Meaning{"clock_ahead_ms", "ms",
            "of the computer's clock before that of at_ms: it was set, or the computer slept"},
    Meaning{"study_id", "", "Prolific's number of the study"},
    Meaning{"session_id", "", "Prolific's number of the session"},
    Meaning{"made_by", "", "the page's simulator"},
    Meaning{"texts", "", "hash of the texts that the participant saw"},
    Meaning{"speed", "", "of the world"},
    Meaning{"once", "", "name of the trial of your own"},
    Meaning{"rt", "ms", "jsPsych's response time"},
    Meaning{"trial_type", "", "jsPsych's plug-in"},
    Meaning{"time_elapsed", "ms", "jsPsych: since the page was opened"},
};

std::string codebook_row(std::string_view file, std::string_view column, std::string_view unit,
                         std::string_view meaning) {
  return fmt::format("{},{},{},{}\n", file, csv_cell(column), csv_cell(unit), csv_cell(meaning));
}

/// What the column of this table means; null where only the researcher knows.
const Meaning* meaning_of(std::string_view table, std::string_view column) {
  const std::span<const Meaning> forms = table == kFormsTable ? kForms : std::span<const Meaning>();
  for (const std::span<const Meaning> known :
       {forms, std::span<const Meaning>(kKnown), std::span<const Meaning>(kAnswers)})
    if (const auto found = std::ranges::find(known, column, &Meaning::column); found != known.end())
      return &*found;
  return nullptr;
}

std::string codebook(const std::map<std::string_view, std::vector<std::string>>& tables) {
  std::string csv = "file,column,unit,meaning\n";
  for (const auto& [table, columns] : tables)
    for (const std::string& column : columns) {
      const Meaning* known = meaning_of(table, column);
      csv += codebook_row(table, column, known ? known->unit : "",
                          known ? known->meaning : "as the researcher's trial or jsPsych names it");
    }
  return csv;
}

/// The names in the first line of a table.
std::vector<std::string> columns_of(const std::string& csv) {
  std::vector<std::string> columns;
  std::istringstream line(csv.substr(0, csv.find('\n')));
  for (std::string column; std::getline(line, column, ',');) columns.push_back(column);
  return columns;
}

}  // namespace

void keep_raw_rows(const fs::path& folder, const std::vector<RawRow>& rows) {
  for (const RawTable& table : kTables) {
    std::vector<std::string> lines = lines_of(folder / table.lines);
    const std::size_t before = lines.size();
    for (const RawRow& row : rows) {
      if (row.own != table.own) continue;
      const std::string line = nlohmann::json::parse(row.json).dump();  // the same of every form of the data
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
    if (lines.size() == before) continue;
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    write_atomically(folder / table.lines, text);
  }
}

void write_study_tables(const fs::path& results, const StudyFile& file) {
  const std::vector<StudyProgress> people = read_people(results, file);
  std::map<std::string_view, std::vector<std::string>> columns;
  const auto write = [&](std::string_view table, const std::string& csv) {
    write_atomically(results / table, csv);
    columns[table] = columns_of(csv);
  };
  write("answers.csv", answers_csv(people, file.plan));
  if (!file.study.forms.empty()) write(kFormsTable, forms_csv(people, file.plan));
  for (const RawTable& table : kTables) {
    std::map<std::string, std::vector<std::string>> lines;
    for (const StudyProgress& person : people)
      lines[person.head().participant] = lines_of(results / person.head().participant / table.lines);
    write_atomically(results / table.table, csv_of(lines, columns[table.table]));
  }
  write_atomically(results / "codebook.csv", codebook(columns));
}

}  // namespace novphy
