#include "app/recorded_run.h"

#include <fmt/core.h>

#include <filesystem>

#include "app/outputs.h"
#include "base/input_error.h"
#include "base/utf8.h"
#include "evaluator/record_io.h"
#include "trials/made_by.h"
#include "trials/store/fingerprint.h"

namespace novphy::app {

void RecordedRunOptions::add_plan_to(CLI::App& command) {
  command.add_option("plan", plan, "A plan, as novphy plan writes it")->type_name("PLAN")->required();
}

void RecordedRunOptions::add_files_to(CLI::App& command) {
  command.add_flag("--informed", informed,
                   "Tells agents about the novelty; the plan and its hash stay as they are");
  as_output(command.add_option("--out", out, "The file of records to write"), {FileKind::kRecords})
      ->type_name("FILE")
      ->required();
  auto* go_on = command.add_flag("--resume", resume, "Goes on with what an interrupted run left");
  command.add_flag("--force", force, "Replaces records that are there already, and files of another kind")
      ->excludes(go_on);
  command
      .add_option(
          "--run", run,
          "The training of the agent that plays, such as \"seed 3\"; measure takes several trainings of "
          "one agent as its replications")
      ->type_name("NAME");
  command.add_option("--trials", trials, "Plays only the first N trials of each novelty-scenario")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
}

void RecordedRunOptions::check_out() const {
  if (out == "-")
    throw InputError("--out",
                     "found \"-\", expected the name of a file, beside which unfinished runs are kept");
  if (std::filesystem::is_directory(out)) throw InputError(out, "expected a file, found a folder");
  if (!run.empty()) check_shown_name(run, "--run");
}

void RecordedRunOptions::set(RunFiles& files) const {
  files.out = out;
  if (trials > 0) files.trials = trials;
  files.resume = resume;
  files.force = force;
}

const Physics& physics_of_records(const RecordedRunOptions& options, const Assets& assets) {
  const Physics& physics = assets.physics.at(options.assets.physics_name());
  if (physics.slow_bird_mps > 0)
    throw InputError("--physics",
                     "\"" + physics.name + "\" lets slow birds go early: it serves searches, not records");
  return physics;
}

Fingerprint fingerprint_of(const RecordedRunOptions& options, const Assets& assets, PlanFile& file) {
  Fingerprint print = made_by(assets, options.assets.physics_name(), options.assets.overrides());
  print.plan = options.plan;
  print.plan_hash = file.hash;
  print.seed = file.plan.options.seed.number;
  print.run = options.run;
  print.informed = options.informed && inform(file.plan);
  return print;
}

void check_shown_name(const std::string& name, const char* option) {
  const std::string_view problem = name_problem(name);
  if (!problem.empty()) throw InputError(option, fmt::format("found a name that is {}", problem));
}

void count_tasks(ProgressLine& line, const Progress& progress) {
  line.count({.done = static_cast<std::size_t>(progress.tasks),
              .of = static_cast<std::size_t>(progress.tasks_of),
              .before = static_cast<std::size_t>(progress.resumed_tasks)});
}

Interrupted interrupted(const StoppedRun& stopped, const CatchSignals& signals) {
  return {.signal = signals.signal(), .kept = kept_text(stopped)};
}

std::string begun_again_text(const RunSummary& summary) {
  return fmt::format("{} trials were begun more than once, as their records tell", summary.begun_again);
}

void print_run(const RunSummary& summary, const std::string& out) {
  fmt::print("{} trials, {} tasks, {} passed: {}\n", summary.trials, summary.records, summary.passed,
             printable(out));
  if (summary.resumed_trials > 0) fmt::print("{} trials were there already\n", summary.resumed_trials);
  if (summary.agent_errors > 0)
    fmt::print("{} trials ended by an agent that could not go on; the first: {}\n", summary.agent_errors,
               summary.first_error);
  if (summary.begun_again > 0) fmt::print("{}\n", begun_again_text(summary));
}

}  // namespace novphy::app
