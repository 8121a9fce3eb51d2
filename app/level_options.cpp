#include "app/level_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "app/common.h"
#include "base/input_error.h"
#include "trials/level_plan.h"

namespace novphy::app {

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
  LevelRemarks remarks;
  const std::vector<LevelGroup> groups = read_level_groups(folder_, catalogue, remarks);
  if (!remarks.problems.empty() && !skips_) throw InputError(std::move(remarks.problems));
  print_warnings(remarks.warnings);
  for (const Problem& problem : remarks.problems) print_warning("left out: " + problem.message());
  if (groups.empty()) throw InputError(folder_, "found no level that can be read, expected at least one");
  const int trials = trials_->count() > 0 ? options.trials : 1;
  return plan_of_levels(groups, trials, options.seed);
}

}  // namespace novphy::app
