#include "bench/choose.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/rows.h"
#include "levels/input_error.h"

namespace novphy {
namespace {

using Pick = std::function<bool(const std::string&)>;

void add(Count& count, char verdict) {
  (verdict == 'H' ? count.holds : verdict == 'P' ? count.partly : count.fails) += 1;
}

Count count_of(const Result& result, const Pick& pick) {
  Count count;
  for (const auto& [pair, verdict] : result.verdicts)
    if (pick(pair)) add(count, verdict);
  return count;
}

/// A pair that holds and one that fails weigh the same.
int score(const Count& count) { return count.holds - count.fails; }

bool in_all(const std::string& /*pair*/) { return true; }

std::string text(const Count& c) { return fmt::format("{:>2}/{:>2}/{:>2}", c.holds, c.partly, c.fails); }

void print_rows(const std::vector<Result>& results, const std::string& novelty) {
  fmt::print("\n{}: hold/partly/fail on all, first half, second half\n",
             novelty.empty() ? "all pairs" : novelty);
  for (const Result& r : results)
    if (r.novelty == novelty)
      fmt::print("{}  {}  {}  {}\n", text(count_of(r, in_all)), text(count_of(r, in_first_half)),
                 text(count_of(r, in_second_half)), r.set.empty() ? "as the catalogue is" : r.set);
}

void add(Count& sum, const Count& more) {
  sum.holds += more.holds;
  sum.partly += more.partly;
  sum.fails += more.fails;
}

void print_held_out(const std::vector<HeldOut>& chosen, const std::string& name) {
  Count sum;
  for (const HeldOut& c : chosen) {
    fmt::print("fitted on the {} half: {}; held out: {}; {}\n", name, text(c.fitted), text(c.held_out),
               c.set);
    add(sum, c.held_out);
  }
  const auto sets = static_cast<double>(chosen.size());
  fmt::print("  mean of these {}, held out: {:.1f}/{:.1f}/{:.1f}\n", chosen.size(), sum.holds / sets,
             sum.partly / sets, sum.fails / sets);
}

}  // namespace

Count count_of(const std::vector<PairFigures>& pairs) {
  Count count;
  for (const PairFigures& p : pairs) add(count, letter(p.verdict));
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
    if (!best.empty() && score(fitted) < score(best.front().fitted)) continue;
    if (!best.empty() && score(fitted) > score(best.front().fitted)) best.clear();
    best.push_back({r.set, fitted, count_of(r, check)});
  }
  return best;
}

std::vector<Result> read_results(const std::string& file) {
  std::vector<Result> results;
  for (const auto& row : read_rows(file)) {
    Result result{.set = row.at("set"), .novelty = row.at("novelty"), .verdicts = {}};
    for (const auto& [pair, verdict] : row.at("verdicts").items())
      result.verdicts[pair] = verdict.get<std::string>()[0];
    results.push_back(result);
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
