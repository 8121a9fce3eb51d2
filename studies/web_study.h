#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/zip_archive.h"
#include "evaluator/record.h"
#include "sim/catalogue.h"
#include "studies/study.h"

/// A study as files that a page in the browser reads: study.json, and a file sets/K-N.json for participant N
/// of level set K, with the steps and their tasks.
///
/// Nothing in these files tells which tasks are novel: tasks have opaque numbers (opaque_tasks.h), and no
/// names, phases or marks. One thing cannot be hidden from participants who read the files: a task contains
/// its world, with each force and object in it, because the page simulates the task.
namespace novphy {

/// Where the page sends a participant's data.
struct WebSending {
  std::string kind = "download";  ///< "download", "datapipe", "post" or "jatos"
  std::string target{};           ///< the experiment's ID of "datapipe", the address of "post"
};

/// What a web study has besides the study.
struct WebStudyOptions {
  Fingerprint made_by;  ///< of this program: the page needs the same simulator
  WebSending sending{};
  std::string completion{};  ///< address to which participants go at the end; "": none
};

/// All files that belong to the study itself, by their path within the folder. The tasks are those of the
/// plan. Throws InputError as task_of() of a plan does.
std::vector<NamedBytes> web_study_files(const StudyFile& file, const Catalogue& catalogue,
                                        const WebStudyOptions& options);

/// Which opaque number is which task, as JSON. Participants must not see it.
std::string web_study_key(const StudyFile& file);

/// Whether web_study_files() may give a file of this name.
bool is_web_study_file(const std::string& name);

}  // namespace novphy
