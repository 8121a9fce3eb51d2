#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "trials/studies/study.h"
#include "trials/studies/study_progress.h"

/// All participants of a study, for the researcher. These functions only read; windows may be open.
namespace novphy {

/// The participants who began, sorted by ID. Throws InputError where a journal is damaged, or of another
/// study or plan.
std::vector<StudyProgress> read_people(const std::filesystem::path& results, const StudyFile& file);

/// The answers to questions about tasks of one kind.
struct YesCount {
  int yes = 0;
  int answers = 0;
  friend bool operator==(const YesCount&, const YesCount&) = default;
};

/// One participant at a glance.
struct PersonStatus {
  std::string participant;
  Assignment assignment;
  std::string place;     ///< "finished", "declined" or "step 3 of 151"
  std::string left_out;  ///< why the data do not count; "" where they count
  int tasks = 0;         ///< that are finished, without practice
  int all_tasks = 0;
  double task_s = -1;  ///< mean time that a finished task took; -1: not known
  YesCount before{};   ///< answers in normal tasks
  YesCount after{};    ///< answers in novel tasks
  std::int64_t last_at_ms = -1;
};

PersonStatus status_of(const StudyProgress& person, const Plan& plan);

/// A table for a terminal, with a row for each participant and one for all who count, and below it a line for
/// each level set.
std::string status_text(const std::vector<StudyProgress>& people, const StudyFile& file);

/// A CSV table with a row for each answer: the participant, the task, the answer, the result of the task, and
/// the times. docs/studies.md describes the columns.
std::string answers_csv(const std::vector<StudyProgress>& people, const Plan& plan);

}  // namespace novphy
