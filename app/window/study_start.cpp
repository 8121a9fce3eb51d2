#include "app/window/study_start.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

#include "base/input_error.h"

namespace novphy::app {
namespace {

/// Asks the researcher whether the participant is to begin. Without a terminal, nobody can answer.
bool wants_to_begin(const std::string& new_one) {
  if (::isatty(STDIN_FILENO) == 0) return false;
  fmt::print("{}. Begin? [y/N] ", new_one);
  std::fflush(stdout);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y";
}

void check_new(const StudyStart& start) {
  const std::string new_one = fmt::format("{} is new in {}, which has {} participants", start.participant,
                                          start.results, journals_in(start.results).size());
  if (!start.begin && !wants_to_begin(new_one))
    throw InputError("--participant", new_one + "; --new lets a new participant begin");
}

void check_going_on(const StudyStart& start, const StudyLines& lines) {
  const StudyStanding standing = standing_of(lines.entries);
  if (start.begin)
    throw InputError("--new", fmt::format("{} has begun in {} already", start.participant, start.results));
  if (!standing.excluded.empty())
    throw InputError("--participant", fmt::format("{} is excluded ({}); novphy study include lets them go on",
                                                  start.participant, standing.excluded));
}

}  // namespace

StudyJournal start_study(const StudyStart& start, const StudyFile& file, const Fingerprint& made_by) {
  check_participant(start.participant);
  const StudyLines lines = read_study_lines(journal_of(start.results, start.participant));
  lines.head ? check_going_on(start, lines) : check_new(start);
  StudyJournal journal =
      StudyJournal::open(start.results, start.participant, file, made_by, {.wish = start.wish});
  if (journal.finished())
    throw InputError(start.participant, "has finished this study: " + journal.folder().string());
  const auto [level_set, number] = journal.head().assignment;
  fmt::print("{}: {}, level set {}, number {}\n", start.participant,
             lines.head ? fmt::format("goes on at step {} of {}", journal.step() + 1, journal.steps().size())
                        : "new",
             level_set, number);
  std::fflush(stdout);
  journal.add_session(file.study, start.speed);
  return journal;
}

}  // namespace novphy::app
