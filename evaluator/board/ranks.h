#pragma once

#include <cstddef>
#include <vector>

#include "evaluator/conventions.h"
#include "evaluator/trial_table.h"

/// Ranks with ties: which entries of a board the trials tell apart. docs/board.md gives the rule.
namespace novphy {

/// The result of comparing an entry with another.
enum class Told { kBetter, kWorse, kNotApart };

/// For each entry a row, with its result against each entry.
using ToldApart = std::vector<std::vector<Told>>;

/// The places that an entry may have among others: 1 + the number of entries that are told to be better, up
/// to the number of entries that are not told to be worse. The rank is the first of these places.
struct EntryRank {
  int rank = 0;
  int last = 0;
  int of = 0;                       ///< number of entries that are ranked
  std::vector<std::size_t> tied{};  ///< those from which the entry is not told apart, without itself
  friend bool operator==(const EntryRank&, const EntryRank&) = default;
};

/// The rank of an entry among `others`, which include itself.
EntryRank rank_among(const ToldApart& told, std::size_t entry, const std::vector<std::size_t>& others);

/// The confidence of each of `pairs` comparisons with which all of them hold together (Bonferroni).
double confidence_of_each(double confidence, std::size_t pairs);

/// Compares every two entries in a measure, trial by trial or, where an entry has several trainings, by
/// these. Two are told apart where the interval of their difference, at confidence_of_each(), lies on one
/// side of 0.
ToldApart tell_apart(const std::vector<const TrialTable*>& entries, std::size_t measure,
                     const Conventions& conventions);

}  // namespace novphy
