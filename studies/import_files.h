#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "studies/import_rows.h"

namespace novphy {

/// Reads the rows of online studies from these files and folders. The content of a file decides its format:
/// * JSON, an array of rows as jsPsych writes it,
/// * JSON lines with an array of rows or one row each, as JATOS exports results,
/// * CSV as jsPsych writes it, with arrays and objects as JSON in their cells.
///
/// Of a folder, the files *.json, *.csv and *.txt in it and its sub-folders are read, sorted by path; those
/// without a row of a study are left out. Throws InputError for a file that cannot be read, for an archive,
/// for a damaged row, and where a named file or folder has no row of a study.
std::vector<PlacedRow> read_online_rows(const std::vector<std::string>& places);

}  // namespace novphy
