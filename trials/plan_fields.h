#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "levels/task_recipe.h"
#include "trials/plan.h"

/// The fields of plan files. Reading and writing share these lists.
namespace novphy {

/// The largest number of tasks or of trials that a file may give.
constexpr int kMostInFile = 1'000'000;

/// A seed below 2^53, which every JSON reader keeps.
struct SeedCodec : Unsigned64Codec {
  std::uint64_t read(const Node& node) const {
    constexpr std::uint64_t kLimit = std::uint64_t{1} << 53;
    const std::uint64_t value = node.unsigned64();
    if (value >= kLimit) node.expected("a seed below 2^53");
    return value;
  }
};

/// All but the seed.
template <class Io>
void describe_sizes(Io& io, PlanOptions& options) {
  constexpr WholeCodec kTasks{0, kMostInFile};
  constexpr WholeCodec kSomeTasks{1, kMostInFile};
  constexpr WholeCodec kTrials{0, kMostInFile};
  io.field("trials", options.trials, kTrials);
  io.pair("normal", options.min_normal, kTasks, options.max_normal, kTasks);
  io.field("novel", options.novel, kTasks);
  io.pair("calibration", options.calibration_runs, kTasks, options.calibration_tasks, kSomeTasks);
  io.field("training", options.training, kTasks);
  io.field("control", options.control_trials, kTrials);
  io.field("informed", options.informed, FlagCodec{});
  io.field("pool", options.pool, kTasks);
}

template <class Io>
void describe(Io& io, PlanOptions& options) {
  describe_seed(io, options.seed, SeedCodec{});
  describe_sizes(io, options);
}

/// The fields of a trial or calibration run. `tasks` is the codec of a list of tasks.
template <class Io, class Tasks>
void describe(Io& io, PlannedTrial& trial, const char* index, const Tasks& tasks) {
  io.field("novelty", trial.novelty, TextCodec{});
  io.field("scenario", trial.scenario, TextCodec{});
  io.field(index, trial.index, WholeCodec{0, kMostInFile - 1});
  io.field("seed", trial.seed, SeedCodec{});
  io.field("control", trial.control, FlagCodec{}, false);
  io.field("informed", trial.informed, FlagCodec{}, false);
  io.field("training", trial.training, tasks, std::vector<TaskRef>());
  io.field("calibration", trial.calibration, tasks, std::vector<TaskRef>());
  io.field("normal", trial.normal, tasks, std::vector<TaskRef>());
  io.field("novel", trial.novel, tasks, std::vector<TaskRef>());
}

}  // namespace novphy
