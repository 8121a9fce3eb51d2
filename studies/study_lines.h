#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "sim/vec2.h"

/// The lines of a participant's journal as text and back; what they mean stands in study_journal.h.
namespace novphy {

/// What came of a task: the fields of a record that fill() knows of a play, and what play data hold besides.
struct StudyResult {
  Record played;
  int birds_at_start = 0;
  int pigs_at_start = 0;
  int birds_left = 0;
  int pigs_left = 0;
  friend bool operator==(const StudyResult&, const StudyResult&) = default;
};

/// First line: whose journal it is and what they play.
struct StudyHead {
  std::string participant;
  std::string study_hash;
  int level_set = 0;
  int number = 0;           ///< how many of this level set came before
  Fingerprint fingerprint;  ///< of the records
  friend bool operator==(const StudyHead&, const StudyHead&) = default;
};

/// Every other line: one thing a participant did.
struct StudyEntry {
  enum class Kind { kLaunch, kTap, kDone, kNovel, kRead, kAgreed };

  int step = 0;
  Kind kind = Kind::kRead;
  int shot = 0;          ///< kLaunch, kTap: from 0
  Vec2 drag_m{};         ///< kLaunch
  int ms = -1;           ///< kLaunch: launch_ms; kTap: tap_ms
  bool yes = true;       ///< kNovel, kAgreed: the answer
  StudyResult result{};  ///< kDone
  friend bool operator==(const StudyEntry&, const StudyEntry&) = default;
};

/// Without the line break.
std::string to_line(const StudyHead& head);
std::string to_line(const StudyEntry& entry);

/// A journal as it is on disk, without a last line that was cut. The entry at index i stands in line i + 2.
struct StudyLines {
  std::optional<StudyHead> head{};  ///< none where the file is not there or its first line was cut
  std::vector<StudyEntry> entries{};
  std::uintmax_t bytes = 0;  ///< of the whole lines
};

/// Throws InputError with file and line for a whole line that is none of a journal's.
StudyLines read_study_lines(const std::filesystem::path& journal);

}  // namespace novphy
