#include "evaluator/definitions.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "evaluator/measures/detection.h"
#include "evaluator/measures/reaction.h"

namespace novphy {
namespace {

using Formula = std::optional<double> (*)(const MeasuredTrial&);

/// The form that a program gives to a measure: that of another measure, or its own formula.
struct Form {
  Definitions program;
  std::string_view key;
  std::string_view as = {};  ///< the other measure's key
  Formula of = nullptr;
  std::string_view formula = {};
  std::string_view source = {};
  std::optional<double> if_none = {};
};

TaskSeries mine(const MeasuredTrial& t) { return t.performance.series(); }
TaskSeries theirs(const MeasuredTrial& t) { return t.baseline ? t.baseline->series() : TaskSeries{}; }

std::optional<double> script_last(const MeasuredTrial& t) {
  return reaction_by_script(last(mine(t).novel, t.windows.sailon), theirs(t).normal);
}
std::optional<double> script_first(const MeasuredTrial& t) {
  return reaction_by_script(first(mine(t).novel, t.windows.sailon), theirs(t).normal);
}
std::optional<double> script_opti(const MeasuredTrial& t) {
  return opti_by_script(mine(t).novel, theirs(t).novel);
}
std::optional<double> script_apti(const MeasuredTrial& t) {
  return apti_by_script(last(mine(t).novel, t.windows.sailon), last(theirs(t).novel, t.windows.sailon));
}
std::optional<double> script_specificity(const MeasuredTrial& t) {
  return specificity(confusion(t.alarms)).value_or(1);
}
std::optional<double> not_correct(const MeasuredTrial& t) {
  return detection(t.alarms) == Detection::kCorrect ? 0 : 1;
}
std::optional<double> percent_of_normal(const MeasuredTrial& t) {
  const auto share = reaction_overall(mine(t), theirs(t));
  if (!share) return share;
  return 100 * *share;
}

constexpr auto kSailOn = Definitions::kSailOn;
constexpr auto kWsuText = Definitions::kWsu;
constexpr auto kScript = Definitions::kWsuScript;
constexpr auto kParc = Definitions::kParcScript;
constexpr auto kClient = Definitions::kSailOnClient;
constexpr std::string_view kOfScript = "WSU's script";
constexpr std::string_view kOfParc = "PARC's script";

const std::array kForms{
    Form{kSailOn, "m1", "m1_all_misses"},
    Form{kSailOn, "m3", "m3_asymptotic"},
    Form{kSailOn, "m4", "m4_asymptotic"},
    Form{kSailOn, "m6", "apti_ratio"},

    Form{kWsuText, "m1", "m1_all_misses"},
    Form{kWsuText, "m3", "onrp_sums"},
    Form{kWsuText, "m3_1", "inrp_sums"},
    Form{kWsuText, "m4", "onrp_sums"},
    Form{kWsuText, "m4_1", "inrp_sums"},
    Form{kWsuText, "m6", "apti_m_plus_1"},

    Form{.program = kScript, .key = "m1", .as = "idn", .formula = "", .source = kOfScript, .if_none = 0},
    Form{kScript, "m2_2", "", script_specificity, "TN / (TN + FP), or 1 without normal tasks", kOfScript},
    Form{kScript, "m3", "", script_last,
         "agent's mean over the last m novel tasks / baseline's mean over normal tasks (0 counts as 1e-5), "
         "in uninformed trials",
         kOfScript},
    Form{kScript, "m3_1", "", script_first,
         "agent's mean over the first m novel tasks / baseline's mean over normal tasks (0 counts as 1e-5), "
         "in uninformed trials",
         kOfScript},
    Form{kScript, "m4", "", script_last,
         "agent's mean over the last m novel tasks / baseline's mean over normal tasks (0 counts as 1e-5), "
         "in informed trials",
         kOfScript},
    Form{kScript, "m4_1", "", script_first,
         "agent's mean over the first m novel tasks / baseline's mean over normal tasks (0 counts as 1e-5), "
         "in informed trials",
         kOfScript},
    Form{kScript, "m5", "", script_opti,
         "a / (a + b), where a is the agent's mean over novel tasks and b the baseline's, or 0 where both "
         "are 0",
         kOfScript},
    Form{kScript, "m6", "", script_apti,
         "OPTI over the last m novel tasks, where a baseline of 0 counts as 1e-5", kOfScript},

    Form{.program = kParc, .key = "m1", .as = "m1_all_misses", .source = kOfParc, .if_none = 0},
    Form{kParc, "m2_1", "", not_correct, "share of trials not detected correctly: 1 - M2", kOfParc},

    Form{kClient, "m3", "", percent_of_normal,
         "100 times the agent's mean over novel tasks / baseline's mean over normal tasks, in uninformed "
         "trials",
         "sail-on-client"},
    Form{
        kClient, "m4", "", percent_of_normal,
        "100 times the agent's mean over novel tasks / baseline's mean over normal tasks, in informed trials",
        "sail-on-client"},
};

const Form* form_of(std::string_view key, Definitions definitions) {
  const auto* const found = std::find_if(kForms.begin(), kForms.end(), [&](const Form& form) {
    return form.program == definitions && form.key == key;
  });
  return found == kForms.end() ? nullptr : found;
}

std::string_view or_else(std::string_view text, std::string_view otherwise) {
  return text.empty() ? otherwise : text;
}

}  // namespace

const DefiningProgram& program_of(Definitions definitions) {
  return kDefiningPrograms.at(static_cast<std::size_t>(definitions));
}

Definition definition_of(const Measure& measure, Definitions definitions) {
  const Form* form = form_of(measure.key, definitions);
  if (form == nullptr) return {measure.formula, measure.source, measure.of, measure.same_as, {}};
  const Measure& other = form->as.empty() ? measure : measures()[index_of(form->as)];
  return {or_else(form->formula, other.formula),
          or_else(form->source, other.source),
          form->of != nullptr ? form->of : other.of,
          {},
          form->if_none};
}

bool is_redefined(const Measure& measure, Definitions definitions) {
  return form_of(measure.key, definitions) != nullptr;
}

std::string definitions_note(Definitions definitions) {
  std::string forms;
  for (const Measure& measure : measures()) {
    const Form* form = form_of(measure.key, definitions);
    if (form == nullptr) continue;
    const Definition definition = definition_of(measure, definitions);
    forms += fmt::format(
        "{}{}: {}{}", forms.empty() ? "" : "; ", measure.title, definition.formula,
        definition.if_none ? fmt::format(", or {:g} where no trial has it", *definition.if_none) : "");
  }
  const DefiningProgram& program = program_of(definitions);
  if (forms.empty()) return fmt::format("M1 to M6 are as {} defines them.", program.name);
  return fmt::format("M1 to M6 are as {} ({}) defines them. {}.", program.title, program.name, forms);
}

}  // namespace novphy
