#include "bench/experiments/choose.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/names.h"
#include "bench/experiments/checked.h"
#include "evaluator/input/playdata.h"

namespace novphy {
namespace {

using Pick = std::function<bool(const std::string&)>;

void add(Count& count, const Failures& failed) {
  for (const auto& side : failed) count.sides += side.empty() ? 1 : 0;
  count.pairs += failed[0].empty() && failed[1].empty() ? 1 : 0;
}

Count count_of(const Result& result, const Pick& pick) {
  Count count;
  for (const auto& [pair, failed] : result.failed)
    if (pick(pair)) add(count, failed);
  return count;
}

bool in_all(const std::string& /*pair*/) { return true; }

std::string name_of(const std::string& set) { return set.empty() ? "as the catalogue is" : set; }

std::string text(const Count& c) { return fmt::format("{:>2}/{:>2}", c.sides, c.pairs); }

/// A text such as "novelty_needed 12, rule_wins 17" with the number of sides that fail each check.
std::string failures(const Result& result) {
  std::map<std::string, int> counts;
  for (const auto& [pair, failed] : result.failed)
    for (const auto& side : failed)
      for (const std::string& check : side) ++counts[check];
  std::string text;
  for (const auto& [check, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", check, count);
  return text;
}

void print_rows(const std::vector<Result>& results, const std::string& novelty) {
  fmt::print("\n{}: sides/pairs that pass, of all, first half, second half; sides that fail\n",
             novelty.empty() ? "all pairs" : novelty);
  for (const Result& r : results)
    if (r.novelty == novelty)
      fmt::print("{}  {}  {}  {}; {}\n", text(count_of(r, in_all)), text(count_of(r, in_first_half)),
                 text(count_of(r, in_second_half)), name_of(r.set), failures(r));
}

void print_held_out(const std::vector<HeldOut>& chosen, const std::string& name) {
  Count sum;
  for (const HeldOut& c : chosen) {
    fmt::print("fitted on the {} half: {}; held out: {}; {}\n", name, text(c.fitted), text(c.held_out),
               name_of(c.set));
    sum.sides += c.held_out.sides;
    sum.pairs += c.held_out.pairs;
  }
  const auto sets = static_cast<double>(chosen.size());
  fmt::print("  mean of these {}, held out: {:.1f}/{:.1f}\n", chosen.size(), sum.sides / sets,
             sum.pairs / sets);
}

}  // namespace

Count count_of(const std::vector<CheckedPair>& pairs) {
  Count count;
  for (const CheckedPair& p : pairs) add(count, Failures{p.normal.failed(), p.novel.failed()});
  return count;
}

bool in_first_half(const std::string& pair) { return (pair[3] + pair[5]) % 2 == 0; }
bool in_second_half(const std::string& pair) { return !in_first_half(pair); }

std::vector<HeldOut> held_out(const std::vector<Result>& results, bool (*fit)(const std::string&)) {
  const Pick check = [fit](const std::string& pair) { return !fit(pair); };
  std::vector<HeldOut> best;
  for (const Result& r : results) {
    if (!r.novelty.empty()) continue;
    const Count fitted = count_of(r, fit);
    if (!best.empty() && fitted < best.front().fitted) continue;
    if (!best.empty() && fitted > best.front().fitted) best.clear();
    best.push_back({r.set, fitted, count_of(r, check)});
  }
  return best;
}

std::vector<Result> read_results(const std::string& file) {
  std::vector<Result> results;
  for (const auto& row : read_rows(file, "failed"))
    results.push_back({.set = row.at("set"),
                       .novelty = row.at("novelty"),
                       .failed = row.at("failed").get<std::map<std::string, Failures>>()});
  if (results.empty()) throw InputError(file, "holds no results of `calibrate grid`");
  return results;
}

void print_choice(const std::vector<Result>& results) {
  std::set<std::string> novelties;
  for (const Result& r : results) novelties.insert(r.novelty);
  for (const std::string& novelty : novelties) print_rows(results, novelty);
  fmt::print("\n");
  print_held_out(held_out(results, in_first_half), "first");
  print_held_out(held_out(results, in_second_half), "second");
}

namespace {

/// Every combination of the settings so far with each value of one more knob.
std::vector<Knobs> combined(const std::vector<Knobs>& settings, const std::string& knob, const Node& values) {
  constexpr double kMost = 1e9;
  std::vector<Knobs> all;
  for (const Knobs& setting : settings)
    for (const Node& value : values.array()) {
      all.push_back(setting);
      all.back()[knob] = value.number(-kMost, kMost);
    }
  return all;
}

void read_entry(const Node& entry, Grid& grid) {
  std::vector<Knobs> settings{{}};
  for (const auto& [knob, values] : entry.at("vary").members()) {
    if (!grid.knobs.contains(knob)) values.error("\"" + knob + "\" is no knob");
    settings = combined(settings, knob, values);
  }
  const Node novelty = entry.get("novelty");
  for (const Knobs& setting : settings) grid.variants.push_back({setting, novelty ? novelty.text() : ""});
}

}  // namespace

std::string text_of(const Knobs& setting) {
  std::string text;
  for (const auto& [knob, value] : setting)
    text += fmt::format("{}{}={:g}", text.empty() ? "" : " ", knob, value);
  return text;
}

std::vector<std::string> Grid::overrides(const Knobs& setting) const {
  std::vector<std::string> overrides;
  for (const auto& [knob, value] : setting)
    for (const std::string& number : knobs.at(knob)) overrides.push_back(fmt::format("{}={}", number, value));
  return overrides;
}

Grid read_grid(const std::filesystem::path& file) {
  JsonDocument document(read_file(file, kTaskBounds), file.string());
  const Node root = document.root();
  root.only({"about", "knobs", "grid"});
  Grid grid;
  for (const auto& [knob, numbers] : root.at("knobs").members())
    for (const Node& number : numbers.array()) grid.knobs[knob].push_back(number.text());
  for (const Node& entry : root.at("grid").array()) read_entry(entry, grid);
  document.check();
  return grid;
}

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
