#include "bench/experiments/table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/names.h"
#include "evaluator/input/playdata.h"

namespace novphy {
namespace {

constexpr std::array kChecks{"valid_start",       "solvable",       "novelty_touched",    "novelty_needed",
                             "storm_not_skipped", "old_plan_fails", "way_changes",        "rule_wins",
                             "no_direct_hit",     "not_trivial",    "distractors_neutral"};

template <class List>
auto number_of(const List& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) - names.begin() + 1;
}

/// The template of a record, such as "010203_2".
std::string template_of(const Record& record) {
  const auto novelty = number_of(kNovelties, record.novelty);
  return fmt::format("01{:02}{:02}_{}", novelty, number_of(kScenarios, record.scenario),
                     record.phase == Phase::kNovel ? novelty : 0);
}

/// The cell of a check: "+", "**-**" or, for several places, the number of places at which the check was
/// passed. Empty where the check was not made.
std::string mark(const CheckedSide& side, const char* check) {
  const auto found = side.checks.find(check);
  if (found == side.checks.end()) return "";
  const Tally& tally = found->second;
  if (tally.passed == tally.asked) return "+";
  return tally.asked == 1 ? "**-**" : fmt::format("**{}/{}**", tally.passed, tally.asked);
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

/// Prints for each check the number of sides that pass the check at every place, and the number of sides on
/// which the check was made.
void print_sums(const std::vector<const CheckedSide*>& sides) {
  fmt::print("| passed | |");
  for (const char* check : kChecks) {
    const auto asked = std::count_if(sides.begin(), sides.end(),
                                     [&](const auto* side) { return side->checks.contains(check); });
    const auto passed = std::count_if(sides.begin(), sides.end(), [&](const auto* side) {
      const auto found = side->checks.find(check);
      return found != side->checks.end() && found->second.passed == found->second.asked;
    });
    fmt::print(" {}/{} |", passed, asked);
  }
  fmt::print(" |\n");
}

}  // namespace

std::map<std::string, People> count_people(const std::string& folder) {
  std::map<std::string, People> people;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".csv") continue;
    for (const Record& record : read_playdata(file.path().string())) {
      if (record.no_result) continue;
      People& counts = people[template_of(record)];
      ++counts.played;
      counts.passed += record.passed ? 1 : 0;
    }
  }
  return people;
}

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

}  // namespace novphy
