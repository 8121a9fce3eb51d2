#pragma once

#include <functional>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "studies/import_people.h"

namespace novphy {

struct ReplayPlays {
  const Catalogue& catalogue;
  const Physics& physics;
  unsigned threads = 1;
  bool keep = false;                          ///< another play counts for detection
  std::function<void()> on_replayed = [] {};  ///< called on any thread
};

/// Plays the shots of all plays again and sets their differences. The journal of a participant with another
/// play gets a line that says so. The result is the same for any number of threads. Throws InputError where a
/// task cannot be made.
void replay_plays(std::vector<OnlinePerson>& people, const StudyFile& file, const ReplayPlays& options);

/// The files with another play in which no number of a shot has more than 6 significant digits, sorted.
/// People who drag a bird give more, so another program has rounded the numbers.
std::vector<std::string> rounded_files(const std::vector<OnlinePerson>& people);

}  // namespace novphy
