#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "studies/study.h"

/// The texts of a study, which may change while participants take part. The results folder keeps every
/// version that somebody saw, in the file RESULTS/texts-HASH.json.
namespace novphy {

/// Writes Study::texts to the results folder, unless they are there. Throws InputError.
void keep_texts(const std::filesystem::path& results, const Study& study);

/// JSON pointers of the study's texts that differ from the version with the hash `before`, such as
/// "/pages/welcome/text". Empty where `before` is "" or the study's own. Where the results folder does not
/// have the version, the result is the pointer of everything, "".
std::vector<std::string> changed_texts(const std::filesystem::path& results, const std::string& before,
                                       const Study& study);

}  // namespace novphy
