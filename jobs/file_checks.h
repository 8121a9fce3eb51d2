#pragma once

#include "jobs/setting.h"

/// Settings that are names of files and folders.
namespace novphy {

/// Whether the texts of a setting may name files or folders, according to its word, such as FILE|DIR. Others,
/// such as that of "title", are no inputs.
bool names_files(const Setting& setting);
/// Whether the value of a setting may be an empty text: only a text that is no name.
bool may_be_empty(const Setting& setting);
/// What is expected where a text is.
std::string text_expected(const Setting& setting);
/// The part of check() that looks at files.
void check_files(const Settings& settings, Face face);

}  // namespace novphy
