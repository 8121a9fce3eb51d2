#include "bench/experiments/choose.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "base/input_error.h"
#include "bench/experiments/checked.h"

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
  for (const auto& row : read_rows(file)) {
    if (!row.contains("failed")) throw InputError(file, "holds no results of `calibrate grid`");
    results.push_back({.set = row.at("set"),
                       .novelty = row.at("novelty"),
                       .failed = row.at("failed").get<std::map<std::string, Failures>>()});
  }
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

}  // namespace novphy
