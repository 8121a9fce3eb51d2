#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/task.h"
#include "trials/studies/study.h"
#include "trials/studies/study_lines.h"

namespace novphy {

/// Whether a participant takes part, and whether their data count.
struct StudyStanding {
  bool declined = false;   ///< the participant's last answer on the consent page was no
  std::string excluded{};  ///< the researcher's reason for leaving the participant out; "" without one
  double speed = 1;        ///< speed of the world in the session that goes on
  double tried_at = 1;     ///< a speed other than 1 at which something was done; 1: nothing was

  void take(const StudyEntry& entry);
  /// Why the data do not count; "" where they count.
  std::string left_out() const;
  bool counts() const { return !declined && left_out().empty(); }
};

/// Whether the entry is something that the participant did.
bool is_act(StudyEntry::Kind kind);

StudyStanding standing_of(std::span<const StudyEntry> entries);

/// How long a participant spent on a step, in milliseconds. The time from the last act of one session to the
/// beginning of the next does not count. -1 where the journal has no moments.
struct StepTime {
  std::int64_t begun_at_ms = -1;  ///< since 1970 (UTC)
  std::int64_t spent_ms = -1;
  std::int64_t first_shot_ms = -1;  ///< spent before the first shot of a task
  std::int64_t hidden_ms = 0;       ///< not in spent_ms: the page was hidden, or the window not in front
  std::int64_t unfocused_ms = 0;    ///< in spent_ms: the page was visible, but keys went elsewhere
  friend bool operator==(const StepTime&, const StepTime&) = default;
};

/// How far a participant has come, according to the lines of a journal.
class StudyProgress {
 public:
  /// Throws std::out_of_range where the study has no such level set.
  StudyProgress(StudyHead head, const StudyFile& file);

  const StudyHead& head() const { return head_; }
  const std::vector<StudyStep>& steps() const { return steps_; }
  /// Index of the first step that is not finished; the number of steps where all steps are finished.
  int step() const { return step_; }
  bool finished() const { return step_ == static_cast<int>(steps_.size()); }
  const StudyStanding& standing() const { return standing_; }
  /// Shots of the unfinished task so far, each with its tap, if any.
  const std::vector<Shot>& shots() const { return shots_; }
  /// The result of each finished task, by the index of its step.
  const std::map<int, StudyResult>& results() const { return results_; }
  /// The answers, by the index of the question's step: whether something was novel in the task.
  const std::map<int, bool>& answers() const { return answers_; }
  /// The answers on forms, as JSON, by the index of the form's step.
  const std::map<int, std::string>& forms() const { return forms_; }
  /// The steps of finished tasks whose shots, played again, did not give the recorded result. The value says
  /// whether the task still counts for detection; otherwise its whole trial is left out.
  const std::map<int, bool>& another_plays() const { return another_plays_; }
  /// The times of the steps that were begun.
  const std::map<int, StepTime>& times() const { return times_; }
  /// Study::texts_hash of the last session; "" before the first session.
  const std::string& texts() const { return texts_; }
  /// The moment of the last entry that has one; -1: no entry has.
  std::int64_t last_at_ms() const { return last_at_ms_; }

  /// The reason why the entry cannot come next; "" where it can.
  std::string misfit(const StudyEntry& entry) const;
  void take(const StudyEntry& entry);

 private:
  void clock(const StudyEntry& entry);
  bool skips_form() const;

  StudyHead head_;
  std::vector<StudyStep> steps_;
  StudyStanding standing_{};
  int step_ = 0;
  std::vector<Shot> shots_{};
  std::map<int, StudyResult> results_{};
  std::map<int, bool> answers_{};
  std::map<int, std::string> forms_{};
  std::map<int, bool> another_plays_{};
  std::map<int, StepTime> times_{};
  std::string texts_{};
  std::int64_t last_at_ms_ = -1;
};

/// Takes all entries of the journal in this file. Throws InputError, with file and line, for an entry that
/// does not fit.
void take_all(StudyProgress& progress, const StudyLines& lines, const std::filesystem::path& journal);

/// How a journal with this head differs from the study, its plan, or the program and numbers that `now`
/// names; "": it does not. Plans are compared by content: the paths of plan and study may differ.
std::string difference(const StudyHead& head, const StudyFile& file, const Fingerprint& now);

// All participants of a study, for the researcher. These functions only read; windows may be open.

/// The participants who began, sorted by ID. Throws InputError where a journal is damaged, or of another
/// study or plan.
std::vector<StudyProgress> read_people(const std::filesystem::path& results, const StudyFile& file);

/// The attention checks that a participant has answered.
struct CheckCount {
  int wrong = 0;
  int all = 0;
};
CheckCount checks_of(const StudyProgress& person);

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
/// the times. docs/reference/studies.md describes the columns.
std::string answers_csv(const std::vector<StudyProgress>& people, const Plan& plan);

/// A CSV table with a row for each answer on a form.
std::string forms_csv(const std::vector<StudyProgress>& people, const Plan& plan);

}  // namespace novphy
