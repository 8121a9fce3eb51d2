#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/lines.h"
#include "evaluator/input/playdata.h"
#include "evaluator/record.h"
#include "sim/task.h"
#include "trials/session.h"
#include "trials/studies/study.h"
#include "trials/studies/study_lines.h"
#include "trials/studies/study_progress.h"

/// The journal of one participant of a study is the file RESULTS/ID/journal.jsonl. Everything that the
/// participant does is added to it at once. The texts of a study may change while it runs; the results folder
/// keeps every version that somebody saw, as RESULTS/texts-HASH.json.
namespace novphy {

/// Milliseconds since 1970 (UTC), by the system's clock at the first call, and from then on by a clock that
/// nobody sets.
std::int64_t session_ms();

/// Throws InputError for an ID that is not made of 1 to 64 letters, digits, _ and -.
void check_participant(const std::string& id);

/// The first line of a new participant's journal, without an assignment. The caller sets the fields of
/// `made_by` from version to physics, and overrides.
StudyHead head_of(const std::string& participant, const StudyFile& file, Fingerprint made_by);

/// Counts those of a task that was played: at its start, and those that are left.
void count_birds_and_pigs(StudyResult& result, const World& world);

/// A participant's journal that this process has locked, with its lines. There is at least the first one.
struct LockedJournal {
  AppendFile file;
  StudyLines lines;
};

/// Locks and reads the participant's journal. Nothing for a participant without a journal, or with one whose
/// first line was cut off. Throws InputError for an ID that check_participant() refuses, and for a journal
/// that is open elsewhere or damaged.
std::optional<LockedJournal> lock_journal(const std::filesystem::path& results,
                                          const std::string& participant);

/// A journal that somebody looked at: what lock_journal() gave for this participant.
struct LookedAtJournal {
  const std::filesystem::path& results;
  const std::string& participant;
  std::optional<LockedJournal> found = lock_journal(results, participant);
};

/// The result of the task that a session in kReport has played.
StudyResult result_of(const Session& session);

struct JournalOptions {
  AssignmentWish wish{};  ///< of a new participant
  /// The clock for the moments of entries: milliseconds since 1970 (UTC).
  std::function<std::int64_t()> now_ms = session_ms;
};

/// A participant's journal, open for more lines. When a call that adds a line returns, the line is on disk.
/// Otherwise the call throws InputError and changes nothing. Calls that do not fit the current step throw
/// std::logic_error and change nothing.
class StudyJournal {
 public:
  /// Opens the participant's journal in the results folder, or begins a new one. The caller sets the fields
  /// of `made_by` from version to physics, and overrides; this function sets plan, seed and agent
  /// ("human:ID"). A last line that was cut off is dropped. Throws InputError for
  /// * an ID that check_participant() refuses,
  /// * a journal of another study, plan or program, or with other numbers: it stays as it was. For a new
  ///   participant this applies to every journal in the results folder,
  /// * a wish that cannot be fulfilled for a new participant, or that differs from what the journal says,
  /// * a journal that is open elsewhere,
  /// * a damaged journal, with the damaged line.
  static StudyJournal open(const std::filesystem::path& results, const std::string& participant,
                           const StudyFile& file, const Fingerprint& made_by,
                           const JournalOptions& options = {});
  /// The same, for a caller who looked at the journal before.
  static StudyJournal open(LookedAtJournal looked_at, const StudyFile& file, const Fingerprint& made_by,
                           const JournalOptions& options = {});

  const StudyProgress& progress() const { return progress_; }
  std::filesystem::path folder() const { return file_.file().parent_path(); }
  const StudyHead& head() const { return progress_.head(); }
  const std::vector<StudyStep>& steps() const { return progress_.steps(); }
  int step() const { return progress_.step(); }
  bool finished() const { return progress_.finished(); }
  /// Whether this step is the consent page and the participant's last answer was no.
  bool declined() const { return progress_.standing().declined; }
  const std::vector<Shot>& shots() const { return progress_.shots(); }
  const std::map<int, StudyResult>& results() const { return progress_.results(); }
  const std::map<int, bool>& answers() const { return progress_.answers(); }

  /// Notes that the participant's window was opened, with the world's speed and the texts of the study. Keeps
  /// the texts in the results folder.
  void add_session(const Study& study, double speed);
  void add_read();                        ///< for a page without a second button
  void add_consent(bool agreed);          ///< for a page with a second button; only agreeing ends the step
  void add_launch(const Shot& shot);      ///< also adds the shot's tap, if any
  void add_tap(int shot, int tap_ms);     ///< `shot` is the index of a shot in shots() without a tap
  void note_left();                       ///< the window is not in front, and the world stands still
  void note_back();                       ///< it is again: adds how long the participant was away
  void add_view(const Screen& view);      ///< the picture of the task in the window, from now on
  void add_done(const Session& session);  ///< the session must be in kReport; its shots replace shots()
  void add_answer(bool novel);
  void add_form(const std::string& answers);  ///< JSON of an object, which must fit the form

 private:
  StudyJournal(AppendFile file, StudyProgress progress, std::function<std::int64_t()> now_ms);
  void add(StudyEntry entry);

  AppendFile file_;
  StudyProgress progress_;
  std::function<std::int64_t()> now_ms_;
  std::optional<std::int64_t> left_at_ms_{};
};

/// The tasks of all finished trials, in the order in which they were played. A trial is finished when its
/// last question is answered. Readers of the result would count unfinished trials as whole ones, so these are
/// left out. So are trials with another play (StudyProgress::another_plays), unless it is to count for
/// detection: it then is a record with no_result.
std::vector<PlaydataRow> finished_tasks(const StudyProgress& progress, const Plan& plan);

/// Writes the data of a participant to the participant's folder:
/// * finished_tasks() as records.jsonl and playdata.csv; playdata.csv leaves out novelty-scenarios for which
///   play data have no name,
/// * the finished practice tasks as practice.jsonl, with records of the phase kTraining.
///
/// Call it when the journal is opened, and after every practice task and answer. Throws InputError where a
/// file cannot be written.
void export_records(const StudyProgress& progress, const std::filesystem::path& folder,
                    const StudyFile& file);
inline void export_records(const StudyJournal& journal, const StudyFile& file) {
  export_records(journal.progress(), journal.folder(), file);
}

/// The researcher's decision whether a participant counts.
struct Exclusion {
  bool excluded = true;  ///< false: the participant counts again
  std::string reason;
};

/// Writes the researcher's decision to the participant's journal and to the exported data. Throws InputError
/// for a participant who has not begun, whose window is open, or who is to be included without having been
/// excluded; for a reason that is not one visible line; and where a file is damaged or cannot be written.
void exclude(const std::filesystem::path& results, const std::string& participant, const StudyFile& file,
             const Exclusion& exclusion, std::int64_t now_ms);

/// Writes Study::texts to the results folder, unless they are there. Throws InputError.
void keep_texts(const std::filesystem::path& results, const Study& study);

/// JSON pointers, such as "/pages/welcome/text", of the texts that differ from the version with the hash
/// `before`. Empty where `before` is "" or the hash of the present texts. Where the results folder does not
/// have that version, the result is "", the pointer to everything.
std::vector<std::string> changed_texts(const std::filesystem::path& results, const std::string& before,
                                       const Study& study);

}  // namespace novphy
