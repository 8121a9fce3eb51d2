#include "trials/plan.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/level_options.h"
#include "app/making_options.h"
#include "app/outputs.h"
#include "app/plan_power.h"
#include "app/plan_sizes.h"
#include "app/progress_line.h"
#include "app/shipped.h"
#include "app/word_lists.h"
#include "base/file.h"
#include "base/input_error.h"
#include "generator/sets/make_tasks.h"
#include "levels/pair.h"
#include "levels/task_recipe.h"
#include "trials/plan_counts.h"
#include "trials/plan_file.h"
#include "trials/plan_tasks.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

struct PlanArguments {
  AssetOptions assets;
  PlanOptions plan;
  std::vector<std::string> pairs;
  std::string templates;
  PublishedOptions published;
  std::string ranges;
  LevelOptions levels;
  InjectOption inject;
  MakingOptions making;
  std::string tasks;
  std::string standard;
  std::string secret;
  unsigned jobs = 1;
  bool resume = false;
  std::optional<Shard> shard{};
  bool force = false;
  std::vector<std::string> novelties;
  std::vector<std::string> scenarios;
  std::string out;
  bool dry_run = false;
  bool no_certain_ends = false;
  PowerOptions power{};
  QuietOption quiet;
};

std::vector<Pair> read_all(const PlanArguments& options, const Catalogue& catalogue) {
  Warnings warnings;
  std::vector<Pair> pairs;
  if (!options.templates.empty())
    pairs = read_published(options.templates, catalogue, options.published, &warnings);
  else if (options.pairs.empty())
    pairs = read_pairs(data_folder("levels/templates"), catalogue, &warnings);
  else
    pairs = pairs_in(shipped(options.pairs), catalogue);
  print_warnings(warnings);
  if (!options.inject.given()) return pairs;
  return injected_pairs(pairs, !options.pairs.empty(), options.inject.chosen(),
                        options.making.table(catalogue), catalogue);
}

/// How tasks are made: novelties that the options put into pairs are asked nothing.
VariationOptions variation_of(const PlanArguments& options, const Catalogue& catalogue) {
  VariationOptions variation = options.making.variation(catalogue);
  variation.novelties = without_checks_of(options.inject.chosen(), std::move(variation.novelties));
  return variation;
}

/// Keeps the pairs that one of the names means. `member` is what a message lists. Throws InputError for a
/// name that means no pair.
void keep(std::vector<Pair>& pairs, const std::vector<std::string>& names,
          bool (*means)(const Pair&, std::string_view), std::string Pair::*member,
          const std::string& option) {
  if (names.empty()) return;
  for (const std::string& name : names) {
    if (std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) { return means(pair, name); }))
      continue;
    std::set<std::string> known;
    for (const Pair& pair : pairs) known.insert(pair.*member);
    throw InputError(option, fmt::format("found \"{}\", expected one of: {}", name,
                                         folded(std::vector<std::string>(known.begin(), known.end()))));
  }
  std::erase_if(pairs, [&](const Pair& pair) {
    return std::none_of(names.begin(), names.end(), [&](const auto& name) { return means(pair, name); });
  });
}

bool has_scenario(const Pair& pair, std::string_view word) { return pair.scenario == word; }

void print_time(const char* what, double total_s) {
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  fmt::print("{}: {} with --jobs 1", what, duration_text(total_s));
  if (threads > 1) fmt::print(", {} with --jobs {}", duration_text(total_s / threads), threads);
  fmt::print("\n");
}

void print_size(const PlanSketch& sketch) {
  fmt::print("{}", counts_table(sketch.cells));
  fmt::print("{} different tasks, played {} times; times are estimates from a few of them\n", sketch.tasks,
             sketch.plays);
}

void print_time_to_play(const PlanSketch& sketch, const PlanArguments& options, const Assets& assets) {
  print_time("playing them (novphy run; a thinking agent's own time comes on top)",
             seconds_to_play(sketch, assets.catalogue, assets.physics.at(options.assets.physics_name())));
}

/// Prints what a plan of any size holds and how long it takes.
void print_estimate(const std::vector<Pair>& pairs, const PlanArguments& options, const Assets& assets) {
  const PlanSketch sketch = sketch_plan(pairs, options.plan);
  print_size(sketch);
  if (options.templates.empty() && options.tasks.empty())
    print_time("making the tasks (novphy plan)",
               seconds_to_make(sketch, pairs, variation_of(options, assets.catalogue),
                               solver_numbers(assets, options.assets.physics_name())));
  print_time_to_play(sketch, options, assets);
  if (!sketch.excess.empty()) fmt::print("such a plan cannot be written: {}\n", sketch.excess);
}

/// Plans levels without pairs.
void plan_levels(const PlanArguments& options, const Assets& assets) {
  Plan plan = options.levels.plan(options.plan, assets.catalogue);
  plan.certain_ends = !options.no_certain_ends;
  if (!options.dry_run) return write_file(options.out, plan_to_json(plan, assets.catalogue));
  const PlanSketch sketch = sketch_of(std::move(plan));
  print_size(sketch);
  print_time_to_play(sketch, options, assets);
}

std::string tasks_of(const std::string& out) { return out + ".tasks"; }

/// The file that holds the tasks already made while further tasks are made.
std::string partial_of(const std::string& out, const std::optional<Shard>& shard = {}) {
  if (shard) return tasks_of(out) + shard_ending(*shard);
  if (out != "-") return tasks_of(link_target(out)) + ".partial";
  return (fs::temp_directory_path() / fmt::format("novphy-plan-{}.partial", ::getpid())).string();
}

/// Fills the plan with tasks. Returns the tasks' lines where the tasks were made or come from a folder.
std::vector<TaskSetLine> fill(Plan& plan, const std::vector<Pair>& pairs, const std::optional<TaskSet>& set,
                              const PlanArguments& options, const Assets& assets) {
  if (set) {
    take_tasks_of(plan, *set, options.tasks);
    return set->lines;
  }
  if (!options.templates.empty()) {
    shift_tasks(plan);
    return {};
  }
  ProgressLine line("plan", "tasks", options.quiet);
  FreshTasks fresh{.variation = variation_of(options, assets.catalogue),
                   .physics = options.assets.physics_name(),
                   .jobs = options.jobs,
                   .partial = partial_of(options.out, options.shard),
                   .shard = options.shard,
                   .of_shards = {},
                   .resume = options.resume,
                   .progress = line.counter()};
  if (!options.shard) fresh.of_shards = files_of_shards(tasks_of(options.out));
  fresh.variation.seed = options.plan.seed;
  return make_tasks_of(plan, pairs, fresh, assets);
}

/// Removes a file that no later command can use, however this one ends.
struct Scratch {
  fs::path file;
  ~Scratch() {
    std::error_code ignored;
    if (!file.empty()) fs::remove(file, ignored);
  }
};

/// An interrupted command that was to replace a plan goes on with --resume.
void check_out(const PlanArguments& options) {
  if (options.force || options.dry_run || !fs::is_regular_file(options.out)) return;
  const bool are_tasks_there =
      fs::exists(partial_of(options.out)) || !files_of_shards(tasks_of(options.out)).empty();
  if (options.resume && are_tasks_there) return;
  throw InputError(options.out, "is there already: expected another name or --force");
}

void print_shard(const PlanArguments& options, std::size_t tasks) {
  fmt::print("{} tasks: {}\n", tasks, partial_of(options.out, options.shard));
}

void plan_trials(PlanArguments options) {
  check_options(options.plan);
  if (!options.secret.empty()) options.plan.seed = read_secret(options.plan.seed.number, options.secret);
  check_out(options);
  const Assets assets = options.assets.load();
  if (options.levels.given()) return plan_levels(options, assets);
  options.published.ranges = options.ranges;
  std::vector<Pair> pairs = read_all(options, assets.catalogue);
  const bool informed = options.plan.informed;
  std::optional<StandardPlan> standard;
  if (!options.standard.empty()) {
    const std::string name = fmt::format("plan-{}.json", options.standard);
    standard = read_standard_plan(data_folder("levels/standard") / name, pairs, assets);
    options.plan = standard->options;
    options.making.set(standard->proof, standard->most_distractors);
  }
  std::optional<TaskSet> set;
  if (!options.tasks.empty()) set = read_tasks_of(options.tasks, pairs, assets);
  keep(pairs, options.novelties, has_novelty, &Pair::novelty, "--novelty");
  keep(pairs, options.scenarios, has_scenario, &Pair::scenario, "--scenario");
  if (pairs.empty()) throw InputError("plan", "found no pair of templates, expected at least one");
  if (options.power.difference) return print_trials_needed(pairs, options.plan.novel, options.power);
  if (options.dry_run) return print_estimate(pairs, options, assets);
  Plan plan = make_plan(pairs, options.plan);
  plan.certain_ends = !options.no_certain_ends;
  const Scratch scratch{options.out == "-" ? partial_of(options.out) : ""};
  const auto lines = fill(plan, pairs, set, options, assets);
  if (options.shard) return print_shard(options, lines.size());
  std::string text = plan_to_json(plan, assets.catalogue);
  if (standard) {
    check_tasks(*standard, lines);
    check_plan(*standard, text);
    if (informed) {
      inform(plan);
      text = plan_to_json(plan, assets.catalogue);
    }
  }
  write_file(options.out, text);
  if (set || !options.templates.empty()) return;
  fs::remove(partial_of(options.out));
  for (const fs::path& file : files_of_shards(tasks_of(options.out))) fs::remove(file);
}

void add_sources(CLI::App& command, PlanArguments& options) {
  auto* pairs = command.add_option(
      "--pairs", options.pairs,
      "Pair files, folders of them, or names such as rolling/agents (default: the shipped ones)");
  pairs->type_name("FILE|DIR");
  auto* templates =
      command.add_option("--templates", options.templates, "Folder of published NovPhy templates");
  templates->type_name("DIR")->excludes(pairs);
  command
      .add_option("--ranges", options.ranges,
                  "templates.json with their rectangles (default: beside the folder)")
      ->type_name("FILE")
      ->needs(templates);
  command.add_flag("--as-published", options.published.as_published, "Keep the wrong layout of 010104_0")
      ->needs(templates);
  options.inject.add_to(command)->excludes(templates);
  command.add_option("--novelty", options.novelties, "Only these novelties: agents or fan")
      ->type_name(kPairNoveltyType);
  command.add_option("--scenario", options.scenarios, "Only these scenarios")->type_name(kScenarioType);
}

void add_making(CLI::App& command, PlanArguments& options) {
  auto* tasks =
      command.add_option("--tasks", options.tasks, "Takes the tasks of this folder of novphy generate");
  tasks->type_name("DIR")->excludes("--templates");
  options.making.add_to(command, "witness");
  command.add_option("--jobs", options.jobs, "Threads that make tasks; they change no byte")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command.add_flag("--resume", options.resume, "Goes on with the tasks that an interrupted run has made")
      ->excludes(tasks);
  add_shard(command, options.shard,
            "Only makes the tasks of shard I of N; --resume without --shard makes the plan of all shards")
      ->excludes(tasks)
      ->excludes("--templates");
  auto* standard = command.add_option("--standard", options.standard,
                                      "The standard plan of this version, such as 1: docs/trials.md");
  standard->type_name("VERSION");
  for (const char* other : {"--pairs",
                            "--templates",
                            "--inject",
                            "--novelty",
                            "--scenario",
                            "--trials",
                            "--min-normal",
                            "--max-normal",
                            "--novel",
                            "--calibration-runs",
                            "--calibration-tasks",
                            "--training",
                            "--control",
                            "--seed",
                            "--secret",
                            "--pool",
                            "--no-certain-ends",
                            "--proof",
                            "--distractors",
                            "--novelties",
                            "--physics",
                            "--set"})
    standard->excludes(other);
}

}  // namespace

void add_plan(CLI::App& app) {
  auto options = std::make_shared<PlanArguments>();
  CLI::App& command =
      add_command(app, "plan", "Draws the trials of an experiment: which tasks, in which order", kTrialsGroup,
                  "novphy plan --trials 4 --pool 40 --jobs 2 --out plan.json");
  add_sources(command, *options);
  add_plan_sizes(command, options->plan);
  add_seed(command, options->plan.seed.number, "Seed of every draw");
  add_secret(command, options->secret);
  options->assets.add_to(command);
  command.add_flag("--no-certain-ends", options->no_certain_ends,
                   "Birds are seen until they rest, also where nothing that they do matters any more");
  add_making(command, *options);
  options->levels.add_to(command, {"--trials", "--seed", "--secret", "--assets", "--physics", "--set",
                                   "--jobs", "--no-certain-ends"});
  auto* out =
      as_output(command.add_option("--out", options->out, "Where the plan goes; - is the standard output"),
                {FileKind::kPlan});
  out->type_name("FILE");
  command.add_flag("--force", options->force, "Replaces a file that is there");
  command.add_flag("--dry-run", options->dry_run, "Only print counts and the expected time");
  options->power.add_to(command);
  options->quiet.add_to(command);
  command.callback([options] {
    if (options->power.difference)
      options->power.check();
    else if (!options->dry_run && options->out.empty())
      throw CLI::RequiredError("--out or --dry-run");
    if (options->shard && options->out == "-")
      throw InputError("--out", "found \"-\", expected the name of a file, beside which shards are kept");
    plan_trials(*options);
  });
}

}  // namespace novphy::app
