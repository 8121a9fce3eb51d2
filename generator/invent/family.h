#pragma once

#include <string>
#include <vector>

#include "generator/proof.h"
#include "levels/pair.h"
#include "sim/rng.h"

/// The families of invented pairs, and the layouts that they are made of.
namespace novphy {

/// A family whose members pass.
struct FoundFamily {
  std::string
      failed{};        ///< the check that a member failed in the narrowest ranges; "" where the family passes
  std::string text{};  ///< of the pair file, with narrowed ranges
  double ranges = 1;   ///< the factor on the base pair's ranges
};

/// The pair's text with every range of parameters and of the shift shrunk around its base by this factor.
/// With a factor of 0 nothing varies but parameters that are words, which always keep all their words.
std::string narrowed(const std::string& pair_text, double factor);

/// Audits so many members, which are spread over everything that varies: two must pass every check, and half
/// of all the proof of `novphy generate`, which looks at one window of winning throws. Where they do not,
/// halves all ranges and tries again, at most four times. With no members, nothing varies and the base alone
/// is proved. The base must have passed every check, and `prover` be of this pair. Throws InputError as the
/// reader of pairs does.
FoundFamily find_family(const std::string& pair_text, const std::string& file, const Prover& prover,
                        const std::vector<Novelty>& novelties, const SolverNumbers& numbers, int members,
                        double step_deg);

/// The text of a pair with another base: every parameter that has a range is drawn from twice that range, and
/// keeps a quarter of it around the drawn value; and up to four blocks stand on platforms of their own near
/// the first pig, as decoys. Throws InputError where the drawn values fit no task.
std::string with_drawn_base(const Pair& shipped, const Catalogue& catalogue, Rng& rng);

}  // namespace novphy
