#include "app/invented_pairs.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "app/law_words.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/parallel.h"
#include "generator/invent/likeness.h"
#include "jobs/pair_picture.h"

namespace novphy::app {
namespace {

constexpr double kAlike = 0.7;  // of a novelty's signature; half of its square is left

}  // namespace

std::vector<InventedPair> accepted_pairs(const InventedSet& set) {
  std::vector<InventedPair> pairs;
  for (const Candidate* candidate : set.pairs())
    pairs.push_back({.candidate = *candidate, .name = novelty_name(*candidate)});
  return pairs;
}

void name_pair(InventedPair& pair, const std::string& name, const std::string& made_from) {
  const std::string old = in_quotes(std::exchange(pair.name, name + "-" + sha256(made_from).substr(0, 4)));
  const std::string quoted = in_quotes(pair.name);
  std::string& text = pair.candidate.pair;  // the name stands in it as a text of its own
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at))
    text.replace(at, old.size(), quoted);
}

void complete(std::vector<InventedPair>& pairs, const std::vector<Novelty>& novelties,
              const SolverNumbers& numbers, const CompletionOptions& options) {
  parallel_for(pairs.size(), options.jobs, [&](std::size_t i) {
    const Pair pair = parse_pair_json(pairs[i].candidate.pair, pairs[i].file, numbers.catalogue);
    const PairReport report = verify(pair, novelties, numbers, {.step_deg = options.step_deg});
    if (!report.normal.passed() || !report.novel.passed())
      throw InputError(pairs[i].file, "fails a check that it passed before; novphy verify shows it");
    pairs[i].law = law_words(pair);
    pairs[i].picture = pair_picture(pair, report, numbers, true);
  });
}

std::vector<std::vector<std::size_t>> alike(const CandidateMaker& maker,
                                            const std::vector<InventedPair>& pairs) {
  std::vector<std::vector<double>> far(pairs.size(), std::vector<double>(pairs.size()));
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      far[i][j] = far[j][i] = maker.apart(pairs[i].candidate, pairs[j].candidate);
  return clusters(
      pairs.size(), [&](std::size_t i, std::size_t j) { return far[i][j]; }, kAlike);
}

void print_alike(const std::vector<InventedPair>& pairs,
                 const std::vector<std::vector<std::size_t>>& groups) {
  for (const auto& group : groups) {
    if (group.size() < 2) continue;
    std::string names;
    for (const std::size_t i : group) names += " " + pair_name(pairs[i]);
    fmt::print("alike (nearer than {} in the mean):{}\n", kAlike, names);
  }
}

std::string too_few(const InventedSet& set, const InventOptions& options) {
  return fmt::format("only {} of {} pairs after {} candidates", set.accepted, options.count,
                     options.most_candidates);
}

namespace {

/// CPU seconds for each candidate that passed every check, by scenario: by stage, and for the base pair (all
/// stages but that of the family).
void print_costs(const std::map<std::string, InventCost>& costs) {
  if (costs.empty()) return;
  fmt::print("{:<28}{:>6}{:>9}", "CPU s for each that passed", "passed", "pair");
  for (const std::string_view stage : kInventStages) fmt::print("{:>9}", stage);
  fmt::print("\n");
  for (const auto& [scenario, cost] : costs) {
    const double each = std::max(1, cost.accepted);
    const double all_s = std::accumulate(cost.seconds.begin(), cost.seconds.end(), 0.0);
    const double family_s = cost.seconds[static_cast<std::size_t>(InventStage::kFamily)];
    fmt::print("  {:<26}{:>6}{:>9.1f}", scenario, cost.accepted, (all_s - family_s) / each);
    for (const double seconds : cost.seconds) fmt::print("{:>9.1f}", seconds / each);
    fmt::print("\n");
  }
}

}  // namespace

void print_set(const InventedSet& set) {
  fmt::print("{:<28}{:>6}\n", "candidates", set.candidates.size());
  for (const auto& [verdict, count] : set.verdicts()) fmt::print("  {:<26}{:>6}\n", verdict, count);
  print_costs(set.costs);
}

}  // namespace novphy::app
