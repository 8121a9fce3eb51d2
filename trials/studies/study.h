#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/lines.h"
#include "sim/catalogue.h"
#include "sim/task.h"
#include "trials/plan.h"
#include "trials/studies/study_forms.h"
#include "trials/studies/study_lines.h"

/// A study with people: the texts and the tasks that each participant sees, and their order. study_journal.h
/// records what the participants do.
namespace novphy {

/// A text with a button below it. Where `decline` is not empty, a second button with this label means no.
struct StudyPage {
  std::string title{};
  std::string text{};
  std::string button{};
  std::string decline{};
  friend bool operator==(const StudyPage&, const StudyPage&) = default;
};

struct StudyPages {
  StudyPage welcome;
  std::optional<StudyPage> consent;  ///< the only page that may be declined
  StudyPage instructions;
  StudyPage begin;  ///< after practice, before the first trial
  /// Shown before each trial. "{trial}" stands for the trial's number and "{trials}" for the number of
  /// trials.
  StudyPage trial;
  StudyPage pause;
  StudyPage thanks;
  std::optional<StudyPage> declined{};  ///< for participants who decline; without it, the window closes
};

/// The question that participants answer after each task of a trial.
struct StudyQuestion {
  std::string text;
  std::string yes;
  std::string no;
  friend bool operator==(const StudyQuestion&, const StudyQuestion&) = default;
};

/// The words that are shown over a task.
struct GameWords {
  std::string practice = "Practice";
  /// "{trial}" and "{task}" stand for numbers from 1. The number of the task tells participants where novel
  /// tasks may begin.
  std::string task = "Group {trial}";
  std::string birds = "Birds";
  std::string pigs = "Pigs";
  std::string score = "Score";
  std::string solved = "Solved";
  std::string not_solved = "Not solved";
};

struct StudyCell {
  std::string novelty;
  std::string scenario;
  friend auto operator<=>(const StudyCell&, const StudyCell&) = default;
};

/// What participants see of the world, and may do besides playing.
struct StudyScreen {
  bool as_agents = false;  ///< the whole of the agents' view; else the view is fitted to the task
  bool zoom = false;       ///< participants may zoom and move the picture
  bool help = false;       ///< participants may read the instructions again during a task
  bool sound = false;      ///< participants may turn sound on
  bool readout = true;     ///< angle and length of a pull are written beside the bird
  friend bool operator==(const StudyScreen&, const StudyScreen&) = default;
};

/// A condition between people, or within each of them: texts of its own.
struct StudyCondition {
  std::string name;
  StudyPages pages;  ///< those of the study, but for the condition's own
  StudyQuestion question{};
};

/// What a device needs to run the study's pages in a browser.
struct StudyDevice {
  std::string pointer = "any";  ///< or "mouse" or "touch", which must be there
  int least_width_px = 0;       ///< of the page, in CSS pixels
  int least_height_px = 0;
  friend bool operator==(const StudyDevice&, const StudyDevice&) = default;
};

/// The addresses to which participants go after a study in a browser, by outcome; "": none.
struct StudyCompletion {
  std::string complete{};
  std::string declined{};
  std::string failed_checks{};  ///< everything was done, but attention checks were wrong; "": as complete
  std::string device{};         ///< the device is not as the study needs it
};

/// The fields of a study's file, and of what pages of browsers read.
void describe(FieldIo& io, StudyPage& page, bool may_decline);
void describe(FieldIo& io, StudyQuestion& question);
void describe(FieldIo& io, GameWords& words);
void describe(FieldIo& io, StudyDevice& device);
void describe(FieldIo& io, StudyCompletion& completion);

struct Study {
  std::string title;
  std::filesystem::path file;  ///< path of the study file, as the user gave it
  std::filesystem::path plan;  ///< path of the plan; in the study file, relative to the study file's folder
  std::vector<Task> practice;
  /// Each participant plays one level set, which has one trial for each of its cells. Where there are
  /// conditions between people, the level sets of the file stand here once for each condition, those of the
  /// first one first.
  std::vector<std::vector<StudyCell>> level_sets;
  std::vector<StudyCondition> conditions{};
  std::vector<std::size_t> condition_of{};  ///< of each level set; empty without conditions between people
  std::vector<StudyForm> forms{};           ///< in the order in which those after one step come
  int checks_to_fail = 1;                   ///< so many wrong attention checks, and a participant has failed
  StudyDevice device{};
  StudyCompletion completion{};
  StudyPages pages;
  StudyQuestion question;
  GameWords words;
  std::string language{};  ///< such as "de": that of the texts; "": English
  std::string font{};      ///< name of the font in which all texts are written; "": the program's own
  StudyScreen screen;
  int pause_after = 0;              ///< number of trials between two pauses; 0: no pauses
  bool shuffle = false;             ///< each participant has a different order of trials
  int catch_groups = 0;             ///< control trials of each participant: nothing becomes novel in them
  std::vector<int> catch_places{};  ///< theirs in each participant's order, from 1; empty: drawn
  /// Hash of everything that decides what participants do: the level sets, the practice tasks, the view, the
  /// pauses, the order, catch groups, conditions, forms, and whether there is a consent page. The plan has a
  /// hash of its own (StudyFile::plan_hash).
  std::string hash;
  std::string
      texts;  ///< everything that participants read, as JSON: title, pages, question, words, font, language
  std::string texts_hash;  ///< content_hash() of the texts
  std::string file_hash;   ///< content_hash() of the study file, which the oldest journals name

  /// Whether each participant goes through all conditions.
  bool within() const { return !conditions.empty() && condition_of.empty(); }
  /// The condition of a level set; null without conditions between people.
  const StudyCondition* condition(int level_set) const {
    return condition_of.empty() ? nullptr : &conditions[condition_of.at(static_cast<std::size_t>(level_set))];
  }
};

/// A study, and the plan that holds the study's trials.
struct StudyFile {
  Study study;
  Plan plan;
  std::string plan_hash;
};

/// Reads a study, its practice tasks and its plan. The plan is the file `plan` or, where `plan` is empty, the
/// file that the study names. The plan must have trials of each novelty-scenario of the study, none of them
/// informed, and the same number of trials and of novel tasks for all of them. Throws InputError with every
/// problem.
StudyFile read_study(const std::filesystem::path& file, const Catalogue& catalogue,
                     const std::filesystem::path& plan = {});

/// One step of a study: a page, a task, a question or a form.
struct StudyStep {
  enum class Kind {
    kPage,      ///< the participant reads `page` and presses its button
    kPractice,  ///< the participant plays a practice task, which does not count
    kTask,      ///< the participant plays a task of a trial
    kQuestion,  ///< the participant says whether something was novel in the task
    kForm,      ///< the participant answers the questions of `form`
  };

  Kind kind = Kind::kPage;
  /// "welcome", "pause" and so on, as in StudyPages; "practice", "task", "question"; the name of the form
  std::string name = "page";
  StudyPage page{};         ///< kPage; kQuestion: its text as title, and yes and no as buttons
  StudyForm form{};         ///< kForm
  std::string condition{};  ///< that holds for this step; "": none
  int practice = -1;        ///< only for kPractice: index into Study::practice
  int trial = -1;           ///< index into Plan::trials; of forms only after a question or a group
  int task = -1;  ///< within the trial, first over normal tasks, then over novel tasks; of forms after a
                  ///< question
  TaskRef ref{};  ///< only for kTask and kQuestion
  friend bool operator==(const StudyStep&, const StudyStep&) = default;
};

/// All steps of a participant, in order. `number` is the number of earlier participants with this level set,
/// and selects which of a novelty-scenario's trials is played. Throws std::out_of_range where the study has
/// no such level set.
std::vector<StudyStep> steps_of(const Study& study, const Plan& plan, int level_set, int number);

/// The task of a step that is not a page. Throws InputError as task_of() of a plan does.
Task task_of(const Study& study, const Plan& plan, const StudyStep& step, const Catalogue& catalogue);

/// What is shown over the task of this step: GameWords::practice, or GameWords::task with its numbers.
std::string task_title(const Study& study, const std::vector<StudyStep>& steps, int step);

/// Indices into Plan::trials of a novelty-scenario's trials, or of its control trials, without calibration
/// runs.
std::vector<int> study_trials(const Plan& plan, const StudyCell& cell, bool control = false);

/// The level set and the number that the researcher wants for a new participant, if any.
struct AssignmentWish {
  std::optional<int> level_set{};
  std::optional<int> number{};
};

/// Throws InputError for a level set that does not exist among so many, and for a number outside its range.
void check_range(const AssignmentWish& wish, std::size_t level_sets);

/// The assignments of all participants, in the file RESULTS/assignments.jsonl. The file keeps the assignments
/// of participants whose folder was removed. It is locked while this object lives, so that participants who
/// start at the same moment get different assignments.
class StudyAssignments {
 public:
  /// Waits for the lock, then adds the assignments of journals that the file does not have, such as those
  /// that older versions wrote. Throws InputError where a file is damaged or cannot be written, and where a
  /// journal in the folder belongs to another study or plan, or was made with other numbers or by another
  /// program.
  StudyAssignments(const std::filesystem::path& results, const StudyFile& file, const Fingerprint& made_by);

  /// The assignment of the next participant. Where the wish leaves it open, this is the level set with the
  /// fewest people (the first of several), and the number after the largest one ever given in the level set.
  /// People who declined or are left out do not count here, but keep their numbers. The wish is
  /// within its range. Throws InputError for a number that is taken.
  Assignment choose(const AssignmentWish& wish = {}) const;
  /// Writes the participant's assignment to the file.
  void add(const std::string& participant, const Assignment& assignment);

 private:
  void read_file();
  void read_journals(const std::filesystem::path& results, const StudyFile& file, const Fingerprint& made_by);

  AppendFile file_;
  std::vector<int> people_;                    ///< of each level set
  std::map<Assignment, std::string> given_{};  ///< to the participant
};

}  // namespace novphy
