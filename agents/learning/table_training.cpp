#include "agents/learning/table_training.h"

#include <algorithm>
#include <numeric>

#include "agents/learning/nets/losses.h"
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

/// Training examples: the decision points at which an action passes or advances, in the form that the loss
/// needs.
class Examples {
 public:
  Examples(std::span<const DecisionPoint> moments, std::size_t actions) : actions_(actions) {
    for (const DecisionPoint& moment : moments) add(moment);
  }

  std::size_t size() const { return inputs_.size() / ObjectFeatures::size(); }

  /// The examples of a batch, one after the other.
  struct Batch {
    std::vector<float> inputs{};
    std::vector<float> targets{};
    std::vector<std::uint8_t> allowed{};
  };
  Batch batch(std::span<const std::size_t> examples) const {
    Batch batch;
    const auto append = [](auto& to, const auto& from, std::size_t i, std::size_t width) {
      const auto at = from.begin() + static_cast<std::ptrdiff_t>(i * width);
      to.insert(to.end(), at, at + static_cast<std::ptrdiff_t>(width));
    };
    for (const std::size_t i : examples) {
      append(batch.inputs, inputs_, i, ObjectFeatures::size());
      append(batch.targets, targets_, i, actions_);
      append(batch.allowed, allowed_, i, actions_);
    }
    return batch;
  }

 private:
  void add(const DecisionPoint& moment) {
    const ActionResult best = *std::max_element(moment.results.begin(), moment.results.end());
    if (best < ActionResult::kAdvances) return;
    const auto good = std::count(moment.results.begin(), moment.results.end(), best);
    inputs_.insert(inputs_.end(), moment.features.begin(), moment.features.end());
    for (const ActionResult result : moment.results) {
      targets_.push_back(result == best ? 1.0F / static_cast<float>(good) : 0.0F);
      allowed_.push_back(result == ActionResult::kNoShot ? 0 : 1);
    }
  }

  std::size_t actions_;
  std::vector<float> inputs_{};
  std::vector<float> targets_{};
  std::vector<std::uint8_t> allowed_{};
};

/// Gives the examples in random order, drawn anew for each round through all of them.
class Order {
 public:
  Order(std::size_t examples, Rng& rng) : order_(examples), rng_(rng) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }
  std::vector<std::size_t> next(std::size_t count) {
    std::vector<std::size_t> batch;
    for (; count > 0; --count, ++at_) {
      if (at_ % order_.size() == 0) shuffle(order_, rng_);
      batch.push_back(order_[at_ % order_.size()]);
    }
    return batch;
  }

 private:
  std::vector<std::size_t> order_;
  Rng& rng_;
  std::size_t at_ = 0;
};

class Fit {
 public:
  Fit(Net& net, const AdamWSettings& settings) : net_(net), settings_(settings) {}

  double update(const Examples::Batch& batch) {
    const ConstMatrix values = net_.values(batch.inputs);
    gradient_.resize(batch.targets.size());
    const Matrix gradient(std::span<float>(gradient_), values.rows, values.columns);
    const double loss =
        cross_entropy(values, ConstMatrix(std::span<const float>(batch.targets), values.rows, values.columns),
                      batch.allowed, gradient);
    net_.backward(gradient);
    adamw_step(settings_, state_, net_.gradients(), net_.weights());
    return loss;
  }

 private:
  Net& net_;
  AdamWSettings settings_;
  AdamWState state_{};
  std::vector<float> gradient_{};
};

}  // namespace

void fit_table(Net& net, std::span<const DecisionPoint> moments, const TableFitSettings& settings, Rng& rng,
               const std::function<double(Net&)>& try_net, const std::function<void(const FitStage&)>& told) {
  const Examples examples(moments, net.shape().actions);
  if (examples.size() == 0) return;
  Order order(examples.size(), rng);
  Fit fit(net, settings.adamw);
  Net best = net;
  double best_share = -1;
  int since_best = 0;
  for (int stage = 1; stage <= settings.most_stages && since_best < settings.patience; ++stage) {
    double loss = 0;
    for (int i = 0; i < settings.stage_updates; ++i)
      loss += fit.update(examples.batch(order.next(settings.batch))) / settings.stage_updates;
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
