#pragma once

#include <filesystem>
#include <vector>

#include "trials/studies/import.h"
#include "trials/studies/study.h"

/// The tables of a study for statistics programs.
namespace novphy {

/// Keeps the rows of sessions and of the researcher's own trials in a participant's folder, as sessions.jsonl
/// and own_rows.jsonl, after those that are there. Throws InputError.
void keep_raw_rows(const std::filesystem::path& folder, const std::vector<RawRow>& rows);

/// Writes into the results folder, of all its participants: answers.csv (answers_csv()), own_rows.csv and
/// sessions.csv with a column for each name that occurs in the rows, and codebook.csv, which tells what each
/// column of these is, and its unit. Throws InputError as read_people() does.
void write_study_tables(const std::filesystem::path& results, const StudyFile& file);

}  // namespace novphy
