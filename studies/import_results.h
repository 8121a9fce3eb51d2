#pragma once

#include <filesystem>
#include <vector>

#include "studies/import_people.h"

namespace novphy {

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
