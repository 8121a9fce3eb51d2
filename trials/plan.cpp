#include "trials/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "sim/rng.h"

namespace novphy {
namespace {

// A rectangle that gives so many used shifts in a row is full, for every practical purpose.
constexpr int kMostDraws = 2000;
constexpr std::uint64_t kSeedBits = 53;

[[noreturn]] void refuse(const std::string& text) { throw std::invalid_argument(text); }

std::string text(const Range& range) { return fmt::format("[{}, {}]", range.min, range.max); }

/// Draws tasks of templates, each only once where they must be distinct.
class Deck {
 public:
  Deck(Plan& plan, std::uint64_t seed) : plan_(plan), seed_(seed) {}

  int place(const Template& base) {
    const auto same = [&](const PlanTemplate& other) { return other.base.name == base.name; };
    const auto found = std::find_if(plan_.templates.begin(), plan_.templates.end(), same);
    if (found == plan_.templates.end()) {
      plan_.templates.push_back({.base = base, .shifts_m = {}});
      return static_cast<int>(plan_.templates.size()) - 1;
    }
    if (found->base != base) refuse(fmt::format("two different templates have the name {}", base.name));
    return static_cast<int>(found - plan_.templates.begin());
  }

  std::vector<TaskRef> draw(int task_template, int count, const std::string& purpose, int index) {
    Rng rng = Rng::stream(seed_, "trials/shifts/" + purpose, static_cast<std::uint64_t>(index));
    std::vector<TaskRef> refs;
    for (int i = 0; i < count; ++i) refs.push_back(draw_one(task_template, rng));
    return refs;
  }

 private:
  TaskRef draw_one(int index, Rng& rng) {
    PlanTemplate& family = plan_.templates[static_cast<std::size_t>(index)];
    auto& used = used_[index];
    for (int i = 0; i < kMostDraws; ++i) {
      const Vec2 shift = draw_shift(family.base, rng);
      const bool fresh = used.emplace(shift.x, shift.y).second;
      if (!fresh && plan_.options.distinct) continue;
      family.shifts_m.push_back(shift);
      return {.task_template = index, .variation = static_cast<int>(family.shifts_m.size()) - 1};
    }
    refuse(fmt::format("template {}: its rectangle dx {}, dy {} is too small for more than {} distinct tasks",
                       family.base.name, text(family.base.dx_m), text(family.base.dy_m), used.size()));
  }

  Plan& plan_;
  std::uint64_t seed_;
  std::map<int, std::set<std::pair<double, double>>> used_;
};

/// The trials of one novelty-scenario.
class Cell {
 public:
  Cell(const Pair& pair, Deck& deck, Plan& plan)
      : pair_(pair),
        deck_(deck),
        plan_(plan),
        normal_(deck.place(pair.normal)),
        novel_(deck.place(pair.novel)) {}

  void add_calibration(int run) {
    PlannedTrial trial = begin("calibration", run);
    trial.calibration = draw(normal_, options().calibration_tasks, "calibration", run);
    plan_.trials.push_back(std::move(trial));
  }

  void add_trial(int index) {
    PlannedTrial trial = begin("trial", index);
    trial.informed = options().informed;
    trial.normal = draw(normal_, normal_tasks("normal-tasks", index), "normal", index);
    trial.novel = draw(novel_, options().novel, "novel", index);
    plan_.trials.push_back(std::move(trial));
  }

  void add_control(int index) {
    PlannedTrial trial = begin("control", index);
    trial.index = options().trials + index;
    trial.control = true;
    trial.informed = options().informed;
    trial.normal = draw(normal_, normal_tasks("control-normal-tasks", index), "control-normal", index);
    trial.novel = draw(normal_, options().novel, "control-novel", index);
    plan_.trials.push_back(std::move(trial));
  }

 private:
  const PlanOptions& options() const { return plan_.options; }
  std::string stream(const std::string& purpose) const {
    return fmt::format("{}/{}/{}", pair_.novelty, pair_.scenario, purpose);
  }
  Rng rng(const std::string& purpose, int index) const {
    return Rng::stream(options().seed, "trials/" + stream(purpose), static_cast<std::uint64_t>(index));
  }
  int normal_tasks(const std::string& purpose, int index) const {
    return rng(purpose, index).integer(options().min_normal, options().max_normal);
  }
  std::vector<TaskRef> draw(int task_template, int count, const std::string& purpose, int index) {
    return deck_.draw(task_template, count, stream(purpose), index);
  }
  PlannedTrial begin(const std::string& kind, int index) {
    PlannedTrial trial;
    trial.novelty = pair_.novelty;
    trial.scenario = pair_.scenario;
    trial.index = index;
    trial.seed = rng(kind + "-seed", index).seed64() >> (64 - kSeedBits);
    trial.training = draw(normal_, options().training, kind + "-training", index);
    return trial;
  }

  const Pair& pair_;
  Deck& deck_;
  Plan& plan_;
  int normal_;
  int novel_;
};

}  // namespace

void check_options(const PlanOptions& options) {
  const auto need = [](int value, int least, const char* what) {
    if (value < least) refuse(fmt::format("{} must be at least {}, found {}", what, least, value));
  };
  need(options.trials, 0, "the number of trials");
  need(options.min_normal, 0, "the number of normal tasks");
  need(options.novel, 0, "the number of novel tasks");
  need(options.calibration_runs, 0, "the number of calibration runs");
  need(options.calibration_tasks, 1, "the number of calibration tasks");
  need(options.training, 0, "the number of training tasks");
  need(options.control_trials, 0, "the number of control trials");
  if (options.max_normal < options.min_normal) refuse("the most normal tasks are fewer than the least");
  if (options.seed >> kSeedBits) refuse("the seed must be below 2^53");
}

Plan make_plan(std::span<const Pair> pairs, const PlanOptions& options) {
  check_options(options);
  Plan plan;
  plan.options = options;
  Deck deck(plan, options.seed);
  std::set<std::pair<std::string, std::string>> cells;
  for (const Pair& pair : pairs) {
    if (!cells.emplace(pair.novelty, pair.scenario).second)
      refuse(fmt::format("two pairs are of novelty {} and scenario {}", pair.novelty, pair.scenario));
    Cell cell(pair, deck, plan);
    for (int i = 0; i < options.calibration_runs; ++i) cell.add_calibration(i);
    for (int i = 0; i < options.trials; ++i) cell.add_trial(i);
    for (int i = 0; i < options.control_trials; ++i) cell.add_control(i);
  }
  return plan;
}

Task task_of(const Plan& plan, TaskRef ref) {
  const PlanTemplate& family = plan.templates[static_cast<std::size_t>(ref.task_template)];
  return shifted(family.base, family.shifts_m[static_cast<std::size_t>(ref.variation)]);
}

std::optional<TaskRef> find_task(const Plan& plan, const std::string& template_name, int variation) {
  for (std::size_t i = 0; i < plan.templates.size(); ++i) {
    const PlanTemplate& family = plan.templates[i];
    if (family.base.name != template_name) continue;
    if (variation < 0 || variation >= static_cast<int>(family.shifts_m.size())) return std::nullopt;
    return TaskRef{.task_template = static_cast<int>(i), .variation = variation};
  }
  return std::nullopt;
}

int task_count(const PlannedTrial& trial) {
  return static_cast<int>(trial.training.size() + trial.calibration.size() + trial.normal.size() +
                          trial.novel.size());
}

bool is_calibration(const PlannedTrial& trial) { return !trial.calibration.empty(); }

}  // namespace novphy
