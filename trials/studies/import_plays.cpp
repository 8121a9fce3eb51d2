#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/parallel.h"
#include "base/text.h"
#include "sim/world.h"
#include "trials/replay.h"
#include "trials/studies/import.h"
#include "trials/studies/study.h"
#include "trials/studies/study_journal.h"
#include "trials/studies/study_progress.h"
#include "trials/studies/study_tables.h"

namespace novphy {
namespace {

constexpr std::size_t kFewDigits = 6;

/// How the numbers of birds and pigs differ from those of the play.
std::vector<std::string> count_differences(const StudyResult& recorded, const World& world) {
  StudyResult now;
  count_birds_and_pigs(now, world);
  std::vector<std::string> found;
  const auto compare = [&](const char* what, int then, int is) {
    if (then != is) found.push_back(fmt::format("{}: {} recorded, {} now", what, then, is));
  };
  compare("birds_at_start", recorded.birds_at_start, now.birds_at_start);
  compare("pigs_at_start", recorded.pigs_at_start, now.pigs_at_start);
  compare("birds_left", recorded.birds_left, now.birds_left);
  compare("pigs_left", recorded.pigs_left, now.pigs_left);
  return found;
}

/// How the shots of the acts differ from those of the result.
std::vector<std::string> acts_differences(const std::vector<Shot>& acted, const std::vector<Shot>& shots) {
  if (acted.size() != shots.size())
    return {fmt::format("acts: {}, but {}", counted(acted.size(), "launch", "launches"),
                        counted(shots.size(), "shot"))};
  const auto [act, shot] = std::mismatch(acted.begin(), acted.end(), shots.begin());
  if (act == acted.end()) return {};
  return {fmt::format("acts: shot {} is another one than in the shots", shot - shots.begin())};
}

std::vector<std::string> differences_of(const OnlinePlay& play, const Task& task, const Catalogue& catalogue,
                                        const Physics& physics) {
  const StudyResult& result = play.row.result;
  const std::vector<Shot> shots = shots_of(result.played);
  Playback playback(task, shots, catalogue, physics);
  while (playback.step()) {
  }
  std::vector<std::string> found = differences(result.played, task, playback.world().outcome());
  for (std::string& more : count_differences(result, playback.world())) found.push_back(std::move(more));
  for (std::string& more : acts_differences(play.acted, shots)) found.push_back(std::move(more));
  return found;
}

/// Adds a line about another play behind the line of the result.
void note_another_play(OnlinePerson& person, const OnlinePlay& play, bool keep) {
  const auto done = std::find_if(person.entries.begin(), person.entries.end(), [&](const StudyEntry& entry) {
    return entry.kind == StudyEntry::Kind::kDone && entry.step == play.row.step;
  });
  StudyEntry note{
      .step = play.row.step, .kind = StudyEntry::Kind::kAnotherPlay, .at_ms = done->at_ms, .yes = keep};
  note.reason = fmt::format("{}", fmt::join(play.differences, "; "));
  person.entries.insert(done + 1, std::move(note));
}

/// The number of significant digits of a decimal.
std::size_t significant_digits(double number) {
  const std::string text = shortest(number);
  std::string digits;
  for (const char c : text.substr(0, text.find('e')))
    if (c >= '0' && c <= '9') digits += c;
  const auto first = digits.find_first_not_of('0');
  return first == std::string::npos ? 0 : digits.find_last_not_of('0') + 1 - first;
}

bool has_few_digits(const OnlinePlay& play) {
  return std::all_of(play.row.result.played.shots.begin(), play.row.result.played.shots.end(),
                     [](const RecordedShot& shot) {
                       return significant_digits(shot.drag_m[0]) <= kFewDigits &&
                              significant_digits(shot.drag_m[1]) <= kFewDigits;
                     });
}

}  // namespace

void replay_plays(std::vector<OnlinePerson>& people, const StudyFile& file, const ReplayPlays& options) {
  const Physics physics = played_physics(file.plan, options.physics);
  std::vector<std::pair<OnlinePerson*, OnlinePlay*>> jobs;
  for (OnlinePerson& person : people)
    for (OnlinePlay& play : person.plays) jobs.emplace_back(&person, &play);
  parallel_for(jobs.size(), options.threads, [&](std::size_t i) {
    const auto& [person, play] = jobs[i];
    const Assignment& place = person->head.assignment;
    const StudyStep step = steps_of(file.study, file.plan, place.level_set,
                                    place.number)[static_cast<std::size_t>(play->row.step)];
    const Task task = task_of(file.study, file.plan, step, options.catalogue);
    play->differences = differences_of(*play, task, options.catalogue, physics);
    options.on_replayed();
  });
  for (const auto& [person, play] : jobs)
    if (!play->differences.empty()) note_another_play(*person, *play, options.keep);
}

std::vector<std::string> rounded_files(const std::vector<OnlinePerson>& people) {
  struct FileOfPlays {
    bool few_digits = true;
    bool another_play = false;
  };
  std::map<std::string, FileOfPlays> files;
  for (const OnlinePerson& person : people)
    for (const OnlinePlay& play : person.plays) {
      FileOfPlays& of = files[play.place.file];
      of.few_digits = of.few_digits && has_few_digits(play);
      of.another_play = of.another_play || !play.differences.empty();
    }
  std::vector<std::string> rounded;
  for (const auto& [file, of] : files)
    if (of.few_digits && of.another_play) rounded.push_back(file);
  return rounded;
}

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
  keep_raw_rows(journal.parent_path(), person.raw);
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

std::vector<std::string> not_among(const std::vector<OnlinePerson>& people,
                                   const std::filesystem::path& results) {
  std::vector<std::string> others;
  for (const auto& [journal, lines] : journals_in(results))
    if (const StudyHead& head = *lines.head;
        made_in_browser(head.fingerprint) && std::ranges::none_of(people, [&](const auto& each) {
          return each.head.participant == head.participant;
        }))
      others.push_back(head.participant);
  return others;
}

void write_people(const std::filesystem::path& results, const std::vector<OnlinePerson>& people,
                  const StudyFile& file) {
  make_folder(results);
  for (const OnlinePerson& person : people) {
    write_person(results, person, file);
    if (saw_texts(person, file.study)) keep_texts(results, file.study);
  }
  StudyAssignments(results, file, people.front().head.fingerprint);  // adds those of new journals
  write_study_tables(results, file);
}

}  // namespace novphy
