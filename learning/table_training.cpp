#include "learning/table_training.h"

#include <algorithm>

#include "base/parallel.h"
#include "learning/greedy.h"

namespace novphy {
namespace {

std::size_t held_back(std::span<const Task> tasks, const TableTraining& settings) {
  return static_cast<std::size_t>(settings.held_back_share * static_cast<double>(tasks.size()));
}

}  // namespace

std::vector<Moment> table_of(std::span<const Task> tasks, const TableTraining& settings, const Lab& lab) {
  std::vector<std::vector<Moment>> each(tasks.size() - held_back(tasks, settings));
  parallel_for(each.size(), settings.jobs, [&](std::size_t i) {
    Rng rng = Rng::stream(settings.seed, "learning/moments", i);
    each[i] = moments_of(tasks[i], settings.actions, lab, rng);
  });
  std::vector<Moment> all;
  for (auto& moments : each) std::move(moments.begin(), moments.end(), std::back_inserter(all));
  return all;
}

Trained train_by_table(const TemplateTasks& training, std::span<const Moment> table,
                       std::span<const Task> held_out, const TableTraining& settings, const Lab& lab,
                       const std::function<void(const TrainingStage&)>& told) {
  const std::span<const Task> tasks(training.tasks);
  const std::span<const Task> back = tasks.last(held_back(tasks, settings));
  Rng weights = Rng::stream(settings.seed, "learning/weights");
  Rng order = Rng::stream(settings.seed, "learning/order");
  Net net(shape_of(settings.kind, settings.actions), [&] { return weights.uniform(); });
  const auto try_net = [&](Net& now) { return share_passed(back, now, settings.actions, lab); };
  fit_table(net, table, settings.fit, order, try_net, [&](const FitStage& stage) {
    told({stage, share_passed(held_out, net, settings.actions, lab)});
  });
  return trained_net(training, net, settings.actions);
}

}  // namespace novphy
