#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/zip_archive.h"
#include "evaluator/record.h"
#include "sim/catalogue.h"
#include "sim/task.h"
#include "trials/studies/study.h"

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

// A study as files that a page in the browser reads: study.json, and a file sets/K-N.json for participant N
// of level set K, with the steps and their tasks.
//
// Nothing in these files tells which tasks are novel: tasks have opaque numbers (opaque_tasks.h), and no
// names, phases or marks. One thing cannot be hidden from participants who read the files: a task contains
// its world, with each force and object in it, because the page simulates the task.

/// Where the page sends a participant's data.
struct WebSending {
  std::string kind = "download";  ///< "download", "datapipe", "post", "jatos" or "server"
  std::string target{};           ///< the experiment's ID of "datapipe", the address of "post"
};

/// What a web study has besides the study.
struct WebStudyOptions {
  Fingerprint made_by;  ///< of this program: the page needs the same simulator
  WebSending sending{};
  std::string completion{};  ///< address to which participants go at the end; "": that of the study
};

/// All files that belong to the study itself, by their path within the folder. The tasks are those of the
/// plan. Throws InputError as task_of() of a plan does.
std::vector<NamedBytes> web_study_files(const StudyFile& file, const Catalogue& catalogue,
                                        const WebStudyOptions& options);

/// Which opaque number is which task, as JSON. Participants must not see it.
std::string web_study_key(const StudyFile& file);

/// Whether web_study_files() may give a file of this name.
bool is_web_study_file(const std::string& name);

/// An online study as an archive (.jzip) that a JATOS server of version 3 imports: the study's properties
/// (.jas), and a folder with these files. `archive` names the archive in messages. Throws InputError for
/// files that are too large for a ZIP archive.
std::string jatos_archive(const StudyFile& file, std::span<const NamedBytes> files,
                          const std::string& archive);

}  // namespace novphy
