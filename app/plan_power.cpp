#include "app/plan_power.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/arguments.h"
#include "app/common.h"
#include "base/input_error.h"
#include "evaluator/compare.h"
#include "evaluator/load.h"
#include "evaluator/measures/runs.h"

namespace novphy::app {
namespace {

/// A measure, and how much pairs of trials differ in it.
struct Deviation {
  std::string measure;
  double value = 0;
};

std::vector<Deviation> of_rate(double rate, double difference, int novel) {
  if (rate + difference > 1)
    throw InputError(
        "--for-difference",
        fmt::format("found {} above a rate of {}, expected a sum of at most 1", difference, rate));
  const double of_trials = deviation_of_shares(rate, rate + difference);
  if (of_trials <= 0)
    throw InputError("--assumed-rate", "found 0 beside a difference of 1, expected trials that can differ");
  const int last = (novel + 1) / 2;
  return {{"CDT; AP if tasks are passed together", of_trials},
          {"AP if each task is passed by itself", of_trials / std::sqrt(last)}};
}

std::vector<Deviation> of_records(const std::vector<std::string>& files) {
  const Conventions conventions;
  const Loaded loaded = load(files, conventions);
  for (const std::string& warning : loaded.warnings) print_warning(warning);
  if (loaded.agents.size() > 2)
    throw InputError("--like", fmt::format("found {} agents, expected one or two", loaded.agents.size()));
  std::vector<TrialTable> tables;
  for (const AgentLog& agent : loaded.agents) {
    tables.push_back(tabulate(agent.trials, conventions, nullptr));
    if (has_runs(tables.back()))
      throw InputError("--like", fmt::format("found several trainings of {}, expected one", agent.agent));
  }
  std::vector<Deviation> deviations;
  for (const std::string_view key : {"cdt", "ap", "aus"}) {
    const TrialTable* other = tables.size() == 2 ? &tables[1] : nullptr;
    const auto found = deviation_of_pairs(tables[0], other, index_of(key));
    if (found) deviations.push_back({std::string(measures()[index_of(key)].title), *found});
  }
  if (std::none_of(deviations.begin(), deviations.end(),
                   [](const Deviation& each) { return each.value > 0; }))
    throw InputError(files.front(),
                     "found no novelty-scenario in which trials differ, expected several trials");
  return deviations;
}

std::string needed(const DifferenceSought& sought) {
  const auto trials = trials_needed(sought);
  return trials ? fmt::format("{}", *trials) : "over a million";
}

template <class NameOf>
int different(const std::vector<Pair>& pairs, NameOf name_of) {
  std::set<std::string> names;
  for (const Pair& pair : pairs) names.insert(name_of(pair));
  return static_cast<int>(names.size());
}

}  // namespace

void PowerOptions::add_to(CLI::App& command) {
  auto* sought =
      command.add_option("--for-difference", difference,
                         "Makes no plan: prints how many trials of each novelty-scenario two agents "
                         "need for this difference of CDT or AP");
  sought->type_name("D")->check(between(0.001, 1));
  auto* assumed =
      command.add_option("--assumed-rate", rate, "The lower agent's CDT or AP, for --for-difference");
  assumed->type_name("RATE")->check(between(0, 1))->needs(sought);
  command.add_option("--like", like, "Records of one or two agents that show how much trials differ")
      ->type_name("FILE")
      ->needs(sought)
      ->excludes(assumed);
  for (const char* other : {"--out", "--dry-run", "--trials", "--tasks", "--levels", "--standard", "--resume",
                            "--shard", "--force", "--pool", "--control"})
    sought->excludes(other);
}

void PowerOptions::check() const {
  if (!rate && like.empty()) throw CLI::RequiredError("--assumed-rate or --like");
}

void print_trials_needed(const std::vector<Pair>& pairs, int novel, const PowerOptions& options) {
  const auto deviations =
      options.rate ? of_rate(*options.rate, *options.difference, novel) : of_records(options.like);
  const int cells = different(pairs, [](const Pair& pair) { return pair.scenario + "/" + pair.novelty; });
  const int scenarios = different(pairs, [](const Pair& pair) { return pair.scenario; });
  const int novelties = different(pairs, [](const Pair& pair) { return pair.novelty; });
  fmt::print("Trials of each novelty-scenario for a difference of {} (power 0.8, two-sided p < 0.05)\n\n",
             *options.difference);
  fmt::print("{:<38} {:>9} {:>12} {:>12} {:>12} {:>9}\n", "measure", "deviation",
             fmt::format("all {}", cells), fmt::format("NPS row: {}", scenarios),
             fmt::format("SPN row: {}", novelties), "one cell");
  for (const Deviation& each : deviations) {
    DifferenceSought sought{.difference = *options.difference, .deviation = each.value};
    fmt::print("{:<38} {:>9.2f}", each.measure, each.value);
    if (each.value <= 0) {
      fmt::print("  no trials differ here, so nothing tells how many are needed\n");
      continue;
    }
    for (const int count : {cells, scenarios, novelties, 1}) {
      sought.cells = count;
      fmt::print(" {:>{}}", needed(sought), count == 1 ? 9 : 12);
    }
    fmt::print("\n");
  }
  fmt::print(
      "\nBoth agents play the same plan. The deviation is that of the differences of their trials within a "
      "novelty-scenario{}. The test is that of novphy measure --compare.\n",
      options.rate ? ", for agents that are independent of each other"
                   : ", as these records have it: with few trials it is a rough estimate");
}

}  // namespace novphy::app
