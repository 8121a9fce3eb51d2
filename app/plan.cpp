#include "jobs/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <thread>

#include "app/commands.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/text.h"
#include "trials/plan_counts.h"

namespace novphy::app {
namespace {

struct PlanArguments {
  PlanSettings plan{};
  PowerSettings power{};
  bool dry_run = false;
  bool quiet = false;

  Settings settings() {
    return joined({plan.settings(),
                   plan.output_settings(),
                   {{"dry-run", &dry_run, "Only print counts and the expected time"}},
                   power.settings(),
                   {quiet_setting(quiet)}});
  }
};

void print_time(const char* what, double total_s) {
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  fmt::print("{}: {} with --jobs 1", what, duration_text(total_s));
  if (threads > 1) fmt::print(", {} with --jobs {}", duration_text(total_s / threads), threads);
  fmt::print("\n");
}

/// Prints what a plan of any size holds and how long it takes.
void print_estimate(const PlanEstimate& found) {
  const PlanSketch& sketch = found.sketch;
  fmt::print("{}", counts_table(sketch.cells));
  fmt::print("{}, played {}; times are estimates from a few of them\n",
             counted(sketch.tasks, "different task"), counted(sketch.plays, "time"));
  if (found.make_s) print_time("making the tasks (novphy plan)", *found.make_s);
  print_time("playing them (novphy run; a thinking agent's own time comes on top)", found.play_s);
  if (!sketch.excess.empty()) fmt::print("such a plan cannot be written: {}\n", sketch.excess);
}

void print_needed(const TrialsNeeded& needed, const PowerSettings& power) {
  fmt::print("Trials of each novelty-scenario for a difference of {} (power 0.8, two-sided p < 0.05)\n\n",
             *power.difference);
  fmt::print("{:<38} {:>9} {:>12} {:>12} {:>12} {:>9}\n", "measure", "deviation",
             fmt::format("all {}", needed.cells[0]), fmt::format("NPS row: {}", needed.cells[1]),
             fmt::format("SPN row: {}", needed.cells[2]), "one cell");
  for (const NeededTrials& row : needed.rows) {
    fmt::print("{:<38} {:>9.2f}", row.measure, row.deviation);
    if (row.deviation <= 0) {
      fmt::print("  no trials differ here, so nothing tells how many are needed\n");
      continue;
    }
    for (std::size_t i = 0; i < row.trials.size(); ++i)
      fmt::print(" {:>{}}", row.trials.at(i) ? std::to_string(*row.trials.at(i)) : "over a million",
                 i + 1 == row.trials.size() ? 9 : 12);
    fmt::print("\n");
  }
  fmt::print(
      "\nBoth agents play the same plan. The deviation is that of the differences of their trials within a "
      "novelty-scenario{}. The test is that of novphy measure --compare.\n",
      power.rate ? ", for agents that are independent of each other"
                 : ", as these records have it: with few trials it is a rough estimate");
}

void check_what_is_asked(const PlanArguments& wanted) {
  if (wanted.power.difference && !wanted.power.rate && wanted.power.like.empty())
    throw InputError("", "--assumed-rate or --like is required");
  if (!wanted.power.difference && !wanted.dry_run && wanted.plan.out.empty())
    throw InputError("", "--out or --dry-run is required");
}

void plan_trials(PlanArguments& wanted, const Settings& settings) {
  check_what_is_asked(wanted);
  if (wanted.dry_run) wanted.plan.out.clear();
  PlanMaker maker(wanted.plan, context_of(settings));
  if (wanted.power.difference) return print_needed(maker.trials_needed(wanted.power), wanted.power);
  if (wanted.dry_run) return print_estimate(maker.estimate());
  MadePlan made;
  {
    ProgressLine line("plan", "tasks", wanted.quiet);
    made = maker.make({.progress = line.counter()});
  }
  if (wanted.plan.shard) {
    fmt::print("{}: {}\n", counted(made.tasks, "task"), made.partial);
    return;
  }
  write_file(wanted.plan.out, made.text);
  for (const std::filesystem::path& file : made.leftovers) std::filesystem::remove(file);
}

}  // namespace

void add_plan(Command& program) {
  add_job(program,
          {"plan", "Draws the trials of an experiment: which tasks, in which order", kTrialsGroup,
           "novphy plan --trials 4 --pool 40 --jobs 2 --out plan.json"},
          job_of(plan_trials));
}

}  // namespace novphy::app
