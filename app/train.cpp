#include "jobs/train.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "app/commands.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/text.h"

namespace novphy::app {
namespace {

struct TrainArguments {
  TrainSettings train{};
  bool ceiling = false, quiet = false;

  Settings settings() {
    return joined({train.settings(),
                   {{"ceiling", &ceiling,
                     "Trains nothing, but prints the share of tasks that any action passes, a random one, "
                     "the best single one",
                     Also{.excludes = {"agent", "train-on", "out", "schedule", "release"}}},
                    quiet_setting(quiet)}});
  }
};

std::string actions_of(const TrainArguments& wanted) { return std::string(name(wanted.train.actions)); }

void print_ceilings(const TrainArguments& wanted, const JobContext& context) {
  std::optional<ProgressLine> line(std::in_place, "train", "tasks", wanted.quiet);
  TrainWatch watch;
  watch.progress = line->counter();
  watch.tasks_made = [&] {
    line.reset();
    fmt::print("{:<36} {:>5} {:>7} {:>7} {:>7}\n", "template, actions: " + actions_of(wanted), "tasks",
               "solved", "random", "single");
  };
  watch.begins = [&](std::size_t of) { line.emplace("train", "tasks", wanted.quiet).begin(of); };
  watch.played = [&] { line->add(); };
  find_ceilings(wanted.train, context, watch, [&](const std::string& name, const Ceiling& ceiling) {
    fmt::print("{:<36} {:>5} {:>7.2f} {:>7.2f} {:>7.2f}  {}\n", name, ceiling.tasks, ceiling.solved,
               ceiling.random, ceiling.best_single, words(wanted.train.actions, ceiling.best_action));
  });
}

std::string text_of(const TrainingStage& stage) {
  return fmt::format("{} updates, loss {:.3f}, held back {:.2f}, held out {:.2f}", stage.updates, stage.loss,
                     stage.held_back, stage.held_out);
}

std::string text_of(const ShotStage& stage) {
  return fmt::format("step {} of {}, epsilon {:.2f}, {}, passed {:.2f}, {}, loss {:.4f}, held out {:.2f}",
                     stage.step, stage.steps, stage.epsilon, counted(stage.attempts, "attempt"), stage.passed,
                     counted(stage.updates, "update"), stage.loss, stage.held_out);
}

/// Prints a line for each stage of a training. Where several kinds of nets are trained, the line names the
/// kind.
TrainingListener printing(const TrainSettings& wanted) {
  const auto print = [names_kinds = wanted.agents.size() > 1](const std::string& training, NetKind kind,
                                                              const std::string& text) {
    fmt::print("{}{}: {}\n", training, names_kinds ? fmt::format(" {}", name_of(kind)) : "", text);
    std::fflush(stdout);
  };
  const auto print_stage = [print](const std::string& training, NetKind kind, const auto& stage) {
    print(training, kind, text_of(stage));
  };
  return {.table_stage = print_stage,
          .shot_stage = print_stage,
          .nothing_learned = [print](const std::string& training, NetKind kind) {
            print(training, kind,
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

void train_or_tell(TrainArguments& wanted, const Settings& settings) {
  if (wanted.ceiling) return print_ceilings(wanted, context_of(settings));
  if (wanted.train.agents.empty()) throw InputError("", "--agent or --ceiling is required");
  if (wanted.train.out.empty()) throw InputError("", "--out is required");
  std::optional<ProgressLine> line(std::in_place, "train", "tasks", wanted.quiet);
  TrainWatch watch;
  watch.progress = line->counter();
  watch.tasks_made = [&line] { line.reset(); };
  print_results(train(wanted.train, context_of(settings), watch, printing(wanted.train)), actions_of(wanted));
}

}  // namespace

Commands train_commands() {
  return {{{"train", "Trains learning agents on normal tasks, or says what they could reach", kTrialsGroup,
            "novphy train rolling/agents/normal --agent dqn --jobs 2 --out nets\n"
            "novphy train rolling/agents/normal --agent dqn --schedule published --release "
            "2021-09 --out nets\n"
            "novphy train rolling/agents --ceiling --actions grid --tasks 70 --jobs 2"},
           job<train_or_tell>}};
}

}  // namespace novphy::app
