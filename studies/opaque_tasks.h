#pragma once

#include <map>
#include <string>

#include "sim/task.h"
#include "studies/study.h"

/// The names that the tasks of an online study have in the browser. Participants could read what the page
/// loads, so the names are numbers that tell nothing. Whoever writes the study for the web and whoever
/// imports the results both compute the numbers from study and plan.
namespace novphy {

/// A task of a study: the practice task with this index, or a task of a trial. The numbers are those of
/// StudyStep.
struct OpaqueTask {
  int practice = -1;  ///< index into Study::practice; -1 for a task of a trial
  int trial = -1;     ///< index into Plan::trials; -1 for a practice task
  int task = -1;      ///< index within the trial, first over normal tasks, then over novel tasks
  friend auto operator<=>(const OpaqueTask&, const OpaqueTask&) = default;
};

/// Identifies study and plan in an online study: 16 hexadecimal digits. The numbers of the tasks do not
/// follow from it.
std::string online_study_id(const StudyFile& file);

/// All practice tasks, and all tasks of the trials that participants may play, by opaque number such as
/// "0815". All numbers have as many digits. Their order is shuffled by the hashes of study and plan.
std::map<std::string, OpaqueTask> opaque_tasks(const StudyFile& file);

/// The task of a step of the kind kPractice, kTask or kQuestion.
OpaqueTask opaque_task_of(const StudyStep& step);

/// The task without what no play depends on and what would tell of a novelty: the marks of novelties, the
/// permission to overlap, and the names of force fields. It plays as the task does, to the same digest.
Task without_names(Task task);

}  // namespace novphy
