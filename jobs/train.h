#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "agents/learning/net_trainer.h"
#include "jobs/context.h"

/// What novphy train and Python's train() do.
namespace novphy {

struct TrainSettings {
  AssetSettings assets{};
  MakingSettings making{};
  std::vector<std::string> from{};
  std::vector<std::string> agents{};
  std::vector<std::string> train_on{};
  std::string out{};
  ActionSet actions = ActionSet::kPlanner;
  int tasks = 280;
  int held_out = 70;
  std::string schedule = "table";
  std::string release{};
  std::uint64_t seed = 2;  ///< plans have the seed 1 unless they say otherwise
  int jobs = 1;
  bool resume = false;

  Settings settings();
};

struct TrainWatch : JobWatch {                ///< whose pieces are tasks that are made
  std::function<void()> tasks_made{};         ///< called once all tasks are made
  std::function<void(std::size_t)> begins{};  ///< ceilings: takes the number of tasks to play
  std::function<void()> played{};             ///< ceilings: a task was played; called by any thread
};

/// Trains the nets and says what they pass. Throws InputError.
std::vector<NetResult> train(const TrainSettings& wanted, const JobContext& context, const TrainWatch& watch,
                             const TrainingListener& listener);

/// Tells what agents could reach on each of the templates. Trains nothing. Throws InputError.
void find_ceilings(const TrainSettings& wanted, const JobContext& context, const TrainWatch& watch,
                   const std::function<void(const std::string& task_template, const Ceiling&)>& found);

}  // namespace novphy
