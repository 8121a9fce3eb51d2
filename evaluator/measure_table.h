#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "evaluator/measured_trial.h"

namespace novphy {

/// Whose measure it is.
enum class MeasureFamily { kNovPhy, kPinto, kSailOn, kOurs };
inline constexpr MeasureFamily kMeasureFamilies[] = {MeasureFamily::kNovPhy, MeasureFamily::kOurs,
                                                     MeasureFamily::kPinto, MeasureFamily::kSailOn};
/// "novphy", "pinto", "sailon", "ours".
std::string_view key(MeasureFamily family);
/// For headings: "Pinto et al. 2022".
std::string_view title(MeasureFamily family);

enum class Better { kHigher, kLower, kNeither };

/// Which trials have the measure at all; where one that has it leaves it undefined, that is counted.
enum class Needs {
  kDetection,  ///< uninformed ones
  kResults,    ///< those with pass or fail of every task
  kBaseline,   ///< those with results, where a baseline was named
  kUninformedBaseline,
  kInformedBaseline,
};

/// One measure: of a trial; of a cell it is the mean over its trials.
struct Measure {
  std::string_view key;    ///< in CSV and JSON: "aus_trapz"
  std::string_view title;  ///< for people: "AUS trapz"
  MeasureFamily family{};
  Better better{};
  Needs needs{};
  bool is_share = false;    ///< 0 or 1 for a trial: its mean has a Wilson interval
  bool propagates = false;  ///< one trial without it leaves the cell without it, by Conventions::undefined
  std::string_view formula;
  std::string_view source;
  /// Of a trial. Null for what only a cell has.
  std::optional<double> (*of)(const MeasuredTrial&) = nullptr;
  std::string_view same_as =
      {};  ///< key of a measure that has the same values under another name, or shows the same
};

/// All of them, in the order of every table.
std::span<const Measure> measures();
/// Position in measures(). Throws std::invalid_argument for an unknown key.
std::size_t index_of(std::string_view key);

/// Whether a trial has the measure at all.
bool has_measure(const MeasuredTrial& trial, const Measure& measure);

}  // namespace novphy
