#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/making_options.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "learning/ceilings.h"
#include "learning/greedy.h"
#include "learning/shot_training.h"
#include "learning/table_training.h"
#include "learning/trained.h"
#include "learning/training_tasks.h"
#include "task_sets/task_order.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

struct TrainArguments {
  AssetOptions assets;
  MakingOptions making;
  std::vector<std::string> from;
  std::string agent;
  std::string actions = "planner";
  int tasks = 280;
  int held_out = 70;
  std::string schedule = "table";
  std::string release = "head";
  unsigned jobs = 1;
  bool ceiling = false;
  std::string out;
  bool resume = false;
  QuietOption quiet;

  ActionSet set() const { return *action_set_named(actions); }
  bool by_shots() const { return schedule == "published"; }
  NetKind kind() const { return agent == "dqn" ? NetKind::kDqn : NetKind::kRelational; }
};

/// What all templates are trained with.
struct School {
  explicit School(const TrainArguments& arguments)
      : options(arguments),
        assets(arguments.assets.load()),
        eye(assets.catalogue, assets.colours),
        lab{.catalogue = assets.catalogue,
            .physics = assets.physics.at(arguments.assets.physics_name()),
            .eye = eye},
        order(order_of(arguments.from, pairs_in({data_folder("levels/templates").string()}, assets.catalogue),
                       1, assets.catalogue)) {}
  const TrainArguments& options;
  Assets assets;
  ObjectTable eye;
  Lab lab;
  TaskOrder order;
};

/// The file of the tasks made so far, while tasks are made.
fs::path partial_tasks(const TrainArguments& options) {
  if (options.ceiling) return fs::temp_directory_path() / fmt::format("novphy-train-{}.partial", ::getpid());
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) throw InputError(options.out, "cannot be made: " + error.message());
  return fs::path(options.out) / "tasks.partial";
}

std::vector<TemplateTasks> make(const School& school, const std::vector<std::string>& templates, int count) {
  const fs::path partial = partial_tasks(school.options);
  ProgressLine line("train", "tasks", school.options.quiet);
  const FreshTasks fresh{.variation = school.options.making.variation(school.assets.catalogue),
                         .physics = school.options.assets.physics_name(),
                         .jobs = school.options.jobs,
                         .partial = partial.string(),
                         .resume = school.options.resume,
                         .progress = line.counter()};
  auto made = make_template_tasks(school.order.pairs, templates, count, fresh, school.assets);
  fs::remove(partial);
  return made;
}

Ceiling play_all(std::span<const Task> tasks, const School& school, unsigned jobs,
                 const std::function<void()>& told) {
  std::vector<std::vector<Moment>> moments(tasks.size());
  parallel_for(moments.size(), jobs, [&](std::size_t i) {
    Rng rng = Rng::stream(i, "learning/ceiling");
    moments[i] = moments_of(tasks[i], school.options.set(), school.lab, rng);
    told();
  });
  return ceiling_of(moments);
}

std::string action_text(ActionSet set, int action) {
  if (set == ActionSet::kGrid) return fmt::format("{} degrees", action - 90);
  return fmt::format("{} at object {}", action % 2 == 1 ? "high" : "low", action / 2 + 1);
}

void print_ceilings(const TrainArguments& options) {
  const School school(options);
  std::vector<std::string> templates;
  for (const WantedTasks& wanted : school.order.wanted) templates.push_back(name_of(school.order, wanted));
  const std::vector<TemplateTasks> all = make(school, templates, options.tasks);
  fmt::print("{:<36} {:>5} {:>7} {:>7} {:>7}\n", "template, actions: " + options.actions, "tasks", "solved",
             "random", "single");
  ProgressLine line("train", "tasks", options.quiet);
  line.begin(all.size() * static_cast<std::size_t>(options.tasks));
  for (const TemplateTasks& each : all) {
    const Ceiling ceiling = play_all(each.tasks, school, options.jobs, [&] { line.add(); });
    fmt::print("{:<36} {:>5} {:>7.2f} {:>7.2f} {:>7.2f}  {}\n", each.task_template, ceiling.tasks,
               ceiling.solved, ceiling.random, ceiling.best_single,
               action_text(options.set(), ceiling.best_action));
  }
}

/// The normal templates among those that the user named.
std::vector<std::string> normal_templates(const School& school) {
  std::vector<std::string> templates;
  for (const WantedTasks& wanted : school.order.wanted)
    if (!wanted.novel) templates.push_back(name_of(school.order, wanted));
  if (templates.empty())
    throw InputError("train", "names novel templates alone; agents are trained on normal tasks");
  return templates;
}

/// All that training on a template depends on besides its tasks, in words.
std::string settings_text(const School& school, const std::string& task_template) {
  const TrainArguments& options = school.options;
  const VariationOptions variation = options.making.variation(school.assets.catalogue);
  return fmt::format(
      "schedule {}, seed {}, {} tasks, proof {}, distractors {}, physics {} {}, catalogue {}, pair {}",
      options.by_shots() ? "published " + options.release : options.schedule, variation.seed, options.tasks,
      options.making.proof(), variation.most_distractors, options.assets.physics_name(),
      school.assets.physics_hash, school.assets.catalogue_hash,
      hash_of_pairs({pair_of(school.order.pairs, task_template)}));
}

/// Whether a file of a former training with the same settings is there. Throws InputError where another file
/// is there.
bool is_done(const School& school, const std::string& task_template) {
  const TrainArguments& options = school.options;
  const fs::path file = net_file(options.out, task_template, options.kind());
  if (!fs::exists(file)) return false;
  if (!options.resume)
    throw InputError(file.string(), "is there already: expected another folder, or --resume");
  const TrainedNets nets = read_trained(options.out, {task_template}, options.kind());
  const Trained& before = *nets.at(task_template);
  if (before.settings != settings_text(school, task_template) || before.actions != options.set())
    throw InputError(file.string(), fmt::format("was trained otherwise: actions {}, {}", name(before.actions),
                                                before.settings));
  return true;
}

/// The tasks of a template in the two parts of a training.
struct TrainingParts {
  TrainingParts(const TemplateTasks& all, int count)
      : training{.task_template = all.task_template,
                 .tasks = {all.tasks.begin(), all.tasks.begin() + count},
                 .hashes = {all.hashes.begin(), all.hashes.begin() + count}},
        held_out(std::span(all.tasks).subspan(training.tasks.size())) {}
  TemplateTasks training;
  std::span<const Task> held_out;
};

/// Training prints a line for each stage.
void print_stage(const std::string& task_template, const std::string& text) {
  fmt::print("{}: {}\n", task_template, text);
  std::fflush(stdout);
}

Trained train_by_table(const School& school, const TrainingParts& tasks, unsigned jobs) {
  const TrainArguments& options = school.options;
  const TableTraining how{.kind = options.kind(),
                          .actions = options.set(),
                          .seed = options.making.variation(school.assets.catalogue).seed,
                          .jobs = jobs};
  bool learned = false;
  const auto told = [&](const TrainingStage& stage) {
    learned = true;
    print_stage(tasks.training.task_template,
                fmt::format("{} updates, loss {:.3f}, held back {:.2f}, held out {:.2f}", stage.updates,
                            stage.loss, stage.held_back, stage.held_out));
  };
  Trained trained = novphy::train_by_table(tasks.training, tasks.held_out, how, school.lab, told);
  if (!learned)
    print_stage(tasks.training.task_template,
                "no action of the set passes any of the training tasks: the net stays as drawn");
  return trained;
}

Trained train_by_shots(const School& school, const TrainingParts& tasks, unsigned jobs) {
  const TrainArguments& options = school.options;
  const ShotTraining how{.kind = options.kind(),
                         .actions = options.set(),
                         .release = *release_named(options.release),
                         .seed = options.making.variation(school.assets.catalogue).seed,
                         .jobs = jobs};
  const auto told = [&](const ShotStage& stage) {
    print_stage(
        tasks.training.task_template,
        fmt::format(
            "step {} of {}, epsilon {:.2f}, {} attempts, passed {:.2f}, {} updates, loss {:.4f}, held "
            "out {:.2f}",
            stage.step, stage.steps, stage.epsilon, stage.attempts, stage.passed, stage.updates, stage.loss,
            stage.held_out));
  };
  return novphy::train_by_shots(tasks.training, tasks.held_out, how, school.lab, told);
}

/// Trains on one template and writes its file.
void train_one(const School& school, const TemplateTasks& all, unsigned jobs) {
  const TrainArguments& options = school.options;
  const TrainingParts tasks(all, options.tasks);
  Trained trained =
      options.by_shots() ? train_by_shots(school, tasks, jobs) : train_by_table(school, tasks, jobs);
  trained.settings = settings_text(school, all.task_template);
  write_trained(options.out, trained);
}

/// Prints the share of held-out tasks that each net passes, beside what the set of actions can reach.
void print_results(const School& school, const std::vector<TemplateTasks>& all) {
  const TrainArguments& options = school.options;
  fmt::print("{:<36} {:>5} {:>7} {:>7} {:>7} {:>7}\n",
             fmt::format("{}, actions: {}", options.agent, options.actions), "tasks", "passed", "solved",
             "random", "single");
  for (const TemplateTasks& each : all) {
    const std::span<const Task> held_out =
        std::span(each.tasks).subspan(static_cast<std::size_t>(options.tasks));
    const TrainedNets nets = read_trained(options.out, {each.task_template}, options.kind());
    const SavedNet& saved = nets.at(each.task_template)->net;
    Net net(saved.shape, saved.weights);
    const auto passed = std::count_if(held_out.begin(), held_out.end(), [&](const Task& task) {
      return passes_greedily(task, net, options.set(), school.lab);
    });
    const Ceiling ceiling = play_all(held_out, school, options.jobs, [] {});
    fmt::print("{:<36} {:>5} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f}\n", each.task_template, held_out.size(),
               static_cast<double>(passed) / static_cast<double>(held_out.size()), ceiling.solved,
               ceiling.random, ceiling.best_single);
  }
}

std::vector<std::string> release_names() {
  std::vector<std::string> names;
  for (const CodeRelease& release : kReleases) names.emplace_back(release.name);
  return names;
}

void train(const TrainArguments& options) {
  const School school(options);
  const std::vector<std::string> templates = normal_templates(school);
  std::vector<char> done;
  for (const std::string& each : templates) done.push_back(is_done(school, each) ? 1 : 0);
  const std::vector<TemplateTasks> all = make(school, templates, options.tasks + options.held_out);
  const auto threads = std::min<unsigned>(options.jobs, static_cast<unsigned>(all.size()));
  parallel_for(all.size(), threads, [&](std::size_t i) {
    if (done[i] == 0) train_one(school, all[i], std::max(1U, options.jobs / threads));
  });
  print_results(school, all);
}

}  // namespace

void add_train(CLI::App& app) {
  const auto options = std::make_shared<TrainArguments>();
  options->making.rest().seed = 2;  // plans have the seed 1 unless they say otherwise
  CLI::App& command =
      *app.add_subcommand("train", "Trains learning agents on normal tasks, or says what they could reach");
  command.add_option("from", options->from, "Pairs or templates, such as rolling/agents/normal; or all")
      ->type_name("PAIR|TEMPLATE|all")
      ->required();
  CLI::Option* ceiling = command.add_flag("--ceiling", options->ceiling,
                                          "Trains nothing, but prints the share of tasks that any action "
                                          "passes, a random one, the best single one");
  command.add_option("--agent", options->agent, "The kind of net")
      ->check(CLI::IsMember({"dqn", "relational"}))
      ->excludes(ceiling);
  command.add_option("--out", options->out, "The folder of the nets: DIR/TEMPLATE.AGENT")
      ->type_name("DIR")
      ->excludes(ceiling);
  command
      .add_option("--held-out", options->held_out, "Further tasks of each template, on which nets are tried")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  command
      .add_option("--schedule", options->schedule,
                  "table: from what every action does on every task; published: "
                  "from the agent's own shots, as the papers' agents train")
      ->check(CLI::IsMember({"table", "published"}))
      ->capture_default_str()
      ->excludes(ceiling);
  CLI::Option* release = command.add_option(
      "--release", options->release, "The release of the published code that gives the counts of shots");
  release->check(CLI::IsMember(release_names()))->capture_default_str()->excludes(ceiling);
  command.add_flag("--resume", options->resume, "Keeps the nets that are there already");
  command.add_option("--actions", options->actions, "The agents' set of actions")
      ->check(CLI::IsMember({"planner", "grid"}))
      ->capture_default_str();
  command.add_option("--tasks", options->tasks, "Tasks of each template")
      ->check(CLI::Range(5, 100'000))
      ->capture_default_str();
  add_seed(command, options->making.rest().seed, "Of all draws");
  command.add_option("--jobs", options->jobs, "Threads; they change no byte")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  options->making.add_to(command, "witness");
  options->quiet.add_to(command);
  options->assets.add_to(command);
  command.callback([options, release] {
    if (release->count() > 0 && !options->by_shots())
      throw InputError("--release", "belongs to --schedule published");
    if (options->ceiling) return print_ceilings(*options);
    if (options->agent.empty()) throw CLI::RequiredError("--agent or --ceiling");
    if (options->out.empty()) throw CLI::RequiredError("--out");
    train(*options);
  });
}

}  // namespace novphy::app
