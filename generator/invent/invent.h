#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/shard.h"
#include "generator/invent/candidate.h"

namespace novphy {

struct InventOptions {
  int count = 40;               ///< pairs to accept
  int most_candidates = 20000;  ///< after which the work ends, with fewer pairs
  unsigned jobs = 1;            ///< changes nothing but the time
  /// Only candidates whose numbers belong to the shard are made, all of them up to `most_candidates`.
  std::optional<Shard> shard{};
  /// How far apart two novelties are, 0 to 1; none: CandidateMaker::apart. A novelty that is nearer to one of
  /// the set than CandidateOptions::least_distance is a duplicate of it.
  std::function<double(const Candidate&, const Candidate&)> apart{};
  /// Called with the number of accepted pairs, by one thread at a time.
  std::function<void(std::size_t accepted, std::size_t of)> progress{};
};

/// What the candidates of a scenario took that were made in this run.
struct InventCost {
  int accepted = 0;  ///< that passed every check, whether the set had room or not
  StageSeconds seconds{};
};

/// The set as it stands: every candidate in its order up to the last that was needed. A candidate that passed
/// every check but has no room in the set has the verdict "too many of its law", "too many of its scenario",
/// "twin" (of one base and law with another) or "duplicate".
struct InventedSet {
  std::vector<Candidate> candidates{};
  int accepted = 0;
  std::map<std::string, InventCost> costs{};  ///< by scenario
  std::map<std::string, int> verdicts() const;
  std::vector<const Candidate*> pairs() const;  ///< the accepted ones
};

/// Candidates that were made before, by number, and a function that keeps one that was made now.
struct KnownCandidates {
  std::map<int, Candidate> made{};
  std::function<void(const Candidate&)> keep{};
};

/// Makes candidates 0, 1, 2, ... until `count` are accepted. No law makes more than a fifth of the set, and
/// where all scenarios are drawn from, each makes its equal part. The result does not depend on the number of
/// jobs, nor on which candidates were known before.
InventedSet invent(const CandidateMaker& maker, const InventOptions& options, KnownCandidates& known);

}  // namespace novphy
