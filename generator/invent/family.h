#pragma once

#include <string>

#include "generator/checks.h"
#include "levels/pair.h"

namespace novphy {

struct FamilyOptions {
  int members = 16;           ///< of the audit
  double least_share = 0.97;  ///< share of them of which both sides must pass every check
  double step_deg = 0.5;      ///< between throws of the sweep
  friend bool operator==(const FamilyOptions&, const FamilyOptions&) = default;
};

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

/// Audits members that are spread over everything that varies. Where too few pass, halves all ranges and
/// tries again, at most four times. Throws InputError as the reader of pairs does.
FoundFamily find_family(const std::string& pair_text, const std::string& file,
                        const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                        const FamilyOptions& options);

/// Whether `novphy generate` would refuse more than half of these members with its usual proof, which looks
/// at one window of winning throws and not at all throws: the check that the last of them fails, else "".
std::string refused_by_generate(const Pair& family, int members, const std::vector<Novelty>& novelties,
                                const SolverNumbers& numbers);

}  // namespace novphy
