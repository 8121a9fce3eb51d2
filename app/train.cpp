#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "agents/learning/net_trainer.h"
#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/making_options.h"
#include "app/outputs.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "generator/sets/make_tasks.h"

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

std::vector<Pair> library_of(const Assets& assets) {
  return pairs_in({data_folder("levels/templates").string()}, assets.catalogue);
}

/// Makes tasks of all templates of the order, which stand in a temporary file meanwhile.
std::vector<TemplateTasks> make_tasks(const TaskOrder& order, const TrainArguments& options,
                                      const Assets& assets) {
  std::vector<std::string> templates;
  for (const WantedTasks& wanted : order.wanted) templates.push_back(name_of(order, wanted));
  const fs::path partial = fs::temp_directory_path() / fmt::format("novphy-train-{}.partial", ::getpid());
  ProgressLine line("train", "tasks", options.quiet);
  const FreshTasks fresh{.variation = options.making.variation(assets.catalogue),
                         .physics = options.assets.physics_name(),
                         .jobs = options.jobs,
                         .partial = partial.string(),
                         .resume = options.resume,
                         .progress = line.counter()};
  return make_template_tasks(order.pairs, templates, options.tasks, fresh, assets);
}

void print_ceiling(const TemplateTasks& each, const Ceiling& ceiling, ActionSet set) {
  fmt::print("{:<36} {:>5} {:>7.2f} {:>7.2f} {:>7.2f}  {}\n", each.task_template, ceiling.tasks,
             ceiling.solved, ceiling.random, ceiling.best_single, words(set, ceiling.best_action));
}

void print_ceilings(const TrainArguments& options) {
  const Assets assets = options.assets.load();
  const TaskOrder order = order_of(options.from, library_of(assets), 1, assets.catalogue);
  const std::vector<TemplateTasks> all = make_tasks(order, options, assets);
  const ObjectTable object_table(assets.catalogue, assets.colours);
  const PlaySetting setting{.catalogue = assets.catalogue,
                            .physics = assets.physics.at(options.assets.physics_name()),
                            .object_table = object_table};
  fmt::print("{:<36} {:>5} {:>7} {:>7} {:>7}\n", "template, actions: " + options.actions, "tasks", "solved",
             "random", "single");
  ProgressLine line("train", "tasks", options.quiet);
  line.begin(all.size() * static_cast<std::size_t>(options.tasks));
  for (const TemplateTasks& each : all)
    print_ceiling(each, play_all(each.tasks, options.set(), setting, options.jobs, [&] { line.add(); }),
                  options.set());
}

NetTrainerSettings settings_of(const TrainArguments& options, const Catalogue& catalogue) {
  NetTrainerSettings settings{.actions = options.set(),
                              .tasks = options.tasks,
                              .held_out = options.held_out,
                              .variation = options.making.variation(catalogue),
                              .physics = options.assets.physics_name(),
                              .folder = options.out,
                              .resume = options.resume,
                              .jobs = options.jobs};
  for (const std::string& agent : options.agents) settings.kinds.push_back(*net_kind_named(agent));
  if (options.by_shots()) settings.release = *release_named(options.release);
  return settings;
}

/// Prints a line for each stage of a training. Where several kinds of nets are trained, the line names the
/// kind.
class StagePrinter {
 public:
  explicit StagePrinter(bool names_kinds) : names_kinds_(names_kinds) {}

  void print(const std::string& training, NetKind kind, const std::string& text) const {
    fmt::print("{}{}: {}\n", training, names_kinds_ ? fmt::format(" {}", name_of(kind)) : "", text);
    std::fflush(stdout);
  }

 private:
  bool names_kinds_;
};

std::string text_of(const TrainingStage& stage) {
  return fmt::format("{} updates, loss {:.3f}, held back {:.2f}, held out {:.2f}", stage.updates, stage.loss,
                     stage.held_back, stage.held_out);
}

std::string text_of(const ShotStage& stage) {
  return fmt::format(
      "step {} of {}, epsilon {:.2f}, {} attempts, passed {:.2f}, {} updates, loss {:.4f}, held out {:.2f}",
      stage.step, stage.steps, stage.epsilon, stage.attempts, stage.passed, stage.updates, stage.loss,
      stage.held_out);
}

TrainingListener printing(const TrainArguments& options) {
  const StagePrinter printer(options.agents.size() > 1);
  return {
      .table_stage = [printer](const std::string& training, NetKind kind,
                               const TrainingStage& stage) { printer.print(training, kind, text_of(stage)); },
      .shot_stage = [printer](const std::string& training, NetKind kind,
                              const ShotStage& stage) { printer.print(training, kind, text_of(stage)); },
      .nothing_learned =
          [printer](const std::string& training, NetKind kind) {
            printer.print(training, kind,
                          "no action of the set passes any of the training tasks: the net stays as drawn");
          }};
}

/// Prints the share of held-out tasks that each net passes, beside what the set of actions can reach. The
/// results come kind by kind.
void print_results(const std::vector<NetResult>& results, const std::string& actions) {
  const NetResult* before = nullptr;
  for (const NetResult& each : results) {
    if (before == nullptr || before->kind != each.kind)
      fmt::print("{:<36} {:>5} {:>7} {:>7} {:>7} {:>7}\n",
                 fmt::format("{}, actions: {}", name_of(each.kind), actions), "tasks", "passed", "solved",
                 "random", "single");
    fmt::print("{:<36} {:>5} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f}\n", each.task_template, each.ceiling.tasks,
               each.passed, each.ceiling.solved, each.ceiling.random, each.ceiling.best_single);
    before = &each;
  }
}

std::vector<NetTraining> make_tasks(const NetTrainer& trainer, const QuietOption& quiet) {
  ProgressLine line("train", "tasks", quiet);
  return trainer.make_tasks(line.counter());
}

void train(const TrainArguments& options) {
  const Assets assets = options.assets.load();
  const NetTrainer trainer(
      training_templates(options.from, options.train_on, library_of(assets), assets.catalogue),
      settings_of(options, assets.catalogue), assets);
  const std::vector<NetTraining> trainings = make_tasks(trainer, options.quiet);
  trainer.train(trainings, printing(options));
  print_results(trainer.results(trainings), options.actions);
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const NetKind kind : kNetKinds) names.emplace_back(name_of(kind));
  return names;
}

std::vector<std::string> release_names() {
  std::vector<std::string> names;
  for (const CodeRelease& release : kReleases) names.emplace_back(release.name);
  return names;
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
      ->check(CLI::IsMember(kind_names()))
      ->excludes(ceiling);
  command
      .add_option(
          "--train-on", options->train_on,
          "Templates, pairs or scenarios: one net is trained on their normal tasks, instead of a net on "
          "each template's own, and saved for each template")
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
  add_seed(command, options->making.rest().seed.number, "Of all draws");
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
