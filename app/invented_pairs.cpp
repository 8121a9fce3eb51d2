#include "app/invented_pairs.h"

#include <fmt/core.h>

#include <numeric>

#include "app/pair_picture.h"
#include "base/input_error.h"
#include "base/parallel.h"

namespace novphy::app {

std::vector<InventedPair> accepted_pairs(const InventedSet& set) {
  std::vector<InventedPair> pairs;
  for (const Candidate& candidate : set.candidates)
    if (candidate.verdict == kAccepted) pairs.push_back({.candidate = candidate});
  return pairs;
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

std::string too_few(const InventedSet& set, const InventOptions& options) {
  return fmt::format("only {} of {} pairs after {} candidates", set.accepted, options.count,
                     options.most_candidates);
}

void print_set(const InventedSet& set) {
  fmt::print("{:<28}{:>6}\n", "candidates", set.candidates.size());
  for (const auto& [verdict, count] : set.verdicts()) fmt::print("  {:<26}{:>6}\n", verdict, count);
  const double all_s = std::accumulate(set.seconds.begin(), set.seconds.end(), 0.0);
  fmt::print("CPU time {:.0f} s:", all_s);
  for (std::size_t i = 0; i < kInventStages.size(); ++i)
    fmt::print(" {} {:.1f}", kInventStages[i], set.seconds[i]);
  fmt::print("\n");
}

}  // namespace novphy::app
