#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "levels/task_recipe.h"
#include "sim/task.h"
#include "sim/vec2.h"

namespace novphy {

/// What a plan is made by. Counts are of tasks, for each trial or calibration run.
struct PlanOptions {
  std::uint64_t seed = 1;  ///< below 2^53, so that every JSON reader keeps it
  int trials = 40;         ///< of each novelty-scenario
  int min_normal = 1;      ///< normal tasks before the novelty: uniform in min_normal..max_normal
  int max_normal = 40;
  int novel = 40;  ///< novel tasks after them
  int calibration_runs =
      10;  ///< of each novelty-scenario: runs of normal tasks that set a detector's mean and spread
  int calibration_tasks = 10;  ///< in each of them
  int training = 0;            ///< normal tasks an agent may play before each trial or calibration run
  int control_trials = 0;      ///< of each novelty-scenario: trials whose "novel" tasks are normal
  bool informed = false;       ///< agents are told of the novelty
  /// 0: no task occurs twice in the plan. Else each template has so many tasks, and every trial and
  /// calibration run draws from all of them, none twice.
  int pool = 0;
  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

/// A template and the tasks of it that the plan plays.
struct PlanTemplate {
  Template base;
  /// The JSON of the pair it is a side of, which makes its members; "" where the shift alone varies.
  std::string pair{};
  std::vector<TaskRecipe> tasks;
  friend bool operator==(const PlanTemplate&, const PlanTemplate&) = default;
};

/// A task of the plan: indices into Plan::templates and PlanTemplate::tasks.
struct TaskRef {
  int task_template = 0;
  int variation = 0;
  friend bool operator==(const TaskRef&, const TaskRef&) = default;
};

/// One trial of one agent, or a calibration run. In calibration runs only training and calibration hold
/// tasks.
struct PlannedTrial {
  std::string novelty;
  std::string scenario;
  int index = 0;  ///< within the novelty-scenario; calibration runs count apart, controls go on after trials
  std::uint64_t seed = 0;  ///< for the agent, below 2^53
  bool control = false;
  bool informed = false;
  std::vector<TaskRef> training;
  std::vector<TaskRef> calibration;
  std::vector<TaskRef> normal;
  std::vector<TaskRef> novel;
  friend bool operator==(const PlannedTrial&, const PlannedTrial&) = default;
};

/// Everything a run plays, in order. Self-contained: what makes the tasks is in it.
struct Plan {
  PlanOptions options;
  std::string proof = "none";  ///< what every task showed before it was taken (novphy generate --proof)
  std::vector<PlanTemplate> templates;
  std::vector<PlannedTrial> trials;
  friend bool operator==(const Plan&, const Plan&) = default;
};

/// Throws std::invalid_argument for options out of range.
void check_options(const PlanOptions& options);

/// Draws the trials over the pairs. Tasks are numbered as they are taken: calibration runs first, then
/// control trials, then trials, so that more trials later never change earlier ones; with a pool, every trial
/// has its own draw. The templates have as many tasks as that needs, all of them still the base. Throws
/// std::invalid_argument for options out of range, two pairs of one novelty-scenario, and a pool too small
/// for a trial.
Plan make_plan(std::span<const Pair> pairs, const PlanOptions& options);

/// Makes the tasks of templates that vary by their shift alone: distinct shifts from their rectangles. Throws
/// std::invalid_argument where a rectangle is too small for them (named).
void shift_tasks(Plan& plan);

/// The task itself. Throws InputError where the pair's text does not give it.
Task task_of(const Plan& plan, TaskRef ref, const Catalogue& catalogue);
/// The task that a record names, if the plan holds it.
std::optional<TaskRef> find_task(const Plan& plan, const std::string& template_name, int variation);
/// Tasks of the trial, all parts.
int task_count(const PlannedTrial& trial);
bool is_calibration(const PlannedTrial& trial);
/// The first trial before which no calibration run of its novelty-scenario stands; null where there is none.
const PlannedTrial* first_uncalibrated(const Plan& plan);

}  // namespace novphy
