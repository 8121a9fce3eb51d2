#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "sim/screen.h"
#include "sim/vec2.h"

/// Writes and reads the lines of a participant's journal. The meaning of the lines is described in
/// study_journal.h.
namespace novphy {

/// The result of a task: a record with the fields that fill() sets after a play, and further numbers for play
/// data.
struct StudyResult {
  Record played;
  int birds_at_start = 0;
  int pigs_at_start = 0;
  int birds_left = 0;
  int pigs_left = 0;
  friend bool operator==(const StudyResult&, const StudyResult&) = default;
};

/// The first line of a journal: the participant, and the part of the study that the participant plays.
struct StudyHead {
  std::string participant;
  std::string study_hash;
  int level_set = 0;
  int number = 0;           ///< number of earlier participants with this level set
  Fingerprint fingerprint;  ///< fingerprint of the participant's records
  friend bool operator==(const StudyHead&, const StudyHead&) = default;
};

/// Every other line of a journal: one act of the participant.
struct StudyEntry {
  enum class Kind { kLaunch, kTap, kDone, kNovel, kRead, kAgreed, kView };

  int step = 0;
  Kind kind = Kind::kRead;
  int shot = 0;          ///< kLaunch, kTap: index of the shot, from 0
  Vec2 drag_m{};         ///< kLaunch
  int ms = -1;           ///< kLaunch: launch_ms; kTap: tap_ms
  bool yes = true;       ///< kNovel, kAgreed: the answer
  StudyResult result{};  ///< kDone
  Screen view{};         ///< kView: the size of the window, and the part of the world in the window
  friend bool operator==(const StudyEntry&, const StudyEntry&) = default;
};

/// The text of a line, without the line break.
std::string to_line(const StudyHead& head);
std::string to_line(const StudyEntry& entry);

/// The content of a journal file, without a last line that was cut off. The entry at index i is line i + 2 of
/// the file.
struct StudyLines {
  std::optional<StudyHead> head{};  ///< nothing where the file is missing or its first line was cut off
  std::vector<StudyEntry> entries{};
  std::uintmax_t bytes = 0;  ///< length of all whole lines
};

/// Reads a journal. Throws InputError, with file and line, for a whole line that is not a line of a journal.
StudyLines read_study_lines(const std::filesystem::path& journal);

}  // namespace novphy
