#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/append_file.h"
#include "studies/study.h"
#include "studies/study_lines.h"

namespace novphy {

/// The level set and the number that the researcher wants for a new participant, if any.
struct AssignmentWish {
  std::optional<int> level_set{};
  std::optional<int> number{};
};

/// Throws InputError for a level set that does not exist among so many, and for a number outside its range.
void check_range(const AssignmentWish& wish, std::size_t level_sets);

/// The assignments of all participants, in the file RESULTS/assignments.jsonl. The file keeps the assignments
/// of participants whose folder was removed. It is locked while this object lives, so that participants who
/// start at the same moment get different assignments.
class StudyAssignments {
 public:
  /// Waits for the lock, then adds the assignments of journals that the file does not have, such as those
  /// that older versions wrote. Throws InputError where a file is damaged or cannot be written, and where a
  /// journal in the folder belongs to another study or plan, or was made with other numbers or by another
  /// program.
  StudyAssignments(const std::filesystem::path& results, const StudyFile& file, const Fingerprint& made_by);

  /// The assignment of the next participant. Where the wish leaves it open, this is the level set with the
  /// fewest people (the first of several), and the number after the largest one ever given in the level set.
  /// People who declined or are left out do not count here, but keep their numbers. The wish is
  /// within its range. Throws InputError for a number that is taken.
  Assignment choose(const AssignmentWish& wish = {}) const;
  /// Writes the participant's assignment to the file.
  void add(const std::string& participant, const Assignment& assignment);

 private:
  void read_file();
  void read_journals(const std::filesystem::path& results, const StudyFile& file, const Fingerprint& made_by);

  AppendFile file_;
  std::vector<int> people_;                    ///< of each level set
  std::map<Assignment, std::string> given_{};  ///< to the participant
};

}  // namespace novphy
