#include "trials/studies/study_lines.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "evaluator/record_io.h"
#include "levels/json_geometry.h"

namespace novphy {

std::int64_t read_moment(const Node& node) {
  constexpr double kLatestMs = 1e15;  // in thirty thousand years
  return static_cast<std::int64_t>(node.number(0, kLatestMs));
}

namespace {

constexpr WholeCodec kFromOne{1, std::numeric_limits<int>::max()};

/// A shot as journals write it: with a moment, also where a record would leave the default out.
struct ShotCodec {
  RecordedShot read(const Node& node) const { return read_fields<RecordedShot>(node); }
  void write(JsonText& out, RecordedShot shot) const {
    FieldWriter io(out);
    io.field("drag_m", shot.drag_m, TwoNumbersCodec{});
    io.field("tap_ms", shot.tap_ms, kAnyWhole);
    io.field("launch_ms", shot.launch_ms, kAnyWhole);
    io.field("thought_ms", shot.thought_ms, kAnyWhole, -1);
    io.done();
  }
};

/// A moment in milliseconds since 1970.
struct MomentCodec {
  std::int64_t read(const Node& node) const { return read_moment(node); }
  void write(JsonText& out, std::int64_t at_ms) const { out.text += std::to_string(at_ms); }
};

}  // namespace

void describe(FieldIo& io, StudyResult& result) {
  Record& played = result.played;
  io.field("passed", played.passed, FlagCodec{});
  io.field("score", played.score, kAnyWhole);
  io.field("end", played.end, TextCodec{});
  io.field("digest", played.digest, TextCodec{});
  io.field("time_s", played.time_s, NumberCodec{.min = 0});
  io.field("birds_at_start", result.birds_at_start, kCount);
  io.field("pigs_at_start", result.pigs_at_start, kCount);
  io.field("birds_left", result.birds_left, kCount);
  io.field("pigs_left", result.pigs_left, kCount);
  io.field("frame_ms", result.frame_ms, NumberCodec{.min = 0}, 0.0);
  io.field("worst_frame_ms", result.worst_frame_ms, NumberCodec{.min = 0}, 0.0);
  io.field("shots", played.shots, ListCodec{ShotCodec{}});
}

void describe(FieldIo& io, Screen& view) {
  io.field("width_px", view.width_px, kFromOne);
  io.field("height_px", view.height_px, kFromOne);
  io.field("centre_m", view.centre_m, Vec2Codec{});
  io.field("px_per_m", view.px_per_m, NumberCodec{.min = 0});
}

void describe(FieldIo& io, StudySession& session) {
  io.field("speed", session.speed, NumberCodec{.min = 0});
  io.field("texts", session.texts, TextCodec{});
  io.field("changed", session.changed, ListCodec{TextCodec{}});
}

namespace {

constexpr const char* kJournal = "journal.jsonl";

/// The JSON key by which each kind of entry is recognised.
constexpr std::array<std::pair<std::string_view, StudyEntry::Kind>, 14> kKinds{
    {{"drag_m", StudyEntry::Kind::kLaunch},
     {"tap_ms", StudyEntry::Kind::kTap},
     {"done", StudyEntry::Kind::kDone},
     {"novel", StudyEntry::Kind::kNovel},
     {"read", StudyEntry::Kind::kRead},
     {"agreed", StudyEntry::Kind::kAgreed},
     {"view", StudyEntry::Kind::kView},
     {"session", StudyEntry::Kind::kSession},
     {"excluded", StudyEntry::Kind::kExcluded},
     {"included", StudyEntry::Kind::kIncluded},
     {"another_play", StudyEntry::Kind::kAnotherPlay},
     {"away_ms", StudyEntry::Kind::kAway},
     {"shown", StudyEntry::Kind::kBegan},
     {"form", StudyEntry::Kind::kForm}}};

/// The fields of an entry of this kind, without its step and moment.
void describe_content(FieldIo& io, StudyEntry& entry) {
  switch (entry.kind) {
    case StudyEntry::Kind::kLaunch:
      io.field("shot", entry.shot, kCount);
      io.field("drag_m", entry.drag_m, Vec2Codec{});
      io.field("launch_ms", entry.ms, kAnyWhole);
      return io.field("thought_ms", entry.thought_ms, kCount, -1);
    case StudyEntry::Kind::kTap:
      io.field("shot", entry.shot, kCount);
      return io.field("tap_ms", entry.ms, kCount);
    case StudyEntry::Kind::kDone:
      return io.field("done", entry.result, ObjectCodec<StudyResult>{});
    case StudyEntry::Kind::kNovel:
      return io.field("novel", entry.yes, FlagCodec{});
    case StudyEntry::Kind::kAgreed:
      return io.field("agreed", entry.yes, FlagCodec{});
    case StudyEntry::Kind::kRead:
      return io.field("read", entry.yes, FlagCodec{});
    case StudyEntry::Kind::kView:
      return io.field("view", entry.view, ObjectCodec<Screen>{});
    case StudyEntry::Kind::kSession:
      return io.field("session", entry.session, ObjectCodec<StudySession>{});
    case StudyEntry::Kind::kExcluded:
      return io.field("excluded", entry.reason, TextCodec{});
    case StudyEntry::Kind::kIncluded:
      return io.field("included", entry.reason, TextCodec{});
    case StudyEntry::Kind::kAnotherPlay:
      io.field("another_play", entry.reason, TextCodec{});
      return io.field("kept", entry.yes, FlagCodec{}, false);
    case StudyEntry::Kind::kAway:
      io.field("away_ms", entry.ms, kCount);
      return io.field("hidden", entry.yes, FlagCodec{});
    case StudyEntry::Kind::kBegan:
      return io.field("shown", entry.yes, FlagCodec{});
    case StudyEntry::Kind::kForm:
      return io.field("form", entry.answers, RawCodec{});
  }
}

}  // namespace

void describe(FieldIo& io, StudyEntry& entry) {
  io.field("step", entry.step, kCount);
  io.field("at_ms", entry.at_ms, MomentCodec{}, -1);
  describe_content(io, entry);
}

namespace {

StudyEntry read_entry(const Node& root) {
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                 [&](const auto& row) { return root.get(row.first).present(); });
  if (kind != kKinds.end()) return read_fields<StudyEntry>(root, {.kind = kind->second});
  root.at("step");
  root.expected("one of the keys of an entry, such as \"drag_m\", \"done\" and \"novel\"");
  return {};
}

/// A fingerprint within another object: any format is an error of its own.
struct FingerprintCodec {
  Fingerprint read(const Node& node) const { return read_fingerprint(node); }
  void write(JsonText& out, const Fingerprint& fingerprint) const { out.text += to_line(fingerprint); }
};

}  // namespace

void describe(FieldIo& io, StudyHead& head) {
  io.field("novphy_study_journal", head.format, WholeCodec{kOldestJournalFormat, kJournalFormat});
  io.field("participant", head.participant, TextCodec{});
  if (head.format > kOldestJournalFormat) io.field("study", head.study, TextCodec{});
  io.field("study_hash", head.study_hash, TextCodec{});
  io.field("level_set", head.assignment.level_set, kCount);
  io.field("number", head.assignment.number, WholeCodec{0, kMostParticipants});
  io.field("fingerprint", head.fingerprint, FingerprintCodec{});
}

namespace {

/// Reads one line. An error names the file and the line's number.
template <class Read>
auto read_line(std::string_view line, const std::string& file, int number, const Read& read) {
  JsonDocument document(line, file, kLineBounds, number);
  auto value = read(document.root());
  document.check();
  return value;
}

}  // namespace

std::string to_line(const StudyHead& head) { return to_json(head); }
std::string to_line(const StudyEntry& entry) { return to_json(entry); }

StudyLines read_study_lines(const std::filesystem::path& journal) {
  StudyLines lines;
  if (!std::filesystem::exists(journal)) return lines;
  const std::string text = read_file(journal, kJournalBounds);
  lines.bytes = for_each_line(text, [&](std::string_view line, int number) {
    if (number == 1)
      lines.head = read_line(line, journal.string(), number,
                             [](const Node& root) { return read_fields<StudyHead>(root); });
    else
      lines.entries.push_back(read_line(line, journal.string(), number, read_entry));
  });
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
