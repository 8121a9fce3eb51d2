#include "trials/studies/study_lines.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "evaluator/record_io.h"
#include "trials/studies/study_line_fields.h"

namespace novphy {
namespace {

constexpr const char* kJournal = "journal.jsonl";

/// The JSON key by which each kind of entry is recognised.
constexpr std::array<std::pair<std::string_view, StudyEntry::Kind>, 11> kKinds{
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
     {"another_play", StudyEntry::Kind::kAnotherPlay}}};

/// The fields of an entry of this kind, without its step and moment.
template <class Io>
void describe_content(Io& io, StudyEntry& entry) {
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
  }
}

}  // namespace

template <class Io>
void describe(Io& io, StudyEntry& entry) {
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
  root.expected(
      "one of the keys \"drag_m\", \"tap_ms\", \"done\", \"novel\", \"read\", \"agreed\", \"view\", "
      "\"session\", \"excluded\", \"included\" and \"another_play\"");
  return {};
}

/// A fingerprint within another object: any format is an error of its own.
struct FingerprintCodec {
  Fingerprint read(const Node& node) const { return read_fingerprint(node); }
  void write(JsonText& out, const Fingerprint& fingerprint) const { out.text += to_line(fingerprint); }
};

}  // namespace

template <class Io>
void describe(Io& io, StudyHead& head) {
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
