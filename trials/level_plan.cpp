#include "trials/level_plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "levels/level_files.h"
#include "levels/overlap.h"
#include "trials/plan_counts.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr const char* kMixed = "mixed";
constexpr const char* kTrialSeed = "trial-seed";

/// Reads a level. Notes the problems of a file that cannot be a task of a plan.
std::optional<Task> read_level(const fs::path& file, const Catalogue& catalogue, LevelRemarks& remarks) {
  try {
    return read_with_goal(file, catalogue, &remarks.warnings);
  } catch (const InputError& error) {
    remarks.problems.insert(remarks.problems.end(), error.problems().begin(), error.problems().end());
  }
  return std::nullopt;
}

/// The level as a template that never moves, so that its task equals the level to the last digit.
PlanTemplate template_of(const NamedLevel& level) {
  PlanTemplate family;
  family.base.name = level.name;
  family.base.task = level.task;
  family.base.fixed.resize(level.task.objects.size());
  std::iota(family.base.fixed.begin(), family.base.fixed.end(), 0);
  family.tasks.resize(1);
  return family;
}

/// Sets the options that describe a plan whose trials are given, not drawn.
void describe_trials(Plan& plan, const Seed& seed) {
  PlanOptions& options = plan.options;
  options = {.seed = seed,
             .trials = 0,
             .min_normal = 0,
             .max_normal = 0,
             .novel = 0,
             .calibration_runs = 0,
             .calibration_tasks = 1};
  const auto raise = [](int& most, std::size_t count) { most = std::max(most, static_cast<int>(count)); };
  for (const PlannedTrial& trial : plan.trials) {
    raise(options.trials, static_cast<std::size_t>(trial.index) + 1);
    raise(options.max_normal, trial.normal.size());
    raise(options.novel, trial.novel.size());
    raise(options.training, trial.training.size());
  }
  options.min_normal = options.max_normal;
  for (const PlannedTrial& trial : plan.trials)
    options.min_normal = std::min(options.min_normal, static_cast<int>(trial.normal.size()));
  options.informed = is_informed(plan);
}

void check_size(std::size_t trials, std::size_t plays, std::size_t tasks) {
  const PlanCounts counts{.trials = trials, .normal = plays};
  if (const std::string excess = too_large({{.name = "", .counts = counts}}, tasks); !excess.empty())
    throw std::invalid_argument(excess);
}

/// The name of the group of files in this folder.
std::string group_name(const fs::path& folder, const fs::path& root, bool only_root) {
  const fs::path below = folder.lexically_relative(root);
  if (below != ".") return below.generic_string();
  const fs::path whole = fs::absolute(root).lexically_normal();
  return only_root ? (whole.has_filename() ? whole : whole.parent_path()).filename().string() : ".";
}

}  // namespace

std::vector<LevelGroup> read_level_groups(const fs::path& folder, const Catalogue& catalogue,
                                          LevelRemarks& remarks) {
  const std::vector<fs::path> files = level_files(folder);
  const bool only_root =
      std::all_of(files.begin(), files.end(),
                  [&](const fs::path& file) { return file.parent_path() == files.front().parent_path(); }) &&
      files.front().lexically_relative(folder).parent_path().empty();
  std::vector<LevelGroup> groups;
  for (const fs::path& file : files) {
    std::optional<Task> task = read_level(file, catalogue, remarks);
    if (!task) continue;
    const std::string name = group_name(file.parent_path(), folder, only_root);
    if (groups.empty() || groups.back().name != name) groups.push_back({.name = name});
    groups.back().levels.push_back({.name = name_below(folder, file), .task = std::move(*task)});
  }
  return groups;
}

Plan plan_of_levels(const std::vector<LevelGroup>& groups, int trials, const Seed& seed) {
  const std::size_t levels =
      std::accumulate(groups.begin(), groups.end(), std::size_t{0},
                      [](std::size_t sum, const LevelGroup& group) { return sum + group.levels.size(); });
  const auto times = static_cast<std::size_t>(trials);
  check_size(groups.size() * times, levels * times, levels);
  Plan plan;
  for (const LevelGroup& group : groups) {
    std::vector<TaskRef> tasks;
    for (const NamedLevel& level : group.levels) {
      tasks.push_back({.task_template = static_cast<int>(plan.templates.size()), .variation = 0});
      plan.templates.push_back(template_of(level));
    }
    for (int index = 0; index < trials; ++index) {
      plan.trials.push_back(begun_trial(kPlainLevels, group.name, seed, kTrialSeed, index));
      plan.trials.back().normal = tasks;
    }
  }
  describe_trials(plan, seed);
  return plan;
}

namespace {

/// Makes a plan of a configuration.
class ConfigPlan {
 public:
  ConfigPlan(const ExperimentConfig& config, const fs::path& folder, const Catalogue& catalogue,
             const Seed& seed)
      : config_(config), folder_(folder), catalogue_(catalogue), seed_(seed) {}

  Plan make(Warnings& warnings) {
    check_folder();
    check_counts();
    for (const ConfigTrial& trial : config_.trials) add(trial);
    if (!remarks_.problems.empty()) throw InputError(std::move(remarks_.problems));
    warnings.insert(warnings.end(), remarks_.warnings.begin(), remarks_.warnings.end());
    describe_trials(plan_, seed_);
    return std::move(plan_);
  }

 private:
  void check_folder() const {
    std::error_code error;
    const fs::file_status status = fs::status(folder_, error);
    if (!fs::exists(status)) throw InputError(folder_.string(), "cannot be read: " + error.message());
    if (!fs::is_directory(status)) throw InputError(folder_.string(), "expected a folder, found a file");
  }

  void check_counts() const {
    std::size_t trials = 0, plays = 0;
    for (const ConfigTrial& trial : config_.trials) {
      const auto times = static_cast<std::size_t>(trial.executions);
      trials += times;
      plays += times * (trial.training.size() + trial.tasks.size());
    }
    check_size(trials, plays, 0);
  }

  void note(int line, const std::string& place, const std::string& what) {
    remarks_.problems.push_back({config_.file, line, place, what});
  }

  void add(const ConfigTrial& config) {
    PlannedTrial parts;
    for (const ConfigLevel& level : config.training) parts.training.push_back(ref_of(level));
    for (const ConfigLevel& level : config.tasks) {
      if (level.novelty.empty() && !parts.novel.empty())
        note(level.line, level.place,
             "found a normal level after a novel one, expected the novel levels at the end");
      (level.novelty.empty() ? parts.normal : parts.novel).push_back(ref_of(level));
    }
    const auto [novelty, scenario] = cell_of(config);
    for (int i = 0; i < config.executions; ++i) {
      PlannedTrial trial = begun_trial(novelty, scenario, seed_, kTrialSeed, next_[{novelty, scenario}]++);
      trial.informed = config.informed;
      trial.training = parts.training;
      trial.normal = parts.normal;
      trial.novel = parts.novel;
      plan_.trials.push_back(std::move(trial));
    }
  }

  /// The novelty and the scenario of a trial.
  static std::pair<std::string, std::string> cell_of(const ConfigTrial& trial) {
    std::set<std::string> novelties, types, normal_types;
    for (const ConfigLevel& level : trial.tasks) {
      (level.novelty.empty() ? normal_types : types).insert(level.type);
      if (!level.novelty.empty()) novelties.insert(level.novelty);
    }
    const auto only = [](const std::set<std::string>& names) {
      return names.size() == 1 && !names.begin()->empty() ? *names.begin() : kMixed;
    };
    if (novelties.empty()) return {kPlainLevels, only(normal_types)};
    return {only(novelties), only(types)};
  }

  /// The task of a level. A level that is named again is the same task.
  TaskRef ref_of(const ConfigLevel& level) {
    const auto [place, is_new] = refs_.try_emplace(level.path);
    if (is_new) place->second = read(level);
    return place->second;
  }

  TaskRef read(const ConfigLevel& level) {
    const fs::path file = level_file(folder_, level.path);
    if (file.empty()) {
      note(level.line, level.place + "/@level_path",
           fmt::format("expected a level below {}, found {}", folder_.string(), level.path));
      return {};
    }
    const std::string name = name_below(folder_, file);
    const auto known = templates_.find(name);
    if (known != templates_.end()) return {.task_template = known->second, .variation = 0};
    const std::optional<Task> task = read_level(file, catalogue_, remarks_);
    if (!task) return {};
    const int index = static_cast<int>(plan_.templates.size());
    templates_[name] = index;
    plan_.templates.push_back(template_of({.name = name, .task = *task}));
    return {.task_template = index, .variation = 0};
  }

  const ExperimentConfig& config_;
  const fs::path& folder_;
  const Catalogue& catalogue_;
  const Seed& seed_;
  Plan plan_{};
  LevelRemarks remarks_{};
  std::map<std::string, TaskRef> refs_{};
  std::map<std::string, int> templates_{};
  std::map<std::pair<std::string, std::string>, int> next_{};
};

}  // namespace

Plan plan_of_config(const ExperimentConfig& config, const fs::path& folder, const Catalogue& catalogue,
                    const Seed& seed, Warnings& warnings) {
  return ConfigPlan(config, folder, catalogue, seed).make(warnings);
}

}  // namespace novphy
