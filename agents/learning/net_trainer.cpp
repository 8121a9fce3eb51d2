#include "agents/learning/net_trainer.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "agents/learning/q_update.h"
#include "agents/learning/trained.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "generator/sets/make_tasks.h"

namespace novphy {
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

std::string schedule_text(const std::optional<CodeRelease>& release) {
  return release ? fmt::format("published {}", release->name) : "table";
}

std::string hash_of_sources(const std::vector<Pair>& pairs, const std::vector<std::string>& sources) {
  std::vector<Pair> used;
  for (const std::string& each : sources) used.push_back(*find_pair(pairs, each));
  return hash_of_pairs(used);
}

}  // namespace

NetTrainer::NetTrainer(TrainingTemplates templates, NetTrainerSettings settings, const Assets& assets)
    : templates_(std::move(templates)),
      settings_(std::move(settings)),
      assets_(assets),
      object_table_(assets.catalogue, assets.colours),
      setting_{.catalogue = assets.catalogue,
               .physics = assets.physics.at(settings_.physics),
               .object_table = object_table_} {}

NetTrainingOrder NetTrainer::order() const {
  return {.templates = templates_.templates,
          .sources = templates_.sources,
          .tasks = settings_.tasks,
          .held_out = settings_.held_out};
}

/// Everything besides the tasks that training on a template depends on, in words.
std::string NetTrainer::settings_text(const std::string& task_template) const {
  const VariationOptions& variation = settings_.variation;
  const std::vector<std::string> sources = sources_of(order(), task_template);
  return fmt::format(
      "schedule {}, seed {}, {} tasks, proof {}, distractors {}, physics {} {}, catalogue {}, pair {}{}",
      schedule_text(settings_.release), variation.seed.number, settings_.tasks,
      kProofNames.at(static_cast<std::size_t>(variation.proof)), variation.most_distractors,
      settings_.physics, assets_.physics_hash, assets_.catalogue_hash,
      hash_of_sources(templates_.pairs, sources),
      templates_.sources.empty() ? "" : fmt::format(", trained on {}", fmt::join(sources, " ")));
}

/// Whether the folder holds the net of an earlier training with the same settings. Throws InputError if it
/// holds another net.
bool NetTrainer::is_done(const std::string& task_template, NetKind kind) const {
  const fs::path file = net_file(settings_.folder, task_template, kind);
  if (!fs::exists(file)) return false;
  if (!settings_.resume)
    throw InputError(file.string(), "is there already: expected another folder, or --resume");
  const TrainedNets nets = read_trained(settings_.folder, {task_template}, kind);
  const Trained& before = *nets.at(task_template);
  if (before.settings != settings_text(task_template) || before.actions != settings_.actions)
    throw InputError(file.string(), fmt::format("was trained with other settings: actions {}, {}",
                                                name(before.actions), before.settings));
  return true;
}

/// The kinds of which the folder lacks nets for some of the templates.
std::vector<NetKind> NetTrainer::missing_kinds(const std::vector<std::string>& trained) const {
  std::vector<NetKind> missing;
  for (const NetKind kind : settings_.kinds) {
    // Checks every file, because a net of another training is an error.
    const auto done = std::count_if(trained.begin(), trained.end(),
                                    [&](const std::string& each) { return is_done(each, kind); });
    if (static_cast<std::size_t>(done) < trained.size()) missing.push_back(kind);
  }
  return missing;
}

std::vector<NetTraining> NetTrainer::make_tasks(
    std::function<void(std::size_t, std::size_t)> progress) const {
  missing_kinds(templates_.templates);  // refuses nets of other trainings before making any task
  return make_net_trainings(order(), [&](const std::vector<std::string>& templates, int count) {
    const FreshTasks fresh{.variation = settings_.variation,
                           .physics = settings_.physics,
                           .jobs = settings_.jobs,
                           .partial = partial_tasks(settings_.folder).string(),
                           .resume = settings_.resume,
                           .progress = std::move(progress),
                           .stop = settings_.stop};
    return make_template_tasks(templates_.pairs, templates, count, fresh, assets_);
  });
}

TableTraining NetTrainer::table_settings(NetKind kind, unsigned jobs) const {
  return {.kind = kind,
          .actions = settings_.actions,
          .seed = settings_.variation.seed.number,
          .jobs = jobs,
          .stop = settings_.stop};
}

Trained NetTrainer::by_table(const NetTraining& training, std::span<const DecisionPoint> table, NetKind kind,
                             const TrainingListener& listener) const {
  bool learned = false;
  const auto told = [&](const TrainingStage& stage) {
    learned = true;
    if (listener.table_stage) listener.table_stage(name(training), kind, stage);
  };
  Trained trained =
      train_by_table(training.training, table, training.held_out, table_settings(kind, 1), setting_, told);
  if (!learned && listener.nothing_learned) listener.nothing_learned(name(training), kind);
  return trained;
}

Trained NetTrainer::by_shots(const NetTraining& training, NetKind kind, unsigned jobs,
                             const TrainingListener& listener) const {
  const ShotTraining how{.kind = kind,
                         .actions = settings_.actions,
                         .release = *settings_.release,
                         .seed = settings_.variation.seed.number,
                         .jobs = jobs,
                         .stop = settings_.stop};
  return train_by_shots(training.training, training.held_out, how, setting_, [&](const ShotStage& stage) {
    if (listener.shot_stage) listener.shot_stage(name(training), kind, stage);
  });
}

Trained NetTrainer::train_net(const NetTraining& training, std::span<const DecisionPoint> table, NetKind kind,
                              unsigned jobs, const TrainingListener& listener) const try {
  if (settings_.release) return by_shots(training, kind, jobs, listener);
  return by_table(training, table, kind, listener);
} catch (const NoNumber& error) {
  throw InputError(net_file(settings_.folder, training.templates.front(), kind).string(),
                   fmt::format("was not written: {}", error.what()));
}

/// Writes a file for each template that the net serves.
void NetTrainer::write(const NetTraining& training, Trained trained) const {
  for (const std::string& each : training.templates) {
    trained.task_template = each;
    trained.settings = settings_text(each);
    write_trained(settings_.folder, trained);
  }
}

void NetTrainer::train_one(const NetTraining& training, unsigned jobs,
                           const TrainingListener& listener) const {
  const std::vector<NetKind> kinds = missing_kinds(training.templates);
  if (kinds.empty()) return;
  std::vector<DecisionPoint> table;  // the same for all kinds of nets
  if (!settings_.release)
    table = table_of(training.training.tasks, table_settings(kinds.front(), jobs), setting_);
  for (const NetKind kind : kinds) write(training, train_net(training, table, kind, jobs, listener));
}

void NetTrainer::train(const std::vector<NetTraining>& trainings, const TrainingListener& listener) const {
  const auto threads = std::min<unsigned>(settings_.jobs, static_cast<unsigned>(trainings.size()));
  parallel_for(trainings.size(), threads, [&](std::size_t i) {
    train_one(trainings[i], std::max(1U, settings_.jobs / threads), listener);
  });
}

double NetTrainer::passed(const std::string& task_template, NetKind kind,
                          std::span<const Task> held_out) const {
  const TrainedNets nets = read_trained(settings_.folder, {task_template}, kind);
  const SavedNet& saved = nets.at(task_template)->net;
  Net net(saved.shape, saved.weights);
  return share_passed(held_out, net, settings_.actions, setting_);
}

std::vector<NetResult> NetTrainer::results(const std::vector<NetTraining>& trainings) const {
  std::map<std::string, Ceiling> ceilings;
  std::vector<NetResult> results;
  for (const NetKind kind : settings_.kinds)
    for (const NetTraining& training : trainings)
      for (std::size_t i = 0; i < training.templates.size(); ++i) {
        const std::string& each = training.templates[i];
        const std::span<const Task> held_out = training.held_out_of(i);
        if (!ceilings.contains(each))
          ceilings[each] = play_all(held_out, settings_.actions, setting_, settings_.jobs,
                                    [&] { check_stop(settings_.stop); });
        results.push_back({kind, each, passed(each, kind, held_out), ceilings.at(each)});
      }
  return results;
}

}  // namespace novphy
