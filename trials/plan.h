#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/detectors/detector.h"
#include "evaluator/record.h"
#include "levels/pair.h"
#include "sim/rng.h"
#include "sim/task.h"

namespace novphy {

/// The options that a plan is made from. Numbers of tasks are for each trial or calibration run.
struct PlanOptions {
  /// Of every draw; the number is below 2^53, so that every JSON reader keeps the exact value.
  Seed seed{};
  int trials = 40;     ///< trials of each novelty-scenario
  int min_normal = 1;  ///< normal tasks before the novelty are uniform in min_normal..max_normal
  int max_normal = 40;
  int novel = 40;  ///< novel tasks of a trial, after its normal tasks
  /// Calibration runs of each novelty-scenario. A detector gets its mean and spread from their normal tasks.
  int calibration_runs = 10;
  int calibration_tasks = 10;  ///< normal tasks in each calibration run
  int training = 0;            ///< normal tasks that an agent may play before each trial or calibration run
  int control_trials = 0;      ///< trials of each novelty-scenario whose "novel" tasks are normal
  bool informed = false;       ///< agents are told that the world has changed
  /// 0: no task occurs twice in the plan. Otherwise the number of tasks of each template: every trial and
  /// every calibration run draws from all these tasks, none of them twice.
  int pool = 0;
  /// Tasks of a trial after its novel ones: normal ones, then novel ones again, and so on.
  std::vector<int> then{};
  /// The novelty of the second, the fourth, ... change of each trial. "": that of the first.
  std::string then_novelty{};
  std::optional<double> grow{};  ///< NovelSpan::grow of every change
  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

/// A template, and the tasks of it that the plan plays.
struct PlanTemplate {
  Template base;
  /// The JSON of the pair that has the template as a side. The template's members are made from this text. ""
  /// if only the shift of the template varies.
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

/// Tasks of a trial in which a novelty holds, by their numbers within the trial, from 1.
struct NovelSpan {
  int from = 1;
  std::optional<int> to{};  ///< the last of them; nothing: the last task of the trial
  /// The novelty grows: the share of its full strength in the first task, from which it rises linearly to 1
  /// in the last one. Nothing: it has its full strength in all tasks.
  std::optional<double> grow{};
  friend bool operator==(const NovelSpan&, const NovelSpan&) = default;
};

/// One trial of one agent, or a calibration run. A calibration run has tasks only in `training` and
/// `calibration`.
struct PlannedTrial {
  std::string novelty;
  std::string scenario;
  /// Number within the novelty-scenario. Calibration runs are numbered separately. Control trials are
  /// numbered after the other trials.
  int index = 0;
  std::uint64_t seed = 0;  ///< the trial's own number, below 2^53; players are told told_seed()
  bool control = false;
  bool informed = false;
  std::vector<TaskRef> training{};
  std::vector<TaskRef> calibration{};
  std::vector<TaskRef> normal{};
  std::vector<TaskRef> novel{};
  /// Says which tasks are played from `novel`; the others are from `normal`. They follow each other, and hold
  /// all novel tasks. Empty: the novel tasks come after the normal ones.
  std::vector<NovelSpan> spans{};
  /// Tasks of the world at the trial's end, of each of which the agent is asked about a throw after the trial
  /// (questions.h).
  std::vector<TaskRef> questions{};
  friend bool operator==(const PlannedTrial&, const PlannedTrial&) = default;
};

/// The span that holds the task with this number within the trial, counted from 1. 0: none does.
int span_with(const std::vector<NovelSpan>& spans, int number);

/// A task of a trial as it is played.
struct OrderedTask {
  TaskRef ref{};
  bool novel = false;
  int change = 0;       ///< number of the novel task's span, from 1; 0: the trial has no spans
  double strength = 1;  ///< of the novelty
};
/// The normal and novel tasks of the trial in the order in which they are played.
std::vector<OrderedTask> tasks_in_order(const PlannedTrial& trial);

/// Everything that a run plays, in order. A plan is self-contained: it includes the templates or pairs from
/// which its tasks are made.
struct Plan {
  PlanOptions options;
  std::string proof = "none";  ///< how thoroughly every task was proved (novphy generate --proof)
  /// Whether plays have certain ends (sim/certain_end.cpp). Without them birds are seen until they rest, so
  /// that the length of a flight does not tell of a law that has done nothing yet.
  bool certain_ends = true;
  /// The changed numbers of the assets (Assets::overrides) with which its tasks were made and proved, and
  /// with which they are played.
  std::vector<std::string> overrides{};
  std::vector<PlanTemplate> templates;
  std::vector<PlannedTrial> trials;
  friend bool operator==(const Plan&, const Plan&) = default;
};

/// Throws std::invalid_argument for options out of range.
void check_options(const PlanOptions& options);

/// Draws the trials over the pairs. Each trial takes the next unused tasks of a template: first the
/// calibration runs, then the control trials, then the other trials. So asking for more trials never changes
/// those with smaller numbers. With a pool, every trial draws from the pool independently of the others. In
/// the result, every task of a template still equals the base, and each template has as many tasks as the
/// trials need. Throws std::invalid_argument for options out of range, for a plan that would be too large
/// (plan_counts.h), for two pairs of one novelty-scenario, and for a pool too small for a trial. `others` are
/// pairs of PlanOptions::then_novelty; throws where a scenario has none.
Plan make_plan(std::span<const Pair> pairs, const PlanOptions& options, std::span<const Pair> others = {});

/// Makes the tasks of templates in which only the shift varies. Each task gets a different shift within the
/// template's ranges, drawn from the seed of the plan's options. Throws std::invalid_argument, naming the
/// template, if the ranges are too small for the number of tasks.
void shift_tasks(Plan& plan);

/// The task that `ref` refers to. Throws InputError if the pair's text does not give it.
Task task_of(const Plan& plan, TaskRef ref, const Catalogue& catalogue);
/// The place in the plan of the task that a record names. Nothing if the plan does not have it.
std::optional<TaskRef> find_task(const Plan& plan, const std::string& template_name, int variation);
/// The physics with which the plan is played: `physics`, without certain ends where the plan has none.
Physics played_physics(const Plan& plan, const Physics& physics);
/// The number of tasks in all parts of the trial.
int task_count(const PlannedTrial& trial);
/// The name of the template of the trial's normal tasks or, for a calibration run, of its tasks. "" if it has
/// none.
const std::string& normal_template(const Plan& plan, const PlannedTrial& trial);
bool is_calibration(const PlannedTrial& trial);
/// The first trial that has no calibration run of its novelty-scenario before it in the plan. Null if every
/// trial has one.
const PlannedTrial* first_uncalibrated(const Plan& plan);
/// Whether a trial of the plan says in which tasks a novelty holds (PlannedTrial::spans).
bool has_spans(const Plan& plan);
/// "NOVELTY SCENARIO" of each novelty-scenario that has one calibration run, or whose runs all have the same
/// tasks: a pass rate need not differ from run to run there.
std::vector<std::string> equal_calibrations(const Plan& plan);

/// Checks the plan for a run with this detector. Returns a warning, or "". Throws std::invalid_argument if
/// the detector is pma and first_uncalibrated() finds a trial.
std::string check_calibration(const Plan& plan, const DetectorSettings& settings);

/// Whether agents are told of the novelty in all trials. False for a plan without trials.
bool is_informed(const Plan& plan);
/// Changes the plan so that agents are told of the novelty. Every task and every seed stays the same. Returns
/// whether any trial was not informed before.
bool inform(Plan& plan);

/// A trial without tasks. Its own number is drawn for this purpose, such as "trial-seed".
PlannedTrial begun_trial(const std::string& novelty, const std::string& scenario, const Seed& seed,
                         const std::string& purpose, int index);
/// The number of normal tasks of a trial, or of a control trial, with this index.
int normal_tasks_of(const Pair& pair, const PlanOptions& options, bool control, int index);

/// Some trials of a plan as a plan of their own, which can be played on another machine. The part holds only
/// the tasks of these trials, and numbers the tasks of each template anew.
struct PlanPart {
  Plan plan;  ///< trial i of the part is the i-th of the chosen trials
  /// For each template of the part, the numbers that its tasks have in the whole plan.
  std::vector<std::vector<int>> variations;
};

PlanPart part_of(const Plan& plan, std::span<const int> trials);

/// Gives the records of a part's trials the task numbers of the whole plan.
void restore_variations(std::vector<Record>& records, const PlanPart& part);

}  // namespace novphy
