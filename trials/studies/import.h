#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "levels/assets.h"
#include "sim/task.h"
#include "trials/studies/study.h"
#include "trials/studies/study_lines.h"

/// Data of an online study: the rows that its pages write, the participants whom the rows tell of, and what
/// becomes of them in a folder of results.
namespace novphy {

/// A row of an online study. It has the fields of its kind only; the others keep their defaults.
struct OnlineRow {
  enum class Kind {
    kSession,     ///< the page was opened
    kPage,        ///< a page of text was read, or an answer given on it
    kPractice,    ///< a practice task was played
    kTask,        ///< a task of a trial was played
    kQuestion,    ///< the question after a task was answered
    kForm,        ///< the questions of a form were answered
    kUnfinished,  ///< what was done so far at a task that is not finished
  };

  Kind kind = Kind::kSession;
  std::string study{};  ///< online_study_id()
  std::string participant{};
  Assignment assignment{};
  int step = -1;            ///< -1 for sessions
  std::int64_t at_ms = -1;  ///< when the row was finished, in milliseconds since 1970 (UTC)
  StudySession session{};   ///< without the changed texts
  Fingerprint made_by{};    ///< the program of the session's page
  std::string response{};   ///< kPage: "read", "agreed" or "declined"
  std::string task{};       ///< opaque number
  StudyResult result{};
  std::vector<StudyEntry> acts{};   ///< views, launches and taps at a task, and times away; their step is 0
  std::int64_t began_at_ms = -1;    ///< when the step was shown; -1: not known
  std::int64_t clock_ahead_ms = 0;  ///< of the computer's clock before the one of at_ms: it was set meanwhile
  double rt_ms = -1;      ///< from the step's last showing to its end, by a clock of its own; -1: not known
  bool yes = true;        ///< kQuestion
  std::string answers{};  ///< kForm: JSON of an object by the names of the form's questions
  friend bool operator==(const OnlineRow&, const OnlineRow&) = default;
};

/// The kind's name in rows, such as "task".
std::string_view name(OnlineRow::Kind kind);

/// Where a row stands, for messages.
struct RowPlace {
  std::string file;
  int line = 0;
  std::string pointer{};  ///< JSON pointer within the file or the line

  /// Throws InputError about the row.
  [[noreturn]] void fail(const std::string& text, const std::string& field = "") const;
  /// Such as "data.json:12: /8".
  std::string text() const;
};

struct PlacedRow {
  OnlineRow row;
  RowPlace place;
};

/// A row as it came: of a session, or of a trial of the researcher's own.
struct RawRow {
  std::string participant{};
  std::string json{};  ///< one line
  bool own = true;     ///< of the researcher
  friend bool operator==(const RawRow&, const RawRow&) = default;
};

/// What files hold of online studies.
struct OnlineData {
  std::vector<PlacedRow> rows{};
  std::vector<RawRow> raw{};
  std::vector<std::string> refused{};  ///< files that cannot be read, each with the reason
  int withdrawn = 0;  ///< people who have withdrawn from a server's study, whose rows are not here
};

/// Reads the rows of online studies from these files and folders. The content of a file decides its format:
/// * JSON, an array of rows as jsPsych writes it,
/// * JSON lines with an array of rows or one row each, as JATOS exports results,
/// * CSV as jsPsych writes it, with arrays and objects as JSON in their cells.
///
/// Of a folder, the files *.json, *.csv and *.txt in it and its sub-folders are read, sorted by path; those
/// without a row of a study are left out. A file that cannot be read, an archive, or one with a damaged row
/// is refused as a whole. Throws InputError where a named file or folder has no row of a study, and where no
/// file is left.
OnlineData read_online_rows(const std::vector<std::string>& places);

/// A task that a participant finished online.
struct OnlinePlay : PlacedRow {
  std::vector<Shot> acted{};  ///< the shots as the row's acts tell them, which should be those of the result
  /// How the result differs from the acts and from the shots played again; empty for the same play. Set by
  /// replay_plays().
  std::vector<std::string> differences{};
};

/// A participant of an online study, as the journal that novphy-play would have written.
struct OnlinePerson {
  StudyHead head;
  std::vector<StudyEntry> entries{};
  std::vector<OnlinePlay> plays{};  ///< in the order of their steps
  std::vector<RawRow> raw{};
  std::vector<std::string> clock_jumps{};  ///< in words
  int all_tasks = 0;                       ///< practice included
  bool unfinished = false;                 ///< whether the participant is within a task
};

/// Puts the rows of each participant together, sorted by participant. Rows that stand several times count
/// once. `made_by` is the fingerprint of this program and its numbers. A participant is refused, which
/// `refused` tells with the row's place, for
/// * a row of another study or plan, or made by another version or with other numbers,
/// * an ID that check_participant() refuses,
/// * a level set, a step or a task that the study does not have,
/// * two different rows of one step of a participant, and rows of different level sets,
/// * missing rows, and acts that do not fit together,
/// * times that cannot be: moments that go back within a page, or a step that took another time than the
///   page's second clock says,
/// * the shots of another participant, with the same times to think: a copy.
///
/// Throws InputError with the first reason where nobody is left.
std::vector<OnlinePerson> online_people(OnlineData data, const StudyFile& file, const Fingerprint& made_by,
                                        std::vector<std::string>& refused);

struct ReplayPlays {
  const Catalogue& catalogue;
  const Physics& physics;
  unsigned threads = 1;
  bool keep = false;                          ///< another play counts for detection
  std::function<void()> on_replayed = [] {};  ///< called on any thread
};

/// Plays the shots of all plays again, in the physics of the plan, and sets their differences. The journal of
/// a participant with another play gets a line that says so. The result is the same for any number of
/// threads. Throws InputError where a task cannot be made.
void replay_plays(std::vector<OnlinePerson>& people, const StudyFile& file, const ReplayPlays& options);

/// The files with another play in which no number of a shot has more than 6 significant digits, sorted.
/// People who drag a bird give more, so another program has rounded the numbers.
std::vector<std::string> rounded_files(const std::vector<OnlinePerson>& people);

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

/// The participants in the results folder, made in a browser, who are not among these, sorted.
std::vector<std::string> not_among(const std::vector<OnlinePerson>& people,
                                   const std::filesystem::path& results);

/// Writes the folders of all participants, the assignments and the texts, as novphy-play does, and the tables
/// of study_tables.h. A participant who is there keeps the journal's lines, such as those of novphy study
/// exclude. An import that was interrupted and begins again writes the same bytes. Throws InputError where a
/// file cannot be written.
void write_people(const std::filesystem::path& results, const std::vector<OnlinePerson>& people,
                  const StudyFile& file);

}  // namespace novphy
