#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/measures/intervals.h"
#include "evaluator/trial_table.h"

namespace novphy {

/// The difference of a cell, over the trials that both agents have a value of.
struct CellDifference {
  std::string novelty;
  std::string scenario;
  int trials = 0;
  double mean = 0;
  double p = 1;       ///< sign-flip test, two-sided
  double p_holm = 1;  ///< corrected over the cells
};

/// One measure of agent a less that of agent b, trial by trial on the same tasks.
struct Difference {
  std::size_t measure = 0;  ///< in measures()
  int trials = 0;
  std::optional<double> mean;        ///< over cells, each alike, of the mean over their trials
  std::optional<Interval> interval;  ///< bootstrap of pairs within cells
  std::optional<double> p;           ///< sign-flip test stratified by cell, two-sided
  std::optional<double> p_holm;      ///< corrected by correct_for_all(); until then p
  std::optional<double> p_cells;     ///< Wilcoxon's signed ranks of the cells' means, exact up to 60 cells
  std::vector<CellDifference> cells;
};

/// Two agents on the same plan.
struct Comparison {
  std::string a;
  std::string b;
  int trials = 0;    ///< that both completed
  int only_one = 0;  ///< that only one of them did
  std::vector<Difference> differences;
};

/// The measures that are compared where nobody asks for others: of DD the form that has no gaps.
inline constexpr std::string_view kComparedMeasures[] = {"cdt", "restricted_dd", "ap", "aus"};

/// Nothing where they have no trial of the same plan in common. Holm's correction within a measure is over
/// cells.
std::optional<Comparison> compare(const std::string& a, const TrialTable& table_a, const std::string& b,
                                  const TrialTable& table_b, std::span<const std::string_view> keys,
                                  const Conventions& conventions);

/// Holm's correction of the overall p over all comparisons and measures.
void correct_for_all(std::vector<Comparison>& comparisons);

}  // namespace novphy
