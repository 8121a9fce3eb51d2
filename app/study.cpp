#include <fmt/core.h>

#include <filesystem>
#include <string>

#include "app/commands.h"
#include "app/common.h"
#include "app/job.h"
#include "app/shipped.h"
#include "base/input_error.h"
#include "trials/studies/study_journal.h"
#include "trials/studies/study_progress.h"

namespace novphy::app {
namespace {

struct StudyArguments {
  std::string assets{};  ///< folder
  std::string results{};
  std::string study{};
  std::string plan{};

  Settings settings() {
    return {{.name = "results",
             .value = &results,
             .help = "The results folder of novphy-play",
             .word = "DIR",
             .positional = true,
             .required = true},
            {.name = "study",
             .value = &study,
             .help = "The study file (default: where it was when the study began)",
             .word = "FILE"},
            {.name = "plan",
             .value = &plan,
             .help = "The plan (default: where it was when the study began)",
             .word = "PLAN"},
            assets_setting(assets)};
  }
};

struct AnswersArguments : StudyArguments {
  std::string out = "-";

  Settings settings() {
    Settings all = StudyArguments::settings();
    add(all, {out_setting(out, {FileKind::kAnswers}, "Where to write; - is the standard output")});
    return all;
  }
};

struct ExclusionArguments : StudyArguments {
  std::string participant{};
  std::string reason{};

  Settings settings() {
    Settings all = StudyArguments::settings();
    add(all, {{.name = "participant",
               .value = &participant,
               .help = "The participant",
               .word = "ID",
               .positional = true,
               .required = true},
              {.name = "reason",
               .value = &reason,
               .help = "The reason, which stays in the data",
               .word = "TEXT",
               .required = true}});
    return all;
  }
};

/// The file of the option, else the one that the journal names. Throws InputError where that does not exist.
std::filesystem::path named(const std::string& given, const std::string& in_journal, const char* option) {
  if (!given.empty()) return shipped(given);
  if (in_journal.empty()) throw InputError(option, "is needed: the oldest journals do not name the file");
  const std::string file = shipped(in_journal);
  if (!std::filesystem::exists(file))
    throw InputError(in_journal, fmt::format("is not there; {} says where the file is now", option));
  return file;
}

/// The study of the results, with the plan of --plan, else the one that the first journal names.
StudyFile load_study(const StudyArguments& options) {
  const auto journals = journals_in(options.results);
  if (journals.empty()) throw InputError(options.results, "has no participants");
  const StudyHead& head = *journals.front().lines.head;
  const Assets assets = load_assets(assets_folder(options.assets), head.fingerprint.overrides);
  return read_study(named(options.study, head.study, "--study"), assets.catalogue,
                    named(options.plan, head.fingerprint.plan, "--plan"));
}

void print_status(StudyArguments& options) {
  const StudyFile file = load_study(options);
  fmt::print("{}", status_text(read_people(options.results, file), file));
}

void write_answers(AnswersArguments& options) {
  const StudyFile file = load_study(options);
  write_file(options.out, answers_csv(read_people(options.results, file), file.plan));
}

template <bool kExcluded>
void set_exclusion(ExclusionArguments& options) {
  exclude(options.results, options.participant, load_study(options),
          {.excluded = kExcluded, .reason = options.reason}, system_ms());
  fmt::print("{}: {}: {}\n", options.participant, kExcluded ? "does not count" : "counts again",
             options.reason);
}

}  // namespace

void add_study(Command& program) {
  Command& study =
      add_job(program,
              {.name = "study",
               .what = "Studies with people: how far participants are, who counts, and their answers",
               .group = kTrialsGroup,
               .examples = "novphy study status results"},
              {});
  add_job(study,
          {.name = "status",
           .what = "Shows how far everybody is, how long tasks take, and how often people say yes"},
          job_of(print_status));
  add_job(study, {.name = "answers", .what = "Writes a CSV table with a row for each answer"},
          job_of(write_answers));
  add_job(study, {.name = "exclude", .what = "Leaves a participant out of all measures; the data are kept"},
          job_of(set_exclusion<true>));
  add_job(study, {.name = "include", .what = "Lets an excluded participant count again"},
          job_of(set_exclusion<false>));
}

}  // namespace novphy::app
