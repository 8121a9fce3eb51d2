#include "trials/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/json_reader.h"
#include "base/text.h"
#include "evaluator/load.h"
#include "novelties/novelty.h"
#include "trials/plan_counts.h"

namespace novphy {
namespace {

// The ranges of shifts count as full once this many shifts drawn in a row are already used.
constexpr int kMostDraws = 2000;
constexpr std::uint64_t kSeedBits = 53;
constexpr double kStrengthSteps = 1e4;  // strengths are rounded
constexpr int kMostOfEach = 1'000'000;  // trials of a novelty-scenario, tasks of a trial, ...

[[noreturn]] void refuse(const std::string& text) { throw std::invalid_argument(text); }

/// The random numbers for one purpose of a novelty-scenario, such as "trial-seed".
Rng draws_of(const std::string& novelty, const std::string& scenario, const Seed& seed,
             const std::string& purpose, int index) {
  return stream_of(seed, fmt::format("trials/{}/{}/{}", novelty, scenario, purpose),
                   static_cast<std::uint64_t>(index));
}

std::string text(const Range& range) { return fmt::format("[{}, {}]", range.min, range.max); }

std::string compact(const Pair& pair) {
  return pair.text.empty() ? "" : JsonDocument(pair.text, pair.file).root().json();
}

/// The index of the template in the plan, which gets it if it does not have it.
int place(Plan& plan, const Template& base, const std::string& pair) {
  const auto same = [&](const PlanTemplate& other) { return other.base.name == base.name; };
  const auto found = std::find_if(plan.templates.begin(), plan.templates.end(), same);
  const auto index = static_cast<int>(found - plan.templates.begin());
  if (found == plan.templates.end())
    plan.templates.push_back({.base = base,
                              .pair = pair,
                              .tasks = std::vector<TaskRecipe>(static_cast<std::size_t>(plan.options.pool))});
  else if (found->base != base || found->pair != pair)
    refuse(fmt::format("two different templates have the name {}", base.name));
  return index;
}

/// The tasks that one trial draws: unused tasks, which templates get so, or, with a pool, tasks of the pool
/// in the trial's own random order.
class TaskDraws {
 public:
  TaskDraws(Plan& plan, std::string purpose, int index)
      : plan_(plan), purpose_(std::move(purpose)), index_(index) {}

  std::vector<TaskRef> draw(int task_template, int count) {
    std::vector<TaskRef> refs;
    for (int i = 0; i < count; ++i)
      refs.push_back({.task_template = task_template, .variation = draw_one(task_template)});
    return refs;
  }

 private:
  int draw_one(int task_template) {
    PlanTemplate& family = plan_.templates[static_cast<std::size_t>(task_template)];
    if (plan_.options.pool == 0) {
      family.tasks.emplace_back();
      return static_cast<int>(family.tasks.size()) - 1;
    }
    const std::string& name = family.base.name;
    auto& pool = pools_[task_template];
    if (pool.order.empty()) pool.order = shuffled(name);
    const std::size_t drawn = pool.drawn++;
    return drawn < pool.order.size() ? pool.order[drawn] : static_cast<int>(drawn);  // see check_pool()
  }

  std::vector<int> shuffled(const std::string& name) const {
    Rng rng = stream_of(plan_.options.seed, "trials/pool/" + purpose_ + "/" + name,
                        static_cast<std::uint64_t>(index_));
    std::vector<int> order(static_cast<std::size_t>(plan_.options.pool));
    std::iota(order.begin(), order.end(), 0);
    shuffle(order, rng);
    return order;
  }

  struct Pool {
    std::vector<int> order{};
    std::size_t drawn = 0;
  };
  Plan& plan_;
  std::string purpose_;
  int index_;
  std::map<int, Pool> pools_{};
};

/// The trials of one novelty-scenario.
class Cell {
 public:
  Cell(const Pair& pair, std::span<const Pair> others, Plan& plan) : pair_(pair), plan_(plan) {
    const std::string text = compact(pair);
    normal_ = place(plan, pair.normal, text);
    novel_ = other_ = place(plan, pair.novel, text);
    check_growing(pair);
    if (plan.options.then_novelty.empty()) return;
    const auto same = [&](const Pair& each) { return each.scenario == pair.scenario; };
    const auto other = std::find_if(others.begin(), others.end(), same);
    if (other == others.end())
      refuse(fmt::format("scenario {} has no pair of novelty {}, the second one of a trial", pair.scenario,
                         plan.options.then_novelty));
    other_ = place(plan, other->novel, compact(*other));
    check_growing(*other);
  }

  PlannedTrial calibration(int run) {
    PlannedTrial trial = begin("calibration", run);
    TaskDraws draws = draws_for("calibration", run);
    trial.calibration = draws.draw(normal_, plan_.options.calibration_tasks);
    trial.training = draws.draw(normal_, plan_.options.training);
    return trial;
  }

  PlannedTrial trial(int index, bool control) {
    const char* const kind = control ? "control" : "trial";
    const PlanOptions& options = plan_.options;
    PlannedTrial trial = begin(kind, index);
    TaskDraws draws = draws_for(kind, index);
    if (control) trial.index += options.trials;
    trial.control = control;
    trial.informed = options.informed;
    trial.normal = draws.draw(normal_, normal_tasks_of(pair_, options, control, index));
    trial.novel = draws.draw(control ? normal_ : novel_, options.novel);
    add_changes(trial, draws);
    trial.training = draws.draw(normal_, options.training);
    return trial;
  }

 private:
  void check_growing(const Pair& pair) const {
    if (!plan_.options.grow) return;
    if (const std::string problem = strength_problem(pair.novel.task); !problem.empty())
      refuse(fmt::format("{} cannot grow: {}", pair.novel.name, problem));
  }

  /// Adds what follows the novel tasks, and says where the novelty holds.
  void add_changes(PlannedTrial& trial, TaskDraws& draws) const {
    const PlanOptions& options = plan_.options;
    if (options.then.empty() && !options.grow) return;
    int played = task_count(trial);
    trial.spans.push_back({.from = played - options.novel + 1, .to = played, .grow = options.grow});
    for (std::size_t i = 0; i < options.then.size(); ++i) {
      const bool novel = i % 2 == 1;
      const int of = !novel || trial.control ? normal_ : trial.spans.size() % 2 == 1 ? other_ : novel_;
      for (const TaskRef ref : draws.draw(of, options.then[i]))
        (novel ? trial.novel : trial.normal).push_back(ref);
      if (novel)
        trial.spans.push_back({.from = played + 1, .to = played + options.then[i], .grow = options.grow});
      played += options.then[i];
    }
  }

  TaskDraws draws_for(const char* kind, int index) const {
    return {plan_, fmt::format("{}/{}/{}", pair_.novelty, pair_.scenario, kind), index};
  }
  PlannedTrial begin(const std::string& kind, int index) const {
    return begun_trial(pair_.novelty, pair_.scenario, plan_.options.seed, kind + "-seed", index);
  }

  const Pair& pair_;
  Plan& plan_;
  int normal_ = 0;
  int novel_ = 0;
  int other_ = 0;  ///< the template of the second change
};

/// Refuses a pool that has fewer tasks of a template than a trial plays.
void check_pool(const Plan& plan) {
  std::map<int, int> most;  // tasks of each template in a trial
  for (const PlannedTrial& trial : plan.trials) {
    std::map<int, int> played;
    for (const auto* refs : {&trial.training, &trial.calibration, &trial.normal, &trial.novel})
      for (const TaskRef ref : *refs)
        most[ref.task_template] = std::max(most[ref.task_template], ++played[ref.task_template]);
  }
  const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto needed = std::max_element(most.begin(), most.end(), fewer);
  if (plan.options.pool > 0 && needed != most.end() && needed->second > plan.options.pool)
    refuse(fmt::format("template {}: a pool of {} is too small for one trial, which needs {}",
                       plan.templates[static_cast<std::size_t>(needed->first)].base.name,
                       counted(plan.options.pool, "task"), needed->second));
}

/// Gives each task of the template a different shift.
void shift_tasks(PlanTemplate& family, const Seed& seed) {
  Rng rng = stream_of(seed, "trials/shifts/" + family.base.name);
  std::set<std::pair<double, double>> used;
  for (TaskRecipe& task : family.tasks) {
    int draws = 0;
    do {
      if (++draws > kMostDraws)
        refuse(fmt::format(
            "template {}: its ranges of shifts dx {}, dy {} are too small for more than {} distinct tasks",
            family.base.name, text(family.base.dx_m), text(family.base.dy_m), used.size()));
      task.member.shift_m = draw_shift(family.base, rng);
    } while (!used.emplace(task.member.shift_m.x, task.member.shift_m.y).second);
  }
}

}  // namespace

void check_options(const PlanOptions& options) {
  const auto need = [](int value, int least, const char* what) {
    if (value < least) refuse(fmt::format("{} must be at least {}, found {}", what, least, value));
    if (value > kMostOfEach) refuse(fmt::format("{} must be at most {}, found {}", what, kMostOfEach, value));
  };
  need(options.trials, 0, "the number of trials");
  need(options.min_normal, 0, "the number of normal tasks");
  need(options.novel, 0, "the number of novel tasks");
  if (options.novel == 0 && (options.trials > 0 || options.control_trials > 0))
    refuse(
        "the number of novel tasks must be at least 1, found 0: trials without novel tasks are not measured; "
        "for normal tasks alone, ask for calibration runs and no trials");
  for (const int tasks : options.then) need(tasks, 1, "each number of tasks after the novel ones");
  if (options.then.size() + 2 > static_cast<std::size_t>(2 * kMostChanges))
    refuse(fmt::format("a trial may hold at most {} changes", kMostChanges));
  if (options.grow && (*options.grow <= 0 || *options.grow >= 1))
    refuse(fmt::format("the first share of a growing novelty must be above 0 and below 1, found {}",
                       *options.grow));
  for (std::size_t i = 1; i < options.then.size() && options.grow; i += 2)
    need(options.then[i], 2, "the number of tasks in which a novelty grows");
  if (options.grow && options.trials + options.control_trials > 0)
    need(options.novel, 2, "the number of tasks in which a novelty grows");
  if (!options.then_novelty.empty() && options.then.size() < 2)
    refuse("a second novelty needs two numbers of tasks after the novel ones: of normal, then of its own");
  need(options.calibration_runs, 0, "the number of calibration runs");
  need(options.calibration_tasks, 1, "the number of calibration tasks");
  need(options.training, 0, "the number of training tasks");
  need(options.control_trials, 0, "the number of control trials");
  need(options.max_normal, 0, "the most normal tasks");
  if (options.max_normal < options.min_normal) refuse("the most normal tasks are fewer than the least");
  if (options.trials == 0 && options.control_trials == 0 && options.calibration_runs == 0)
    refuse("found neither trials nor control trials nor calibration runs, expected at least one to play");
  need(options.pool, 0, "the number of tasks in the pool");
  if (options.calibration_runs > 1 && options.calibration_tasks == options.pool)
    refuse(
        fmt::format("all {} calibration runs would play the same {}, the whole pool, so that pma may have "
                    "no spread and never give an alarm: ask for a larger pool, fewer calibration tasks or no "
                    "calibration runs",
                    options.calibration_runs, counted(options.pool, "task")));
  if (options.seed.number >> kSeedBits) refuse("the seed must be below 2^53");
}

PlannedTrial begun_trial(const std::string& novelty, const std::string& scenario, const Seed& seed,
                         const std::string& purpose, int index) {
  PlannedTrial trial{.novelty = novelty, .scenario = scenario, .index = index};
  trial.seed = draws_of(novelty, scenario, seed, purpose, index).seed64() >> (64 - kSeedBits);
  return trial;
}

int normal_tasks_of(const Pair& pair, const PlanOptions& options, bool control, int index) {
  const char* const purpose = control ? "control-normal-tasks" : "normal-tasks";
  return draws_of(pair.novelty, pair.scenario, options.seed, purpose, index)
      .integer(options.min_normal, options.max_normal);
}

Plan make_plan(std::span<const Pair> pairs, const PlanOptions& options, std::span<const Pair> others) {
  check_options(options);
  const std::vector<CellCounts> cells = count_cells(pairs, options);
  if (const std::string excess = too_large(cells, different_tasks(pairs, options, cells, others));
      !excess.empty())
    refuse(excess);
  Plan plan;
  plan.options = options;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Pair& pair : pairs) {
    if (!seen.emplace(pair.novelty, pair.scenario).second)
      refuse(fmt::format("two pairs are of novelty {} and scenario {}", pair.novelty, pair.scenario));
    Cell cell(pair, others, plan);
    std::vector<PlannedTrial> controls;
    for (int i = 0; i < options.calibration_runs; ++i) plan.trials.push_back(cell.calibration(i));
    for (int i = 0; i < options.control_trials; ++i) controls.push_back(cell.trial(i, true));
    for (int i = 0; i < options.trials; ++i) plan.trials.push_back(cell.trial(i, false));
    std::move(controls.begin(), controls.end(), std::back_inserter(plan.trials));
  }
  check_pool(plan);
  return plan;
}

void shift_tasks(Plan& plan) {
  for (PlanTemplate& family : plan.templates) shift_tasks(family, plan.options.seed);
}

Task task_of(const Plan& plan, TaskRef ref, const Catalogue& catalogue) {
  const PlanTemplate& family = plan.templates[static_cast<std::size_t>(ref.task_template)];
  return family.tasks[static_cast<std::size_t>(ref.variation)].make(family.base, family.pair, catalogue);
}

std::optional<TaskRef> find_task(const Plan& plan, const std::string& template_name, int variation) {
  for (std::size_t i = 0; i < plan.templates.size(); ++i) {
    const PlanTemplate& family = plan.templates[i];
    if (family.base.name != template_name) continue;
    if (variation < 0 || variation >= static_cast<int>(family.tasks.size())) return std::nullopt;
    return TaskRef{.task_template = static_cast<int>(i), .variation = variation};
  }
  return std::nullopt;
}

int span_with(const std::vector<NovelSpan>& spans, int number) {
  const auto found = std::find_if(spans.begin(), spans.end(), [&](const NovelSpan& span) {
    return span.from <= number && number <= span.to.value_or(number);
  });
  return found == spans.end() ? 0 : static_cast<int>(found - spans.begin()) + 1;
}

namespace {

/// The strength of the novelty of this span in the task with this number.
double strength_in(const PlannedTrial& trial, int span, int number) {
  const NovelSpan& of = trial.spans[static_cast<std::size_t>(span) - 1];
  const int last = of.to.value_or(static_cast<int>(trial.normal.size() + trial.novel.size()));
  if (!of.grow || of.from >= last) return 1;
  const double share = static_cast<double>(number - of.from) / (last - of.from);
  return std::round((*of.grow + share * (1 - *of.grow)) * kStrengthSteps) / kStrengthSteps;
}

}  // namespace

std::vector<OrderedTask> tasks_in_order(const PlannedTrial& trial) {
  std::vector<OrderedTask> tasks;
  auto normal = trial.normal.begin();
  auto novel = trial.novel.begin();
  while (normal != trial.normal.end() || novel != trial.novel.end()) {
    const int change = span_with(trial.spans, static_cast<int>(tasks.size()) + 1);
    const double strength = change > 0 ? strength_in(trial, change, static_cast<int>(tasks.size()) + 1) : 1;
    const bool is_novel = trial.spans.empty() ? normal == trial.normal.end() : change > 0;
    tasks.push_back(
        {.ref = is_novel ? *novel++ : *normal++, .novel = is_novel, .change = change, .strength = strength});
  }
  return tasks;
}

bool has_spans(const Plan& plan) {
  return std::any_of(plan.trials.begin(), plan.trials.end(),
                     [](const PlannedTrial& trial) { return !trial.spans.empty(); });
}

int task_count(const PlannedTrial& trial) {
  return static_cast<int>(trial.training.size() + trial.calibration.size() + trial.normal.size() +
                          trial.novel.size());
}

const std::string& normal_template(const Plan& plan, const PlannedTrial& trial) {
  static const std::string kNone;
  const std::vector<TaskRef>& tasks = is_calibration(trial) ? trial.calibration : trial.normal;
  if (tasks.empty()) return kNone;
  return plan.templates[static_cast<std::size_t>(tasks.front().task_template)].base.name;
}

bool is_calibration(const PlannedTrial& trial) { return !trial.calibration.empty(); }

const PlannedTrial* first_uncalibrated(const Plan& plan) {
  std::set<std::pair<std::string, std::string>> calibrated;
  for (const PlannedTrial& trial : plan.trials) {
    if (is_calibration(trial)) calibrated.emplace(trial.novelty, trial.scenario);
    if (!calibrated.contains({trial.novelty, trial.scenario})) return &trial;
  }
  return nullptr;
}

std::vector<std::string> equal_calibrations(const Plan& plan) {
  using Tasks = std::set<std::pair<int, int>>;
  std::vector<std::pair<std::string, std::set<Tasks>>> cells;
  for (const PlannedTrial& trial : plan.trials) {
    if (!is_calibration(trial)) continue;
    const std::string name = trial.novelty + " " + trial.scenario;
    if (cells.empty() || cells.back().first != name) cells.push_back({name, {}});
    Tasks tasks;
    for (const TaskRef& ref : trial.calibration) tasks.emplace(ref.task_template, ref.variation);
    cells.back().second.insert(std::move(tasks));
  }
  std::vector<std::string> equal;
  for (const auto& [name, runs] : cells)
    if (runs.size() == 1) equal.push_back(name);
  return equal;
}

std::string check_calibration(const Plan& plan, const DetectorSettings& settings) {
  if (settings.method != DetectorMethod::kPma) return "";
  if (const PlannedTrial* trial = first_uncalibrated(plan))
    throw no_calibration(trial->novelty, trial->scenario, CalibrateFrom::kCalibrationTasks);
  const std::vector<std::string> equal = equal_calibrations(plan);
  if (equal.empty() || settings.as_published) return "";
  return "no two calibration runs of the plan have different tasks, so pma may have no spread and never "
         "fire: " +
         some_of(equal);
}

Physics played_physics(const Plan& plan, const Physics& physics) {
  return plan.certain_ends ? physics : without_certain_ends(physics);
}

bool is_informed(const Plan& plan) {
  const auto trial = [](const PlannedTrial& each) { return !is_calibration(each); };
  return std::any_of(plan.trials.begin(), plan.trials.end(), trial) &&
         std::all_of(plan.trials.begin(), plan.trials.end(),
                     [&](const PlannedTrial& each) { return each.informed || !trial(each); });
}

bool inform(Plan& plan) {
  bool changed = false;
  plan.options.informed = true;
  for (PlannedTrial& trial : plan.trials) {
    if (trial.informed || is_calibration(trial)) continue;
    trial.informed = changed = true;
  }
  return changed;
}

namespace {

/// Copies tasks from a plan into a part of it, each task once.
class Tasks {
 public:
  Tasks(const Plan& from, PlanPart& part) : from_(from), part_(part) {}

  void take(std::vector<TaskRef>& refs) {
    for (TaskRef& ref : refs) ref = taken(ref);
  }

 private:
  TaskRef taken(TaskRef ref) {
    const PlanTemplate& family = from_.templates[static_cast<std::size_t>(ref.task_template)];
    const auto [there, is_new] =
        templates_.emplace(ref.task_template, static_cast<int>(part_.plan.templates.size()));
    if (is_new) {
      part_.plan.templates.push_back({.base = family.base, .pair = family.pair, .tasks = {}});
      part_.variations.emplace_back();
    }
    const auto place = static_cast<std::size_t>(there->second);
    auto& numbers = part_.variations[place];
    const auto [task, is_new_task] =
        tasks_.emplace(std::pair(ref.task_template, ref.variation), static_cast<int>(numbers.size()));
    if (is_new_task) {
      numbers.push_back(ref.variation);
      part_.plan.templates[place].tasks.push_back(family.tasks[static_cast<std::size_t>(ref.variation)]);
    }
    return {.task_template = there->second, .variation = task->second};
  }

  const Plan& from_;
  PlanPart& part_;
  std::map<int, int> templates_{};
  std::map<std::pair<int, int>, int> tasks_{};
};

}  // namespace

PlanPart part_of(const Plan& plan, std::span<const int> trials) {
  PlanPart part{.plan = {.options = plan.options,
                         .proof = plan.proof,
                         .certain_ends = plan.certain_ends,
                         .overrides = plan.overrides,
                         .templates = {},
                         .trials = {}},
                .variations = {}};
  Tasks tasks(plan, part);
  for (const int trial : trials) {
    PlannedTrial& taken = part.plan.trials.emplace_back(plan.trials.at(static_cast<std::size_t>(trial)));
    for (auto* refs : {&taken.training, &taken.calibration, &taken.normal, &taken.novel, &taken.questions})
      tasks.take(*refs);
  }
  return part;
}

void restore_variations(std::vector<Record>& records, const PlanPart& part) {
  std::map<std::string, const std::vector<int>*> numbers;
  for (std::size_t i = 0; i < part.plan.templates.size(); ++i)
    numbers[part.plan.templates[i].base.name] = &part.variations.at(i);
  const auto restore = [&](auto& played) {
    played.variation = numbers.at(played.task_template)->at(static_cast<std::size_t>(played.variation));
  };
  for (Record& record : records) {
    restore(record);
    for (RecordedQuestion& question : record.questions) restore(question);
  }
}

}  // namespace novphy
