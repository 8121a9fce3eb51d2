#include "app/plan_sizes.h"

namespace novphy::app {

void add_plan_sizes(CLI::App& command, PlanOptions& plan) {
  const auto number = [&](const char* name, int& value, const char* text) {
    command.add_option(name, value, text)->type_name("N")->capture_default_str();
  };
  number("--trials", plan.trials,
         "Trials of each novelty-scenario; of each folder of --levels, where the default is 1");
  number("--min-normal", plan.min_normal, "Fewest normal tasks before the novelty");
  number("--max-normal", plan.max_normal, "Most normal tasks before the novelty");
  number("--novel", plan.novel, "Novel tasks of each trial");
  number("--calibration-runs", plan.calibration_runs, "Runs of normal tasks that calibrate detectors");
  number("--calibration-tasks", plan.calibration_tasks, "Normal tasks of each calibration run");
  number("--training", plan.training, "Normal tasks for training before each trial");
  number("--control", plan.control_trials, "Trials of each novelty-scenario without novelty");
  number("--pool", plan.pool,
         "So many tasks of each template; every trial draws from all of them (0: no task occurs twice)");
  command.add_flag("--informed", plan.informed,
                   "Agents are told of the novelty; novphy run --informed needs no plan of its own");
}

}  // namespace novphy::app
