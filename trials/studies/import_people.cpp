#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/input_error.h"
#include "base/text.h"
#include "trials/made_by.h"
#include "trials/studies/import.h"
#include "trials/studies/study_journal.h"
#include "trials/studies/study_progress.h"
#include "trials/studies/web_study.h"

namespace novphy {
namespace {

using RowKind = OnlineRow::Kind;

constexpr double kClocksApartMs = 2000;     // of two clocks of a page, between which it loads and draws
constexpr std::int64_t kClockSetMs = 2000;  // a smaller jump is a correction by the system
constexpr std::size_t kCopiedPlays = 3;     // of one participant that another has, too

RowKind row_kind_of(const StudyStep& step) {
  constexpr std::array kKinds{RowKind::kPage, RowKind::kPractice, RowKind::kTask, RowKind::kQuestion,
                              RowKind::kForm};
  return kKinds.at(static_cast<std::size_t>(step.kind));
}

bool has_task(RowKind kind) {
  return kind == RowKind::kPractice || kind == RowKind::kTask || kind == RowKind::kUnfinished;
}

/// Whether the row is an answer no to consent, after which the participant may still agree.
bool is_declined(const OnlineRow& row) { return row.kind == RowKind::kPage && row.response == "declined"; }

bool ends_step(const OnlineRow& row) {
  return row.kind != RowKind::kSession && row.kind != RowKind::kUnfinished && !is_declined(row);
}

/// The rows of one participant.
struct PersonRows {
  std::vector<PlacedRow> sessions{};
  std::vector<PlacedRow> declined{};
  std::map<int, PlacedRow> finished{};  ///< by step
  std::vector<PlacedRow> unfinished{};
};

/// What all rows of a study are checked against.
struct ImportTarget {
  const StudyFile& file;
  const Fingerprint& made_by;
  std::string id;
  std::map<OpaqueTask, std::string> numbers;  ///< opaque numbers of the tasks
};

ImportTarget target_of(const StudyFile& file, const Fingerprint& made_by) {
  ImportTarget target{.file = file, .made_by = made_by, .id = online_study_id(file), .numbers = {}};
  for (const auto& [number, task] : opaque_tasks(file)) target.numbers.emplace(task, number);
  return target;
}

void check_id(const PlacedRow& row) {
  try {
    check_participant(row.row.participant);
  } catch (const InputError& error) {
    row.place.fail(error.problems().front().text, "participant");
  }
}

void check_study(const PlacedRow& row, const ImportTarget& target) {
  if (row.row.study != target.id)
    row.place.fail(fmt::format("found {}, expected {}: the row is of another study or plan",
                               in_quotes(row.row.study), in_quotes(target.id)),
                   "study");
  const auto sets = static_cast<int>(target.file.study.level_sets.size());
  if (row.row.assignment.level_set >= sets)
    row.place.fail(fmt::format("found {}, expected 0 to {}", row.row.assignment.level_set, sets - 1),
                   "level_set");
}

/// A page's architecture and compiler are not this program's.
void check_program(const PlacedRow& row, const Fingerprint& made_by) {
  Fingerprint here;
  here.version = made_by.version;
  here.box2d = made_by.box2d;
  here.catalogue_hash = made_by.catalogue_hash;
  here.physics_hash = made_by.physics_hash;
  here.compiler = row.row.made_by.compiler;
  here.architecture = row.row.made_by.architecture;
  const std::vector<std::string> found = differences(row.row.made_by, here);
  if (!found.empty()) row.place.fail(found.front(), "made_by");
}

/// Adds a row to a list unless it is there already.
void add_once(std::vector<PlacedRow>& rows, PlacedRow row) {
  const auto same = [&](const PlacedRow& other) { return other.row == row.row; };
  if (std::none_of(rows.begin(), rows.end(), same)) rows.push_back(std::move(row));
}

void add_finished(std::map<int, PlacedRow>& rows, PlacedRow row) {
  const auto [other, added] = rows.try_emplace(row.row.step, row);
  if (!added && !(other->second.row == row.row))
    row.place.fail(fmt::format("found another row of step {} of participant {} than in {}", row.row.step,
                               row.row.participant, other->second.place.text()));
}

void add_row(PersonRows& person, PlacedRow row) {
  if (row.row.kind == RowKind::kSession) return add_once(person.sessions, std::move(row));
  if (row.row.kind == RowKind::kUnfinished) return add_once(person.unfinished, std::move(row));
  if (is_declined(row.row)) return add_once(person.declined, std::move(row));
  add_finished(person.finished, std::move(row));
}

/// Gives each session the step at which it began, because the clock may have been set between two sessions.
/// Where a file has not its rows in order, the sessions keep -1, and their moments tell where they belong.
void note_steps(std::vector<PlacedRow>& rows) {
  std::map<std::string, int> next;
  std::set<std::string> mixed;
  for (PlacedRow& row : rows) {
    int& step = next[row.place.file];
    if (row.row.kind == RowKind::kSession) row.row.step = step;
    if (!ends_step(row.row)) continue;
    if (row.row.step < step) mixed.insert(row.place.file);
    step = std::min(row.row.step, std::numeric_limits<int>::max() - 1) + 1;
  }
  for (PlacedRow& row : rows)
    if (row.row.kind == RowKind::kSession && mixed.contains(row.place.file)) row.row.step = -1;
}

/// By step, then by time.
void sort_rows(std::vector<PlacedRow>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const PlacedRow& a, const PlacedRow& b) {
    return std::pair(a.row.step, a.row.at_ms) < std::pair(b.row.step, b.row.at_ms);
  });
}

/// Makes the journal of one participant.
class PersonMaker {
 public:
  PersonMaker(const ImportTarget& target, PersonRows rows, StudyHead head)
      : target_(target), rows_(std::move(rows)), progress_(head, target.file) {
    person_.head = std::move(head);
    sort_rows(rows_.sessions);
    sort_rows(rows_.declined);
  }

  OnlinePerson make() {
    add_session();
    for (const auto& [step, row] : rows_.finished) add_step(row);
    add_declined(nullptr);
    add_unfinished();
    if (!progress_.finished()) add_sessions(std::numeric_limits<std::int64_t>::max());
    for (const StudyStep& step : progress_.steps()) person_.all_tasks += has_task(row_kind_of(step)) ? 1 : 0;
    return std::move(person_);
  }

 private:
  void add(StudyEntry entry, const RowPlace& place) {
    if (const std::string problem = progress_.misfit(entry); !problem.empty()) place.fail(problem);
    progress_.take(entry);
    person_.entries.push_back(std::move(entry));
  }

  /// Adds the next session. The differences of other texts than the study's present ones are not known.
  void add_session() {
    const OnlineRow& row = rows_.sessions.at(next_session_).row;
    StudyEntry entry{.step = progress_.step(), .kind = StudyEntry::Kind::kSession, .at_ms = row.at_ms};
    entry.session = row.session;
    if (!progress_.texts().empty() && progress_.texts() != row.session.texts) entry.session.changed = {""};
    add(std::move(entry), rows_.sessions[next_session_++].place);
  }

  bool began(const OnlineRow& session, std::int64_t before_ms) const {
    if (session.step >= 0 && session.step != progress_.step()) return session.step < progress_.step();
    return session.at_ms <= before_ms;
  }

  /// Adds the sessions that began before this moment.
  void add_sessions(std::int64_t before_ms) {
    while (next_session_ < rows_.sessions.size() && began(rows_.sessions[next_session_].row, before_ms))
      add_session();
  }

  /// Throws InputError where moments of one page go back, or the second clock of the page tells another time.
  void check_times(const PlacedRow& placed) const {
    const OnlineRow& row = placed.row;
    const auto reloaded = [&](std::int64_t after_ms) {
      return std::ranges::any_of(rows_.sessions, [&](const PlacedRow& session) {
        return session.row.step == row.step && session.row.at_ms <= after_ms;
      });
    };
    std::int64_t before_ms = row.began_at_ms;
    const auto check = [&](std::int64_t at_ms) {
      if (at_ms < before_ms && !reloaded(at_ms))
        placed.place.fail(fmt::format("found a moment {} ms before the one before it: times cannot be so",
                                      before_ms - at_ms),
                          "at_ms");
      before_ms = at_ms;
    };
    for (const StudyEntry& act : row.acts) check(act.at_ms);
    check(row.at_ms);
    if (row.began_at_ms < 0 || row.rt_ms < 0 || reloaded(std::numeric_limits<std::int64_t>::max())) return;
    const double spent_ms = static_cast<double>(row.at_ms - row.began_at_ms);
    if (std::abs(spent_ms - row.rt_ms) > kClocksApartMs)
      placed.place.fail(
          fmt::format("found {:.0f} ms, but the step took {:.0f} ms by its moments", row.rt_ms, spent_ms),
          "rt");
  }

  /// Tells where the computer's clock was set, or the computer slept.
  void note_clock(const OnlineRow& row) {
    const std::int64_t set_ms = row.clock_ahead_ms - std::exchange(clock_ahead_ms_, row.clock_ahead_ms);
    if (row.kind != RowKind::kSession && std::abs(set_ms) > kClockSetMs)
      person_.clock_jumps.push_back(fmt::format("step {}: the computer's clock jumped by {:+} s, or it slept",
                                                row.step, set_ms / 1000));
  }

  void add_act(StudyEntry entry, const RowPlace& place) {
    add_sessions(entry.at_ms);
    entry.step = progress_.step();
    add(std::move(entry), place);
  }

  /// Adds the answers no to consent that this step followed; without one, those of a participant who has not
  /// agreed.
  void add_declined(const OnlineRow* before) {
    for (; next_declined_ < rows_.declined.size(); ++next_declined_) {
      const PlacedRow& row = rows_.declined[next_declined_];
      if (before && row.row.step != before->step) return;
      if (!before) check_step(row);
      if (!before) check_order(row);
      add_act({.kind = StudyEntry::Kind::kAgreed, .at_ms = row.row.at_ms, .yes = false}, row.place);
    }
  }

  void check_step(const PlacedRow& row) const {
    const auto last = static_cast<int>(progress_.steps().size()) - 1;
    if (row.row.step > last)
      row.place.fail(fmt::format("found {}, expected 0 to {}", row.row.step, last), "step");
    const StudyStep& step = progress_.steps()[static_cast<std::size_t>(row.row.step)];
    const RowKind kind = row_kind_of(step);
    if (row.row.kind != kind && !(row.row.kind == RowKind::kUnfinished && has_task(kind)))
      row.place.fail(fmt::format("found \"{}\", but step {} is of the kind \"{}\"", name(row.row.kind),
                                 row.row.step, name(kind)),
                     "kind");
    if (has_task(row.row.kind)) check_task(row, target_.numbers.at(opaque_task_of(step)));
  }

  void check_task(const PlacedRow& row, const std::string& number) const {
    if (row.row.task != number)
      row.place.fail(fmt::format("found {}, but the task of step {} is \"{}\"", in_quotes(row.row.task),
                                 row.row.step, number),
                     "task");
  }

  void check_order(const PlacedRow& row) const {
    if (row.row.step != progress_.step())
      row.place.fail(fmt::format("found step {} of participant {}, expected {}: rows are missing",
                                 row.row.step, row.row.participant, progress_.step()),
                     "step");
  }

  void add_step(const PlacedRow& row) {
    check_step(row);
    check_order(row);
    check_times(row);
    add_declined(&row.row);
    note_clock(row.row);
    add_shown(row);
    for (const StudyEntry& act : row.row.acts) add_act(act, row.place);
    const std::vector<Shot> acted = progress_.shots();
    add_act(end_of(row.row), row.place);
    if (has_task(row.row.kind)) person_.plays.push_back({row, acted});
  }

  /// Where the step was shown later than the one before it was over, as after a trial of the researcher's
  /// own.
  void add_shown(const PlacedRow& row) {
    if (row.row.began_at_ms > progress_.last_at_ms())
      add_act({.kind = StudyEntry::Kind::kBegan, .at_ms = row.row.began_at_ms}, row.place);
  }

  /// The entry that ends the row's step.
  static StudyEntry end_of(const OnlineRow& row) {
    StudyEntry entry{.at_ms = row.at_ms};
    if (has_task(row.kind)) {
      entry.kind = StudyEntry::Kind::kDone;
      entry.result = row.result;
    } else if (row.kind == RowKind::kQuestion) {
      entry.kind = StudyEntry::Kind::kNovel;
      entry.yes = row.yes;
    } else if (row.kind == RowKind::kForm) {
      entry.kind = StudyEntry::Kind::kForm;
      entry.answers = row.answers;
    } else if (row.response == "agreed") {
      entry.kind = StudyEntry::Kind::kAgreed;
    }
    return entry;
  }

  /// Adds what was done at the unfinished task. Of data that were sent several times, the longest counts.
  void add_unfinished() {
    const PlacedRow* longest = nullptr;
    for (const PlacedRow& row : rows_.unfinished) {
      check_step(row);
      if (row.row.step < progress_.step()) continue;
      check_order(row);
      if (!longest || row.row.acts.size() > longest->row.acts.size()) longest = &row;
    }
    if (!longest) return;
    person_.unfinished = true;
    add_shown(*longest);
    for (const StudyEntry& act : longest->row.acts) add_act(act, longest->place);
  }

  const ImportTarget& target_;
  PersonRows rows_;
  StudyProgress progress_;
  OnlinePerson person_{};
  std::size_t next_session_ = 0;
  std::size_t next_declined_ = 0;
  std::int64_t clock_ahead_ms_ = 0;
};

/// The first line of the participant's journal, which all rows must fit.
StudyHead head_of_rows(const std::vector<PlacedRow>& rows, const ImportTarget& target) {
  const OnlineRow& first = rows.front().row;
  const auto session = std::find_if(rows.begin(), rows.end(),
                                    [](const PlacedRow& row) { return row.row.kind == RowKind::kSession; });
  if (session == rows.end())
    rows.front().place.fail(fmt::format(
        "participant {} has no row of the kind \"session\", expected at least one", first.participant));
  Fingerprint made_by = target.made_by;
  made_by.compiler = session->row.made_by.compiler;
  made_by.architecture = session->row.made_by.architecture;
  StudyHead head = head_of(first.participant, target.file, std::move(made_by));
  head.assignment = first.assignment;
  return head;
}

void check_assignment(const PlacedRow& row, const PlacedRow& first) {
  const auto [set, number] = row.row.assignment;
  const auto [first_set, first_number] = first.row.assignment;
  if (row.row.assignment != first.row.assignment)
    row.place.fail(fmt::format("found level set {}, number {} for participant {}, but {} and {} in {}", set,
                               number, row.row.participant, first_set, first_number, first.place.text()),
                   "level_set");
}

OnlinePerson person_of(std::vector<PlacedRow> rows, const ImportTarget& target) {
  StudyHead head = head_of_rows(rows, target);
  const PlacedRow first = rows.front();
  PersonRows sorted;
  note_steps(rows);
  for (PlacedRow& row : rows) {
    check_assignment(row, first);
    if (row.row.kind == RowKind::kSession) check_program(row, target.made_by);
    add_row(sorted, std::move(row));
  }
  return PersonMaker(target, std::move(sorted), std::move(head)).make();
}

}  // namespace

namespace {

/// What nobody does twice: the pulls of a play, with the times to think in milliseconds. "" without a shot,
/// and where a time is not known.
std::string trace_of(const OnlinePlay& play) {
  std::string trace;
  for (const RecordedShot& shot : play.row.result.played.shots)
    if (shot.thought_ms <= 0)
      return "";
    else
      trace += fmt::format("{} {} {};", shot.drag_m[0], shot.drag_m[1], shot.thought_ms);
  return trace.empty() ? "" : fmt::format("{} {}", play.row.task, trace);
}

/// Takes out those who have the plays of somebody before them, and tells so.
void refuse_copies(std::vector<OnlinePerson>& people, std::vector<std::string>& refused) {
  std::map<std::string, std::string> done_by;
  std::erase_if(people, [&](const OnlinePerson& person) {
    std::map<std::string, std::size_t> same;
    std::set<std::string> own;
    for (const OnlinePlay& play : person.plays) {
      const std::string trace = trace_of(play);
      if (trace.empty()) continue;
      own.insert(trace);
      if (const auto found = done_by.find(trace); found != done_by.end()) ++same[found->second];
    }
    for (const auto& [other, plays] : same)
      if (plays >= std::min(kCopiedPlays, own.size())) {
        refused.push_back(fmt::format(
            "{}: participant {} has the shots of {}, with the same times to think, in {}: a copy",
            person.plays.front().place.file, person.head.participant, other, counted(plays, "task")));
        return true;
      }
    for (const std::string& trace : own) done_by.emplace(trace, person.head.participant);
    return false;
  });
}

}  // namespace

std::vector<OnlinePerson> online_people(OnlineData data, const StudyFile& file, const Fingerprint& made_by,
                                        std::vector<std::string>& refused) {
  const ImportTarget target = target_of(file, made_by);
  std::map<std::string, std::vector<PlacedRow>> by_participant;
  std::set<std::string> without;
  std::vector<OnlinePerson> people;
  std::optional<InputError> first;
  const auto refuse = [&](const std::string& participant, const InputError& error) {
    if (!without.insert(participant).second) return;
    refused.push_back(error.problems().front().message());
    if (!first) first = error;
  };
  for (PlacedRow& row : data.rows) try {
      check_id(row);
      check_study(row, target);
      by_participant[row.row.participant].push_back(std::move(row));
    } catch (const InputError& error) {
      refuse(row.row.participant, error);
    }
  for (auto& [participant, all] : by_participant) try {
      if (without.contains(participant)) continue;
      people.push_back(person_of(std::move(all), target));
      for (RawRow& raw : data.raw)
        if (raw.participant == participant && std::ranges::count(people.back().raw, raw) == 0)
          people.back().raw.push_back(std::move(raw));
    } catch (const InputError& error) {
      refuse(participant, error);
    }
  refuse_copies(people, refused);
  if (people.empty()) throw *first;
  return people;
}

}  // namespace novphy
