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

/// The level set or the number that the researcher wants for a new participant.
struct AssignmentWish {
  std::optional<int> level_set{};
  std::optional<int> number{};
};

/// The level sets and numbers of all participants: the file RESULTS/assignments.jsonl, which keeps those of
/// participants whose folder was removed. The file is locked while this object lives, so that participants
/// who start in the same moment get different ones.
class StudyAssignments {
 public:
  /// Waits for the lock, then adds the journals that the file lacks, such as those of older versions. Throws
  /// InputError where a file is damaged or cannot be written, and where a journal in the folder is of another
  /// study, another plan, other numbers or another program.
  StudyAssignments(const std::filesystem::path& results, const StudyFile& file, const Fingerprint& made_by);

  /// Without a wish, the level set that the fewest people have, the first of several, and the number after
  /// the largest that the level set has had. People who declined or are left out do not count as people, and
  /// keep their numbers. Throws InputError for a level set that the study has not, and for a number that is
  /// taken.
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
