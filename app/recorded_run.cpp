#include "app/recorded_run.h"

#include <fmt/core.h>

#include <filesystem>

#include "app/outputs.h"
#include "base/input_error.h"
#include "base/text.h"
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

namespace {

/// Warns about differences, before plays are compared, because other numbers or another engine may give other
/// plays.
void warn_of_differences(const Fingerprint& then, const Assets& assets) {
  const BuildInfo build = build_info();
  Fingerprint now = then;
  now.version = build.version;
  now.box2d = build.box2d;
  if (!made_in_browser(then)) {
    now.compiler = build.compiler;
    now.architecture = build.architecture;
  }
  now.catalogue_hash = assets.catalogue_hash;
  now.physics_hash = assets.physics_hash;
  for (const std::string& difference : differences(then, now)) print_warning(difference);
}

}  // namespace

RecordSetting load_setting(const std::string& records, const Fingerprint& fingerprint,
                           const RecordPlaces& places) {
  const auto folder = places.assets.empty() ? data_folder("assets") : std::filesystem::path(places.assets);
  RecordSetting setting{.assets = load_assets(folder, fingerprint.overrides), .physics = {}, .plan = {}};
  warn_of_differences(fingerprint, setting.assets);
  const auto physics = setting.assets.physics.find(fingerprint.physics);
  if (physics == setting.assets.physics.end())
    throw InputError(
        records, fmt::format("was made with the physics \"{}\", which is not there", fingerprint.physics));
  const std::string file = places.plan.empty() ? fingerprint.plan : places.plan;
  PlanFile plan = read_plan(file, setting.assets.catalogue);
  if (plan.hash != fingerprint.plan_hash)
    throw InputError(file, fmt::format("is not the plan of these records: its hash is {}, expected {}",
                                       plan.hash, fingerprint.plan_hash));
  setting.plan = std::move(plan.plan);
  setting.physics = played_physics(setting.plan, physics->second);
  return setting;
}

Task task_of(const RecordSetting& setting, const Record& record, const std::string& file, int line) {
  const auto ref = find_task(setting.plan, record.task_template, record.variation);
  if (!ref)
    throw InputError(
        file, line,
        fmt::format("the plan has no variation {} of template {}", record.variation, record.task_template));
  return novphy::task_of(setting.plan, *ref, setting.assets.catalogue);
}

Record record_at(RecordReader& reader, const std::string& file, int line) {
  while (auto record = reader.next())
    if (reader.line() == line) return *std::move(record);
  throw no_record(file, line);
}

InputError no_record(const std::string& file, int line) {
  return {file, fmt::format("has no record in line {} (line 1 says what made them)", line)};
}

}  // namespace novphy::app
