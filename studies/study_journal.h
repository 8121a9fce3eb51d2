#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/append_file.h"
#include "evaluator/input/playdata.h"
#include "evaluator/record.h"
#include "sim/shot.h"
#include "studies/study.h"
#include "studies/study_lines.h"
#include "trials/session.h"

/// The journal of one participant of a study: the file RESULTS/ID/journal.jsonl. Every act of the participant
/// is added to the journal at once.
namespace novphy {

/// The part of a study that a participant plays.
struct Assignment {
  int level_set = 0;
  int number = 0;  ///< number of earlier participants with this level set who did not decline
};

/// Chooses the level set that the fewest people in the results folder have; of several such level sets, the
/// first. People who declined do not count. Throws InputError where a journal in the folder cannot be read or
/// is of another study.
Assignment assign(const std::filesystem::path& results, const Study& study);

/// A participant's journal, open for more lines. When a call that adds a line returns, the line is on disk.
/// Otherwise the call throws InputError and changes nothing. Calls that do not fit the current step throw
/// std::logic_error and change nothing.
class StudyJournal {
 public:
  /// Goes on with the participant's journal in the results folder, or begins a new journal. The caller fills
  /// in the fields of `made_by` from version to physics, and overrides; this function fills in plan, seed and
  /// agent ("human:ID"). A last line that was cut off is dropped. Throws InputError for
  /// * an ID that is not made of 1 to 64 letters, digits, _ and -,
  /// * a journal of another study, another plan, other numbers or another program, which stays as it was,
  /// * a journal that is open elsewhere,
  /// * a damaged journal, with the damaged line.
  static StudyJournal open(const std::filesystem::path& results, const std::string& participant,
                           const StudyFile& file, const Fingerprint& made_by);

  const StudyHead& head() const { return head_; }
  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<StudyStep>& steps() const { return steps_; }

  /// Index of the first step that is not finished; the number of steps where all steps are finished.
  int step() const { return step_; }
  bool finished() const { return step_ == static_cast<int>(steps_.size()); }
  /// Whether this step is the consent page and the participant's last answer was no.
  bool declined() const { return declined_; }
  /// Shots of the unfinished task so far, each with its tap, if any.
  const std::vector<Shot>& shots() const { return shots_; }

  void add_read();                        ///< for a page without a second button
  void add_consent(bool agreed);          ///< for a page with a second button; only agreeing ends the step
  void add_launch(const Shot& shot);      ///< also adds the shot's tap, if any
  void add_tap(int shot, int tap_ms);     ///< `shot` is the index of a shot in shots() without a tap
  void add_view(const Screen& view);      ///< the picture of the task in the window, from now on
  void add_done(const Session& session);  ///< the session must be in kReport; its shots replace shots()
  void add_answer(bool novel);

  /// The result of each finished task, by the index of its step.
  const std::map<int, StudyResult>& results() const { return results_; }
  /// The answers, by the index of the question's step: whether something was novel in the task.
  const std::map<int, bool>& answers() const { return answers_; }

 private:
  StudyJournal(std::filesystem::path folder, StudyHead head, std::vector<StudyStep> steps);
  void resume();
  std::string misfit(const StudyEntry& entry) const;
  void take(const StudyEntry& entry);
  void add(StudyEntry entry);

  std::filesystem::path folder_;
  StudyHead head_;
  std::vector<StudyStep> steps_;
  AppendFile file_;
  int step_ = 0;
  bool declined_ = false;
  std::vector<Shot> shots_{};
  std::map<int, StudyResult> results_{};
  std::map<int, bool> answers_{};
};

/// The tasks of the trials whose last question is answered, in the order in which they were played.
/// Unfinished trials are left out, because readers of the result would count them as whole trials.
std::vector<PlaydataRow> finished_tasks(const StudyJournal& journal, const Plan& plan);

/// Writes finished_tasks() to records.jsonl and playdata.csv in the participant's folder. The file
/// playdata.csv lacks the novelty-scenarios that play data have no name for. To be called when the journal is
/// opened and after every answer. Throws InputError where a file cannot be written.
void export_records(const StudyJournal& journal, const Plan& plan);

}  // namespace novphy
