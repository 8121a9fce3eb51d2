#include "evaluator/measure_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/names.h"
#include "evaluator/compare.h"
#include "evaluator/definitions.h"
#include "evaluator/measures/detection.h"
#include "evaluator/measures/reaction.h"

namespace novphy {
namespace {

using Trial = MeasuredTrial;
using Value = std::optional<double>;

template <class Number>
Value number(const std::optional<Number>& value) {
  if (!value) return std::nullopt;
  return static_cast<double>(*value);
}

Value indicator(bool yes) { return yes ? 1 : 0; }

Value less_one(const std::optional<int>& delay) {
  if (!delay) return std::nullopt;
  return *delay - 1;
}

Value difference(const Value& a, const Value& b) {
  if (!a || !b) return std::nullopt;
  return *a - *b;
}

Value correct(const Trial& t) { return indicator(detection(t.alarms) == Detection::kCorrect); }
Value wrong(const Trial& t) { return indicator(detection(t.alarms) == Detection::kWrong); }
Value idn(const Trial& t) { return less_one(detection_delay(t.alarms)); }
Value ap(const Trial& t) { return asymptotic_performance(t.passes.series().novel, t.windows.ap); }
Value normal_rate(const Trial& t) { return mean(t.passes.series().normal); }

TaskSeries agent(const Trial& t) { return t.performance.series(); }
TaskSeries base(const Trial& t) { return t.baseline ? t.baseline->series() : TaskSeries{}; }

constexpr auto kHigher = Better::kHigher;
constexpr auto kLower = Better::kLower;
constexpr auto kNeither = Better::kNeither;
constexpr auto kDetection = Needs::kDetection;
constexpr auto kResults = Needs::kResults;
constexpr auto kPerformance = Needs::kPerformance;
constexpr auto kBaseline = Needs::kBaseline;
constexpr auto kUninformed = Needs::kUninformedBaseline;
constexpr auto kInformed = Needs::kInformedBaseline;
constexpr auto kTold = Needs::kTold;
constexpr auto kShare = MeasureRange::kEither;
constexpr auto kFraction = MeasureRange::kFraction;
constexpr auto kDelay = MeasureRange::kDelay;
constexpr auto kMean = MeasureRange::kNumber;
constexpr bool kPropagates = true;

constexpr std::string_view kNovPhySource = "NovPhy, section 4";
constexpr std::string_view kPintoSource = "Pinto et al. 2022, section 3";
constexpr std::string_view kTable1 = "Pinto et al. 2022, Table 1";
constexpr std::string_view kProgram = "SAIL-ON program metrics";
constexpr std::string_view kWsu = "WSU SmartEnv metrics";
constexpr std::string_view kOwn = "ours";

const std::array kMeasures{
    Measure{"cdt", "CDT", MeasureFamily::kNovPhy, kHigher, kDetection, kShare, !kPropagates,
            "share of trials with FP = 0 and TP > 0", kNovPhySource, correct},
    Measure{"dd", "DD", MeasureFamily::kNovPhy, kLower, kDetection, kDelay, !kPropagates,
            "mean number of novel tasks up to the first alarm (1: on the first task), over correctly "
            "detected trials",
            kNovPhySource, [](const Trial& t) { return number(detection_delay(t.alarms)); }},
    Measure{"ap", "AP", MeasureFamily::kNovPhy, kHigher, kResults, kFraction, !kPropagates,
            "pass rate of the last m novel tasks", kNovPhySource, ap},
    Measure{"aus", "AUS", MeasureFamily::kNovPhy, kHigher, kResults, kFraction, !kPropagates,
            "pass rate of all novel tasks (eq. 5)", kNovPhySource,
            [](const Trial& t) { return area_under_success(t.passes.series().novel); }},
    Measure{"aus_trapz", "AUS trapz", MeasureFamily::kNovPhy, kHigher, kResults, kFraction, !kPropagates,
            "area of the trapezoids under P_1, ..., P_n, divided by n - 1", "NovPhy, Tables 2 and 3",
            [](const Trial& t) { return area_under_success_trapezoid(t.passes.series().novel); }},

    Measure{"wdt", "WDT", MeasureFamily::kPinto, kLower, kDetection, kShare, !kPropagates,
            "share of trials with FP > 0", kPintoSource, wrong},
    Measure{"missed", "missed", MeasureFamily::kOurs, kLower, kDetection, kShare, !kPropagates,
            "share of trials without any alarm: 1 - CDT - WDT", kOwn,
            [](const Trial& t) { return indicator(detection(t.alarms) == Detection::kMissed); }},
    Measure{"normal", "normal", MeasureFamily::kOurs, kHigher, kResults, kFraction, !kPropagates,
            "mean over trials of the pass rate of normal tasks", kOwn, normal_rate},
    Measure{"restricted_dd", "DD n+1", MeasureFamily::kOurs, kLower, kDetection, kDelay, !kPropagates,
            "mean delay over all trials, n + 1 for each trial that is not detected correctly",
            "ours, after NovPhy's Appendix F",
            [](const Trial& t) { return number(restricted_delay(t.alarms)); }},
    Measure{"gain", "AP - normal", MeasureFamily::kOurs, kHigher, kResults, kMean, !kPropagates,
            "AP minus the pass rate of the same trial's normal tasks", kOwn,
            [](const Trial& t) { return difference(ap(t), normal_rate(t)); }},
    Measure{"asymptotic", "last m1", MeasureFamily::kOurs, kHigher, kPerformance, kFraction, !kPropagates,
            "agent's mean over the last m1 novel tasks", kOwn,
            [](const Trial& t) { return mean(last(agent(t).novel, t.windows.m1)); }},
    Measure{"regained", "regained", MeasureFamily::kOurs, kLower, kResults, kMean, !kPropagates,
            "number of novel tasks until the cell's running pass rate reaches its normal pass rate", kOwn,
            nullptr},
    Measure{"adapted", "adapted after", MeasureFamily::kOurs, kLower, kResults, kDelay, !kPropagates,
            "mean number of novel tasks up to the first of two consecutive passes, n + 1 for each trial "
            "without such a pair",
            kOwn, [](const Trial& t) { return number(tasks_until_adapted(t.passes.series().novel)); }},
    Measure{"shots", "shots", MeasureFamily::kOurs, kLower, kTold, kMean, !kPropagates,
            "shots per novel task", kOwn, [](const Trial& t) { return t.cost.shots; }},
    Measure{"calls", "calls", MeasureFamily::kOurs, kLower, kTold, kMean, !kPropagates,
            "calls of tools per task", kOwn, [](const Trial& t) { return t.cost.calls; }},
    Measure{"tokens_in", "tokens in", MeasureFamily::kOurs, kLower, kTold, kMean, !kPropagates,
            "tokens per task that the model read", kOwn, [](const Trial& t) { return t.cost.tokens_in; }},
    Measure{"tokens_out", "tokens out", MeasureFamily::kOurs, kLower, kTold, kMean, !kPropagates,
            "tokens per task that the model wrote", kOwn, [](const Trial& t) { return t.cost.tokens_out; }},
    Measure{"cost", "cost, $", MeasureFamily::kOurs, kLower, kTold, kMean, !kPropagates,
            "US dollars per task", kOwn, [](const Trial& t) { return t.cost.cost; }},
    Measure{"wall_s", "wall time, s", MeasureFamily::kOurs, kLower, kTold, kMean, !kPropagates,
            "seconds per task by the wall clock", kOwn, [](const Trial& t) { return t.cost.wall_s; }},

    Measure{"idn", "IDN", MeasureFamily::kPinto, kLower, kDetection, kMean, !kPropagates,
            "mean number of novel tasks before the first one with an alarm, over correctly detected trials: "
            "DD - 1",
            kPintoSource, idn},
    Measure{"cdt_consistent", "CDT cons.", MeasureFamily::kPinto, kHigher, kDetection, kShare, !kPropagates,
            "share of trials with FP = 0 and alarms on all novel tasks from some task on", kPintoSource,
            [](const Trial& t) { return indicator(misses_before_lasting_alarm(t.alarms).has_value()); }},
    Measure{"idn_consistent", "IDN cons.", MeasureFamily::kPinto, kLower, kDetection, kMean, !kPropagates,
            "mean number of novel tasks before these lasting alarms, over the trials of CDT cons.",
            kPintoSource, [](const Trial& t) { return number(misses_before_lasting_alarm(t.alarms)); }},
    Measure{"cdt_always", "CDT all", MeasureFamily::kPinto, kHigher, kDetection, kShare, !kPropagates,
            "share of trials with FP = 0 and an alarm on every novel task", kPintoSource,
            [](const Trial& t) { return indicator(is_always_alarmed(t.alarms)); }},
    Measure{"accuracy", "accuracy", MeasureFamily::kPinto, kHigher, kDetection, kFraction, kPropagates,
            "(TP + TN) / all tasks", kTable1, [](const Trial& t) { return accuracy(confusion(t.alarms)); }},
    Measure{"balanced_accuracy", "BA", MeasureFamily::kPinto, kHigher, kDetection, kFraction, kPropagates,
            "(TPR + TNR) / 2", kTable1,
            [](const Trial& t) { return balanced_accuracy(confusion(t.alarms)); }},
    Measure{"precision", "precision", MeasureFamily::kPinto, kHigher, kDetection, kFraction, kPropagates,
            "TP / (TP + FP)", kTable1, [](const Trial& t) { return precision(confusion(t.alarms)); }},
    Measure{"recall", "recall", MeasureFamily::kPinto, kHigher, kDetection, kFraction, kPropagates,
            "TP / (TP + FN)", kTable1, [](const Trial& t) { return recall(confusion(t.alarms)); }},
    Measure{"f1", "F1", MeasureFamily::kPinto, kHigher, kDetection, kFraction, kPropagates,
            "2 precision recall / (precision + recall)", kTable1,
            [](const Trial& t) { return f1(confusion(t.alarms)); }},
    Measure{
        "nrp", "NRP", MeasureFamily::kPinto, kHigher, kBaseline, kMean, !kPropagates,
        "a / (a + b), where a is the agent's mean over novel tasks and b the baseline's over normal tasks",
        kPintoSource, [](const Trial& t) { return nrp(agent(t), base(t)); }},
    Measure{"anrp", "ANRP", MeasureFamily::kPinto, kHigher, kBaseline, kMean, !kPropagates,
            "a / (a + b), where a is the agent's mean over the last m1 novel tasks and b the baseline's",
            kPintoSource, [](const Trial& t) { return anrp(agent(t), base(t), t.windows.m1); }},
    Measure{"dnrp", "DNRP", MeasureFamily::kPinto, kHigher, kPerformance, kMean, !kPropagates,
            "a / (a + b), where a is the agent's mean over the last m1 novel tasks and b its mean over the "
            "first m2",
            kPintoSource, [](const Trial& t) { return dnrp(agent(t), t.windows.m1, t.windows.m2); }},

    Measure{"m1", "M1", MeasureFamily::kSailOn, kLower, kDetection, kMean, !kPropagates,
            "mean number of novel tasks before the first one with an alarm, over correctly detected trials",
            "WSU's script", idn, "idn"},
    Measure{"m1_all_misses", "M1 all FN", MeasureFamily::kSailOn, kLower, kDetection, kMean, !kPropagates,
            "mean number of novel tasks without an alarm, over correctly detected trials", kProgram,
            [](const Trial& t) { return number(all_misses(t.alarms)); }},
    Measure{"m2", "M2", MeasureFamily::kSailOn, kHigher, kDetection, kShare, !kPropagates,
            "share of trials with FP = 0 and TP > 0", kProgram, correct, "cdt"},
    Measure{"m2_1", "M2.1", MeasureFamily::kSailOn, kLower, kDetection, kShare, !kPropagates,
            "share of trials with FP > 0", kProgram, wrong, "wdt"},
    Measure{"m2_2", "M2.2", MeasureFamily::kSailOn, kHigher, kDetection, kFraction, !kPropagates,
            "TN / (TN + FP)", kWsu, [](const Trial& t) { return specificity(confusion(t.alarms)); }},
    Measure{"m3", "M3", MeasureFamily::kSailOn, kHigher, kUninformed, kMean, !kPropagates,
            "agent's mean over novel tasks / baseline's mean over normal tasks, in uninformed trials", kWsu,
            [](const Trial& t) { return reaction_overall(agent(t), base(t)); }},
    Measure{
        "m3_asymptotic", "M3 last m", MeasureFamily::kSailOn, kHigher, kUninformed, kMean, !kPropagates,
        "agent's mean over the last m novel tasks / baseline's mean over normal tasks, in uninformed trials",
        kProgram, [](const Trial& t) { return reaction_asymptotic(agent(t), base(t), t.windows.sailon); }},
    Measure{
        "m3_1", "M3.1", MeasureFamily::kSailOn, kHigher, kUninformed, kMean, !kPropagates,
        "agent's mean over the first m novel tasks / baseline's mean over normal tasks, in uninformed trials",
        kWsu, [](const Trial& t) { return reaction_initial(agent(t), base(t), t.windows.sailon); }},
    Measure{"m4", "M4", MeasureFamily::kSailOn, kHigher, kInformed, kMean, !kPropagates,
            "agent's mean over novel tasks / baseline's mean over normal tasks, in informed trials", kWsu,
            [](const Trial& t) { return reaction_overall(agent(t), base(t)); }},
    Measure{
        "m4_asymptotic", "M4 last m", MeasureFamily::kSailOn, kHigher, kInformed, kMean, !kPropagates,
        "agent's mean over the last m novel tasks / baseline's mean over normal tasks, in informed trials",
        kProgram, [](const Trial& t) { return reaction_asymptotic(agent(t), base(t), t.windows.sailon); }},
    Measure{
        "m4_1", "M4.1", MeasureFamily::kSailOn, kHigher, kInformed, kMean, !kPropagates,
        "agent's mean over the first m novel tasks / baseline's mean over normal tasks, in informed trials",
        kWsu, [](const Trial& t) { return reaction_initial(agent(t), base(t), t.windows.sailon); }},
    Measure{"onrp_sums", "ONRP sums", MeasureFamily::kSailOn, kHigher, kBaseline, kMean, !kPropagates,
            "agent's sum over novel tasks / baseline's sum over normal tasks",
            "WSU SmartEnv metrics, to the letter",
            [](const Trial& t) { return reaction_overall_sums(agent(t), base(t)); }},
    Measure{"inrp_sums", "INRP sums", MeasureFamily::kSailOn, kHigher, kBaseline, kMean, !kPropagates,
            "agent's sum over the first m novel tasks / baseline's sum over normal tasks",
            "WSU SmartEnv metrics, to the letter",
            [](const Trial& t) { return reaction_initial_sums(agent(t), base(t), t.windows.sailon); }},
    Measure{"opti", "OPTI", MeasureFamily::kSailOn, kHigher, kBaseline, kMean, !kPropagates,
            "a / (a + b), where a is the agent's mean over novel tasks and b the baseline's", kProgram,
            [](const Trial& t) { return opti(agent(t), base(t)); }},
    Measure{"m5", "M5", MeasureFamily::kSailOn, kHigher, kBaseline, kMean, !kPropagates,
            "a / (a + b), where a is the agent's mean over novel tasks and b the baseline's", kProgram,
            [](const Trial& t) { return opti(agent(t), base(t)); }, "opti"},
    Measure{"ipti", "IPTI", MeasureFamily::kSailOn, kHigher, kBaseline, kMean, !kPropagates,
            "OPTI over the first m novel tasks", kWsu,
            [](const Trial& t) { return ipti(agent(t), base(t), t.windows.sailon); }},
    Measure{"apti", "APTI", MeasureFamily::kSailOn, kHigher, kBaseline, kMean, !kPropagates,
            "OPTI over the last m novel tasks", kWsu,
            [](const Trial& t) { return apti(agent(t), base(t), t.windows.sailon); }},
    Measure{"m6", "M6", MeasureFamily::kSailOn, kHigher, kBaseline, kMean, !kPropagates,
            "OPTI over the last m novel tasks", kWsu,
            [](const Trial& t) { return apti(agent(t), base(t), t.windows.sailon); }, "apti"},
    Measure{"apti_ratio", "APTI a/b", MeasureFamily::kSailOn, kHigher, kBaseline, kMean, !kPropagates,
            "agent's mean / baseline's mean over the last m novel tasks, not normalised", kProgram,
            [](const Trial& t) { return apti_ratio(agent(t), base(t), t.windows.sailon); }},
    Measure{"apti_m_plus_1", "APTI m+1", MeasureFamily::kSailOn, kHigher, kBaseline, kMean, !kPropagates,
            "APTI over the last m + 1 novel tasks", "WSU SmartEnv metrics, to the letter",
            [](const Trial& t) { return apti_m_plus_1(agent(t), base(t), t.windows.sailon); }},
    Measure{"amoc", "AMOC", MeasureFamily::kSailOn, kHigher, kDetection, kMean, !kPropagates,
            "area under the curve of timeliness over the share of the trial's false alarms", kWsu,
            [](const Trial& t) -> Value { return amoc(t.probability.series()); }},
    Measure{"amoc_rate", "AMOC FPR", MeasureFamily::kSailOn, kHigher, kDetection, kFraction, !kPropagates,
            "area under the curve of timeliness over the false-alarm rate", kProgram,
            [](const Trial& t) { return amoc_by_rate(t.probability.series()); }},
    Measure{"nrm", "NRM", MeasureFamily::kSailOn, kHigher, kPerformance, kShare, !kPropagates,
            "share of trials whose means over novel and normal tasks differ by less than 2 standard "
            "deviations of the normal tasks",
            kWsu, [](const Trial& t) { return number(is_robust(agent(t))); }},
    Measure{"nrm_beta", "NRM beta", MeasureFamily::kSailOn, kNeither, kBaseline, kShare, !kPropagates,
            "NRM of the baseline", kWsu, [](const Trial& t) { return number(is_robust(base(t))); }},
    Measure{"pre_agent", "PRE agent", MeasureFamily::kSailOn, kHigher, kPerformance, kFraction, !kPropagates,
            "agent's mean over normal tasks (PRE_TA2)", kWsu,
            [](const Trial& t) { return mean(agent(t).normal); }},
    Measure{"pre_baseline", "PRE base", MeasureFamily::kSailOn, kNeither, kBaseline, kMean, !kPropagates,
            "baseline's mean over normal tasks (PRE_SOTA)", kWsu,
            [](const Trial& t) { return mean(base(t).normal); }},
    Measure{"post_agent", "POST agent", MeasureFamily::kSailOn, kHigher, kPerformance, kFraction,
            !kPropagates, "agent's mean over novel tasks (POST_TA2)", kWsu,
            [](const Trial& t) { return mean(agent(t).novel); }},
    Measure{"post_baseline", "POST base", MeasureFamily::kSailOn, kNeither, kBaseline, kMean, !kPropagates,
            "baseline's mean over novel tasks (POST_SOTA)", kWsu,
            [](const Trial& t) { return mean(base(t).novel); }},
};

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
  const auto same = [&](const Measure& measure) { return measure.key == key; };
  const auto found = std::find_if(kMeasures.begin(), kMeasures.end(), same);
  if (found == kMeasures.end()) throw std::invalid_argument(fmt::format("no measure is called \"{}\"", key));
  return static_cast<std::size_t>(found - kMeasures.begin());
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

bool has_measure(const MeasuredTrial& trial, const Measure& measure) {
  const bool with_baseline = trial.has_performance && trial.baseline.has_value();
  switch (measure.needs) {
    case Needs::kDetection:
      return !trial.informed;
    case Needs::kResults:
      return trial.has_results;
    case Needs::kPerformance:
      return trial.has_performance;
    case Needs::kBaseline:
      return with_baseline;
    case Needs::kUninformedBaseline:
      return with_baseline && !trial.informed;
    case Needs::kInformedBaseline:
      return with_baseline && trial.informed;
    case Needs::kTold:
      return measure.of(trial).has_value();
  }
  return false;
}

namespace {

using CellName = std::pair<std::string, std::string>;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

bool in_papers_order(const CellName& a, const CellName& b) {
  if (a.first != b.first) return comes_before(kNovelties, a.first, b.first);
  return comes_before(kScenarios, a.second, b.second);
}

class Tabulator {
 public:
  Tabulator(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline)
      : logs_(logs), conventions_(conventions), baseline_(baseline), complete_(logs), names_(logs) {}

  TrialTable table() && {
    make_cells();
    for (const auto& [key, log] : logs_.trials())
      if (is_measured(key)) add(key, log);
    number_runs();
    make_strata();
    table_.equal_units = (logs_.of_people() || table_.runs.size() > 1) && has_equal_units(logs_);
    return std::move(table_);
  }

 private:
  /// Makes the cells. Levels without novelties form none, because nothing of them is measured here.
  void make_cells() {
    std::set<CellName> names;
    for (const auto& [key, log] : logs_.trials())
      if (!key.control && !log.only_levels) names.insert({key.novelty, key.scenario});
    std::vector<CellName> sorted(names.begin(), names.end());
    std::sort(sorted.begin(), sorted.end(), in_papers_order);
    for (const CellName& name : sorted) {
      cell_of_[name] = table_.cells.size();
      table_.cells.push_back({name.first, name.second, 0, 0, {}, std::vector<int>(measures().size())});
    }
  }

  bool is_measured(const TrialKey& key) const {
    return !key.control && cell_of_.contains({key.novelty, key.scenario});
  }

  void add(const TrialKey& key, const TrialLog& log) {
    const std::size_t cell = cell_of_.at({key.novelty, key.scenario});
    CellRows& rows = table_.cells[cell];
    if (log.agent_error) ++rows.agent_errors;
    if (!complete_.has(key, log)) {
      ++rows.incomplete;
      return;
    }
    rows.rows.push_back(table_.rows.size());
    table_.rows.push_back(row_of(key, log, rows));
    table_.rows.back().cell = cell;
    table_.rows.back().run = static_cast<std::size_t>(key.run);
    table_.rows.back().unit =
        logs_.of_people() ? static_cast<std::size_t>(key.source) : table_.rows.size() - 1;
  }

  TrialRow row_of(const TrialKey& key, const TrialLog& log, CellRows& cell) {
    MeasuredTrial trial(log);
    TrialRow row;
    row.name = names_.of(key);
    row.source = key.source;
    row.tasks = logs_.tasks_of(key, log);
    row.plays = log.plays;
    row.novel_tasks = static_cast<int>(trial.alarms.novel.size());
    row.normal_tasks = static_cast<int>(trial.alarms.normal.size());
    trial.windows = row.windows = windows_of(conventions_, row.novel_tasks, row.normal_tasks);
    if (baseline_ != nullptr) trial.baseline = baseline_->performance(row.name, log);
    row.informed = trial.informed;
    row.has_results = trial.has_results;
    row.detection = detection(trial.alarms);
    row.delay = detection_delay(trial.alarms).value_or(0);
    const TaskSeries passes = trial.has_results ? trial.passes.series() : TaskSeries{};
    row.normal_passes.assign(passes.normal.begin(), passes.normal.end());
    row.passes.assign(passes.novel.begin(), passes.novel.end());
    if (trial.cost.shots)
      for (const TaskMark& task : log.tasks)
        if (task.known && task.novel) row.shots.push_back(task.shots);
    for (std::size_t i = 0; i < measures().size(); ++i) row.values.push_back(value(trial, i, cell));
    return row;
  }

  double value(const MeasuredTrial& trial, std::size_t measure, CellRows& cell) const {
    if (forms_[measure] == nullptr || !has_measure(trial, measures()[measure])) return kUndefined;
    const auto found = forms_[measure](trial);
    if (!found) ++cell.undefined[measure];
    return found.value_or(kUndefined);
  }

  /// The form of each measure according to the conventions' definitions.
  static std::vector<decltype(Measure::of)> forms_of(Definitions definitions) {
    std::vector<decltype(Measure::of)> forms;
    for (const Measure& measure : measures()) forms.push_back(definition_of(measure, definitions).of);
    return forms;
  }

  /// Leaves out trainings without a row.
  void number_runs() {
    std::map<std::size_t, std::size_t> numbers;
    for (const TrialRow& row : table_.rows) numbers[row.run] = 0;
    for (auto& [run, number] : numbers) {
      number = table_.runs.size();
      table_.runs.push_back(logs_.run_name(static_cast<int>(run)));
    }
    for (TrialRow& row : table_.rows) row.run = numbers.at(row.run);
  }

  /// Sets the strata. Trials are drawn within their cell, and people among those who played the same cells.
  void make_strata() {
    std::map<std::size_t, std::set<std::size_t>> cells_of_unit;
    for (const TrialRow& row : table_.rows) {
      cells_of_unit[row.unit].insert(row.cell);
      table_.units = std::max(table_.units, row.unit + 1);
    }
    std::map<std::set<std::size_t>, std::vector<std::size_t>> strata;
    for (const auto& [unit, cells] : cells_of_unit) strata[cells].push_back(unit);
    for (auto& [cells, units] : strata) table_.strata.push_back(std::move(units));
  }

  const TrialLogs& logs_;
  const Conventions& conventions_;
  const Baseline* baseline_;
  std::vector<decltype(Measure::of)> forms_ = forms_of(conventions_.definitions);
  CompleteTrials complete_;
  std::map<CellName, std::size_t> cell_of_;
  TrialNames names_;
  TrialTable table_;
};

}  // namespace

TrialTable tabulate(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline) {
  return Tabulator(logs, conventions, baseline).table();
}

}  // namespace novphy
