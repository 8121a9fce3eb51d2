#include "app/level_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "app/common.h"
#include "base/input_error.h"
#include "trials/level_plan.h"

namespace novphy::app {

namespace {

/// Warns of each file that is left out, with its first problem, and says how many there are.
void warn_of_left_out(const std::vector<Problem>& problems) {
  std::map<std::string, std::size_t> of_file;
  for (const Problem& problem : problems) ++of_file[problem.file];
  std::set<std::string> named;
  for (const Problem& problem : problems) {
    if (!named.insert(problem.file).second) continue;
    const std::size_t more = of_file[problem.file] - 1;
    print_warning("left out: " + problem.message() + (more > 0 ? fmt::format(" (and {} more)", more) : ""));
  }
  if (!named.empty())
    print_warning(fmt::format("{} file{} left out in all", named.size(), named.size() == 1 ? "" : "s"));
}

}  // namespace

void LevelOptions::add_to(CLI::App& command, const std::vector<std::string>& kept) {
  const std::vector<CLI::Option*> others = command.get_options();
  CLI::Option* levels = command.add_option(
      "--levels", folder_,
      "Plays the levels below this folder (XML or JSON), without novelties: a trial for each of its folders");
  levels->type_name("DIR");
  for (CLI::Option* other : others)
    if (!other->get_positional() && std::find(kept.begin(), kept.end(), other->get_name()) == kept.end() &&
        other != command.get_help_ptr())
      levels->excludes(other);
  trials_ = command.get_option("--trials");
  command
      .add_option(
          "--from-config", config_,
          "Plays the trials of this experiment configuration of Science Birds; its levels stand below "
          "the folder of --levels")
      ->type_name("FILE")
      ->needs(levels)
      ->excludes(command.get_option("--trials"));
  command
      .add_flag("--skip-unreadable", skips_,
                "Leaves out files that are no levels, with a warning each, instead of refusing the folder")
      ->needs(levels)
      ->excludes("--from-config");
}

Plan LevelOptions::of_config(const PlanOptions& options, const Catalogue& catalogue) const {
  Warnings warnings;
  const ExperimentConfig config = read_experiment_config(config_, warnings);
  Plan plan = plan_of_config(config, folder_, catalogue, options.seed, warnings);
  print_warnings(warnings);
  return plan;
}

Plan LevelOptions::plan(const PlanOptions& options, const Catalogue& catalogue) const {
  if (!config_.empty()) return of_config(options, catalogue);
  const int trials = trials_->count() > 0 ? options.trials : 1;
  if (trials < 1)
    throw InputError("--trials", "found 0, expected at least 1 trial of each folder of --levels");
  LevelRemarks remarks;
  const std::vector<LevelGroup> groups = read_level_groups(folder_, catalogue, remarks);
  if (!remarks.problems.empty() && !skips_) throw InputError(std::move(remarks.problems));
  print_warnings(remarks.warnings);
  warn_of_left_out(remarks.problems);
  if (groups.empty()) throw InputError(folder_, "found no level that can be read, expected at least one");
  return plan_of_levels(groups, trials, options.seed);
}

}  // namespace novphy::app
