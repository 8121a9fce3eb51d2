#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "evaluator/measured_trial.h"

namespace novphy {

/// The source of a measure.
enum class MeasureFamily { kNovPhy, kPinto, kSailOn, kOurs };
inline constexpr MeasureFamily kMeasureFamilies[] = {MeasureFamily::kNovPhy, MeasureFamily::kOurs,
                                                     MeasureFamily::kPinto, MeasureFamily::kSailOn};
/// "novphy", "pinto", "sailon", "ours".
std::string_view key(MeasureFamily family);
/// The family's name in headings: "Pinto et al. 2022".
std::string_view title(MeasureFamily family);

enum class Better { kHigher, kLower, kNeither };

/// The trials that should have a measure. Where such a trial leaves the measure undefined, the trial is
/// counted as undefined.
enum class Needs {
  kDetection,  ///< uninformed trials
  kResults,    ///< trials whose tasks all have a result
  kBaseline,   ///< trials with results, of an agent that has a baseline
  kUninformedBaseline,
  kInformedBaseline,
};

/// The values that a trial's measure can have. They decide how the mean's interval is computed.
enum class MeasureRange {
  kEither,    ///< 0 or 1: the mean is a share
  kFraction,  ///< 0 to 1
  kDelay,     ///< novel tasks up to an alarm: 1 to one more than the trial has
  kNumber,    ///< any number
};

/// One measure. The measure of a cell is the mean over its trials.
struct Measure {
  std::string_view key;    ///< the name in CSV and JSON: "aus_trapz"
  std::string_view title;  ///< the name for people: "AUS trapz"
  MeasureFamily family{};
  Better better{};
  Needs needs{};
  MeasureRange range{};
  /// Whether one undefined trial makes the cell's mean undefined, if Conventions::undefined is kPropagate.
  bool propagates = false;
  std::string_view formula;
  std::string_view source;
  /// The measure of a trial. Null for a measure that only a cell has.
  std::optional<double> (*of)(const MeasuredTrial&) = nullptr;
  /// Key of a measure that has the same values under another name, or that shows the same fact. "" for none.
  std::string_view same_as = {};
};

/// All measures, in the order of every table.
std::span<const Measure> measures();
/// Index in measures(). Throws std::invalid_argument for an unknown key.
std::size_t index_of(std::string_view key);

/// Whether the trial is one of those that Measure::needs asks for.
bool has_measure(const MeasuredTrial& trial, const Measure& measure);

}  // namespace novphy
