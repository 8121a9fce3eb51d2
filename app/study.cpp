#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/common.h"
#include "app/outputs.h"
#include "app/shipped.h"
#include "base/input_error.h"
#include "trials/studies/study_journal.h"
#include "trials/studies/study_people.h"

namespace novphy::app {
namespace {

struct StudyArguments {
  AssetOptions assets;
  std::string results;
  std::string study;
  std::string plan;
  std::string participant;
  std::string reason;
  std::string out = "-";
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
  const Assets assets = load_assets(options.assets.place(), head.fingerprint.overrides);
  return read_study(named(options.study, head.study, "--study"), assets.catalogue,
                    named(options.plan, head.fingerprint.plan, "--plan"));
}

void print_status(const StudyArguments& options) {
  const StudyFile file = load_study(options);
  fmt::print("{}", status_text(read_people(options.results, file), file));
}

void write_answers(const StudyArguments& options) {
  const StudyFile file = load_study(options);
  write_file(options.out, answers_csv(read_people(options.results, file), file.plan));
}

void set_exclusion(const StudyArguments& options, bool excluded) {
  exclude(options.results, options.participant, load_study(options),
          {.excluded = excluded, .reason = options.reason}, system_ms());
  fmt::print("{}: {}: {}\n", options.participant, excluded ? "does not count" : "counts again",
             options.reason);
}

using Options = std::shared_ptr<StudyArguments>;

CLI::App& add_part(CLI::App& study, const std::string& part, const std::string& what,
                   const Options& options) {
  CLI::App& command = *study.add_subcommand(part, what);
  command.add_option("results", options->results, "The results folder of novphy-play")
      ->type_name("DIR")
      ->required();
  command
      .add_option("--study", options->study, "The study file (default: where it was when the study began)")
      ->type_name("FILE");
  command.add_option("--plan", options->plan, "The plan (default: where it was when the study began)")
      ->type_name("PLAN");
  options->assets.add_folder_to(command);
  return command;
}

void add_exclusion(CLI::App& study, const std::string& part, const std::string& what, bool excluded) {
  const auto options = std::make_shared<StudyArguments>();
  CLI::App& command = add_part(study, part, what, options);
  command.add_option("participant", options->participant, "The participant")->type_name("ID")->required();
  command.add_option("--reason", options->reason, "The reason, which stays in the data")
      ->type_name("TEXT")
      ->required();
  command.callback([options, excluded] { set_exclusion(*options, excluded); });
}

}  // namespace

void add_study(CLI::App& app) {
  CLI::App& study = add_command(
      app, "study", "Studies with people: how far participants are, who counts, and their answers",
      kTrialsGroup, "novphy study status results");
  study.require_subcommand(0, 1);
  study.callback([&study] {
    if (study.get_subcommands().empty())
      throw CLI::ValidationError("expected a command: status, answers, exclude or include");
  });
  const auto status = std::make_shared<StudyArguments>();
  add_part(study, "status", "Shows how far everybody is, how long tasks take, and how often people say yes",
           status)
      .callback([status] { print_status(*status); });
  const auto answers = std::make_shared<StudyArguments>();
  CLI::App& table = add_part(study, "answers", "Writes a CSV table with a row for each answer", answers);
  as_output(table.add_option("--out", answers->out, "Where to write; - is the standard output"),
            {FileKind::kAnswers})
      ->type_name("FILE")
      ->capture_default_str();
  table.callback([answers] { write_answers(*answers); });
  add_exclusion(study, "exclude", "Leaves a participant out of all measures; the data are kept", true);
  add_exclusion(study, "include", "Lets an excluded participant count again", false);
}

}  // namespace novphy::app
