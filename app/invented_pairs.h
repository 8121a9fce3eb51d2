#pragma once

#include <string>
#include <vector>

#include "app/invent_page.h"
#include "generator/solver.h"

/// The pairs of an invented set on their way into files.
namespace novphy::app {

/// The accepted pairs of a set, without file, law and picture.
std::vector<InventedPair> accepted_pairs(const InventedSet& set);

struct CompletionOptions {
  double step_deg = 0.5;
  unsigned jobs = 1;  ///< changes nothing but the time
};

/// Gives each pair, whose file is named, its law and its picture. Every pair is verified once more, as its
/// text has it. Throws InputError for one that fails, which would be an error of this program.
void complete(std::vector<InventedPair>& pairs, const std::vector<Novelty>& novelties,
              const SolverNumbers& numbers, const CompletionOptions& options);

/// "only 3 of 40 pairs after 20000 candidates"
std::string too_few(const InventedSet& set, const InventOptions& options);

/// Prints what became of the candidates, and the time they took.
void print_set(const InventedSet& set);

}  // namespace novphy::app
