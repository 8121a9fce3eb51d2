#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "bench/experiments/checked.h"
#include "bench/experiments/experiments.h"
#include "generator/variation.h"

/// Counts the published pairs that pass the checks of `novphy verify` with a set of physical numbers.
namespace novphy::experiments::calibrate {
namespace {

struct Options {
  std::string templates{};
  std::string pairs{};
  app::AssetOptions assets{};
  double step_deg = 0.5;
  int jobs = 0;
  std::string people{};

  Settings settings() {
    return joined(
        {assets.settings(),
         {{"templates", &templates, "Folder of the published templates", "DIR", Also{.excludes = {"pairs"}}},
          pairs_setting(pairs),
          {"step", &step_deg, "Degrees between throws", Also{.least = 0.1, .most = 10}},
          jobs_setting(jobs, "Threads"),
          {"people", &people, "Folder of NovPhy's play data: how many passed", "DIR"}}});
  }
};

constexpr std::array kChecks{"valid_start",       "solvable",       "novelty_touched",    "novelty_needed",
                             "storm_not_skipped", "old_plan_fails", "way_changes",        "rule_wins",
                             "no_direct_hit",     "not_trivial",    "distractors_neutral"};

/// The cell of a check: "+" or "**-**". Empty where the check was not made.
std::string mark(const CheckedSide& side, const char* check) {
  const auto found = side.checks.find(check);
  if (found == side.checks.end()) return "";
  return found->second ? "+" : "**-**";
}

void print_side(const CheckedSide& side, const std::map<std::string, People>& people) {
  fmt::print("| {} | {:.1f} % |", side.name, 100 * side.winning_share);
  for (const char* check : kChecks) fmt::print(" {} |", mark(side, check));
  const auto played = people.find(side.name);
  fmt::print(" {} |\n", played == people.end()
                            ? ""
                            : fmt::format("{}/{}", played->second.passed, played->second.played));
}

std::vector<const CheckedSide*> sides_of(const std::vector<CheckedPair>& pairs) {
  std::vector<const CheckedSide*> sides;
  for (const CheckedPair& pair : pairs) sides.insert(sides.end(), {&pair.normal, &pair.novel});
  return sides;
}

/// Prints for each check the number of sides that pass it, and the number of sides on which it was made.
void print_sums(const std::vector<const CheckedSide*>& sides) {
  fmt::print("| passed | |");
  for (const char* check : kChecks) {
    const auto asked = std::count_if(sides.begin(), sides.end(),
                                     [&](const auto* side) { return side->checks.contains(check); });
    const auto passed = std::count_if(sides.begin(), sides.end(),
                                      [&](const auto* side) { return mark(*side, check) == "+"; });
    fmt::print(" {}/{} |", passed, asked);
  }
  fmt::print(" |\n");
}

/// Prints a line of Markdown for each side: share of throws that win, each check, what people passed.
void print_table(const std::vector<CheckedPair>& pairs, const std::map<std::string, People>& people) {
  fmt::print("| template | wins |");
  for (const char* check : kChecks) fmt::print(" {} |", check);
  fmt::print(" people |\n|---|---|");
  for (std::size_t i = 0; i <= kChecks.size(); ++i) fmt::print("---|");
  fmt::print("\n");
  const auto sides = sides_of(pairs);
  for (const CheckedSide* side : sides) print_side(*side, people);
  print_sums(sides);
}

/// Prints the modes of the hit bonus that people's scores show, beside ours.
void print_hit_bonuses(const std::vector<CheckedPair>& pairs) {
  struct ScoreMode {
    const char* side;
    const char* human;
  };
  for (const ScoreMode mode : {ScoreMode{"010305_0", "240 to 250"}, ScoreMode{"010504_0", "200 to 240"},
                               ScoreMode{"010304_0", "350 to 360"}}) {
    for (const CheckedSide* side : sides_of(pairs)) {
      if (side->name != mode.side || side->hit_bonuses.empty()) continue;
      std::vector<int> sorted = side->hit_bonuses;
      std::sort(sorted.begin(), sorted.end());
      fmt::print("hit bonus of {}: median {}, from {} to {} (people: {})\n", mode.side,
                 sorted[sorted.size() / 2], sorted.front(), sorted.back(), mode.human);
    }
  }
}

/// Names the physics, the catalogue and what was changed in them.
std::string numbers_of(const app::AssetOptions& options, const Assets& assets) {
  std::string text = fmt::format("{}; catalogue {}, physics {}", options.physics, assets.catalogue_hash,
                                 assets.physics_hash);
  for (const std::string& change : options.overrides) text += "; " + change;
  return text;
}

void table(Options& options) {
  const auto people = options.people.empty() ? std::map<std::string, People>() : count_people(options.people);
  const Assets assets = options.assets.load();
  const auto pairs =
      check_pairs(options.templates.empty() ? load_pairs(options.pairs, assets.catalogue)
                                            : published_pairs(options.templates, assets.catalogue),
                  {.assets = assets,
                   .novelties = novelty_table("", app::context_of(), assets.catalogue),
                   .physics = options.assets.physics,
                   .verify = {.step_deg = options.step_deg},
                   .jobs = threads_of(options.jobs)});
  print_table(pairs, people);
  const Count count = count_of(pairs);
  fmt::print("{} of {} sides and {} of {} pairs pass all that is asked ({})\n", count.sides, 2 * pairs.size(),
             count.pairs, pairs.size(), numbers_of(options.assets, assets));
  print_hit_bonuses(pairs);
}

}  // namespace

void add_to(app::Command& program) {
  app::Command& calibrate =
      app::add_job(program, {"calibrate", "Checks the 40 published NovPhy pairs with a set of numbers"}, {});
  app::add_job(calibrate, {"table", "One set of numbers, side by side, every check of novphy verify"},
               app::job_of(table));
}

}  // namespace novphy::experiments::calibrate
