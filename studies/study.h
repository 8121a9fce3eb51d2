#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/catalogue.h"
#include "sim/task.h"
#include "trials/plan.h"

/// A study with people: who sees which text and which task when. What they do stands in study_journal.h.
namespace novphy {

/// A text with a button below it; with a second one, for no, where `decline` is not empty.
struct StudyPage {
  std::string title{};
  std::string text{};
  std::string button{};
  std::string decline{};
  friend bool operator==(const StudyPage&, const StudyPage&) = default;
};

struct StudyPages {
  StudyPage welcome;
  std::optional<StudyPage> consent;  ///< may be declined
  StudyPage instructions;
  StudyPage begin;  ///< after practice, before the first trial
  StudyPage
      trial;  ///< before each trial; "{trial}" and "{trials}" stand for its number and how many there are
  StudyPage pause;
  StudyPage thanks;
};

/// Asked after each task of a trial.
struct StudyQuestion {
  std::string text;
  std::string yes;
  std::string no;
};

/// What is written over a task.
struct GameWords {
  std::string practice = "Practice";
  std::string task = "Group {trial}   Task {task}";  ///< numbers from 1 in the place of the braces
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

struct Study {
  std::string title;
  std::filesystem::path plan;  ///< found from the study file's folder
  std::vector<Task> practice;
  std::vector<std::vector<StudyCell>> level_sets;  ///< each participant plays one: a trial of each cell
  StudyPages pages;
  StudyQuestion question;
  GameWords words;
  int pause_after = 0;   ///< so many trials; 0: never
  bool shuffle = false;  ///< each participant has an order of trials of their own
  std::string hash;      ///< content_hash() of the study file
};

/// A study and the plan its trials are from.
struct StudyFile {
  Study study;
  Plan plan;
  std::string plan_hash;
};

/// Reads a study, its practice tasks and its plan, which is the one the study names where `plan` is empty.
/// Each novelty-scenario must have trials in the plan, not informed, and as many trials, with as many novel
/// tasks, as the others. Throws InputError with every problem.
StudyFile read_study(const std::filesystem::path& file, const Catalogue& catalogue,
                     const std::filesystem::path& plan = {});

/// One thing a participant does.
struct StudyStep {
  enum class Kind {
    kPage,      ///< reads `page` and presses its button
    kPractice,  ///< plays a task that does not count
    kTask,      ///< plays a task of a trial
    kQuestion,  ///< says whether something was novel in it
  };

  Kind kind = Kind::kPage;
  StudyPage page{};   ///< of kPage
  int practice = -1;  ///< of kPractice: index into Study::practice
  int trial = -1;     ///< of kTask and kQuestion: index into Plan::trials
  int task = -1;      ///< within that trial: normal tasks, then novel ones
  TaskRef ref{};      ///< of kTask and kQuestion
  friend bool operator==(const StudyStep&, const StudyStep&) = default;
};

/// Everything the participant does, in order. `number` says how many of this level set came before, and so
/// which of a novelty-scenario's trials is played. Throws std::out_of_range for another level set.
std::vector<StudyStep> steps_of(const Study& study, const Plan& plan, int level_set, int number);

/// The task of a step that is no page. Throws InputError as task_of() of a plan does.
Task task_of(const Study& study, const Plan& plan, const StudyStep& step, const Catalogue& catalogue);

/// Indices into Plan::trials of a novelty-scenario's trials, without calibration runs and controls.
std::vector<int> study_trials(const Plan& plan, const StudyCell& cell);

}  // namespace novphy
