#include "app/plan_sizes.h"

#include "app/job.h"

namespace novphy::app {

Settings plan_size_settings(PlanOptions& plan) {
  return {
      {.name = "trials",
       .value = &plan.trials,
       .help = "Trials of each novelty-scenario; of each folder of --levels, where the default is 1",
       .word = "N"},
      {.name = "min-normal",
       .value = &plan.min_normal,
       .help = "Fewest normal tasks before the novelty",
       .word = "N"},
      {.name = "max-normal",
       .value = &plan.max_normal,
       .help = "Most normal tasks before the novelty",
       .word = "N"},
      {.name = "novel", .value = &plan.novel, .help = "Novel tasks of each trial", .word = "N"},
      {.name = "calibration-runs",
       .value = &plan.calibration_runs,
       .help = "Runs of normal tasks that calibrate detectors",
       .word = "N"},
      {.name = "calibration-tasks",
       .value = &plan.calibration_tasks,
       .help = "Normal tasks of each calibration run",
       .word = "N"},
      {.name = "training",
       .value = &plan.training,
       .help = "Normal tasks for training before each trial",
       .word = "N"},
      {.name = "control",
       .value = &plan.control_trials,
       .help = "Trials of each novelty-scenario without novelty",
       .word = "N"},
      {.name = "pool",
       .value = &plan.pool,
       .help = "So many tasks of each template; every trial draws from all of them (0: no task occurs twice)",
       .word = "N"},
      {.name = "informed",
       .value = &plan.informed,
       .help = "Agents are told of the novelty; novphy run --informed needs no plan of its own"}};
}

void add_plan_sizes(CLI::App& command, PlanOptions& plan) { add_settings(command, plan_size_settings(plan)); }

}  // namespace novphy::app
