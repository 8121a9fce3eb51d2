#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "levels/assets.h"
#include "trials/studies/import_people.h"

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

/// What an import does to the results folder for one participant.
enum class ImportChange {
  kNew,    ///< the participant was not there
  kGrows,  ///< the participant was there, and has gone on since
  kThere,  ///< the same participant is there already, or one who has gone on since these data
};

/// Compares the participants with those in the results folder, which need not exist. Writes nothing. Throws
/// InputError where a participant is there with other data, and for journals of another study or program.
std::vector<ImportChange> changes_of(const std::filesystem::path& results,
                                     const std::vector<OnlinePerson>& people, const StudyFile& file);

/// Writes the folders of all participants, the assignments and the texts, as novphy-play does. A participant
/// who is there keeps the journal's lines, such as those of novphy study exclude. An import that was
/// interrupted and begins again writes the same bytes. Throws InputError where a file cannot be written.
void write_people(const std::filesystem::path& results, const std::vector<OnlinePerson>& people,
                  const StudyFile& file);

}  // namespace novphy
