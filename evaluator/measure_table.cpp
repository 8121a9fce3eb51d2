#include "evaluator/measure_table.h"

#include <fmt/core.h>

#include "base/lists.h"
#include "evaluator/measures/reaction.h"
#include "evaluator/trial_table.h"

namespace novphy {
namespace {

using Trial = MeasuredTrial;
using Value = std::optional<double>;

Value number(double value) { return value; }
template <class Number>
Value number(const std::optional<Number>& value) {
  if (!value) return std::nullopt;
  return static_cast<double>(*value);
}

TaskSeries base(const Trial& t) { return t.baseline ? TaskSeries(*t.baseline) : TaskSeries{}; }

// Functions of measures/ as measures of a trial: of its alarms and their counts, and of the performance of
// the agent, or of the agent and the baseline, in these windows.
template <auto kOf>
Value of_alarms(const Trial& t) {
  return number(kOf(t.alarms));
}
template <auto kOf>
Value of_counts(const Trial& t) {
  return kOf(confusion(t.alarms));
}
template <auto kOf, auto... kWindows>
Value of_agent(const Trial& t) {
  return number(kOf(t.performance, t.windows.*kWindows...));
}
template <auto kOf, auto... kWindows>
Value of_both(const Trial& t) {
  return kOf(t.performance, base(t), t.windows.*kWindows...);
}
template <auto kNumber>
Value told(const Trial& t) {
  return t.cost.*kNumber;
}
template <Detection kWhich>
Value is(const Trial& t) {
  return number(detection(t.alarms) == kWhich);
}

Value idn(const Trial& t) {
  const auto delay = detection_delay(t.alarms);
  return delay ? number(*delay - 1) : std::nullopt;
}
Value ap(const Trial& t) { return asymptotic_performance(t.passes.novel, t.windows.ap); }
Value normal_rate(const Trial& t) { return mean(t.passes.normal); }
Value gain(const Trial& t) {
  const Value last = ap(t);
  const Value normal = normal_rate(t);
  return last && normal ? number(*last - *normal) : std::nullopt;
}

using enum MeasureFamily;
using enum Better;
using enum Needs;
constexpr auto kUninformed = kUninformedBaseline;
constexpr auto kInformed = kInformedBaseline;
constexpr auto kShare = MeasureRange::kEither;
constexpr auto kFraction = MeasureRange::kFraction;
constexpr auto kDelay = MeasureRange::kDelay;
constexpr auto kMean = MeasureRange::kNumber;
constexpr std::string_view kNovPhySource = "NovPhy, section 4";
constexpr std::string_view kPintoSource = "Pinto et al. 2022, section 3";
constexpr std::string_view kTable1 = "Pinto et al. 2022, Table 1";
constexpr std::string_view kProgram = "SAIL-ON program metrics";
constexpr std::string_view kWsu = "WSU SmartEnv metrics";
constexpr std::string_view kLetter = "WSU SmartEnv metrics, to the letter";
constexpr std::string_view kOwn = "ours";

const Measure kMeasures[] = {
    {"cdt", "CDT", kNovPhy, kHigher, kDetection, kShare, "share of trials with FP = 0 and TP > 0",
     kNovPhySource, is<Detection::kCorrect>},
    {"dd", "DD", kNovPhy, kLower, kDetection, kDelay,
     "mean number of novel tasks up to the first alarm (1: on the first task), over correctly "
     "detected trials",
     kNovPhySource, of_alarms<detection_delay>},
    {"ap", "AP", kNovPhy, kHigher, kResults, kFraction, "pass rate of the last m novel tasks", kNovPhySource,
     ap},
    {"aus", "AUS", kNovPhy, kHigher, kResults, kFraction, "pass rate of all novel tasks (eq. 5)",
     kNovPhySource, [](const Trial& t) { return area_under_success(t.passes.novel); }},
    {"aus_trapz", "AUS trapz", kNovPhy, kHigher, kResults, kFraction,
     "area of the trapezoids under P_1, ..., P_n, divided by n - 1", "NovPhy, Tables 2 and 3",
     [](const Trial& t) { return area_under_success_trapezoid(t.passes.novel); }},

    {"wdt", "WDT", kPinto, kLower, kDetection, kShare, "share of trials with FP > 0", kPintoSource,
     is<Detection::kWrong>},
    {"missed", "missed", kOurs, kLower, kDetection, kShare,
     "share of trials without any alarm: 1 - CDT - WDT", kOwn, is<Detection::kMissed>},
    {"normal", "normal", kOurs, kHigher, kResults, kFraction,
     "mean over trials of the pass rate of normal tasks", kOwn, normal_rate},
    {"restricted_dd", "DD n+1", kOurs, kLower, kDetection, kDelay,
     "mean delay over all trials, n + 1 for each trial that is not detected correctly",
     "ours, after NovPhy's Appendix F", of_alarms<restricted_delay>},
    {"gain", "AP - normal", kOurs, kHigher, kResults, kMean,
     "AP minus the pass rate of the same trial's normal tasks", kOwn, gain},
    {"asymptotic", "last m1", kOurs, kHigher, kPerformance, kFraction,
     "agent's mean over the last m1 novel tasks", kOwn,
     [](const Trial& t) { return mean(last(t.performance.novel, t.windows.m1)); }},
    {"regained", "regained", kOurs, kLower, kResults, kMean,
     "number of novel tasks until the cell's running pass rate reaches its normal pass rate", kOwn, nullptr},
    {"adapted", "adapted after", kOurs, kLower, kResults, kDelay,
     "mean number of novel tasks up to the first of two consecutive passes, n + 1 for each trial "
     "without such a pair",
     kOwn, [](const Trial& t) { return number(tasks_until_adapted(t.passes.novel)); }},
    {"shots", "shots", kOurs, kLower, kTold, kMean, "shots per novel task", kOwn, told<&TrialCost::shots>},
    {"calls", "calls", kOurs, kLower, kTold, kMean, "calls of tools per task", kOwn, told<&TrialCost::calls>},
    {"tokens_in", "tokens in", kOurs, kLower, kTold, kMean, "tokens per task that the model read", kOwn,
     told<&TrialCost::tokens_in>},
    {"tokens_out", "tokens out", kOurs, kLower, kTold, kMean, "tokens per task that the model wrote", kOwn,
     told<&TrialCost::tokens_out>},
    {"cost", "cost, $", kOurs, kLower, kTold, kMean, "US dollars per task", kOwn, told<&TrialCost::cost>},
    {"wall_s", "wall time, s", kOurs, kLower, kTold, kMean, "seconds per task by the wall clock", kOwn,
     told<&TrialCost::wall_s>},

    {"idn", "IDN", kPinto, kLower, kDetection, kMean,
     "mean number of novel tasks before the first one with an alarm, over correctly detected trials: "
     "DD - 1",
     kPintoSource, idn},
    {"cdt_consistent", "CDT cons.", kPinto, kHigher, kDetection, kShare,
     "share of trials with FP = 0 and alarms on all novel tasks from some task on", kPintoSource,
     [](const Trial& t) { return number(misses_before_lasting_alarm(t.alarms).has_value()); }},
    {"idn_consistent", "IDN cons.", kPinto, kLower, kDetection, kMean,
     "mean number of novel tasks before these lasting alarms, over the trials of CDT cons.", kPintoSource,
     of_alarms<misses_before_lasting_alarm>},
    {"cdt_always", "CDT all", kPinto, kHigher, kDetection, kShare,
     "share of trials with FP = 0 and an alarm on every novel task", kPintoSource,
     of_alarms<is_always_alarmed>},
    {"accuracy", "accuracy", kPinto, kHigher, kEveryDetection, kFraction, "(TP + TN) / all tasks", kTable1,
     of_counts<accuracy>},
    {"balanced_accuracy", "BA", kPinto, kHigher, kEveryDetection, kFraction, "(TPR + TNR) / 2", kTable1,
     of_counts<balanced_accuracy>},
    {"precision", "precision", kPinto, kHigher, kEveryDetection, kFraction, "TP / (TP + FP)", kTable1,
     of_counts<precision>},
    {"recall", "recall", kPinto, kHigher, kEveryDetection, kFraction, "TP / (TP + FN)", kTable1,
     of_counts<recall>},
    {"f1", "F1", kPinto, kHigher, kEveryDetection, kFraction, "2 precision recall / (precision + recall)",
     kTable1, of_counts<f1>},
    {"nrp", "NRP", kPinto, kHigher, kBaseline, kMean,
     "a / (a + b), where a is the agent's mean over novel tasks and b the baseline's over normal tasks",
     kPintoSource, of_both<nrp>},
    {"anrp", "ANRP", kPinto, kHigher, kBaseline, kMean,
     "a / (a + b), where a is the agent's mean over the last m1 novel tasks and b the baseline's",
     kPintoSource, of_both<anrp, &Windows::m1>},
    {"dnrp", "DNRP", kPinto, kHigher, kPerformance, kMean,
     "a / (a + b), where a is the agent's mean over the last m1 novel tasks and b its mean over the "
     "first m2",
     kPintoSource, of_agent<dnrp, &Windows::m1, &Windows::m2>},

    {"m1", "M1", kSailOn, kLower, kDetection, kMean,
     "mean number of novel tasks before the first one with an alarm, over correctly detected trials",
     "WSU's script", idn, "idn"},
    {"m1_all_misses", "M1 all FN", kSailOn, kLower, kDetection, kMean,
     "mean number of novel tasks without an alarm, over correctly detected trials", kProgram,
     of_alarms<all_misses>},
    {"m2", "M2", kSailOn, kHigher, kDetection, kShare, "share of trials with FP = 0 and TP > 0", kProgram,
     is<Detection::kCorrect>, "cdt"},
    {"m2_1", "M2.1", kSailOn, kLower, kDetection, kShare, "share of trials with FP > 0", kProgram,
     is<Detection::kWrong>, "wdt"},
    {"m2_2", "M2.2", kSailOn, kHigher, kDetection, kFraction, "TN / (TN + FP)", kWsu, of_counts<specificity>},
    {"m3", "M3", kSailOn, kHigher, kUninformed, kMean,
     "agent's mean over novel tasks / baseline's mean over normal tasks, in uninformed trials", kWsu,
     of_both<reaction_overall>},
    {"m3_asymptotic", "M3 last m", kSailOn, kHigher, kUninformed, kMean,
     "agent's mean over the last m novel tasks / baseline's mean over normal tasks, in uninformed trials",
     kProgram, of_both<reaction_asymptotic, &Windows::sailon>},
    {"m3_1", "M3.1", kSailOn, kHigher, kUninformed, kMean,
     "agent's mean over the first m novel tasks / baseline's mean over normal tasks, in uninformed trials",
     kWsu, of_both<reaction_initial, &Windows::sailon>},
    {"m4", "M4", kSailOn, kHigher, kInformed, kMean,
     "agent's mean over novel tasks / baseline's mean over normal tasks, in informed trials", kWsu,
     of_both<reaction_overall>},
    {"m4_asymptotic", "M4 last m", kSailOn, kHigher, kInformed, kMean,
     "agent's mean over the last m novel tasks / baseline's mean over normal tasks, in informed trials",
     kProgram, of_both<reaction_asymptotic, &Windows::sailon>},
    {"m4_1", "M4.1", kSailOn, kHigher, kInformed, kMean,
     "agent's mean over the first m novel tasks / baseline's mean over normal tasks, in informed trials",
     kWsu, of_both<reaction_initial, &Windows::sailon>},
    {"onrp_sums", "ONRP sums", kSailOn, kHigher, kBaseline, kMean,
     "agent's sum over novel tasks / baseline's sum over normal tasks", kLetter,
     of_both<reaction_overall_sums>},
    {"inrp_sums", "INRP sums", kSailOn, kHigher, kBaseline, kMean,
     "agent's sum over the first m novel tasks / baseline's sum over normal tasks", kLetter,
     of_both<reaction_initial_sums, &Windows::sailon>},
    {"opti", "OPTI", kSailOn, kHigher, kBaseline, kMean,
     "a / (a + b), where a is the agent's mean over novel tasks and b the baseline's", kProgram,
     of_both<opti>},
    {"m5", "M5", kSailOn, kHigher, kBaseline, kMean,
     "a / (a + b), where a is the agent's mean over novel tasks and b the baseline's", kProgram,
     of_both<opti>, "opti"},
    {"ipti", "IPTI", kSailOn, kHigher, kBaseline, kMean, "OPTI over the first m novel tasks", kWsu,
     of_both<ipti, &Windows::sailon>},
    {"apti", "APTI", kSailOn, kHigher, kBaseline, kMean, "OPTI over the last m novel tasks", kWsu,
     of_both<apti, &Windows::sailon>},
    {"m6", "M6", kSailOn, kHigher, kBaseline, kMean, "OPTI over the last m novel tasks", kWsu,
     of_both<apti, &Windows::sailon>, "apti"},
    {"apti_ratio", "APTI a/b", kSailOn, kHigher, kBaseline, kMean,
     "agent's mean / baseline's mean over the last m novel tasks, not normalised", kProgram,
     of_both<apti_ratio, &Windows::sailon>},
    {"apti_m_plus_1", "APTI m+1", kSailOn, kHigher, kBaseline, kMean, "APTI over the last m + 1 novel tasks",
     kLetter, of_both<apti_m_plus_1, &Windows::sailon>},
    {"amoc", "AMOC", kSailOn, kHigher, kDetection, kMean,
     "area under the curve of timeliness over the share of the trial's false alarms", kWsu,
     [](const Trial& t) { return number(amoc(t.probability)); }},
    {"amoc_rate", "AMOC FPR", kSailOn, kHigher, kDetection, kFraction,
     "area under the curve of timeliness over the false-alarm rate", kProgram,
     [](const Trial& t) { return amoc_by_rate(t.probability); }},
    {"nrm", "NRM", kSailOn, kHigher, kPerformance, kShare,
     "share of trials whose means over novel and normal tasks differ by less than 2 standard "
     "deviations of the normal tasks",
     kWsu, of_agent<is_robust>},
    {"nrm_beta", "NRM beta", kSailOn, kNeither, kBaseline, kShare, "NRM of the baseline", kWsu,
     [](const Trial& t) { return number(is_robust(base(t))); }},
    {"pre_agent", "PRE agent", kSailOn, kHigher, kPerformance, kFraction,
     "agent's mean over normal tasks (PRE_TA2)", kWsu,
     [](const Trial& t) { return mean(t.performance.normal); }},
    {"pre_baseline", "PRE base", kSailOn, kNeither, kBaseline, kMean,
     "baseline's mean over normal tasks (PRE_SOTA)", kWsu,
     [](const Trial& t) { return mean(base(t).normal); }},
    {"post_agent", "POST agent", kSailOn, kHigher, kPerformance, kFraction,
     "agent's mean over novel tasks (POST_TA2)", kWsu,
     [](const Trial& t) { return mean(t.performance.novel); }},
    {"post_baseline", "POST base", kSailOn, kNeither, kBaseline, kMean,
     "baseline's mean over novel tasks (POST_SOTA)", kWsu,
     [](const Trial& t) { return mean(base(t).novel); }},
};

Value script_last(const Trial& t) {
  return reaction_by_script(last(t.performance.novel, t.windows.sailon), base(t).normal);
}
Value script_first(const Trial& t) {
  return reaction_by_script(first(t.performance.novel, t.windows.sailon), base(t).normal);
}
Value script_opti(const Trial& t) { return opti_by_script(t.performance.novel, base(t).novel); }
Value script_apti(const Trial& t) {
  return apti_by_script(last(t.performance.novel, t.windows.sailon), last(base(t).novel, t.windows.sailon));
}
Value script_specificity(const Trial& t) { return specificity(confusion(t.alarms)).value_or(1); }
Value not_correct(const Trial& t) { return detection(t.alarms) == Detection::kCorrect ? 0 : 1; }
Value percent_of_normal(const Trial& t) {
  const auto share = reaction_overall(t.performance, base(t));
  if (!share) return share;
  return 100 * *share;
}

/// The form that a program gives to a measure: that of another measure, or its own formula.
struct Form {
  Definitions program;
  std::string_view key;
  std::string_view as = {};  ///< the other measure's key
  decltype(Measure::of) of = nullptr;
  std::string_view formula = {};
  std::optional<double> if_none = {};
};

constexpr auto kScript = Definitions::kWsuScript;
constexpr auto kParc = Definitions::kParcScript;
constexpr auto kClient = Definitions::kSailOnClient;

const Form kForms[] = {
    {Definitions::kSailOn, "m1", "m1_all_misses"},
    {Definitions::kSailOn, "m3", "m3_asymptotic"},
    {Definitions::kSailOn, "m4", "m4_asymptotic"},
    {Definitions::kSailOn, "m6", "apti_ratio"},

    {Definitions::kWsu, "m1", "m1_all_misses"},
    {Definitions::kWsu, "m3", "onrp_sums"},
    {Definitions::kWsu, "m3_1", "inrp_sums"},
    {Definitions::kWsu, "m4", "onrp_sums"},
    {Definitions::kWsu, "m4_1", "inrp_sums"},
    {Definitions::kWsu, "m6", "apti_m_plus_1"},

    {.program = kScript, .key = "m1", .as = "idn", .if_none = 0},
    {kScript, "m2_2", "", script_specificity, "TN / (TN + FP), or 1 without normal tasks"},
    {kScript, "m3", "", script_last,
     "agent's mean over the last m novel tasks / baseline's mean over normal tasks (0 counts as 1e-5), "
     "in uninformed trials"},
    {kScript, "m3_1", "", script_first,
     "agent's mean over the first m novel tasks / baseline's mean over normal tasks (0 counts as 1e-5), "
     "in uninformed trials"},
    {kScript, "m4", "", script_last,
     "agent's mean over the last m novel tasks / baseline's mean over normal tasks (0 counts as 1e-5), "
     "in informed trials"},
    {kScript, "m4_1", "", script_first,
     "agent's mean over the first m novel tasks / baseline's mean over normal tasks (0 counts as 1e-5), "
     "in informed trials"},
    {kScript, "m5", "", script_opti,
     "a / (a + b), where a is the agent's mean over novel tasks and b the baseline's, or 0 where both "
     "are 0"},
    {kScript, "m6", "", script_apti,
     "OPTI over the last m novel tasks, where a baseline of 0 counts as 1e-5"},

    {.program = kParc, .key = "m1", .as = "m1_all_misses", .if_none = 0},
    {kParc, "m2_1", "", not_correct, "share of trials not detected correctly: 1 - M2"},

    {kClient, "m3", "", percent_of_normal,
     "100 times the agent's mean over novel tasks / baseline's mean over normal tasks, in uninformed "
     "trials"},
    {kClient, "m4", "", percent_of_normal,
     "100 times the agent's mean over novel tasks / baseline's mean over normal tasks, in "
     "informed trials"},
};

/// "" for a program that takes formulas of others.
std::string_view source_of(Definitions program) {
  return program == kScript   ? "WSU's script"
         : program == kParc   ? "PARC's script"
         : program == kClient ? "sail-on-client"
                              : "";
}

const Form* form_of(std::string_view key, Definitions definitions) {
  return find_in(kForms, [&](const Form& form) { return form.program == definitions && form.key == key; });
}

}  // namespace

std::string_view key(MeasureFamily family) {
  constexpr std::array<std::string_view, 4> kKeys{"novphy", "pinto", "sailon", "ours"};
  return kKeys.at(static_cast<std::size_t>(family));
}

std::string_view title(MeasureFamily family) {
  constexpr std::array<std::string_view, 4> kTitles{"NovPhy", "Pinto et al. 2022", "SAIL-ON and WSU", "Ours"};
  return kTitles.at(static_cast<std::size_t>(family));
}

std::span<const Measure> measures() { return kMeasures; }

std::size_t index_of(std::string_view key) {
  const auto* found = std::ranges::find(kMeasures, key, &Measure::key);
  if (found == std::end(kMeasures))
    throw std::invalid_argument(fmt::format("no measure is called \"{}\"", key));
  return static_cast<std::size_t>(found - std::begin(kMeasures));
}

int decimals_of(const Measure& measure) { return measure.key == "cost" ? 4 : 2; }

MeasureRange range_of(const Measure& measure, const Conventions& conventions) {
  const bool of_scores =
      measure.needs == Needs::kPerformance && conventions.performance == Performance::kScore;
  return of_scores && measure.range == MeasureRange::kFraction ? MeasureRange::kNumber : measure.range;
}

bool needs_baseline(const Measure& measure) {
  return measure.needs == Needs::kBaseline || measure.needs == Needs::kUninformedBaseline ||
         measure.needs == Needs::kInformedBaseline;
}

const DefiningProgram& program_of(Definitions definitions) {
  return kDefiningPrograms.at(static_cast<std::size_t>(definitions));
}

Measure definition_of(const Measure& measure, Definitions definitions) {
  const Form* form = form_of(measure.key, definitions);
  if (form == nullptr) return measure;
  const Measure& other = form->as.empty() ? measure : measures()[index_of(form->as)];
  Measure defined = measure;
  defined.formula = form->formula.empty() ? other.formula : form->formula;
  const std::string_view source = source_of(definitions);
  defined.source = source.empty() ? other.source : source;
  defined.of = form->of != nullptr ? form->of : other.of;
  defined.same_as = {};
  defined.if_none = form->if_none;
  return defined;
}

bool is_redefined(const Measure& measure, Definitions definitions) {
  return form_of(measure.key, definitions) != nullptr;
}

std::string definitions_note(Definitions definitions) {
  std::string forms;
  for (const Measure& measure : measures()) {
    if (!is_redefined(measure, definitions)) continue;
    const Measure defined = definition_of(measure, definitions);
    forms +=
        fmt::format("{}{}: {}{}", forms.empty() ? "" : "; ", measure.title, defined.formula,
                    defined.if_none ? fmt::format(", or {:g} where no trial has it", *defined.if_none) : "");
  }
  const DefiningProgram& program = program_of(definitions);
  if (forms.empty()) return fmt::format("M1 to M6 are as {} defines them.", program.name);
  return fmt::format("M1 to M6 are as {} ({}) defines them. {}.", program.title, program.name, forms);
}

}  // namespace novphy
