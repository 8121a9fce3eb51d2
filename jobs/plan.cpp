#include "jobs/plan.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/compare.h"
#include "evaluator/load.h"
#include "evaluator/measures/intervals.h"
#include "evaluator/training_runs.h"
#include "generator/sets/certificate.h"
#include "levels/pair.h"
#include "trials/level_plan.h"
#include "trials/plan_file.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

Settings source_settings(PlanSettings& wanted) {
  return {{"pairs", &wanted.pairs,
           "Pair files, folders of them, or names such as rolling/agents (default: the shipped ones)",
           kPairsType},
          {"templates", &wanted.templates, "Folder of published NovPhy templates", "DIR",
           Also{.excludes = {"pairs"}}},
          {"ranges", &wanted.ranges, "templates.json with their rectangles (default: beside the folder)",
           "FILE", Also{.needs = {"templates"}}},
          {"as-published", &wanted.as_published, "Keep the wrong layout of 010104_0",
           Also{.needs = {"templates"}}},
          inject_setting(wanted.making.inject),
          {"novelty", &wanted.novelties, "Only these novelties: agents or fan", kPairNoveltyType},
          {"scenario", &wanted.scenarios, "Only these scenarios", kScenarioType}};
}

/// Settings that the settings so far exclude, but for those kept.
std::vector<std::string> names_of(const Settings& settings, const std::set<std::string>& kept) {
  std::vector<std::string> names;
  for (const Setting& setting : settings)
    if (!kept.contains(setting.name)) names.push_back(setting.name);
  return names;
}

}  // namespace

Settings plan_size_settings(PlanOptions& options) {
  return {
      {"trials", &options.trials,
       "Trials of each novelty-scenario; of each folder of --levels, where the default is 1", "N"},
      {"min-normal", &options.min_normal, "Fewest normal tasks before the novelty", "N"},
      {"max-normal", &options.max_normal, "Most normal tasks before the novelty", "N"},
      {"novel", &options.novel, "Novel tasks of each trial", "N"},
      {"calibration-runs", &options.calibration_runs, "Runs of normal tasks that calibrate detectors", "N"},
      {"calibration-tasks", &options.calibration_tasks, "Normal tasks of each calibration run", "N"},
      {"training", &options.training, "Normal tasks for training before each trial", "N"},
      {"control", &options.control_trials, "Trials of each novelty-scenario without novelty", "N"},
      {"pool", &options.pool,
       "So many tasks of each template; every trial draws from all of them (0: no task occurs twice)", "N"},
      {"informed", &options.informed,
       "Agents are told of the novelty; novphy run --informed needs no plan of its own"}};
}

Settings PlanSettings::settings() {
  Settings source = source_settings(*this);
  find(source, "inject", Face::kFile)->excludes = {"templates"};
  Settings sizes = plan_size_settings(options);
  Setting& trials_of_each = *find(sizes, "trials", Face::kFile);
  trials_of_each.otherwise = default_text(trials_of_each);
  trials_of_each.value = &trials;
  const Settings all = joined(
      {source,
       sizes,
       {{"then", &options.then,
         "After the novel tasks of each trial so many normal ones, then novel ones again, and so on", "N",
         Also{.otherwise = "none"}},
        {"then-novelty", &options.then_novelty,
         "The novelty of every second change of a trial, of the same scenario (default: that of the "
         "first)",
         kPairNoveltyType, Also{.needs = {"then"}}},
        {"grow", &options.grow,
         "Novelties grow: this share of the full strength in the first task of each change, all of it in "
         "the last one",
         "SHARE", Also{.least = 0.01, .most = 0.99, .excludes = {"tasks"}}}},
       {seed_setting(options.seed.number, "Seed of every draw"), secret_setting(secret)},
       assets.settings(),
       {{"no-certain-ends", &no_certain_ends,
         "Birds are seen until they rest, also where nothing that they do matters any more"},
        {"tasks", &tasks, "Takes the tasks of this folder of novphy generate", "DIR",
         Also{.excludes = {"templates"}}}},
       making.settings(),
       {jobs_setting(jobs, "Threads that make tasks; they change no byte")}});
  std::vector<std::string> not_with_levels =
      names_of(all, {"trials", "seed", "secret", "assets", "physics", "set", "jobs", "no-certain-ends"});
  for (const char* other : {"resume", "shard", "standard"}) not_with_levels.emplace_back(other);
  return joined(
      {all,
       {{"standard", &standard,
         "A frozen plan: quick (played in seconds), small, or 1, the standard plan for papers: "
         "docs/reference/trials.md",
         "NAME",
         Also{.excludes = names_of(
                  all, {"informed", "assets", "tasks", "jobs", "ranges", "as-published", "prove-again"})}},
        {"levels", &levels,
         "Plays the levels below this folder (XML or JSON), without novelties: a trial for each of its "
         "folders",
         "DIR", Also{.excludes = not_with_levels}},
        {"from-config", &config,
         "Plays the trials of this experiment configuration of Science Birds; its levels stand below the "
         "folder of --levels",
         "FILE", Also{.excludes = {"trials"}, .needs = {"levels"}}},
        {"skip-unreadable", &skip_unreadable,
         "Leaves out files that are no levels, with a warning each, instead of refusing the folder",
         Also{.excludes = {"from-config"}, .needs = {"levels"}}}}});
}

Settings PlanSettings::output_settings() {
  Setting part = shard_setting(
      shard, "Only makes the tasks of shard I of N; --resume without --shard makes the plan of all shards");
  part.excludes = {"tasks", "templates"};
  return {{"resume", &resume, "Goes on with the tasks that an interrupted run has made",
           Also{.excludes = {"tasks"}, .aside = true}},
          std::move(part),
          {"out", &out, "Where the plan goes; - is the standard output", "FILE",
           Also{.writes = {{FileKind::kPlan}}}},
          {"force", &force, "Replaces a file that is there", Also{.aside = true}}};
}

Settings PowerSettings::settings() {
  return {{"for-difference", &difference,
           "Makes no plan: prints how many trials of each novelty-scenario two agents need for this "
           "difference of CDT or AP",
           "D",
           Also{.least = 0.001,
                .most = 1,
                .excludes = {"out", "dry-run", "trials", "tasks", "levels", "standard", "resume", "shard",
                             "force", "pool", "control", "then", "then-novelty", "grow"}}},
          {"assumed-rate", &rate, "The lower agent's CDT or AP, for --for-difference", "RATE",
           Also{.least = 0, .most = 1, .needs = {"for-difference"}}},
          {"like", &like, "Records of one or two agents that show how much trials differ", "FILE",
           Also{.excludes = {"assumed-rate"}, .needs = {"for-difference"}}}};
}

namespace {

std::string tasks_of(const std::string& out) { return out + ".tasks"; }

/// The file that holds the tasks already made while further tasks are made.
std::string partial_of(const PlanSettings& wanted, bool of_shard) {
  if (of_shard) return tasks_of(wanted.out) + shard_ending(*wanted.shard);
  if (!wanted.out.empty() && wanted.out != "-") return tasks_of(link_target(wanted.out)) + ".partial";
  const std::string name = fmt::format("novphy-plan-{}-{}.partial", ::getpid(), fmt::ptr(&wanted));
  return (fs::temp_directory_path() / name).string();
}

/// Removes a file that no later command can use, however this one ends.
struct Scratch {
  fs::path file;
  ~Scratch() {
    std::error_code ignored;
    if (!file.empty()) fs::remove(file, ignored);
  }
};

/// Warns of each file that is left out, with its first problem, and says how many there are.
void warn_of_left_out(const std::vector<Problem>& problems, const JobContext& context) {
  std::map<std::string, std::size_t> of_file;
  for (const Problem& problem : problems) ++of_file[problem.file];
  std::set<std::string> named;
  for (const Problem& problem : problems) {
    if (!named.insert(problem.file).second) continue;
    const std::size_t more = of_file[problem.file] - 1;
    context.warn("left out: " + problem.message() + (more > 0 ? fmt::format(" (and {} more)", more) : ""));
  }
  if (!named.empty()) context.warn(counted(named.size(), "file") + " left out in all");
}

void warn_of(const Warnings& warnings, const JobContext& context) {
  for (const Problem& warning : warnings) context.warn(warning.message());
}

bool has_scenario(const Pair& pair, std::string_view word) { return pair.scenario == word; }

}  // namespace

PlanMaker::PlanMaker(PlanSettings wanted, const JobContext& context)
    : wanted_(std::move(wanted)), context_(context), informed_(wanted_.options.informed) {
  PlanOptions& options = wanted_.options;
  options.trials = wanted_.trials.value_or(options.trials);
  check_options(options);
  if (!wanted_.secret.empty()) options.seed = read_secret(options.seed.number, wanted_.secret);
  check_output();
  assets_ = wanted_.assets.load(context_);
  if (!wanted_.levels.empty()) return;
  read_pairs_of_plan();
  if (!wanted_.standard.empty()) read_standard();
  if (!wanted_.tasks.empty()) set_ = read_tasks_of(wanted_.tasks, pairs_, *assets_);
  others_ = pairs_;
  if (!options.then_novelty.empty())
    keep(others_, {options.then_novelty}, has_novelty, &Pair::novelty, "then-novelty");
  else
    others_.clear();
  keep(pairs_, wanted_.novelties, has_novelty, &Pair::novelty, "novelty");
  keep(pairs_, wanted_.scenarios, has_scenario, &Pair::scenario, "scenario");
  if (pairs_.empty()) throw InputError("plan", "found no pair of templates, expected at least one");
}

void PlanMaker::read_pairs_of_plan() {
  Warnings warnings;
  if (!wanted_.templates.empty()) {
    pairs_ = read_published(wanted_.templates, catalogue(),
                            {.ranges = wanted_.ranges, .as_published = wanted_.as_published}, &warnings);
  } else if (wanted_.pairs.empty()) {
    pairs_ = read_pairs(context_.folder("levels/templates"), catalogue());
  } else {
    std::vector<std::string> places;
    for (const std::string& name : wanted_.pairs) places.push_back(shipped(name, context_));
    if (!wanted_.in_order) pairs_ = pairs_in(places, catalogue());
    for (std::size_t i = 0; wanted_.in_order && i < places.size(); ++i)
      for (Pair& pair : pairs_in({places[i]}, catalogue())) pairs_.push_back(std::move(pair));
  }
  warn_of(warnings, context_);
  if (!wanted_.making.inject.empty())
    pairs_ = injected_pairs(pairs_, !wanted_.pairs.empty(), wanted_.making.inject,
                            novelty_table(wanted_.making.novelties, context_, catalogue()), catalogue());
}

void PlanMaker::read_standard() {
  const fs::path file = context_.folder("levels/standard") / fmt::format("plan-{}.json", wanted_.standard);
  if (!is_there(file))
    throw InputError(name_of("standard", context_.face),
                     fmt::format("found \"{}\", expected quick, small or 1", wanted_.standard));
  standard_ = read_standard_plan(file, pairs_, *assets_);
  wanted_.options = standard_->options;
  wanted_.making.proof = standard_->proof;
  wanted_.making.distractors = standard_->most_distractors;
}

/// Keeps the pairs that one of the names means. `member` is what a message lists.
void PlanMaker::keep(std::vector<Pair>& pairs, const std::vector<std::string>& names,
                     bool (*means)(const Pair&, std::string_view), std::string Pair::*member,
                     const char* setting) const {
  if (names.empty()) return;
  for (const std::string& name : names) {
    if (std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) { return means(pair, name); }))
      continue;
    std::set<std::string> known;
    for (const Pair& pair : pairs) known.insert(pair.*member);
    throw InputError(name_of(setting, context_.face),
                     fmt::format("found \"{}\", expected one of: {}", name, fmt::join(known, ", ")));
  }
  std::erase_if(pairs, [&](const Pair& pair) {
    return std::none_of(names.begin(), names.end(), [&](const auto& name) { return means(pair, name); });
  });
}

/// The pairs that have trials, and those of the second novelty of their trials.
std::vector<Pair> PlanMaker::pairs_of_tasks() const {
  std::vector<Pair> all = pairs_;
  for (const Pair& other : others_)
    if (std::any_of(pairs_.begin(), pairs_.end(),
                    [&](const Pair& pair) { return pair.scenario == other.scenario; }) &&
        find_pair(pairs_, other.novel.name) == nullptr)
      all.push_back(other);
  return all;
}

/// An interrupted command that was to replace a plan goes on with --resume.
void PlanMaker::check_output() const {
  const std::string& out = wanted_.out;
  if (wanted_.shard && out == "-")
    throw InputError(name_of("out", context_.face),
                     "found \"-\", expected the name of a file, beside which shards are kept");
  if (wanted_.force || !fs::is_regular_file(out)) return;
  const bool are_tasks_there =
      fs::exists(partial_of(wanted_, false)) || !files_of_shards(tasks_of(out)).empty();
  if (wanted_.resume && are_tasks_there) return;
  throw InputError(out, "is there already: expected another name or --force");
}

Plan PlanMaker::plan_of_groups(int trials) {
  if (trials < 1)
    throw InputError(name_of("trials", context_.face),
                     fmt::format("found {}, expected at least 1 trial of each folder of {}", trials,
                                 name_of("levels", context_.face)));
  LevelRemarks remarks;
  const std::vector<LevelGroup> groups = read_level_groups(wanted_.levels, catalogue(), remarks);
  if (!remarks.problems.empty() && !wanted_.skip_unreadable) throw InputError(std::move(remarks.problems));
  warn_of(remarks.warnings, context_);
  warn_of_left_out(remarks.problems, context_);
  if (groups.empty())
    throw InputError(wanted_.levels, "found no level that can be read, expected at least one");
  return novphy::plan_of_levels(groups, trials, wanted_.options.seed);
}

Plan PlanMaker::plan_of_levels() {
  Plan plan;
  if (wanted_.config.empty()) {
    plan = plan_of_groups(wanted_.trials.value_or(1));
  } else {
    Warnings warnings;
    const ExperimentConfig config = read_experiment_config(wanted_.config, warnings);
    plan = plan_of_config(config, wanted_.levels, catalogue(), wanted_.options.seed, warnings);
    warn_of(warnings, context_);
  }
  plan.certain_ends = !wanted_.no_certain_ends;
  plan.overrides = assets_->overrides;
  return plan;
}

/// Fills the plan with tasks. Returns the tasks' lines where the tasks were made or come from a folder.
std::vector<TaskSetLine> PlanMaker::fill(Plan& plan, const std::string& partial,
                                         const JobWatch& watch) const {
  if (set_) {
    take_tasks_of(plan, *set_, wanted_.tasks);
    return set_->lines;
  }
  if (!wanted_.templates.empty()) {
    shift_tasks(plan);
    return {};
  }
  FreshTasks fresh{.variation = wanted_.making.variation(context_, catalogue(), wanted_.options.seed),
                   .physics = wanted_.assets.physics,
                   .jobs = threads_of(wanted_.jobs),
                   .partial = partial,
                   .shard = wanted_.shard,
                   .of_shards = {},
                   .resume = wanted_.resume,
                   .stage = watch.stage,
                   .progress = watch.progress,
                   .stop = watch.stop,
                   .warn = context_.warn};
  if (!wanted_.shard && !wanted_.out.empty()) fresh.of_shards = files_of_shards(tasks_of(wanted_.out));
  return make_tasks_of(plan, pairs_of_tasks(), fresh, *assets_);
}

MadePlan PlanMaker::make(const JobWatch& watch) {
  MadePlan made;
  if (!wanted_.levels.empty()) {
    made.plan = plan_of_levels();
    made.text = plan_to_json(made.plan, catalogue());
    return made;
  }
  made.plan = make_plan(pairs_, wanted_.options, others_);
  made.plan.certain_ends = !wanted_.no_certain_ends;
  made.plan.overrides = assets_->overrides;
  made.partial = partial_of(wanted_, wanted_.shard.has_value());
  const bool is_kept = !wanted_.out.empty() && wanted_.out != "-";
  const Scratch scratch{is_kept ? "" : made.partial};
  const auto lines = fill(made.plan, made.partial, watch);
  made.tasks = lines.size();
  if (wanted_.shard) return made;
  made.text = plan_to_json(made.plan, catalogue());
  if (standard_) {
    check_plan(*standard_, made.text);
    if (informed_ && inform(made.plan)) made.text = plan_to_json(made.plan, catalogue());
  }
  if (set_ || !wanted_.templates.empty() || !is_kept) return made;
  made.leftovers = files_of_shards(tasks_of(wanted_.out));
  made.leftovers.emplace_back(made.partial);
  return made;
}

/// The share of the plan's tasks that no certificate has.
double PlanMaker::unproved_share(const Plan& plan) const {
  const VariationOptions options = wanted_.making.variation(context_, catalogue(), wanted_.options.seed);
  if (options.certificate.empty() || !covers(read_certificate_head(options.certificate),
                                             set_head(options, {}, *assets_, wanted_.assets.physics)))
    return 1;
  const Certificate certificate = read_certificate(options.certificate);
  std::size_t all = 0;
  std::size_t certified = 0;
  const std::vector<Pair> pairs = pairs_of_tasks();
  for (const PlanTemplate& family : plan.templates) {
    const Pair& pair = *find_pair(pairs, family.base.name);
    const auto* known = certificate.find(pair, pair.novel.name == family.base.name, options.novelties);
    all += family.tasks.size();
    if (known) certified += std::min(known->tasks.size(), family.tasks.size());
  }
  return all == 0 ? 1 : 1 - static_cast<double>(certified) / static_cast<double>(all);
}

PlanEstimate PlanMaker::estimate() {
  PlanEstimate found{.sketch = wanted_.levels.empty() ? sketch_plan(pairs_, wanted_.options, others_)
                                                      : sketch_of(plan_of_levels())};
  if (wanted_.levels.empty() && wanted_.templates.empty() && wanted_.tasks.empty()) {
    const double share = found.sketch.excess.empty() ? unproved_share(found.sketch.sample) : 1;
    found.make_s =
        share == 0
            ? 0
            : share * seconds_to_make(found.sketch, pairs_,
                                      wanted_.making.variation(context_, catalogue(), wanted_.options.seed),
                                      solver_numbers(*assets_, wanted_.assets.physics));
  }
  found.play_s = seconds_to_play(found.sketch, catalogue(), assets_->physics.at(wanted_.assets.physics));
  return found;
}

namespace {

std::vector<NeededTrials> of_rate(double rate, double difference, int novel, Face face) {
  if (rate + difference > 1)
    throw InputError(
        name_of("for-difference", face),
        fmt::format("found {} above a rate of {}, expected a sum of at most 1", difference, rate));
  const double of_trials = deviation_of_shares(rate, rate + difference);
  if (of_trials <= 0)
    throw InputError(name_of("assumed-rate", face),
                     "found 0 beside a difference of 1, expected trials that can differ");
  const int last = (novel + 1) / 2;
  return {{"CDT; AP if tasks are passed together", of_trials},
          {"AP if each task is passed by itself", of_trials / std::sqrt(last)}};
}

std::vector<NeededTrials> of_records(const std::vector<std::string>& files, const JobContext& context) {
  const Conventions conventions;
  const Loaded loaded = load(files, conventions);
  for (const std::string& warning : loaded.warnings) context.warn(warning);
  const std::string like = name_of("like", context.face);
  if (loaded.agents.size() > 2)
    throw InputError(like, fmt::format("found {} agents, expected one or two", loaded.agents.size()));
  std::vector<TrialTable> tables;
  for (const AgentLog& agent : loaded.agents) {
    tables.push_back(tabulate(agent.trials, conventions, nullptr));
    if (has_runs(tables.back()))
      throw InputError(like, fmt::format("found several trainings of {}, expected one", agent.agent));
  }
  std::vector<NeededTrials> rows;
  for (const std::string_view key : {"cdt", "ap", "aus"}) {
    const TrialTable* other = tables.size() == 2 ? &tables[1] : nullptr;
    const auto found = deviation_of_pairs(tables[0], other, index_of(key));
    if (found) rows.push_back({std::string(measures()[index_of(key)].title), *found});
  }
  if (std::none_of(rows.begin(), rows.end(), [](const NeededTrials& each) { return each.deviation > 0; }))
    throw InputError(files.front(),
                     "found no novelty-scenario in which trials differ, expected several trials");
  return rows;
}

template <class NameOf>
int different(const std::vector<Pair>& pairs, NameOf name_of) {
  std::set<std::string> names;
  for (const Pair& pair : pairs) names.insert(name_of(pair));
  return static_cast<int>(names.size());
}

}  // namespace

TrialsNeeded PlanMaker::trials_needed(const PowerSettings& wanted) const {
  TrialsNeeded needed;
  needed.rows = wanted.rate ? of_rate(*wanted.rate, *wanted.difference, wanted_.options.novel, context_.face)
                            : of_records(wanted.like, context_);
  needed.cells = {different(pairs_, [](const Pair& pair) { return pair.scenario + "/" + pair.novelty; }),
                  different(pairs_, [](const Pair& pair) { return pair.scenario; }),
                  different(pairs_, [](const Pair& pair) { return pair.novelty; }), 1};
  for (NeededTrials& row : needed.rows)
    for (std::size_t i = 0; row.deviation > 0 && i < row.trials.size(); ++i)
      row.trials.at(i) = novphy::trials_needed(
          {.difference = *wanted.difference, .deviation = row.deviation, .cells = needed.cells.at(i)});
  return needed;
}

}  // namespace novphy
