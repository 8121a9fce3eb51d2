#include "jobs/run.h"

#include <fmt/core.h>

#include <utility>

#include "agents/external/external.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "generator/solver.h"
#include "trials/made_by.h"
#include "trials/questions.h"
#include "trials/replay.h"
#include "trials/store/blocks.h"

namespace novphy {

Settings RecordedSettings::settings() {
  return joined(
      {{{"plan", &plan, "A plan, as novphy plan writes it", "PLAN",
         Also{.positional = true, .required = true}},
        {"informed", &informed, "Tells agents about the novelty; the plan and its hash stay as they are"},
        out_setting(out, {FileKind::kRecords}, "The file of records to write"),
        {"resume", &resume, "Goes on with what an interrupted run left",
         Also{.excludes = {"force"}, .aside = true}},
        {"force", &force, "Replaces records that are there already, and files of another kind",
         Also{.aside = true}},
        {"run", &run,
         "The training of the agent that plays, such as \"seed 3\"; measure takes several trainings of one "
         "agent as its replications",
         "NAME", Also{.aside = true}},
        {"trials", &trials, "Plays only the first N trials of each novelty-scenario", "N",
         Also{.least = 1, .most = 1'000'000}}},
       assets.settings()});
}

SessionSetup RecordedRun::setup() const {
  return {.catalogue = assets->catalogue,
          .physics = physics(),
          .colours = assets->colours,
          .labels = fingerprint.labels,
          .clock = steady_seconds};
}

void check_shown_name(const std::string& name, const std::string& place) {
  const std::string_view problem = name_problem(name);
  if (!problem.empty()) throw InputError(place, fmt::format("found a name that is {}", problem));
}

namespace {

/// Before anything is played.
void check_output(const RecordedSettings& wanted, Face face) {
  if (wanted.out == "-")
    throw InputError(name_of("out", face),
                     "found \"-\", expected the name of a file, beside which unfinished runs are kept");
  if (std::filesystem::is_directory(wanted.out))
    throw InputError(wanted.out, "expected a file, found a folder");
  if (!wanted.run.empty()) check_shown_name(wanted.run, name_of("run", face));
}

}  // namespace

RecordedRun recorded_run(const RecordedSettings& wanted, const JobContext& context,
                         std::shared_ptr<const PlanFile> plan) {
  check_output(wanted, context.face);
  RecordedRun run{.assets = wanted.assets.load(context)};
  if (run.assets->physics.at(wanted.assets.physics).slow_bird_mps > 0)
    throw InputError(
        name_of("physics", context.face),
        "\"" + wanted.assets.physics + "\" lets slow birds go early: it serves searches, not records");
  auto file = std::make_shared<PlanFile>(plan ? *plan : read_plan(wanted.plan, run.assets->catalogue));
  check_numbers(file->plan, run.assets->overrides, name_of("set", context.face));
  Fingerprint& print = run.fingerprint;
  print = made_by(*run.assets, wanted.assets.physics, wanted.assets.overrides);
  print.plan = wanted.plan;
  print.plan_hash = file->hash;
  print.seed = file->plan.options.seed.number;
  print.run = wanted.run;
  print.informed = wanted.informed && inform(file->plan);
  print.settings = context.given;
  run.plan = std::move(file);
  run.files = {.out = wanted.out, .trials = wanted.trials, .resume = wanted.resume, .force = wanted.force};
  return run;
}

Settings RunSettings::settings() {
  return joined(
      {recorded.settings(),
       {{"agent", &agent, "Who plays; see novphy list agents", kAgentType, Also{.required = true}},
        {"name", &name, "The agent's name in tables and reports (default: as --agent)", "NAME"},
        {"weights", &weights, "The folder of novphy train, for agents that were trained", "DIR"},
        {"agent-file", &agent_files,
         "A file of the agent that its command does not name; records hold its hash", "FILE"},
        {"agent-timeout", &agent_timeout_s,
         "Longest wait for an answer of the agent's program, in seconds; 0 waits for ever", "S",
         Also{.least = 0, .most = 1e6}},
        {"trial-timeout", &trial_timeout_s,
         "Longest time for all answers of the agent's program in a trial, in seconds; 0: no limit", "S",
         Also{.least = 0, .most = 1e6}},
        {"sandbox", &sandbox,
         "Runs the agent's program in a sandbox, without network, in which it sees this folder as /entry, "
         "read-only, and no other file but those of /usr",
         "DIR"},
        {"limits", &limits,
         "What a program in a sandbox may use: memory and scratch in MiB, processes, cpu in seconds",
         "NAME=NUMBER", Also{.needs = {"sandbox"}}},
        {"image", &image, "A folder whose usr a program in a sandbox sees in place of this machine's", "DIR",
         Also{.needs = {"sandbox"}}},
        {"agent-threads", &agent_threads,
         "Threads of each agent that can use several, such as physicist; they change no record",
         Also{.least = 1, .most = 1024, .aside = true}},
        jobs_setting(jobs, "Number of threads; the records are the same for any number"),
        {"detect", &detector, "Sets alarms: pma:10:1.5 or sma:5:0.2", "DETECTOR",
         Also{.python = "detector",
              .aside = true}},  // records name the detector, which novphy detect may change
        {"questions", &questions,
         "Asks the agent after each trial what N throws would do; see docs/reference/trials.md", "N",
         Also{.least = 0, .most = 1000}},
        shard_setting(shard, "Plays only shard I of N, for novphy merge; see docs/reference/cluster.md"),
        {"no-selftest", &no_selftest,
         "Skips the self-test before the shard, for a machine that has passed it",
         Also{.needs = {"shard"}, .aside = true}}}});
}

PlannedRun::PlannedRun(RunSettings wanted, const JobContext& context, RunObjects objects)
    : wanted_(std::move(wanted)), context_(context), objects_(std::move(objects)) {
  const AgentNeeds needs = objects_.make ? AgentNeeds{.labels = objects_.labels, .threads = true}
                                         : agent_entry(wanted_.agent, name_of("agent", context_.face)).needs;
  check_agent(needs);
  run_ = recorded_run(wanted_.recorded, context_, objects_.plan);
  run_.files.shard = wanted_.shard;
  run_.fingerprint.labels = needs.labels;
  add_questions();
  set_detector();
  name_agent();
  open_sandbox();
  if (needs.net) read_nets(needs);
  const SolverNumbers numbers = solver_numbers(*run_.assets, run_.fingerprint.physics);
  agent_options_ = {.timeout_s = wanted_.agent_timeout_s,
                    .trial_timeout_s = wanted_.trial_timeout_s,
                    .sandbox = sandbox_.get(),
                    .solve = [numbers](const Task& task) { return safe_solution(task, numbers); },
                    .colours = run_.assets->colours,
                    .catalogue = run_.assets->catalogue,
                    .search = numbers.search,
                    .threads = wanted_.agent_threads};
}

void PlannedRun::check_agent(const AgentNeeds& needs) const {
  const auto shown = [this](const char* name) { return name_of(name, context_.face); };
  if (!wanted_.name.empty()) {
    check_shown_name(wanted_.name, shown("name"));
    check_agent_name(wanted_.name, wanted_.agent, shown("name").c_str());
  }
  if (objects_.make && !wanted_.weights.empty())
    throw InputError(shown("weights"), "agents of Python load their nets themselves");
  if (needs.net && wanted_.weights.empty())
    throw InputError(shown("weights"), fmt::format("{} needs the folder of trained nets", wanted_.agent));
  if (!needs.net && !wanted_.weights.empty())
    throw InputError(shown("weights"), fmt::format("{} plays no trained nets", wanted_.agent));
  if (!needs.threads && wanted_.agent_threads > 1)
    throw InputError(shown("agent-threads"),
                     fmt::format("{} has no threads of its own; see {}", wanted_.agent, shown("jobs")));
}

void PlannedRun::name_agent() {
  Fingerprint& print = run_.fingerprint;
  if (objects_.make) {
    print.agent = wanted_.name;
    return;
  }
  print.agent = wanted_.agent;
  print.name = wanted_.name;
  print.agent_files =
      agent_files(wanted_.sandbox.empty() ? agent_command(wanted_.agent) : "", wanted_.agent_files);
}

namespace {

bool is_below(const std::filesystem::path& file, const std::filesystem::path& folder) {
  const auto from =
      std::filesystem::weakly_canonical(file).lexically_relative(std::filesystem::weakly_canonical(folder));
  return !from.empty() && *from.begin() != "..";
}

}  // namespace

void PlannedRun::open_sandbox() {
  if (wanted_.sandbox.empty()) return;
  const std::string named = name_of("sandbox", context_.face);
  if (objects_.make || agent_command(wanted_.agent).empty())
    throw InputError(named,
                     fmt::format("{} is no program: a sandbox takes agents exec:COMMAND", wanted_.agent));
  sandbox_ = std::make_unique<Sandbox>(wanted_.sandbox, wanted_.image,
                                       sandbox_limits(wanted_.limits, name_of("limits", context_.face)));
  for (const std::string& file : {wanted_.recorded.plan, wanted_.recorded.out})
    for (const std::string& seen : {std::string("/usr"), wanted_.sandbox, wanted_.image})
      if (!seen.empty() && is_below(file, seen))
        throw InputError(
            file, fmt::format("programs in the sandbox can read it: expected a file outside {}", seen));
  run_.fingerprint.served = sandbox_->words();
  for (const auto& [name, folder] : {std::pair{"/entry", wanted_.sandbox}, {"/usr", wanted_.image}})
    if (!folder.empty())
      run_.fingerprint.agent_files.push_back(fmt::format("{} {:.16}", name, folder_sha256(folder)));
}

void PlannedRun::read_nets(const AgentNeeds& needs) {
  if (needs.told && !is_informed(plan()))
    throw InputError(name_of("agent", context_.face),
                     fmt::format("{} plays informed trials only: add {}", wanted_.agent,
                                 name_of("informed", context_.face)));
  nets_ = read_plan_nets(*needs.net, wanted_.weights, plan(), run_.assets->catalogue);
  run_.fingerprint.agent_files = nets_.files;
}

void PlannedRun::add_questions() {
  if (wanted_.questions == 0) return;
  auto asking = std::make_shared<PlanFile>(*run_.plan);
  choose_questions(asking->plan, wanted_.questions, run_.assets->catalogue);
  run_.plan = std::move(asking);
  run_.fingerprint.questions = wanted_.questions;
}

void PlannedRun::set_detector() {
  if (wanted_.detector.empty()) return;
  DetectorSettings settings = parse_detector(wanted_.detector);
  settings.again = has_spans(plan());
  if (const std::string warning = check_calibration(plan(), settings); !warning.empty())
    context_.warn(warning);
  run_.fingerprint.detector = text_of(settings);
  detector_.emplace(settings);
  run_.files.mark = [this](Record& record) { detector_->mark(record); };
}

AgentFactory PlannedRun::factory() const {
  return [this](const std::string& normal_template) {
    return objects_.make ? objects_.make()
                         : make_agent(wanted_.agent, agent_options_, nets_.of(normal_template));
  };
}

RunSummary PlannedRun::play(const RunWatch& watch) {
  if (wanted_.shard && !wanted_.no_selftest)  // with the program's own assets, whatever the run uses
    check_machine(context_.folder("levels/templates"), load_assets(context_.folder("assets")));
  RunOptions options;
  static_cast<RunFiles&>(options) = run_.files;
  options.jobs = static_cast<int>(threads_of(wanted_.jobs));
  // A program that keeps nothing between its starts knows nothing of a trial that was begun before.
  options.outside = objects_.make || (!agent_command(wanted_.agent).empty() && !sandbox_);
  agent_options_.stop = options.stop = watch.stop;
  agent_options_.questions = watch.questions;
  options.pause = watch.pause;
  options.begins = watch.begins;
  options.progress = watch.progress;
  return novphy::run(plan(), run_.fingerprint, factory(), run_.setup(), options);
}

FinishedTrial PlannedRun::play(const Plan& plan, const PlannedTrial& trial, StopFlag stop) {
  agent_options_.stop = stop;
  return finish_trial(plan, trial, factory(), run_.setup(), stop);
}

std::string PlannedRun::output() const {
  return wanted_.shard ? shard_path(wanted_.recorded.out, *wanted_.shard).string() : wanted_.recorded.out;
}

void PlannedRun::warn_of_detector() const {
  if (const std::string warning = detector_ ? detector_->no_spread() : ""; !warning.empty())
    context_.warn(warning);
}

Settings MergeSettings::settings() {
  return {
      {"files", &files, "Finished shards, tries of shards, and partial files, in any order", "FILE",
       Also{.positional = true, .required = true}},
      {"out", &out, "The file of records to write", "FILE",
       Also{.required = true, .writes = {{FileKind::kRecords}}, .named = true}},
      {"force", &force, "Replaces records that are there already, and files of another kind"},
      {"plan", &plan, "The plan, where it was moved; needed only to name shards that are missing", "PLAN"},
      {"shards", &shards,
       "The number of shards, to name those that are missing (default: as the files' names say)", "N",
       Also{.least = 1, .most = kMostShards}}};
}

namespace {

/// The plan of the files. Nothing where the settings do not name it and it is no longer where it was.
std::optional<Plan> plan_of(const MergeSettings& wanted, const Fingerprint& fingerprint,
                            const std::filesystem::path& assets) {
  const std::string path = wanted.plan.empty() ? fingerprint.plan : wanted.plan;
  if (wanted.plan.empty() && !std::filesystem::is_regular_file(path)) return std::nullopt;
  PlanFile file = read_plan(path, load_catalogue(assets));
  if (file.hash == fingerprint.plan_hash) return std::move(file.plan);
  throw InputError(path,
                   fmt::format("has the hash {}, expected {}, the plan of the files: --plan names the plan",
                               file.hash, fingerprint.plan_hash));
}

/// Says which trials are missing, as far as plan and shards are known.
Merged unfinished(const Merge& merge, const MergeSettings& wanted, const std::filesystem::path& assets) {
  const int held = static_cast<int>(merge.trials().size());
  const int count = merge.planned() - held;
  Merged merged{.held = held,
                .missing = fmt::format("{} of {} missing; nothing is written", count,
                                       counted(merge.planned(), "trial is", "trials are"))};
  const int shards = wanted.shards ? *wanted.shards : merge.shards().value_or(0);
  const bool asked = shards > 0 || !wanted.plan.empty();
  const auto plan = asked ? plan_of(wanted, merge.fingerprint(), assets) : std::nullopt;
  if (plan) merged.places = missing_trials(merge, *plan);
  if (shards == 0)
    merged.missing += "; --shards N names the shards that hold them";
  else if (!plan)
    merged.missing += "; --plan PLAN names the shards that hold them";
  else
    merged.shards = shards_of(merged.places, shards);
  if (!merged.shards.empty())
    merged.missing += fmt::format("; they are of {} of {}", merged.shards.size(), counted(shards, "shard"));
  return merged;
}

}  // namespace

Merged merge(const MergeSettings& wanted, const std::filesystem::path& assets, StopFlag stop) {
  if (!wanted.force && std::filesystem::exists(wanted.out))
    throw InputError(wanted.out, "is there already: expected another name or --force");
  const Merge merge(wanted.files, stop);
  if (!merge.is_whole()) return unfinished(merge, wanted, assets);
  std::optional<OnlineDetector> detector;
  Mark mark;
  if (const std::string& text = merge.fingerprint().detector; !text.empty()) {
    DetectorSettings settings = parse_detector(text);
    settings.again = merge.fingerprint().novel_spans;
    detector.emplace(settings);
    mark = [&detector](Record& record) { detector->mark(record); };
  }
  Merged merged{.written = merge.write(wanted.out, mark), .held = merge.planned()};
  if (detector) merged.warning = detector->no_spread();
  return merged;
}

}  // namespace novphy
