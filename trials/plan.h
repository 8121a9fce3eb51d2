#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "levels/pair.h"
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
  bool distinct = true;        ///< no task occurs twice in the plan
  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

/// A template and the tasks of it that the plan plays, as shifts.
struct PlanTemplate {
  Template base;
  std::vector<Vec2> shifts_m;
  friend bool operator==(const PlanTemplate&, const PlanTemplate&) = default;
};

/// A task of the plan: indices into Plan::templates and PlanTemplate::shifts_m.
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

/// Everything a run plays, in order. Self-contained: the templates' tasks are in it.
struct Plan {
  PlanOptions options;
  std::vector<PlanTemplate> templates;
  std::vector<PlannedTrial> trials;
  friend bool operator==(const Plan&, const Plan&) = default;
};

/// Throws std::invalid_argument for options out of range.
void check_options(const PlanOptions& options);

/// Draws a plan over the pairs. A trial depends on the options, its novelty-scenario and its index only: more
/// trials later never change earlier ones. Throws std::invalid_argument for options out of range, two pairs
/// of one novelty-scenario, and a rectangle too small for the distinct tasks it should give (named).
Plan make_plan(std::span<const Pair> pairs, const PlanOptions& options);

/// The task itself.
Task task_of(const Plan& plan, TaskRef ref);
/// The task that a record names, if the plan holds it.
std::optional<TaskRef> find_task(const Plan& plan, const std::string& template_name, int variation);
/// Tasks of the trial, all parts.
int task_count(const PlannedTrial& trial);
bool is_calibration(const PlannedTrial& trial);

}  // namespace novphy
