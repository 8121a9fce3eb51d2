#include <fmt/core.h>

#include "app/commands.h"
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
    return {{"results", &results, "The results folder of novphy-play", "DIR",
             Also{.positional = true, .required = true}},
            {"study", &study, "The study file (default: where it was when the study began)", "FILE"},
            {"plan", &plan, "The plan (default: where it was when the study began)", "PLAN"},
            assets_setting(assets)};
  }
};

struct AnswersArguments : StudyArguments {
  std::string out = "-";

  Settings settings() {
    return joined({StudyArguments::settings(),
                   {out_setting(out, {FileKind::kAnswers}, "Where to write; - is the standard output")}});
  }
};

struct ExclusionArguments : StudyArguments {
  std::string participant{};
  std::string reason{};

  Settings settings() {
    return joined(
        {StudyArguments::settings(),
         {{"participant", &participant, "The participant", "ID", Also{.positional = true, .required = true}},
          {"reason", &reason, "The reason, which stays in the data", "TEXT", Also{.required = true}}}});
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
              {"study", "Studies with people: how far participants are, who counts, and their answers",
               kTrialsGroup, "novphy study status results"},
              {});
  add_job(study, {"status", "Shows how far everybody is, how long tasks take, and how often people say yes"},
          job_of(print_status));
  add_job(study, {"answers", "Writes a CSV table with a row for each answer"}, job_of(write_answers));
  add_job(study, {"exclude", "Leaves a participant out of all measures; the data are kept"},
          job_of(set_exclusion<true>));
  add_job(study, {"include", "Lets an excluded participant count again"}, job_of(set_exclusion<false>));
}

}  // namespace novphy::app
