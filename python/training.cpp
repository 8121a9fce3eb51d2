#include <fmt/core.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "agents/learning/net_trainer.h"
#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// What Python passes to ask for a training.
struct TrainWishes {
  std::vector<std::string> templates;
  std::vector<std::string> agents;
  std::string out;
  std::vector<std::string> train_on;
  std::string actions;
  int tasks;
  int held_out;
  std::string schedule;
  std::string release;  ///< "": the default release
  std::uint64_t seed;
  std::string proof;
  int distractors;
  std::string physics;
  bool resume;
  int threads;
};

void check_number(const char* name, int found, int least, int most) {
  if (found < least || found > most)
    throw InputError(name, fmt::format("found {}, expected {} to {}", found, least, most));
}

NetKind kind_of(const std::string& agent) {
  if (const auto kind = net_kind_named(agent)) return *kind;
  throw InputError("agent", fmt::format("found \"{}\", expected dqn or relational", agent));
}

ActionSet actions_of(const std::string& name) {
  if (const auto actions = action_set_named(name)) return *actions;
  throw InputError("actions", fmt::format("found \"{}\", expected planner, points or grid", name));
}

CodeRelease release_of(const std::string& name) {
  if (name.empty()) return kReleases.back();
  if (const CodeRelease* release = release_named(name)) return *release;
  std::vector<std::string_view> names;
  for (const CodeRelease& each : kReleases) names.push_back(each.name);
  throw InputError("release", fmt::format("found \"{}\", expected one of: {}", name, fmt::join(names, ", ")));
}

/// The release for the schedule "published". Nothing for the schedule "table".
std::optional<CodeRelease> schedule_of(const TrainWishes& wishes) {
  if (wishes.schedule == "published") return release_of(wishes.release);
  if (wishes.schedule != "table")
    throw InputError("schedule", fmt::format("found \"{}\", expected table or published", wishes.schedule));
  if (!wishes.release.empty()) throw InputError("release", "belongs to the schedule published");
  return std::nullopt;
}

VariationOptions variation_of(const TrainWishes& wishes) {
  check_number("distractors", wishes.distractors, 0, 20);
  return {.novelties = data().novelties,
          .seed = wishes.seed,
          .proof = proof_named(wishes.proof),
          .most_distractors = wishes.distractors};
}

NetTrainerSettings settings_of(const TrainWishes& wishes) {
  physics(wishes.physics);
  check_number("tasks", wishes.tasks, 5, 100'000);
  check_number("held_out", wishes.held_out, 1, 100'000);
  if (wishes.agents.empty()) throw InputError("agent", "found none, expected dqn or relational");
  NetTrainerSettings settings{.actions = actions_of(wishes.actions),
                              .release = schedule_of(wishes),
                              .tasks = wishes.tasks,
                              .held_out = wishes.held_out,
                              .variation = variation_of(wishes),
                              .physics = wishes.physics,
                              .folder = wishes.out,
                              .resume = wishes.resume,
                              .jobs = threads_of(wishes.threads)};
  for (const std::string& agent : wishes.agents) settings.kinds.push_back(kind_of(agent));
  return settings;
}

/// The templates, in the order in which the program finds them. The bytes of nets depend on this order.
TrainingTemplates templates_of(const TrainWishes& wishes) {
  if (wishes.templates.empty())
    throw InputError("templates", "found none, expected names such as rolling/agents/normal");
  return training_templates(wishes.templates, wishes.train_on, shipped_pairs(), catalogue());
}

/// Everything that a training needs. Its thread owns it.
struct Training {
  TrainingTemplates templates;
  NetTrainerSettings settings;
  std::vector<NetResult> results{};

  void run(const Stop& stop) {
    settings.stop = &stop;
    const NetTrainer trainer(templates, settings, data().assets);
    const auto trainings = trainer.make_tasks([&](std::size_t, std::size_t) { check_stop(&stop); });
    trainer.train(trainings, {});
    results = trainer.results(trainings);
  }
};

py::list rows_of(const std::vector<NetResult>& results) {
  py::list rows;
  for (const NetResult& each : results)
    rows.append(py::make_tuple(name_of(each.kind), each.task_template, each.ceiling.tasks, each.passed,
                               each.ceiling.solved, each.ceiling.random, each.ceiling.best_single));
  return rows;
}

py::list train(const TrainWishes& wishes) {
  const auto training = std::make_shared<Training>(Training{templates_of(wishes), settings_of(wishes)});
  interruptible([training](const Stop& stop) { training->run(stop); });
  return rows_of(training->results);
}

}  // namespace

void bind_training(py::module_& module) {
  using Names = std::vector<std::string>;
  module.def("train",
             [](Names templates, Names agents, std::string out, Names train_on, std::string actions,
                int tasks, int held_out, std::string schedule, std::string release, std::uint64_t seed,
                std::string proof, int distractors, std::string physics_name, bool resume, int threads) {
               return train({std::move(templates), std::move(agents), std::move(out), std::move(train_on),
                             std::move(actions), tasks, held_out, std::move(schedule), std::move(release),
                             seed, std::move(proof), distractors, std::move(physics_name), resume, threads});
             });
}

}  // namespace novphy::python
