#pragma once

#include <array>
#include <span>

#include "evaluator/trial_log.h"

namespace novphy {

struct MeasuredTrial;

/// Where a measure comes from.
enum class MeasureFamily { kNovPhy, kPinto, kSailOn, kOurs };
inline constexpr MeasureFamily kMeasureFamilies[] = {MeasureFamily::kNovPhy, MeasureFamily::kOurs,
                                                     MeasureFamily::kPinto, MeasureFamily::kSailOn};
/// "novphy", "pinto", "sailon", "ours".
std::string_view key(MeasureFamily family);
/// The family's name in headings: "Pinto et al. 2022".
std::string_view title(MeasureFamily family);

enum class Better { kHigher, kLower, kNeither };

/// The trials that should have a measure. If the measure is undefined for such a trial, the trial counts as
/// undefined.
enum class Needs {
  kDetection,  ///< uninformed trials
  /// Uninformed trials, of which one without the measure makes the cell's mean undefined, if
  /// Conventions::undefined is kPropagate.
  kEveryDetection,
  kResults,      ///< trials of whose tasks it is known whether they were passed
  kPerformance,  ///< trials whose tasks all have a performance: a result or, by the conventions, a score
  kBaseline,     ///< trials with a performance, of an agent that has a baseline
  kUninformedBaseline,
  kInformedBaseline,
  kTold,  ///< trials whose tasks all tell the number, such as shots or tokens
};

/// The values that a measure can have for a trial. They decide how the mean's interval is computed.
enum class MeasureRange {
  kEither,    ///< 0 or 1: the mean is a share
  kFraction,  ///< 0 to 1
  kDelay,     ///< number of novel tasks up to an alarm or a pass: from 1 to one more than the trial has
  kNumber,    ///< any number
};

/// One measure. A cell's measure is the mean over its trials.
struct Measure {
  std::string_view key;    ///< the name in CSV and JSON: "aus_trapz"
  std::string_view title;  ///< the name for people: "AUS trapz"
  MeasureFamily family{};
  Better better{};
  Needs needs{};
  MeasureRange range{};
  std::string_view formula;
  std::string_view source;
  /// The measure of a trial. Null for a measure that exists for cells only.
  std::optional<double> (*of)(const MeasuredTrial&) = nullptr;
  /// Key of a measure that has the same values under another name, or shows the same fact. "" for none.
  std::string_view same_as = {};
  /// The mean of a cell if none of the trials that should have the measure has it. Empty: undefined.
  std::optional<double> if_none = {};
};

/// The keys of what playing cost: the means of PlayerUsage.
inline constexpr std::string_view kUsageMeasures[] = {"calls", "tokens_in", "tokens_out", "cost", "wall_s"};

/// All measures, in the order of every table.
std::span<const Measure> measures();
/// Index in measures(). Throws std::invalid_argument for an unknown key.
std::size_t index_of(std::string_view key);

/// The number of decimals with which texts and pages show the measure.
int decimals_of(const Measure& measure);

/// The measure's range by these conventions: a mean of scores is any number.
MeasureRange range_of(const Measure& measure, const Conventions& conventions);

/// Whether the measure compares with a baseline.
bool needs_baseline(const Measure& measure);

/// A program that computes M1 to M6 in its own way.
struct DefiningProgram {
  Definitions definitions{};
  std::string_view name;   ///< on the command line and in all outputs: "wsu-script"
  std::string_view title;  ///< the name for people
  std::string_view m;      ///< the window of SAIL-ON's measures if none is asked for
};
inline constexpr std::array<DefiningProgram, 6> kDefiningPrograms{{
    {Definitions::kNovphy, "novphy", "novphy", "a tenth of the novel tasks"},
    {Definitions::kSailOn, "sail-on", "the text of the SAIL-ON program", "100 tasks"},
    {Definitions::kWsu, "wsu", "the text of WSU's SmartEnv", "5 % of the trial"},
    {Definitions::kWsuScript, "wsu-script", "WSU's script", "a tenth of the trial"},
    {Definitions::kParcScript, "parc-script", "PARC's script", "a tenth of the novel tasks"},
    {Definitions::kSailOnClient, "sail-on-client", "the client of SAIL-ON", "a tenth of the novel tasks"},
}};

const DefiningProgram& program_of(Definitions definitions);

/// The program's form of the measure. Measures other than M1 to M6, and those that the program does not
/// define, have the form that measures() gives.
Measure definition_of(const Measure& measure, Definitions definitions);

/// Whether the program's form of the measure differs from that of measures().
bool is_redefined(const Measure& measure, Definitions definitions);

/// A sentence that names the program and the measures for which its form differs from that of measures().
std::string definitions_note(Definitions definitions);

}  // namespace novphy
