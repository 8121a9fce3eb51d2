#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "evaluator/measure_table.h"
#include "evaluator/trial_log.h"

namespace novphy {

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
/// A measure as a program computes it.
struct Definition {
  std::string_view formula;
  std::string_view source;
  std::optional<double> (*of)(const MeasuredTrial&) = nullptr;
  std::string_view same_as;  ///< as in Measure::same_as
  /// The mean of a cell if none of the trials that should have the measure has it. Empty: undefined.
  std::optional<double> if_none;
};

/// The program's form of the measure. Measures other than M1 to M6, and those that the program does not
/// define, have the form that measures() gives.
Definition definition_of(const Measure& measure, Definitions definitions);

/// Whether the program's form of the measure differs from that of measures().
bool is_redefined(const Measure& measure, Definitions definitions);

/// A sentence that names the program and the measures for which its form differs from that of measures().
std::string definitions_note(Definitions definitions);

}  // namespace novphy
