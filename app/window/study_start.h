#pragma once

#include <string>

#include "studies/study_journal.h"

namespace novphy::app {

/// The options of a participant's session.
struct StudyStart {
  std::string participant;
  std::string results = "results";
  PlaceWish wish{};
  bool begin = false;  ///< the participant is new
  double speed = 1;    ///< of the world
};

/// Opens the participant's journal and prints whether the participant is new or goes on. A new participant
/// needs `begin` or, on a terminal, a yes to the question that this function asks, because an ID may be
/// mistyped. Throws InputError for a participant who may not begin or go on, and as StudyJournal::open()
/// does.
StudyJournal start_study(const StudyStart& start, const StudyFile& file, const Fingerprint& made_by);

}  // namespace novphy::app
