#include "agents/learning/table_training.h"

#include <algorithm>

#include "agents/learning/q_update.h"

namespace novphy {
namespace {

std::size_t held_back(std::span<const Task> tasks, const TableTraining& settings) {
  return static_cast<std::size_t>(settings.held_back_share * static_cast<double>(tasks.size()));
}

}  // namespace

std::vector<DecisionPoint> table_of(std::span<const Task> tasks, const TableTraining& settings,
                                    const PlaySetting& setting) {
  std::vector<std::vector<DecisionPoint>> each(tasks.size() - held_back(tasks, settings));
  parallel_for(each.size(), settings.jobs, [&](std::size_t i) {
    check_stop(settings.stop);
    Rng rng = Rng::stream(settings.seed, "learning/moments", i);
    each[i] = decision_points_of(tasks[i], settings.actions, setting, rng);
  });
  std::vector<DecisionPoint> all;
  for (auto& moments : each) std::move(moments.begin(), moments.end(), std::back_inserter(all));
  return all;
}

Trained train_by_table(const TemplateTasks& training, std::span<const DecisionPoint> table,
                       std::span<const Task> held_out, const TableTraining& settings,
                       const PlaySetting& setting, const std::function<void(const TrainingStage&)>& told) {
  const std::span<const Task> tasks(training.tasks);
  const std::span<const Task> back = tasks.last(held_back(tasks, settings));
  Rng weights = Rng::stream(settings.seed, "learning/weights");
  Rng order = Rng::stream(settings.seed, "learning/order");
  Net net(shape_of(settings.kind, settings.actions), [&] { return weights.uniform(); });
  const auto try_net = [&](Net& now) { return share_passed(back, now, settings.actions, setting); };
  fit_table(net, table, settings.fit, order, try_net, [&](const FitStage& stage) {
    check_stop(settings.stop);
    told({stage, share_passed(held_out, net, settings.actions, setting)});
  });
  return trained_net(training, net, settings.actions);
}

namespace {

/// The best result of an action at the moment.
ActionResult best_of(const DecisionPoint& moment) {
  return *std::max_element(moment.results.begin(), moment.results.end());
}

/// The decision points in the form that the loss needs.
WishedActions wished_at(std::span<const DecisionPoint* const> moments) {
  WishedActions wished;
  for (const DecisionPoint* moment : moments) {
    const ActionResult best = best_of(*moment);
    const auto good = std::count(moment->results.begin(), moment->results.end(), best);
    wished.inputs.insert(wished.inputs.end(), moment->features.begin(), moment->features.end());
    for (const ActionResult result : moment->results) {
      wished.targets.push_back(result == best ? 1.0F / static_cast<float>(good) : 0.0F);
      wished.allowed.push_back(result == ActionResult::kNoShot ? 0 : 1);
    }
  }
  return wished;
}

}  // namespace

void fit_table(Net& net, std::span<const DecisionPoint> moments, const TableFitSettings& settings, Rng& rng,
               const std::function<double(Net&)>& try_net, const std::function<void(const FitStage&)>& told) {
  std::vector<const DecisionPoint*> examples;
  for (const DecisionPoint& moment : moments)
    if (best_of(moment) >= ActionResult::kAdvances) examples.push_back(&moment);
  if (examples.empty()) return;
  AdamWState state;
  std::vector<const DecisionPoint*> batch;
  std::size_t at = 0;
  Net best = net;
  double best_share = -1;
  int since_best = 0;
  for (int stage = 1; stage <= settings.most_stages && since_best < settings.patience; ++stage) {
    double loss = 0;
    for (int i = 0; i < settings.stage_updates; ++i) {
      for (batch.clear(); batch.size() < settings.batch; ++at) {
        if (at % examples.size() == 0) shuffle(examples, rng);  // anew for each round through all of them
        batch.push_back(examples[at % examples.size()]);
      }
      const WishedActions wished = wished_at(batch);
      loss += preference_loss(net, net.values(wished.inputs), wished) / settings.stage_updates;
      adamw_step(settings.adamw, state, net.gradients(), net.weights());
    }
    const int updates = stage * settings.stage_updates;
    expect_number(loss, static_cast<std::uint64_t>(updates));
    const double share = try_net(net);
    told({.updates = updates, .loss = loss, .held_back = share});
    ++since_best;
    if (share > best_share) {
      best_share = share;
      best = net;
      since_best = 0;
    }
  }
  net = best;
}

}  // namespace novphy
