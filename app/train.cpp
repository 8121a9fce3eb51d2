#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/making_options.h"
#include "app/outputs.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "generator/sets/make_tasks.h"
#include "learning/ceilings.h"
#include "learning/greedy.h"
#include "learning/net_trainings.h"
#include "learning/shot_training.h"
#include "learning/table_training.h"
#include "learning/trained.h"

namespace novphy::app {
namespace {

namespace fs = std::filesystem;

struct TrainArguments {
  AssetOptions assets;
  MakingOptions making;
  std::vector<std::string> from;
  std::vector<std::string> agents;
  std::vector<std::string> train_on;
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
};

NetKind kind_named(const std::string& agent) { return agent == "dqn" ? NetKind::kDqn : NetKind::kRelational; }

/// What all templates are trained with.
struct TrainingInputs {
  explicit TrainingInputs(const TrainArguments& arguments)
      : options(arguments),
        assets(arguments.assets.load()),
        object_table(assets.catalogue, assets.colours),
        setting{.catalogue = assets.catalogue,
                .physics = assets.physics.at(arguments.assets.physics_name()),
                .object_table = object_table},
        library(pairs_in({data_folder("levels/templates").string()}, assets.catalogue)),
        order(order_of(arguments.from, library, 1, assets.catalogue)) {
    if (arguments.train_on.empty()) return;
    sources = order_of(arguments.train_on, library, 1, assets.catalogue);
  }
  /// The pairs of all templates, those that are trained on among them.
  std::vector<Pair> pairs() const {
    std::vector<Pair> all = order.pairs;
    const auto is_new = [&](const Pair& pair) {
      return std::none_of(order.pairs.begin(), order.pairs.end(),
                          [&](const Pair& other) { return other.normal.name == pair.normal.name; });
    };
    std::copy_if(sources.pairs.begin(), sources.pairs.end(), std::back_inserter(all), is_new);
    return all;
  }
  const TrainArguments& options;
  Assets assets;
  ObjectTable object_table;
  PlaySetting setting;
  std::vector<Pair> library;
  TaskOrder order;
  TaskOrder sources{};  ///< of --train-on; empty without the option
};

/// The file of the tasks made so far, while tasks are made.
fs::path partial_tasks(const TrainArguments& options) {
  if (options.ceiling) return fs::temp_directory_path() / fmt::format("novphy-train-{}.partial", ::getpid());
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) throw InputError(options.out, "cannot be made: " + error.message());
  return fs::path(options.out) / "tasks.partial";
}

std::vector<TemplateTasks> make(const TrainingInputs& inputs, const std::vector<std::string>& templates,
                                int count) {
  const fs::path partial = partial_tasks(inputs.options);
  ProgressLine line("train", "tasks", inputs.options.quiet);
  const FreshTasks fresh{.variation = inputs.options.making.variation(inputs.assets.catalogue),
                         .physics = inputs.options.assets.physics_name(),
                         .jobs = inputs.options.jobs,
                         .partial = partial.string(),
                         .resume = inputs.options.resume,
                         .progress = line.counter()};
  auto made = make_template_tasks(inputs.pairs(), templates, count, fresh, inputs.assets);
  fs::remove(partial);
  return made;
}

void print_ceilings(const TrainArguments& options) {
  const TrainingInputs inputs(options);
  std::vector<std::string> templates;
  for (const WantedTasks& wanted : inputs.order.wanted) templates.push_back(name_of(inputs.order, wanted));
  const std::vector<TemplateTasks> all = make(inputs, templates, options.tasks);
  fmt::print("{:<36} {:>5} {:>7} {:>7} {:>7}\n", "template, actions: " + options.actions, "tasks", "solved",
             "random", "single");
  ProgressLine line("train", "tasks", options.quiet);
  line.begin(all.size() * static_cast<std::size_t>(options.tasks));
  for (const TemplateTasks& each : all) {
    const Ceiling ceiling =
        play_all(each.tasks, options.set(), inputs.setting, options.jobs, [&] { line.add(); });
    fmt::print("{:<36} {:>5} {:>7.2f} {:>7.2f} {:>7.2f}  {}\n", each.task_template, ceiling.tasks,
               ceiling.solved, ceiling.random, ceiling.best_single,
               words(options.set(), ceiling.best_action));
  }
}

/// The normal templates among those that the user named.
std::vector<std::string> normal_templates(const TaskOrder& order) {
  std::vector<std::string> templates;
  for (const WantedTasks& wanted : order.wanted)
    if (!wanted.novel) templates.push_back(name_of(order, wanted));
  if (templates.empty())
    throw InputError("train", "names novel templates alone; agents are trained on normal tasks");
  return templates;
}

/// The trainings that the user wants: one for each template or, with --train-on, one for all.
NetTrainingOrder trainings_wanted(const TrainingInputs& inputs) {
  const TrainArguments& options = inputs.options;
  return {.templates = normal_templates(inputs.order),
          .sources = options.train_on.empty() ? std::vector<std::string>() : normal_templates(inputs.sources),
          .tasks = options.tasks,
          .held_out = options.held_out};
}

/// All that training on a template depends on besides its tasks, in words.
std::string settings_text(const TrainingInputs& inputs, const std::string& task_template) {
  const TrainArguments& options = inputs.options;
  const VariationOptions variation = options.making.variation(inputs.assets.catalogue);
  const std::vector<std::string> sources = sources_of(trainings_wanted(inputs), task_template);
  const std::vector<Pair> pairs = inputs.pairs();
  std::vector<Pair> taught;
  for (const std::string& each : sources) taught.push_back(pair_of(pairs, each));
  return fmt::format(
      "schedule {}, seed {}, {} tasks, proof {}, distractors {}, physics {} {}, catalogue {}, pair {}{}",
      options.by_shots() ? "published " + options.release : options.schedule, variation.seed, options.tasks,
      options.making.proof(), variation.most_distractors, options.assets.physics_name(),
      inputs.assets.physics_hash, inputs.assets.catalogue_hash, hash_of_pairs(taught),
      options.train_on.empty() ? "" : fmt::format(", trained on {}", fmt::join(sources, " ")));
}

/// Whether a file of a former training with the same settings is there. Throws InputError where another file
/// is there.
bool is_done(const TrainingInputs& inputs, const std::string& task_template, NetKind kind) {
  const TrainArguments& options = inputs.options;
  const fs::path file = net_file(options.out, task_template, kind);
  if (!fs::exists(file)) return false;
  if (!options.resume)
    throw InputError(file.string(), "is there already: expected another folder, or --resume");
  const TrainedNets nets = read_trained(options.out, {task_template}, kind);
  const Trained& before = *nets.at(task_template);
  if (before.settings != settings_text(inputs, task_template) || before.actions != options.set())
    throw InputError(file.string(), fmt::format("was trained otherwise: actions {}, {}", name(before.actions),
                                                before.settings));
  return true;
}

/// Training prints a line for each stage.
void print_stage(const std::string& name, const std::string& text) {
  fmt::print("{}: {}\n", name, text);
  std::fflush(stdout);
}

TableTraining table_training(const TrainingInputs& inputs, NetKind kind, unsigned jobs) {
  return {.kind = kind,
          .actions = inputs.options.set(),
          .seed = inputs.options.making.variation(inputs.assets.catalogue).seed,
          .jobs = jobs};
}

Trained train_by_table(const TrainingInputs& inputs, const NetTraining& training, const std::string& name,
                       std::span<const DecisionPoint> table, NetKind kind) {
  bool learned = false;
  const auto told = [&](const TrainingStage& stage) {
    learned = true;
    print_stage(name, fmt::format("{} updates, loss {:.3f}, held back {:.2f}, held out {:.2f}", stage.updates,
                                  stage.loss, stage.held_back, stage.held_out));
  };
  Trained trained = novphy::train_by_table(training.training, table, training.held_out,
                                           table_training(inputs, kind, 1), inputs.setting, told);
  if (!learned)
    print_stage(name, "no action of the set passes any of the training tasks: the net stays as drawn");
  return trained;
}

Trained train_by_shots(const TrainingInputs& inputs, const NetTraining& training, const std::string& name,
                       NetKind kind, unsigned jobs) {
  const TrainArguments& options = inputs.options;
  const ShotTraining how{.kind = kind,
                         .actions = options.set(),
                         .release = *release_named(options.release),
                         .seed = options.making.variation(inputs.assets.catalogue).seed,
                         .jobs = jobs};
  const auto told = [&](const ShotStage& stage) {
    print_stage(
        name, fmt::format(
                  "step {} of {}, epsilon {:.2f}, {} attempts, passed {:.2f}, {} updates, loss {:.4f}, held "
                  "out {:.2f}",
                  stage.step, stage.steps, stage.epsilon, stage.attempts, stage.passed, stage.updates,
                  stage.loss, stage.held_out));
  };
  return novphy::train_by_shots(training.training, training.held_out, how, inputs.setting, told);
}

/// Trains one net. A loss that is no number becomes an InputError that names the net's file.
Trained train_net(const TrainingInputs& inputs, const NetTraining& training, const std::string& name,
                  std::span<const DecisionPoint> table, NetKind kind, unsigned jobs) try {
  if (inputs.options.by_shots()) return train_by_shots(inputs, training, name, kind, jobs);
  return train_by_table(inputs, training, name, table, kind);
} catch (const NoNumber& error) {
  throw InputError(net_file(inputs.options.out, training.templates.front(), kind).string(),
                   fmt::format("is not written: {}", error.what()));
}

/// Trains these kinds of nets in one training, from the same table of plays, and writes their files.
void teach(const TrainingInputs& inputs, const NetTraining& training, const std::vector<std::string>& agents,
           unsigned jobs) {
  if (agents.empty()) return;
  const TrainArguments& options = inputs.options;
  std::vector<DecisionPoint> table;
  if (!options.by_shots())
    table = table_of(training.training.tasks, table_training(inputs, NetKind::kDqn, jobs), inputs.setting);
  for (const std::string& agent : agents) {
    const std::string label = options.agents.size() == 1 ? name(training) : name(training) + " " + agent;
    const NetKind kind = kind_named(agent);
    Trained trained = train_net(inputs, training, label, table, kind, jobs);
    for (const std::string& each : training.templates) {
      trained.task_template = each;
      trained.settings = settings_text(inputs, each);
      write_trained(options.out, trained);
    }
  }
}

/// Prints the share of held-out tasks that each net passes, beside what the set of actions can reach.
void print_results(const TrainingInputs& inputs, const std::vector<NetTraining>& trainings) {
  const TrainArguments& options = inputs.options;
  std::map<std::string, Ceiling> ceilings;
  for (const std::string& agent : options.agents) {
    fmt::print("{:<36} {:>5} {:>7} {:>7} {:>7} {:>7}\n",
               fmt::format("{}, actions: {}", agent, options.actions), "tasks", "passed", "solved", "random",
               "single");
    for (const NetTraining& training : trainings)
      for (std::size_t i = 0; i < training.templates.size(); ++i) {
        const std::string& task_template = training.templates[i];
        const std::span<const Task> held_out = training.held_out_of(i);
        const TrainedNets nets = read_trained(options.out, {task_template}, kind_named(agent));
        const SavedNet& saved = nets.at(task_template)->net;
        Net net(saved.shape, saved.weights);
        if (!ceilings.contains(task_template))
          ceilings[task_template] = play_all(held_out, options.set(), inputs.setting, options.jobs, [] {});
        const Ceiling& ceiling = ceilings.at(task_template);
        fmt::print("{:<36} {:>5} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f}\n", task_template, held_out.size(),
                   share_passed(held_out, net, options.set(), inputs.setting), ceiling.solved, ceiling.random,
                   ceiling.best_single);
      }
  }
}

std::vector<std::string> release_names() {
  std::vector<std::string> names;
  for (const CodeRelease& release : kReleases) names.emplace_back(release.name);
  return names;
}

/// The agents that no file of a former training saves us to train in this training.
std::vector<std::string> missing_agents(const TrainingInputs& inputs,
                                        const std::vector<std::string>& templates) {
  std::vector<std::string> missing;
  for (const std::string& agent : inputs.options.agents) {
    // Each file is looked at, because a file of another training is an error.
    const auto done = std::count_if(templates.begin(), templates.end(), [&](const std::string& each) {
      return is_done(inputs, each, kind_named(agent));
    });
    if (static_cast<std::size_t>(done) < templates.size()) missing.push_back(agent);
  }
  return missing;
}

void train(const TrainArguments& options) {
  const TrainingInputs inputs(options);
  const NetTrainingOrder order = trainings_wanted(inputs);
  missing_agents(inputs, order.templates);  // refuses files of other trainings before any task is made
  const std::vector<NetTraining> trainings = make_net_trainings(
      order,
      [&](const std::vector<std::string>& templates, int count) { return make(inputs, templates, count); });
  const auto threads = std::min<unsigned>(options.jobs, static_cast<unsigned>(trainings.size()));
  parallel_for(trainings.size(), threads, [&](std::size_t i) {
    teach(inputs, trainings[i], missing_agents(inputs, trainings[i].templates),
          std::max(1U, options.jobs / threads));
  });
  print_results(inputs, trainings);
}

}  // namespace

void add_train(CLI::App& app) {
  const auto options = std::make_shared<TrainArguments>();
  options->making.rest().seed = 2;  // plans have the seed 1 unless they say otherwise
  CLI::App& command = add_command(
      app, "train", "Trains learning agents on normal tasks, or says what they could reach", kTrialsGroup,
      "novphy train rolling/agents/normal --agent dqn --jobs 2 --out nets\n"
      "novphy train rolling/agents/normal --agent dqn --schedule published --release 2021-09 --out nets\n"
      "novphy train rolling/agents --ceiling --actions grid --tasks 70 --jobs 2");
  command
      .add_option("from", options->from,
                  "Pairs, templates or scenarios, such as rolling/agents/normal; or all")
      ->type_name("PAIR|TEMPLATE|SCENARIO|all")
      ->required();
  CLI::Option* ceiling = command.add_flag("--ceiling", options->ceiling,
                                          "Trains nothing, but prints the share of tasks that any action "
                                          "passes, a random one, the best single one");
  command
      .add_option("--agent", options->agents, "The kind of net, or both with a comma, from the same plays")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"dqn", "relational"}))
      ->excludes(ceiling);
  command
      .add_option(
          "--train-on", options->train_on,
          "Templates, pairs or scenarios whose normal tasks teach in the place of each template's own: "
          "one net, filed for each template")
      ->type_name("NAME")
      ->excludes(ceiling);
  as_output(command.add_option("--out", options->out, "The folder of the nets: DIR/TEMPLATE.AGENT"))
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
      ->check(CLI::IsMember({"planner", "points", "grid"}))
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
    if (options->agents.empty()) throw CLI::RequiredError("--agent or --ceiling");
    if (options->out.empty()) throw CLI::RequiredError("--out");
    train(*options);
  });
}

}  // namespace novphy::app
