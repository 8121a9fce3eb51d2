#include "trials/plan_tasks.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/text.h"
#include "levels/parameters.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"
#include "novelties/novelty.h"
#include "trials/plan_file.h"

namespace novphy {
namespace {

constexpr int kToldBits = 53;

std::string content_of(const PlanTemplate& family, const Catalogue& catalogue) {
  return family.base.name + "\n" +
         (family.pair.empty() ? template_to_json(family.base, catalogue) : family.pair) + "\n";
}

std::string content_of(const TaskRecipe& task) {
  std::string text = fmt::format("{} {}", task.member.shift_m.x, task.member.shift_m.y);
  for (const auto& [name, value] : task.member.values) text += fmt::format(" {}={}", name, json_text(value));
  for (const Object& object : task.distractors) text += "; " + object_text(object);
  return text + "\n";
}

/// The SHA-256 of what the trial plays.
std::string content_hash(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue) {
  std::string text = fmt::format("{}/{}/{}/{}/{}/{}\n", trial.novelty, trial.scenario, trial.index,
                                 trial.control, is_calibration(trial), trial.seed);
  std::set<int> templates;
  for (const auto* refs : {&trial.training, &trial.calibration, &trial.normal, &trial.novel}) {
    for (const TaskRef ref : *refs) {
      const PlanTemplate& family = plan.templates[static_cast<std::size_t>(ref.task_template)];
      if (templates.insert(ref.task_template).second) text += content_of(family, catalogue);
      text += content_of(family.tasks[static_cast<std::size_t>(ref.variation)]);
    }
    text += "\n";
  }
  for (const NovelSpan& span : trial.spans)
    text += fmt::format("novel {}-{} {}\n", span.from, span.to.value_or(0), span.grow.value_or(1));
  return sha256(text);
}

std::uint64_t number_for(std::string_view purpose, const Plan& plan, const PlannedTrial& trial,
                         const Catalogue& catalogue) {
  return sha256_number(
      fmt::format("novphy {} {}\n{}", purpose, kToldSeeds, content_hash(plan, trial, catalogue)));
}

}  // namespace

std::uint64_t told_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue) {
  return number_for("told seed", plan, trial, catalogue) >> (64 - kToldBits);
}

std::uint64_t noise_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue) {
  return number_for("noise", plan, trial, catalogue);
}

std::uint64_t question_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue) {
  return number_for("questions", plan, trial, catalogue);
}

std::optional<Task> task_of(const Plan& plan, const Record& record, const Catalogue& catalogue) {
  const auto ref = find_task(plan, record.task_template, record.variation);
  if (!ref) return std::nullopt;
  Task task = task_of(plan, *ref, catalogue);
  return record.strength == 1 ? task : at_strength(task, record.strength);
}

namespace {

using Lines = std::map<TaskJournal::Key, const TaskSetLine*>;

Lines by_key(const std::vector<TaskSetLine>& all) {
  Lines lines;
  for (const TaskSetLine& line : all) lines[{line.task_template, line.task}] = &line;
  return lines;
}

/// Puts the recipes of the lines into the plan. Returns the first template that lacks a recipe, or null.
const PlanTemplate* fill(Plan& plan, const Lines& lines) {
  for (PlanTemplate& family : plan.templates)
    for (std::size_t i = 0; i < family.tasks.size(); ++i) {
      const auto line = lines.find({family.base.name, static_cast<int>(i)});
      if (line == lines.end()) return &family;
      family.tasks[i] = line->second->recipe;
    }
  return nullptr;
}

TaskOrder order_of_plan(const Plan& plan, const std::vector<Pair>& pairs) {
  TaskOrder order{.pairs = pairs};
  for (const PlanTemplate& family : plan.templates) {
    const auto pair = static_cast<std::size_t>(find_pair(pairs, family.base.name) - pairs.data());
    order.wanted.push_back({.pair = pair,
                            .novel = pairs[pair].novel.name == family.base.name,
                            .count = static_cast<int>(family.tasks.size())});
  }
  return order;
}

/// Lets each task in which a novelty has not its full strength be proved at its strength.
class GrowthProof {
 public:
  GrowthProof(const Plan& plan, const Lines& lines, const FreshTasks& fresh, const SolverNumbers& numbers)
      : plan_(plan), lines_(lines), fresh_(fresh), numbers_(numbers) {}

  /// Leaves a task at its place in the trial if it is proved there. Else another task takes the place: the
  /// next one of the pool that the trial does not play, or the trial's next one, which changes places with
  /// it. Throws InputError where none is proved.
  void prove(PlannedTrial& trial) {
    std::vector<OrderedTask> novel = tasks_in_order(trial);
    std::erase_if(novel, [](const OrderedTask& task) { return !task.novel; });
    for (std::size_t i = 0; i < novel.size() && !trial.control; ++i)
      if (novel[i].strength < 1 && !holds(trial.novel[i], novel[i].strength))
        replace(trial, i, novel[i].strength);
  }

 private:
  void replace(PlannedTrial& trial, std::size_t at, double strength) {
    TaskRef& ref = trial.novel[at];
    for (int i = 1; i < plan_.options.pool; ++i) {
      const TaskRef other{ref.task_template, (ref.variation + i) % plan_.options.pool};
      if (std::find(trial.novel.begin(), trial.novel.end(), other) == trial.novel.end() &&
          holds(other, strength)) {
        ref = other;
        return;
      }
    }
    for (std::size_t i = at + 1; i < trial.novel.size(); ++i)
      if (trial.novel[i].task_template == ref.task_template && holds(trial.novel[i], strength)) {
        std::swap(ref, trial.novel[i]);
        return;
      }
    throw InputError(
        family(ref).base.name,
        fmt::format(
            "found no task with {} at strength {} for trial {} of {} {}: expected {} --pool, a higher "
            "--grow or --proof none",
            only_starts() ? "a valid start" : "a solution", strength, trial.index, trial.novelty,
            trial.scenario, plan_.options.pool > 0 ? "a larger" : "a"));
  }

  bool holds(TaskRef ref, double strength) {
    check_stop(fresh_.stop);
    const std::tuple key(ref.task_template, ref.variation, strength);
    {
      const std::lock_guard lock(mutex_);
      if (const auto known = known_.find(key); known != known_.end()) return known->second;
    }
    const bool proved = is_proved(ref, strength);
    const std::lock_guard lock(mutex_);
    return known_[key] = proved;
  }

  /// Looks for a window of winning throws near that of the full strength, then everywhere.
  bool is_proved(TaskRef ref, double strength) const try {
    const Task task = at_strength(task_of(plan_, ref, numbers_.catalogue), strength);
    if (no_valid_start(task, numbers_)) return false;
    if (only_starts()) return true;
    const TaskSetLine& line = *lines_.at({family(ref).base.name, ref.variation});
    Hints full;  // the window of the full strength
    if (const auto& window = line.window_deg)
      full = {{.angle_deg = (window->x + window->y) / 2, .pull_m = line.pull_m}};
    return find_window(task, full, numbers_) || find_window(task, hints_of(task, numbers_), numbers_);
  } catch (const std::invalid_argument&) {
    return false;  // no world may hold it
  }

  bool only_starts() const { return fresh_.variation.proof == Proof::kValid; }
  const PlanTemplate& family(TaskRef ref) const {
    return plan_.templates[static_cast<std::size_t>(ref.task_template)];
  }

  const Plan& plan_;
  const Lines& lines_;
  const FreshTasks& fresh_;
  SolverNumbers numbers_;
  std::mutex mutex_{};
  std::map<std::tuple<int, int, double>, bool> known_{};
};

void prove_growth(Plan& plan, const Lines& lines, const FreshTasks& fresh, const SolverNumbers& numbers) {
  if (fresh.stage) fresh.stage("proving tasks of growing novelties", "trials");
  PieceCounter counter(fresh.progress, plan.trials.size());
  GrowthProof proof(plan, lines, fresh, numbers);
  parallel_for(plan.trials.size(), fresh.jobs, [&](std::size_t i) {
    proof.prove(plan.trials[i]);
    counter.add();
  });
}

}  // namespace

std::vector<TaskSetLine> make_tasks_of(Plan& plan, const std::vector<Pair>& pairs, const FreshTasks& fresh,
                                       const Assets& assets) {
  const TaskSetHead head = set_head(fresh.variation, pairs, assets, fresh.physics);
  const auto journal =
      open_journal(fresh.partial, fresh.of_shards,
                   {.resume = fresh.resume, .head = head, .pairs = pairs, .catalogue = assets.catalogue});
  const TaskRun run{.variation = fresh.variation,
                    .jobs = fresh.jobs,
                    .shard = fresh.shard,
                    .warn = fresh.warn,
                    .stage = fresh.stage,
                    .progress = fresh.progress,
                    .stop = fresh.stop};
  const SolverNumbers numbers = solver_numbers(assets, fresh.physics);
  make_tasks(order_of_plan(plan, pairs), run, numbers, *journal,
             [&](const WantedTasks&, TaskSetLine line, const Task&, const std::string&) {
               journal->add(std::move(line));
             });
  std::vector<TaskSetLine> made;
  for (const auto& [key, line] : journal->lines()) made.push_back(line);
  plan.proof = head.proof;
  if (fresh.shard) return made;
  const Lines lines = by_key(made);
  fill(plan, lines);
  if (plan.options.grow && fresh.variation.proof != Proof::kNone) prove_growth(plan, lines, fresh, numbers);
  return made;
}

void take_tasks_of(Plan& plan, const TaskSet& set, const std::string& folder) {
  const PlanTemplate* lacking = fill(plan, by_key(set.lines));
  plan.proof = set.head.proof;
  if (!lacking) return;
  const std::string& name = lacking->base.name;
  const auto there = std::count_if(set.lines.begin(), set.lines.end(),
                                   [&](const TaskSetLine& line) { return line.task_template == name; });
  throw InputError(folder,
                   fmt::format("has {} of {}, the plan needs {}: --pool N lets every trial draw from N",
                               counted(there, "task"), name, lacking->tasks.size()));
}

namespace {

void need_same(const std::string& file, const char* what, const std::string& then, const std::string& now) {
  if (then == now) return;
  throw InputError(file,
                   fmt::format("was frozen with other {} than this program has ({} then, {} now): use the "
                               "version of novphy that it came with",
                               what, then, now));
}

}  // namespace

StandardPlan read_standard_plan(const std::filesystem::path& file, const std::vector<Pair>& pairs,
                                const Assets& assets) {
  StandardPlan plan{.file = file.string()};
  const std::string text = read_file(file, kStandardPlanBounds);
  expect_kind(text, plan.file, FileKind::kStandardPlan);
  JsonDocument document(text, plan.file, kStandardPlanBounds);
  const Node root = document.root().object();
  root.at("novphy_standard_plan").integer(1, 1);
  root.at("version").text();
  plan.options = read_plan_options(root.at("options"));
  plan.proof = root.at("proof").text();
  plan.most_distractors = root.at("distractors").integer(0, 20);
  plan.plan_hash = root.at("plan").text();
  const std::string pairs_hash = root.at("pairs").text();
  const std::string catalogue = root.at("catalogue").text();
  const std::string physics = root.at("physics").text();
  document.check();
  need_same(plan.file, "pairs", pairs_hash, hash_of_pairs(pairs));
  need_same(plan.file, "objects (catalogue)", catalogue, assets.catalogue_hash);
  need_same(plan.file, "physics", physics, assets.physics_hash);
  return plan;
}

void check_plan(const StandardPlan& standard, const std::string& plan_text) {
  const std::string hash = content_hash(plan_text);
  if (hash != standard.plan_hash)
    throw InputError(standard.file, fmt::format("the plan is {}, expected {}", hash, standard.plan_hash));
}

}  // namespace novphy
