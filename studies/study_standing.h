#pragma once

#include <span>
#include <string>

#include "studies/study_lines.h"

namespace novphy {

/// Whether a participant takes part, and whether the participant's data count.
struct StudyStanding {
  bool declined = false;   ///< the participant's last answer on the consent page was no
  std::string excluded{};  ///< the researcher's reason for leaving the participant out; "" without one
  double speed = 1;        ///< speed of the world in the session that goes on
  double tried_at = 1;     ///< another speed than 1 at which something was done; 1 without such a session

  void take(const StudyEntry& entry);
  /// Why the data do not count; "" where they count.
  std::string left_out() const;
  bool counts() const { return !declined && left_out().empty(); }
};

/// Whether the entry is an act of the participant.
bool is_act(StudyEntry::Kind kind);

StudyStanding standing_of(std::span<const StudyEntry> entries);

}  // namespace novphy
