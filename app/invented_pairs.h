#pragma once

#include <string>
#include <vector>

#include "app/invent_page.h"
#include "generator/solver.h"

/// The pairs of an invented set on their way into files.
namespace novphy::app {

/// The accepted pairs of a set, named by law and candidate ("whirl_12"), without file, law and picture.
std::vector<InventedPair> accepted_pairs(const InventedSet& set);

/// Gives the pair's novelty this name and, after "-", a short hash of what the set is made from: pairs of
/// different sets have different names, so that their results are never pooled.
void name_pair(InventedPair& pair, const std::string& name, const std::string& made_from);

struct CompletionOptions {
  double step_deg = 0.5;
  unsigned jobs = 1;  ///< changes nothing but the time
};

/// Gives each pair, whose file is named, its law and its picture. Every pair is verified once more, as its
/// text has it. Throws InputError for one that fails, which would be an error of this program.
void complete(std::vector<InventedPair>& pairs, const std::vector<Novelty>& novelties,
              const SolverNumbers& numbers, const CompletionOptions& options);

/// Groups of accepted pairs, by their indices, that are alike, though none is a duplicate of another.
std::vector<std::vector<std::size_t>> alike(const CandidateMaker& maker,
                                            const std::vector<InventedPair>& pairs);

/// Prints the groups of more than one pair.
void print_alike(const std::vector<InventedPair>& pairs, const std::vector<std::vector<std::size_t>>& groups);

/// "only 3 of 40 pairs after 20000 candidates"
std::string too_few(const InventedSet& set, const InventOptions& options);

/// Prints what became of the candidates, and the time they took.
void print_set(const InventedSet& set);

}  // namespace novphy::app
