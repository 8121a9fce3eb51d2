#include "agents/learning/net_trainer.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace novphy {
namespace {

using TasksByTemplate = std::map<std::string, TemplateTasks>;

/// How many of the training tasks come from source i.
int share_of(int tasks, std::size_t sources, std::size_t i) {
  const int count = static_cast<int>(sources);
  return tasks / count + (static_cast<int>(i) < tasks % count ? 1 : 0);
}

TemplateTasks training_tasks(const std::vector<std::string>& sources, const TasksByTemplate& made,
                             int tasks) {
  TemplateTasks all;
  for (int k = 0; k < share_of(tasks, sources.size(), 0); ++k)
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (k >= share_of(tasks, sources.size(), i)) continue;
      const TemplateTasks& source = made.at(sources[i]);
      all.tasks.push_back(source.tasks[static_cast<std::size_t>(k)]);
      all.hashes.push_back(source.hashes[static_cast<std::size_t>(k)]);
    }
  return all;
}

}  // namespace

std::span<const Task> NetTraining::held_out_of(std::size_t i) const {
  const std::size_t each = held_out.size() / templates.size();
  return std::span(held_out).subspan(i * each, each);
}

std::string name(const NetTraining& training) {
  const std::string& first = training.templates.front();
  if (training.templates.size() == 1) return first;
  return fmt::format("{} and {} more", first, training.templates.size() - 1);
}

std::vector<std::string> sources_of(const NetTrainingOrder& order, const std::string& task_template) {
  return order.sources.empty() ? std::vector{task_template} : order.sources;
}

std::vector<NetTraining> make_net_trainings(const NetTrainingOrder& order, const TaskMaker& make) {
  if (static_cast<std::size_t>(order.tasks) < order.sources.size())
    throw InputError("--tasks", fmt::format("found {}, expected at least one for each of the {} templates of "
                                            "--train-on",
                                            order.tasks, order.sources.size()));
  const std::size_t sources = std::max<std::size_t>(1, order.sources.size());
  std::set<std::string> needed(order.templates.begin(), order.templates.end());
  needed.insert(order.sources.begin(), order.sources.end());
  TasksByTemplate made;
  for (TemplateTasks& each :
       make({needed.begin(), needed.end()}, share_of(order.tasks, sources, 0) + order.held_out))
    made[each.task_template] = std::move(each);
  std::vector<std::vector<std::string>> groups;  // the templates of each training
  if (order.sources.empty())
    for (const std::string& each : order.templates) groups.push_back({each});
  else
    groups.push_back(order.templates);
  std::vector<NetTraining> trainings;
  for (std::vector<std::string>& group : groups) {
    NetTraining& training = trainings.emplace_back();
    training.training = training_tasks(sources_of(order, group.front()), made, order.tasks);
    training.training.task_template = group.front();
    for (const std::string& each : group) {
      const std::vector<Task>& tasks = made.at(each).tasks;
      training.held_out.insert(training.held_out.end(), tasks.end() - order.held_out, tasks.end());
    }
    training.templates = std::move(group);
  }
  return trainings;
}

namespace {

PlanTemplate blank(const std::vector<Pair>& pairs, const std::string& task_template, int count) {
  const Pair& pair = *find_pair(pairs, task_template);
  return {.base = pair.novel.name == task_template ? pair.novel : pair.normal,
          .pair = pair.text,
          .tasks = std::vector<TaskRecipe>(static_cast<std::size_t>(count))};
}

}  // namespace

std::vector<TemplateTasks> make_template_tasks(const std::vector<Pair>& pairs,
                                               const std::vector<std::string>& templates, int count,
                                               const FreshTasks& fresh, const Assets& assets) {
  Plan plan;
  for (const std::string& each : templates) plan.templates.push_back(blank(pairs, each, count));
  std::map<std::string, std::vector<std::string>> hashes;
  for (TaskSetLine& line : make_tasks_of(plan, pairs, fresh, assets))
    hashes[line.task_template].push_back(std::move(line.hash));  // lines are sorted by template and task
  std::vector<TemplateTasks> made(templates.size());
  parallel_for(made.size(), fresh.jobs, [&](std::size_t i) {
    made[i].task_template = templates[i];
    made[i].hashes = hashes.at(templates[i]);
    for (int task = 0; task < count; ++task)
      made[i].tasks.push_back(task_of(plan, {static_cast<int>(i), task}, assets.catalogue));
  });
  std::filesystem::remove(fresh.partial);
  return made;
}

namespace {

std::vector<std::string> normal_names(const TaskOrder& order) {
  std::vector<std::string> names;
  for (const WantedTasks& wanted : order.wanted)
    if (!wanted.novel) names.push_back(name_of(order, wanted));
  if (names.empty())
    throw InputError("train", "found novel templates only; agents are trained on normal tasks");
  return names;
}

}  // namespace

NetTrainingOrder training_order(const std::vector<std::string>& names,
                                const std::vector<std::string>& train_on, const std::vector<Pair>& library,
                                const Catalogue& catalogue) {
  const TaskOrder order = order_of(names, library, 1, catalogue);
  const TaskOrder sources = train_on.empty() ? TaskOrder() : order_of(train_on, library, 1, catalogue);
  NetTrainingOrder found{.pairs = order.pairs, .templates = normal_names(order)};
  for (const Pair& pair : sources.pairs)
    if (std::ranges::none_of(order.pairs,
                             [&](const Pair& each) { return each.normal.name == pair.normal.name; }))
      found.pairs.push_back(pair);
  if (!train_on.empty()) found.sources = normal_names(sources);
  return found;
}

namespace {

bool passes(const DecisionPoint& moment) {
  return std::find(moment.results.begin(), moment.results.end(), ActionResult::kPasses) !=
         moment.results.end();
}

double share_of_shots(const DecisionPoint& moment) {
  const auto count = [&](ActionResult effect) {
    return static_cast<double>(std::count(moment.results.begin(), moment.results.end(), effect));
  };
  const double shots = static_cast<double>(moment.results.size()) - count(ActionResult::kNoShot);
  return shots > 0 ? count(ActionResult::kPasses) / shots : 0;
}

}  // namespace

Ceiling ceiling_of(std::span<const std::vector<DecisionPoint>> tasks) {
  Ceiling ceiling;
  std::vector<int> passed;
  for (const std::vector<DecisionPoint>& moments : tasks) {
    ++ceiling.tasks;
    if (std::any_of(moments.begin(), moments.end(), passes)) ++ceiling.solved;
    if (moments.empty()) continue;
    ceiling.random += share_of_shots(moments.front());
    passed.resize(moments.front().results.size());
    for (std::size_t i = 0; i < passed.size(); ++i)
      if (moments.front().results[i] == ActionResult::kPasses) ++passed[i];
  }
  if (const auto best = std::max_element(passed.begin(), passed.end()); best != passed.end()) {
    ceiling.best_single = *best;
    ceiling.best_action = static_cast<int>(best - passed.begin());
  }
  if (ceiling.tasks == 0) return ceiling;
  for (double* share : {&ceiling.solved, &ceiling.random, &ceiling.best_single}) *share /= ceiling.tasks;
  return ceiling;
}

Ceiling play_all(std::span<const Task> tasks, ActionSet set, const PlaySetting& setting, unsigned jobs,
                 const std::function<void()>& told) {
  std::vector<std::vector<DecisionPoint>> moments(tasks.size());
  parallel_for(moments.size(), jobs, [&](std::size_t i) {
    Rng rng = Rng::stream(i, "learning/ceiling");
    moments[i] = decision_points_of(tasks[i], set, setting, rng);
    told();
  });
  return ceiling_of(moments);
}

namespace {

namespace fs = std::filesystem;

/// The file in the folder of the nets that keeps the tasks made so far while further tasks are made.
fs::path partial_tasks(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(folder.string(), "cannot be made: " + error.message());
  return folder / "tasks.partial";
}

/// Everything besides the tasks that training on a template depends on, in words.
std::string settings_text(const NetTrainer& trainer, const std::string& task_template) {
  const VariationOptions& variation = trainer.settings.variation;
  const std::vector<std::string>& sources = trainer.order.sources;
  std::vector<Pair> used;
  for (const std::string& each : sources_of(trainer.order, task_template))
    used.push_back(*find_pair(trainer.order.pairs, each));
  return fmt::format(
      "schedule {}, seed {}, {} tasks, proof {}, distractors {}, physics {} {}, catalogue {}, pair {}{}",
      trainer.settings.release ? fmt::format("published {}", trainer.settings.release->name) : "table",
      variation.seed.number, trainer.order.tasks, kProofNames.at(static_cast<std::size_t>(variation.proof)),
      variation.most_distractors, trainer.settings.physics, trainer.assets.physics_hash,
      trainer.assets.catalogue_hash, hash_of_pairs(used),
      sources.empty() ? "" : fmt::format(", trained on {}", fmt::join(sources, " ")));
}

/// Whether the folder holds the net of an earlier training with the same settings. Throws InputError if it
/// holds another net.
bool is_done(const NetTrainer& trainer, const std::string& task_template, NetKind kind) {
  const NetTrainerSettings& settings = trainer.settings;
  const fs::path file = net_file(settings.folder, task_template, kind);
  if (!fs::exists(file)) return false;
  if (!settings.resume)
    throw InputError(file.string(), "is there already: expected another folder, or --resume");
  const TrainedNets nets = read_trained(settings.folder, {task_template}, kind);
  const Trained& before = *nets.at(task_template);
  if (before.settings != settings_text(trainer, task_template) || before.actions != settings.actions)
    throw InputError(file.string(), fmt::format("was trained with other settings: actions {}, {}",
                                                name(before.actions), before.settings));
  return true;
}

/// The kinds of which the folder lacks nets for some of the templates.
std::vector<NetKind> missing_kinds(const NetTrainer& trainer, const std::vector<std::string>& trained) {
  std::vector<NetKind> missing;
  for (const NetKind kind : trainer.settings.kinds) {
    // Checks every file, because a net of another training is an error.
    const auto done = std::count_if(trained.begin(), trained.end(),
                                    [&](const std::string& each) { return is_done(trainer, each, kind); });
    if (static_cast<std::size_t>(done) < trained.size()) missing.push_back(kind);
  }
  return missing;
}

Trained train_net(const NetTrainer& trainer, const NetTraining& training,
                  std::span<const DecisionPoint> table, const TableTraining& how,
                  const TrainingListener& listener) try {
  if (trainer.settings.release) {
    const ShotTraining by_shots{.kind = how.kind,
                                .actions = how.actions,
                                .release = *trainer.settings.release,
                                .seed = how.seed,
                                .jobs = how.jobs,
                                .stop = how.stop};
    return train_by_shots(training.training, training.held_out, by_shots, trainer.setting,
                          [&](const ShotStage& stage) {
                            if (listener.shot_stage) listener.shot_stage(name(training), how.kind, stage);
                          });
  }
  bool learned = false;
  const auto told = [&](const TrainingStage& stage) {
    learned = true;
    if (listener.table_stage) listener.table_stage(name(training), how.kind, stage);
  };
  Trained trained =
      train_by_table({.training = training.training, .table = table, .held_out = training.held_out}, how,
                     trainer.setting, told);
  if (!learned && listener.nothing_learned) listener.nothing_learned(name(training), how.kind);
  return trained;
} catch (const NoNumber& error) {
  throw InputError(net_file(trainer.settings.folder, training.templates.front(), how.kind).string(),
                   fmt::format("was not written: {}", error.what()));
}

/// Trains the missing nets of one training, and writes a file for each template that a net serves.
void train_one(const NetTrainer& trainer, const NetTraining& training, unsigned jobs,
               const TrainingListener& listener) {
  TableTraining how{.actions = trainer.settings.actions,
                    .seed = trainer.settings.variation.seed.number,
                    .jobs = jobs,
                    .stop = trainer.settings.stop};
  const std::vector<NetKind> kinds = missing_kinds(trainer, training.templates);
  std::vector<DecisionPoint> table;  // the same for all kinds of nets
  if (!kinds.empty() && !trainer.settings.release)
    table = table_of(training.training.tasks, how, trainer.setting);
  for (const NetKind kind : kinds) {
    how.kind = kind;
    Trained trained = train_net(trainer, training, table, how, listener);
    for (const std::string& each : training.templates) {
      trained.task_template = each;
      trained.settings = settings_text(trainer, each);
      write_trained(trainer.settings.folder, trained);
    }
  }
}

}  // namespace

std::vector<NetTraining> NetTrainer::make_tasks(
    std::function<void(std::size_t, std::size_t)> progress) const {
  missing_kinds(*this, order.templates);  // refuses nets of other trainings before making any task
  return make_net_trainings(order, [&](const std::vector<std::string>& templates, int count) {
    const FreshTasks fresh{.variation = settings.variation,
                           .physics = settings.physics,
                           .jobs = settings.jobs,
                           .partial = partial_tasks(settings.folder).string(),
                           .resume = settings.resume,
                           .progress = std::move(progress),
                           .stop = settings.stop};
    return make_template_tasks(order.pairs, templates, count, fresh, assets);
  });
}

void NetTrainer::train(const std::vector<NetTraining>& trainings, const TrainingListener& listener) const {
  const auto threads = std::min<unsigned>(settings.jobs, static_cast<unsigned>(trainings.size()));
  parallel_for(trainings.size(), threads, [&](std::size_t i) {
    train_one(*this, trainings[i], std::max(1U, settings.jobs / threads), listener);
  });
}

std::vector<NetResult> NetTrainer::results(const std::vector<NetTraining>& trainings) const {
  std::map<std::string, Ceiling> ceilings;
  std::vector<NetResult> results;
  for (const NetKind kind : settings.kinds)
    for (const NetTraining& training : trainings)
      for (std::size_t i = 0; i < training.templates.size(); ++i) {
        const std::string& each = training.templates[i];
        const std::span<const Task> held_out = training.held_out_of(i);
        if (!ceilings.contains(each))
          ceilings[each] = play_all(held_out, settings.actions, setting, settings.jobs,
                                    [&] { check_stop(settings.stop); });
        const TrainedNets nets = read_trained(settings.folder, {each}, kind);
        const SavedNet& saved = nets.at(each)->net;
        Net net(saved.shape, saved.weights);
        results.push_back(
            {kind, each, share_passed(held_out, net, settings.actions, setting), ceilings.at(each)});
      }
  return results;
}

}  // namespace novphy
