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

/// What one participant of a study did: RESULTS/ID/journal.jsonl, to which every act is added at once.
namespace novphy {

/// What a participant plays.
struct Assignment {
  int level_set = 0;
  int number = 0;  ///< how many of this level set came before
};

/// The level set of which the fewest people are in the results folder, the first one of several. People who
/// declined do not count. Throws InputError where a journal there cannot be read or is of another study.
Assignment assign(const std::filesystem::path& results, const Study& study);

/// A participant's journal, open for more. Every line is on disk when its call returns, or the call throws
/// InputError and changes nothing. Calls that do not fit the step throw std::logic_error and change nothing.
class StudyJournal {
 public:
  /// Goes on with the participant's journal in the results folder, or begins one. Of `made_by` the caller
  /// says what plays: version to physics, and overrides; plan, seed and agent ("human:ID") are filled in
  /// here. Throws InputError for an ID that is not of 1 to 64 letters, digits, _ and -; for a journal of
  /// another study, another plan, other numbers or another program, which stays as it is; for one that is
  /// open elsewhere; and for a damaged one, with the line. A last line that was cut is dropped.
  static StudyJournal open(const std::filesystem::path& results, const std::string& participant,
                           const StudyFile& file, const Fingerprint& made_by);

  const StudyHead& head() const { return head_; }
  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<StudyStep>& steps() const { return steps_; }

  /// Index of the first step that is not finished; the number of steps when all are.
  int step() const { return step_; }
  bool finished() const { return step_ == static_cast<int>(steps_.size()); }
  /// The participant's last word on the page of this step, where it is the consent page, was no.
  bool declined() const { return declined_; }
  /// Shots of the unfinished task so far, each with its tap where it had one.
  const std::vector<Shot>& shots() const { return shots_; }

  void add_read();                        ///< a page without a second button
  void add_consent(bool agreed);          ///< a page with one; the step is over only where they agreed
  void add_launch(const Shot& shot);      ///< its tap, if any, is added too
  void add_tap(int shot, int tap_ms);     ///< of a shot of shots() without tap
  void add_done(const Session& session);  ///< the session is in kReport; its shots replace shots()
  void add_answer(bool novel);

  /// What came of a task, by its step.
  const std::map<int, StudyResult>& results() const { return results_; }
  /// Whether something was novel in a task, by the step of the question.
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

/// The tasks of the trials whose last question is answered, in the order they were played. Trials that are
/// not over would count with the tasks they have.
std::vector<PlaydataRow> finished_tasks(const StudyJournal& journal, const Plan& plan);

/// Writes them to records.jsonl and playdata.csv in the participant's folder; the latter lacks the
/// novelty-scenarios that play data have no name for. Call it when the journal is opened and after every
/// answer. Throws InputError where they cannot be written.
void export_records(const StudyJournal& journal, const Plan& plan);

}  // namespace novphy
