#include "agents/learning/trainings.h"

#include <algorithm>
#include <memory>
#include <numeric>

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

Trained train_by_table(const TableTasks& tasks, const TableTraining& settings, const PlaySetting& setting,
                       const std::function<void(const TrainingStage&)>& told) {
  const std::span<const Task> all(tasks.training.tasks);
  const std::span<const Task> back = all.last(held_back(all, settings));
  Rng weights = Rng::stream(settings.seed, "learning/weights");
  Rng order = Rng::stream(settings.seed, "learning/order");
  Net net(shape_of(settings.kind, settings.actions), [&] { return weights.uniform(); });
  const auto share = [&](std::span<const Task> of) {
    return share_passed(of, net, settings.actions, setting);
  };
  const auto note = [&](const FitStage& stage) {
    check_stop(settings.stop);
    told({stage, share(tasks.held_out)});
  };
  fit_table(net, tasks.table, settings.fit, order,
            {.try_net = [&](Net&) { return share(back); }, .told = note});
  return trained_net(tasks.training, net, settings.actions);
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
               const AfterStage& after) {
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
    const double share = after.try_net(net);
    after.told({.updates = updates, .loss = loss, .held_back = share});
    ++since_best;
    if (share > best_share) {
      best_share = share;
      best = net;
      since_best = 0;
    }
  }
  net = best;
}

namespace {

using Rehearsals = std::vector<std::unique_ptr<Rehearsal>>;

Rehearsals rehearsals_of(std::span<const Task> tasks, const ShotTraining& settings,
                         const PlaySetting& setting) {
  Rehearsals all(tasks.size());
  parallel_for(tasks.size(), settings.jobs, [&](std::size_t i) {
    check_stop(settings.stop);
    all[i] = std::make_unique<Rehearsal>(tasks[i], settings.actions, setting);
  });
  return all;
}

/// The tasks of a step. The first step has all of them.
std::vector<std::size_t> drawn_tasks(const ShotTraining& settings, std::size_t tasks, int step) {
  std::vector<std::size_t> order(tasks);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (step == 0) return order;
  Rng rng = Rng::stream(settings.seed, "learning/tasks", static_cast<std::uint64_t>(step));
  shuffle(order, rng);
  order.resize(static_cast<std::size_t>(tasks_of(settings.release, static_cast<int>(tasks), step)));
  return order;
}

/// The state of a training by shots between two steps.
class TrainingByShots {
 public:
  TrainingByShots(const TemplateTasks& training, std::span<const Task> held_out, const ShotTraining& settings,
                  const PlaySetting& setting)
      : training_(training),
        settings_(settings),
        rehearsals_(rehearsals_of(training.tasks, settings, setting)),
        exams_(rehearsals_of(held_out, settings, setting)),
        net_(drawn_net(settings)),
        learner_(net_, settings.update),
        replay_(settings.replay) {}

  int steps() const { return steps_of(tasks()); }

  ShotStage take_step(int step) {
    ShotStage stage{.step = step + 1, .steps = steps(), .epsilon = epsilon_of(settings_, tasks(), step)};
    stage.passed = play(step, stage.epsilon);
    stage.attempts = attempts_;
    stage.loss = learn(step);
    stage.updates = learner_.updates();
    stage.held_out = share_held_out();
    return stage;
  }

  const Net& net() const { return net_; }

 private:
  static Net drawn_net(const ShotTraining& settings) {
    Rng weights = Rng::stream(settings.seed, "learning/weights");
    return Net(shape_of(settings.kind, settings.actions), [&] { return weights.uniform(); });
  }

  int tasks() const { return static_cast<int>(rehearsals_.size()); }

  /// Attempts the tasks of a step and returns the share of the attempts that pass.
  double play(int step, double epsilon) {
    const std::vector<std::size_t> tasks = drawn_tasks(settings_, rehearsals_.size(), step);
    const int each = step == 0 ? settings_.first_attempts : settings_.release.attempts;
    std::vector<std::vector<Attempt>> attempts(tasks.size());
    parallel_for(tasks.size(), settings_.jobs, [&](std::size_t i) {
      Net net = net_;
      Rng rng = Rng::stream(settings_.seed, "learning/attempts",
                            static_cast<std::uint64_t>(step) * rehearsals_.size() + tasks[i]);
      for (int attempt = 0; attempt < each; ++attempt) {
        check_stop(settings_.stop);
        attempts[i].push_back(rehearsals_[tasks[i]]->attempt(net, epsilon, rng));
      }
    });
    return keep(attempts);
  }

  double keep(const std::vector<std::vector<Attempt>>& attempts) {
    int count = 0;
    int passed = 0;
    for (const std::vector<Attempt>& of_task : attempts)
      for (const Attempt& attempt : of_task) {
        for (const Step& step : attempt.steps) replay_.add(step);
        passed += attempt.passed() ? 1 : 0;
        ++count;
      }
    if (replay_.size() == 0)
      throw InputError(training_.task_template,
                       "no action of the set has a shot in any of the training tasks");
    attempts_ += count;
    return count == 0 ? 0 : static_cast<double>(passed) / count;
  }

  /// Goes through the replay and returns the mean loss.
  double learn(int step) {
    learner_.copy_target();
    learner_.restart_optimiser();
    Rng rng = Rng::stream(settings_.seed, "learning/draws", static_cast<std::uint64_t>(step));
    const std::size_t batch = settings_.update.batch;
    const auto updates =
        static_cast<std::size_t>(epochs_of(settings_.release, step)) * ((replay_.size() + batch - 1) / batch);
    double loss = 0;
    for (std::size_t i = 0; i < updates; ++i) {
      check_stop(settings_.stop);
      loss += learner_.update(replay_.draw(batch, rng));
    }
    return loss / static_cast<double>(updates);
  }

  double share_held_out() {
    std::vector<char> passed(exams_.size());
    parallel_for(exams_.size(), settings_.jobs, [&](std::size_t i) {
      check_stop(settings_.stop);
      Net net = net_;
      Rng none = Rng::stream(0, "learning/greedy");  // not used, because epsilon is 0
      passed[i] = exams_[i]->attempt(net, 0, none).passed() ? 1 : 0;
    });
    const auto count = std::count(passed.begin(), passed.end(), 1);
    return exams_.empty() ? 0 : static_cast<double>(count) / static_cast<double>(exams_.size());
  }

  const TemplateTasks& training_;
  const ShotTraining& settings_;
  Rehearsals rehearsals_;
  Rehearsals exams_;
  Net net_;
  QLearner learner_;
  ReplayMemory replay_;
  int attempts_ = 0;
};

}  // namespace

const CodeRelease* release_named(std::string_view name) {
  const auto found = std::ranges::find(kReleases, name, &CodeRelease::name);
  return found == kReleases.end() ? nullptr : &*found;
}

int steps_of(int tasks) { return std::max(1, tasks / 5); }

double epsilon_of(const ShotTraining& settings, int tasks, int step) {
  const int steps = steps_of(tasks);
  const double fall = settings.epsilon_fall / (steps - steps / 10);
  return std::max(settings.least_epsilon, settings.first_epsilon - (step + 1) * fall);
}

int epochs_of(const CodeRelease& release, int step) {
  const long long taken = static_cast<long long>(step) * (step + 1) / 2;
  return static_cast<int>(std::max(1LL, release.first_epochs - taken));
}

int tasks_of(const CodeRelease& release, int tasks, int step) {
  const int most_of_worker = (tasks + release.workers - 1) / release.workers;
  const int later = release.workers * std::min(release.tasks_of_worker, most_of_worker);
  return step == 0 ? tasks : std::min(tasks, later);
}

Trained train_by_shots(const TemplateTasks& training, std::span<const Task> held_out,
                       const ShotTraining& settings, const PlaySetting& setting,
                       const std::function<void(const ShotStage&)>& told) {
  TrainingByShots run(training, held_out, settings, setting);
  for (int step = 0; step < run.steps(); ++step) {
    const ShotStage stage = run.take_step(step);
    told(stage);
    if (stage.passed > settings.enough) break;
  }
  Trained trained = trained_net(training, run.net(), settings.actions);
  trained.values = ValueKind::kReturns;
  return trained;
}

}  // namespace novphy
