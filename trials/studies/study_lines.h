#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/record.h"
#include "sim/observation.h"
#include "sim/vec2.h"

/// Writes and reads the lines of a participant's journal (study_journal.h).
namespace novphy {

class FieldIo;
class Node;

inline constexpr int kJournalFormat = 2;
/// Journals of this format have no moments, no sessions and no path of the study. Their study_hash covers the
/// texts of the study, but not the practice tasks.
inline constexpr int kOldestJournalFormat = 1;

/// The largest number of a participant within a level set.
inline constexpr int kMostParticipants = 999'999;

/// The result of a task: a record with the fields that fill() sets after a play, and further numbers for play
/// data.
struct StudyResult {
  Record played;
  int birds_at_start = 0;
  int pigs_at_start = 0;
  int birds_left = 0;
  int pigs_left = 0;
  double frame_ms = 0;        ///< median time between two pictures; 0: not known
  double worst_frame_ms = 0;  ///< longest time between two pictures
  friend bool operator==(const StudyResult&, const StudyResult&) = default;
};

/// The part of a study that a participant plays.
struct Assignment {
  int level_set = 0;
  int number = 0;  ///< differs among the participants of a level set; chooses the trials
  friend auto operator<=>(const Assignment&, const Assignment&) = default;
};

/// The first line of a journal: who plays, and which part of which study.
struct StudyHead {
  int format = kJournalFormat;
  std::string participant;
  std::string study;       ///< path of the study file, as the user gave it; "" in the oldest format
  std::string study_hash;  ///< Study::hash; in the oldest format Study::file_hash
  Assignment assignment;
  Fingerprint fingerprint;  ///< fingerprint of the participant's records
  friend bool operator==(const StudyHead&, const StudyHead&) = default;
};

/// The beginning of a session: the participant's window was opened.
struct StudySession {
  double speed = 1;                    ///< of the world; other than 1 when somebody tries the study out
  std::string texts;                   ///< Study::texts_hash
  std::vector<std::string> changed{};  ///< JSON pointers of the texts that differ from the last session
  friend bool operator==(const StudySession&, const StudySession&) = default;
};

/// Every other line of a journal: something that the participant did, the beginning of a session, the
/// researcher's decision whether the participant counts, that novphy import found another play, that the
/// participant was away until this moment, or that the step was shown at this moment, after something else.
struct StudyEntry {
  enum class Kind {
    kLaunch,
    kTap,
    kDone,
    kNovel,
    kRead,
    kAgreed,
    kView,
    kSession,
    kExcluded,
    kIncluded,
    kAnotherPlay,
    kAway,
    kBegan,
    kForm,
  };

  int step = 0;
  Kind kind = Kind::kRead;
  std::int64_t at_ms = -1;  ///< moment of the entry in milliseconds since 1970 (UTC); -1: not known
  int shot = 0;             ///< kLaunch, kTap: index of the shot, from 0
  Vec2 drag_m{};            ///< kLaunch
  int ms = -1;              ///< kLaunch: launch_ms; kTap: tap_ms; kAway: how long it was
  int thought_ms = -1;      ///< kLaunch
  bool yes = true;       ///< kNovel, kAgreed: the answer; kAnotherPlay: the task counts for detection; kAway:
                         ///< nothing was to be seen, and the world stood still
  StudyResult result{};  ///< kDone
  Screen view{};         ///< kView: the size of the window, and the part of the world in the window
  StudySession session{};  ///< kSession
  std::string answers{};   ///< kForm: JSON of an object by the names of the form's questions
  std::string reason{};    ///< kExcluded, kIncluded; kAnotherPlay: the differences
  friend bool operator==(const StudyEntry&, const StudyEntry&) = default;
};

// What journals and the rows of online studies have in common.
void describe(FieldIo& io, StudyResult& result);
void describe(FieldIo& io, Screen& view);
/// A moment in milliseconds since 1970.
std::int64_t read_moment(const Node& node);

/// The text of a line, without the line break.
std::string to_line(const StudyHead& head);
std::string to_line(const StudyEntry& entry);

/// Calls visit(line, number) for each whole line of the text; numbers begin at 1. Returns the bytes of these
/// lines.
template <class Visit>
std::size_t for_each_line(std::string_view text, const Visit& visit) {
  int number = 0;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', begin)) {
    visit(text.substr(begin, end - begin), ++number);
    begin = end + 1;
  }
  return begin;
}

/// The content of a journal file, without a last line that was cut off. entries[i] is line i + 2 of the file.
struct StudyLines {
  std::optional<StudyHead> head{};  ///< nothing where the file is missing or its first line was cut off
  std::vector<StudyEntry> entries{};
  std::uintmax_t bytes = 0;  ///< length of all whole lines
};

/// Reads a journal. Throws InputError, with file and line, for a complete line that is not a journal's.
StudyLines read_study_lines(const std::filesystem::path& journal);

/// A participant's journal that has its first line.
struct JournalFile {
  std::filesystem::path file;
  StudyLines lines;
};

/// The path of a participant's journal in a results folder.
std::filesystem::path journal_of(const std::filesystem::path& results, const std::string& participant);
/// The journals of all participants, sorted by path. Empty where the folder is missing. Throws InputError as
/// read_study_lines() does.
std::vector<JournalFile> journals_in(const std::filesystem::path& results);

}  // namespace novphy
