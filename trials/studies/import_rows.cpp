#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "evaluator/input/csv.h"
#include "levels/json_geometry.h"
#include "trials/studies/import.h"

namespace novphy {
namespace {

/// In the order of OnlineRow::Kind.
constexpr std::array<std::string_view, 7> kRowKinds{"session",  "page", "practice",  "task",
                                                    "question", "form", "unfinished"};

/// The fields of a list within an object that has further fields.
template <class T>
void read_into(const Node& node, T& value) {
  FieldReader io(node);
  describe(io, value);
}

StudyEntry read_away(const Node& node) {
  StudyEntry away{.kind = StudyEntry::Kind::kAway, .at_ms = read_moment(node.at("at_ms"))};
  away.ms = kCount.read(node.at("ms"));
  away.yes = node.at("hidden").boolean();
  return away;
}

StudyEntry read_act(const Node& node) {
  StudyEntry act;
  act.at_ms = read_moment(node.at("at_ms"));
  const std::string kind = node.at("kind").one_of({"view", "launch", "tap", "away"});
  if (kind == "away") return read_away(node);
  if (kind == "view") {
    act.kind = StudyEntry::Kind::kView;
    read_into(node, act.view);
    return act;
  }
  act.kind = kind == "tap" ? StudyEntry::Kind::kTap : StudyEntry::Kind::kLaunch;
  act.shot = kCount.read(node.at("shot"));
  if (kind == "tap") {
    act.ms = kCount.read(node.at("ms"));
    return act;
  }
  act.drag_m = vec2_of(node.at("drag_m"));
  act.ms = kAnyWhole.read(node.at("launch_ms"));
  if (const Node thought = node.get("thought_ms")) act.thought_ms = kCount.read(thought);
  return act;
}

void read_acts(const Node& node, OnlineRow& row) {
  row.task = node.at("task").text();
  for (const Node& act : node.at("acts").array()) row.acts.push_back(read_act(act));
}

void read_play(const Node& node, OnlineRow& row) {
  read_acts(node, row);
  read_into(node, row.result);
}

void read_session(const Node& node, OnlineRow& row) {
  row.session.speed = node.at("speed").number(0);
  row.session.texts = node.at("texts").text();
  const Node made_by = node.at("made_by").object();
  row.made_by.version = made_by.at("version").text();
  row.made_by.box2d = made_by.at("box2d").text();
  row.made_by.compiler = made_by.at("compiler").text();
  row.made_by.architecture = made_by.at("architecture").text();
  row.made_by.catalogue_hash = made_by.at("catalogue_hash").text();
  row.made_by.physics_hash = made_by.at("physics_hash").text();
}

void read_content(const Node& node, OnlineRow& row) {
  switch (row.kind) {
    case OnlineRow::Kind::kSession:
      return read_session(node, row);
    case OnlineRow::Kind::kPage:
      row.response = node.at("response").one_of({"read", "agreed", "declined"});
      return;
    case OnlineRow::Kind::kPractice:
    case OnlineRow::Kind::kTask:
      return read_play(node, row);
    case OnlineRow::Kind::kQuestion:
      row.yes = node.at("answer").boolean();
      return;
    case OnlineRow::Kind::kForm:
      row.answers = node.at("answers").object().json();
      return;
    case OnlineRow::Kind::kUnfinished:
      return read_acts(node, row);
  }
}

bool is_of_novphy(const Node& node) {
  if (!node.is_object()) return false;
  const Node mark = node.get("novphy");
  return mark && !mark.is_null();
}

/// Reads a row. Nothing for a row that is not of a study of novphy, such as one of the scientist's own
/// trials. Notes every problem in the node's document. Further columns are ignored.
std::optional<OnlineRow> read_online_row(const Node& node) {
  if (!is_of_novphy(node)) return std::nullopt;
  node.get("novphy").integer(1, 1);
  OnlineRow row;
  const std::string kind = node.at("kind").one_of(kRowKinds);
  row.kind =
      static_cast<OnlineRow::Kind>(std::find(kRowKinds.begin(), kRowKinds.end(), kind) - kRowKinds.begin());
  row.study = node.at("study").text();
  row.participant = node.at("participant").text();
  row.assignment.level_set = kCount.read(node.at("level_set"));
  row.assignment.number = node.at("number").integer(0, kMostParticipants);
  row.step = node.at("step").integer(row.kind == OnlineRow::Kind::kSession ? -1 : 0);
  row.at_ms = read_moment(node.at("at_ms"));
  if (const Node began = node.get("began_at_ms")) row.began_at_ms = read_moment(began);
  if (const Node ahead = node.get("clock_ahead_ms"))
    row.clock_ahead_ms = static_cast<std::int64_t>(ahead.number());
  if (const Node rt = node.get("rt"); rt && !rt.is_null()) row.rt_ms = rt.number();
  if (const Node away = node.get("away"))
    for (const Node& each : away.array()) row.acts.push_back(read_away(each));
  if (!node.has_errors()) read_content(node, row);
  return row;
}

}  // namespace

std::string_view name(OnlineRow::Kind kind) { return kRowKinds.at(static_cast<std::size_t>(kind)); }

void RowPlace::fail(const std::string& text, const std::string& field) const {
  throw InputError({Problem{file, line, pointer + (field.empty() ? "" : "/" + field), text}});
}

std::string RowPlace::text() const {
  return fmt::format("{}:{}{}{}", file, line, pointer.empty() ? "" : ": ", pointer);
}

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kEndings{".json", ".csv", ".txt"};
constexpr std::string_view kByteMark = "\xEF\xBB\xBF";
constexpr std::string_view kMark = "novphy";  // the column that all rows of a study have
constexpr std::string_view kBlanks = " \t\r\n";

/// The columns whose cells are texts, whatever they look like. All others hold JSON, or texts of their own.
constexpr std::array<std::string_view, 9> kTextColumns{"kind",   "study", "participant", "response", "task",
                                                       "digest", "end",   "texts",       "form"};

/// Adds the row of a session, or of a trial of the researcher's own, as it came. Rows of the study name the
/// participant; where the row does not, it is of the file's.
void add_raw(const Node& node, bool own, OnlineData& data) {
  const Node participant = node.get("participant");
  data.raw.push_back({participant && participant.is_text() ? participant.text() : "", node.json(), own});
}

/// Whether the row is the last one of study-export, which tells of the whole export.
bool is_of_export(const Node& node) {
  const Node kind = is_of_novphy(node) ? node.get("kind") : node.nothing();
  return kind && kind.is_text() && kind.text() == "export";
}

/// The rows of a JSON text, which is an array of rows or one row.
void add_rows(std::string_view text, const std::string& file, int line, OnlineData& data) {
  JsonDocument document(text, file, kOnlineDataBounds, line);
  const Node root = document.root();
  const std::vector<Node> nodes = root.is_array() ? root.array() : std::vector{root};
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (is_of_export(nodes[i])) {
      data.withdrawn += kCount.read(nodes[i].at("withdrawn"));
    } else if (std::optional<OnlineRow> row = read_online_row(nodes[i])) {
      if (row->kind == OnlineRow::Kind::kSession && !nodes[i].has_errors()) add_raw(nodes[i], false, data);
      data.rows.push_back(
          {std::move(*row), {file, nodes[i].line(), root.is_array() ? fmt::format("/{}", i) : ""}});
    } else if (nodes[i].is_object()) {
      add_raw(nodes[i], true, data);
    }
  document.check();
}

bool is_blank(std::string_view text) { return text.find_first_not_of(kBlanks) == std::string_view::npos; }

/// The rows of a text with one JSON value a line.
OnlineData rows_of_lines(std::string_view text, const std::string& file) {
  OnlineData rows;
  for (int line = 1; !text.empty(); ++line) {
    const std::string_view one = text.substr(0, text.find('\n'));
    if (!is_blank(one)) add_rows(one, file, line, rows);
    text.remove_prefix(std::min(one.size() + 1, text.size()));
  }
  return rows;
}

OnlineData rows_of_json(std::string_view text, const std::string& file) {
  const std::string_view content = text.substr(text.find_first_not_of(kBlanks));
  if (is_json(content.substr(0, content.find('\n')))) return rows_of_lines(text, file);
  OnlineData rows;
  add_rows(text, file, 1, rows);
  return rows;
}

/// The cell as JSON. A cell that should hold JSON and does not becomes a text, which the row's reader
/// refuses.
std::string json_of(const std::string& cell, bool is_text) {
  return is_text || !is_json(cell) ? in_quotes(cell) : cell;
}

/// The current row of a table as a JSON object, without columns whose cells are empty.
std::string row_as_json(const CsvReader& table) {
  JsonMembers row;
  const bool ours = !table.at(kMark).empty();
  for (const std::string& column : table.columns()) {
    const bool is_text = std::ranges::find(kTextColumns, column) != kTextColumns.end() &&
                         (ours || column != "response");  // of jsPsych's own plug-ins, it is often an object
    if (!table.at(column).empty()) row.emplace_back(column, json_of(table.at(column), is_text));
  }
  return json_object(row);
}

OnlineData rows_of_csv(const std::string& file) {
  OnlineData rows;
  CsvReader table(file, {kMark});
  while (table.next()) add_rows(row_as_json(table), file, table.line(), rows);
  return rows;
}

/// The rows of a file; none where it holds something else.
OnlineData rows_of_file(const std::string& file) {
  const std::string text = read_file(file, kOnlineDataBounds);
  std::string_view content = text;
  if (content.starts_with("PK")) throw InputError(file, "is an archive: unpack it, and name its folder");
  if (content.starts_with(kByteMark)) content.remove_prefix(kByteMark.size());
  const auto first = content.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  if (content[first] == '[' || content[first] == '{') return rows_of_json(content, file);
  return csv_has_columns(csv_header(file), {kMark}) ? rows_of_csv(file) : OnlineData();
}

bool may_hold_rows(const fs::directory_entry& entry) {
  const std::string ending = in_small_letters(entry.path().extension().string());
  return entry.is_regular_file() && std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

/// The file itself, or the files of a folder.
std::vector<std::string> files_at(const std::string& place) {
  if (!fs::is_directory(place)) return {place};
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(place))
    if (may_hold_rows(entry)) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

OnlineData read_online_rows(const std::vector<std::string>& places) {
  OnlineData all;
  std::optional<InputError> first;
  for (const std::string& place : places) {
    bool found = false;
    for (const std::string& file : files_at(place)) try {
        OnlineData data = rows_of_file(file);
        found = found || !data.rows.empty();
        all.withdrawn += data.withdrawn;
        if (data.rows.empty()) continue;
        for (RawRow& raw : data.raw)
          if (raw.participant.empty()) raw.participant = data.rows.front().row.participant;
        std::move(data.rows.begin(), data.rows.end(), std::back_inserter(all.rows));
        std::move(data.raw.begin(), data.raw.end(), std::back_inserter(all.raw));
      } catch (const InputError& error) {
        found = true;
        all.refused.push_back(error.problems().front().message());
        if (!first) first = error;
      }
    if (!found) throw InputError(place, "expected rows of an online study (\"novphy\": 1), found none");
  }
  if (all.rows.empty()) throw *first;
  return all;
}

}  // namespace novphy
