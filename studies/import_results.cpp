#include "studies/import_results.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "studies/study_assignments.h"
#include "studies/study_journal.h"
#include "studies/study_progress.h"

namespace novphy {
namespace {

bool is_decision(const StudyEntry& entry) {
  return entry.kind == StudyEntry::Kind::kExcluded || entry.kind == StudyEntry::Kind::kIncluded;
}

/// The entries of a journal without the researcher's decisions.
std::vector<StudyEntry> without_decisions(std::vector<StudyEntry> entries) {
  std::erase_if(entries, is_decision);
  return entries;
}

/// Compares a journal with a participant's data. Throws InputError where neither goes on from the other.
ImportChange change_of(const std::filesystem::path& journal, const StudyLines& lines,
                       const OnlinePerson& person) {
  const std::vector<StudyEntry> there = without_decisions(lines.entries);
  const auto [old_end, new_end] =
      std::mismatch(there.begin(), there.end(), person.entries.begin(), person.entries.end());
  if (lines.head->assignment != person.head.assignment ||
      (old_end != there.end() && new_end != person.entries.end()))
    throw InputError(journal.string(),
                     fmt::format("participant {} is there with other data: remove the folder to "
                                 "import these, or choose another --out",
                                 person.head.participant));
  return new_end == person.entries.end() ? ImportChange::kThere : ImportChange::kGrows;
}

ImportChange change_of(const std::filesystem::path& results, const OnlinePerson& person) {
  const std::filesystem::path journal = journal_of(results, person.head.participant);
  const StudyLines lines = read_study_lines(journal);
  return lines.head ? change_of(journal, lines, person) : ImportChange::kNew;
}

/// The lines of the journal: those that are there, then the participant's further ones.
StudyLines merged(StudyLines there, const OnlinePerson& person) {
  if (!there.head) return {.head = person.head, .entries = person.entries};
  const std::size_t known = without_decisions(there.entries).size();
  for (std::size_t i = known; i < person.entries.size(); ++i) there.entries.push_back(person.entries[i]);
  return there;
}

void write_person(const std::filesystem::path& results, const OnlinePerson& person, const StudyFile& file) {
  const std::filesystem::path journal = journal_of(results, person.head.participant);
  const StudyLines lines = merged(read_study_lines(journal), person);
  StudyProgress progress(*lines.head, file);
  take_all(progress, lines, journal);
  std::string text = to_line(*lines.head) + "\n";
  for (const StudyEntry& entry : lines.entries) text += to_line(entry) + "\n";
  make_folder(journal.parent_path());
  write_atomically(journal, text);
  export_records(progress, journal.parent_path(), file);
}

bool saw_texts(const OnlinePerson& person, const Study& study) {
  return std::any_of(person.entries.begin(), person.entries.end(), [&](const StudyEntry& entry) {
    return entry.kind == StudyEntry::Kind::kSession && entry.session.texts == study.texts_hash;
  });
}

}  // namespace

std::vector<ImportChange> changes_of(const std::filesystem::path& results,
                                     const std::vector<OnlinePerson>& people, const StudyFile& file) {
  for (const auto& [journal, lines] : journals_in(results))
    if (const std::string other = difference(*lines.head, file, people.front().head.fingerprint);
        !other.empty())
      throw InputError(journal.string(), "nobody can be added beside this journal: " + other);
  std::vector<ImportChange> changes;
  for (const OnlinePerson& person : people) changes.push_back(change_of(results, person));
  return changes;
}

void write_people(const std::filesystem::path& results, const std::vector<OnlinePerson>& people,
                  const StudyFile& file) {
  make_folder(results);
  for (const OnlinePerson& person : people) {
    write_person(results, person, file);
    if (saw_texts(person, file.study)) keep_texts(results, file.study);
  }
  StudyAssignments(results, file, people.front().head.fingerprint);  // adds those of new journals
}

}  // namespace novphy
