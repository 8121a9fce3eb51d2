#include "studies/study_lines.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "evaluator/record_io.h"
#include "levels/json_vec2.h"

namespace novphy {
namespace {

constexpr const char* kJournal = "journal.jsonl";
constexpr double kLatestMs = 1e15;  // in thirty thousand years

/// The key of a measured decision; nothing where no time was measured.
std::string thought(int thought_ms) {
  return thought_ms < 0 ? "" : fmt::format(",\"thought_ms\":{}", thought_ms);
}

int read_thought(const Node& parent) {
  const Node node = parent.get("thought_ms");
  return node ? node.integer(0) : -1;
}

std::string text(const RecordedShot& shot) {
  return fmt::format("{{\"drag_m\":[{},{}],\"tap_ms\":{},\"launch_ms\":{}{}}}", shortest(shot.drag_m[0]),
                     shortest(shot.drag_m[1]), shot.tap_ms, shot.launch_ms, thought(shot.thought_ms));
}

std::string text(const StudyResult& result) {
  const Record& played = result.played;
  std::vector<std::string> shots;
  for (const RecordedShot& shot : played.shots) shots.push_back(text(shot));
  return fmt::format(
      "{{\"passed\":{},\"score\":{},\"end\":{},\"digest\":{},\"time_s\":{},\"birds_at_start\":{},"
      "\"pigs_at_start\":{},\"birds_left\":{},\"pigs_left\":{},\"shots\":[{}]}}",
      played.passed, played.score, in_quotes(played.end), in_quotes(played.digest), shortest(played.time_s),
      result.birds_at_start, result.pigs_at_start, result.birds_left, result.pigs_left,
      fmt::join(shots, ","));
}

std::string text(const Screen& view) {
  return fmt::format("{{\"width_px\":{},\"height_px\":{},\"centre_m\":[{},{}],\"px_per_m\":{}}}",
                     view.width_px, view.height_px, shortest(view.centre_m.x), shortest(view.centre_m.y),
                     shortest(view.px_per_m));
}

std::string text(const StudySession& session) {
  std::vector<std::string> changed;
  for (const std::string& place : session.changed) changed.push_back(in_quotes(place));
  return fmt::format("{{\"speed\":{},\"texts\":{},\"changed\":[{}]}}", shortest(session.speed),
                     in_quotes(session.texts), fmt::join(changed, ","));
}

/// The fields of an entry, without its step and moment.
std::string content(const StudyEntry& entry) {
  switch (entry.kind) {
    case StudyEntry::Kind::kLaunch:
      return fmt::format("\"shot\":{},\"drag_m\":[{},{}],\"launch_ms\":{}{}", entry.shot,
                         shortest(entry.drag_m.x), shortest(entry.drag_m.y), entry.ms,
                         thought(entry.thought_ms));
    case StudyEntry::Kind::kTap:
      return fmt::format("\"shot\":{},\"tap_ms\":{}", entry.shot, entry.ms);
    case StudyEntry::Kind::kDone:
      return "\"done\":" + text(entry.result);
    case StudyEntry::Kind::kNovel:
      return fmt::format("\"novel\":{}", entry.yes);
    case StudyEntry::Kind::kAgreed:
      return fmt::format("\"agreed\":{}", entry.yes);
    case StudyEntry::Kind::kView:
      return "\"view\":" + text(entry.view);
    case StudyEntry::Kind::kSession:
      return "\"session\":" + text(entry.session);
    case StudyEntry::Kind::kExcluded:
      return "\"excluded\":" + in_quotes(entry.reason);
    case StudyEntry::Kind::kIncluded:
      return "\"included\":" + in_quotes(entry.reason);
    case StudyEntry::Kind::kRead:
      break;
  }
  return "\"read\":true";
}

RecordedShot read_shot(const Node& node) {
  node.only({"drag_m", "tap_ms", "launch_ms", "thought_ms"});
  const Vec2 drag_m = vec2_of(node.at("drag_m"));
  return {.drag_m = {drag_m.x, drag_m.y},
          .tap_ms = node.at("tap_ms").integer(),
          .launch_ms = node.at("launch_ms").integer(),
          .thought_ms = read_thought(node)};
}

StudyResult read_result(const Node& node) {
  node.only({"passed", "score", "end", "digest", "time_s", "birds_at_start", "pigs_at_start", "birds_left",
             "pigs_left", "shots"});
  StudyResult result{.played = {},
                     .birds_at_start = node.at("birds_at_start").integer(0),
                     .pigs_at_start = node.at("pigs_at_start").integer(0),
                     .birds_left = node.at("birds_left").integer(0),
                     .pigs_left = node.at("pigs_left").integer(0)};
  result.played.passed = node.at("passed").boolean();
  result.played.score = node.at("score").integer();
  result.played.end = node.at("end").text();
  result.played.digest = node.at("digest").text();
  result.played.time_s = node.at("time_s").number(0);
  for (const Node& shot : node.at("shots").array()) result.played.shots.push_back(read_shot(shot));
  return result;
}

Screen read_view(const Node& node) {
  node.only({"width_px", "height_px", "centre_m", "px_per_m"});
  return {.width_px = node.at("width_px").integer(1),
          .height_px = node.at("height_px").integer(1),
          .centre_m = vec2_of(node.at("centre_m")),
          .px_per_m = node.at("px_per_m").number(0)};
}

StudySession read_session(const Node& node) {
  node.only({"speed", "texts", "changed"});
  StudySession session{.speed = node.at("speed").number(0), .texts = node.at("texts").text()};
  for (const Node& place : node.at("changed").array()) session.changed.push_back(place.text());
  return session;
}

/// The JSON key by which each kind of entry is recognised.
constexpr std::array<std::pair<std::string_view, StudyEntry::Kind>, 10> kKinds{
    {{"drag_m", StudyEntry::Kind::kLaunch},
     {"tap_ms", StudyEntry::Kind::kTap},
     {"done", StudyEntry::Kind::kDone},
     {"novel", StudyEntry::Kind::kNovel},
     {"read", StudyEntry::Kind::kRead},
     {"agreed", StudyEntry::Kind::kAgreed},
     {"view", StudyEntry::Kind::kView},
     {"session", StudyEntry::Kind::kSession},
     {"excluded", StudyEntry::Kind::kExcluded},
     {"included", StudyEntry::Kind::kIncluded}}};

void read_content(const Node& root, std::string_view key, StudyEntry& entry) {
  switch (entry.kind) {
    case StudyEntry::Kind::kLaunch:
      root.only({"step", "at_ms", "shot", "drag_m", "launch_ms", "thought_ms"});
      entry.shot = root.at("shot").integer(0);
      entry.drag_m = vec2_of(root.at("drag_m"));
      entry.ms = root.at("launch_ms").integer();
      entry.thought_ms = read_thought(root);
      return;
    case StudyEntry::Kind::kTap:
      root.only({"step", "at_ms", "shot", "tap_ms"});
      entry.shot = root.at("shot").integer(0);
      entry.ms = root.at("tap_ms").integer(0);
      return;
    case StudyEntry::Kind::kDone:
      root.only({"step", "at_ms", "done"});
      entry.result = read_result(root.at("done"));
      return;
    case StudyEntry::Kind::kNovel:
    case StudyEntry::Kind::kAgreed:
    case StudyEntry::Kind::kRead:
      root.only({"step", "at_ms", key});
      entry.yes = root.at(key).boolean();
      return;
    case StudyEntry::Kind::kView:
      root.only({"step", "at_ms", key});
      entry.view = read_view(root.at(key));
      return;
    case StudyEntry::Kind::kSession:
      root.only({"step", "at_ms", key});
      entry.session = read_session(root.at(key));
      return;
    case StudyEntry::Kind::kExcluded:
    case StudyEntry::Kind::kIncluded:
      root.only({"step", "at_ms", key});
      entry.reason = root.at(key).text();
      return;
  }
}

StudyEntry read_entry(const Node& root) {
  StudyEntry entry;
  entry.step = root.at("step").integer(0);
  if (const Node at = root.get("at_ms")) entry.at_ms = static_cast<std::int64_t>(at.number(0, kLatestMs));
  for (const auto& [key, kind] : kKinds) {
    if (!root.get(key)) continue;
    entry.kind = kind;
    read_content(root, key, entry);
    return entry;
  }
  root.expected(
      "one of the keys \"drag_m\", \"tap_ms\", \"done\", \"novel\", \"read\", \"agreed\", \"view\", "
      "\"session\", "
      "\"excluded\" and \"included\"");
  return entry;
}

StudyHead read_head(const Node& root) {
  StudyHead head;
  head.format = root.at("novphy_study_journal").integer(kOldestJournalFormat, kJournalFormat);
  root.only(
      {"novphy_study_journal", "participant", "study", "study_hash", "level_set", "number", "fingerprint"});
  head.participant = root.at("participant").text();
  if (head.format > kOldestJournalFormat) head.study = root.at("study").text();
  head.study_hash = root.at("study_hash").text();
  head.assignment = {.level_set = root.at("level_set").integer(0),
                     .number = root.at("number").integer(0, kMostParticipants)};
  head.fingerprint = read_fingerprint(root.at("fingerprint"));
  return head;
}

/// Reads one line. An error names the file and the line's number.
template <class Read>
auto read_line(std::string_view line, const std::string& file, int number, const Read& read) {
  JsonDocument document(line, file, kLineBounds, number);
  auto value = read(document.root());
  document.check();
  return value;
}

}  // namespace

std::string to_line(const StudyHead& head) {
  const std::string study =
      head.format > kOldestJournalFormat ? fmt::format("\"study\":{},", in_quotes(head.study)) : "";
  return fmt::format(
      "{{\"novphy_study_journal\":{},\"participant\":{},{}\"study_hash\":{},\"level_set\":{},\"number\":{},"
      "\"fingerprint\":{}}}",
      head.format, in_quotes(head.participant), study, in_quotes(head.study_hash), head.assignment.level_set,
      head.assignment.number, to_line(head.fingerprint));
}

std::string to_line(const StudyEntry& entry) {
  const std::string at = entry.at_ms < 0 ? "" : fmt::format("\"at_ms\":{},", entry.at_ms);
  return fmt::format("{{\"step\":{},{}{}}}", entry.step, at, content(entry));
}

StudyLines read_study_lines(const std::filesystem::path& journal) {
  StudyLines lines;
  if (!std::filesystem::exists(journal)) return lines;
  const std::string text = read_file(journal, kJournalBounds);
  int number = 0;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    if (++number == 1)
      lines.head = read_line(line, journal.string(), number, read_head);
    else
      lines.entries.push_back(read_line(line, journal.string(), number, read_entry));
    begin = end + 1;
  }
  lines.bytes = begin;
  return lines;
}

std::filesystem::path journal_of(const std::filesystem::path& results, const std::string& participant) {
  return results / participant / kJournal;
}

std::vector<JournalFile> journals_in(const std::filesystem::path& results) {
  std::vector<JournalFile> found;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(results, missing)) {
    JournalFile journal{.file = entry.path() / kJournal, .lines = read_study_lines(entry.path() / kJournal)};
    if (journal.lines.head) found.push_back(std::move(journal));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return found;
}

}  // namespace novphy
