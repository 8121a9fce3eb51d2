#pragma once

#include <optional>

#include "evaluator/measures/series.h"

/// How an agent's performance stands to that of a baseline agent on the same tasks: one trial. Performance is
/// passed (1 or 0), a score, or any number of which more is better, at least 0. A trial-set's value is the
/// mean over its trials of the trial's ratio, not the ratio of means. Windows of m tasks lie within the novel
/// tasks: where there are fewer, they are all; m = 0 is undefined. Sources: Pinto et al. 2022, section 3.2,
/// with the slips of its indices mended (docs/measures.md); SAIL-ON program metrics M3 to M6; WSU SmartEnv
/// metrics.
namespace novphy {

// ---- Pinto et al. 2022: a / (a + b), 0 where a = 0 (defined so for ANRP and DNRP; for NRP ours, as its
// Table 3 prints)

/// NRP: a = agent's mean over novel tasks, b = baseline's over normal ones (eqs. 5 to 8). Undefined without
/// either.
std::optional<double> nrp(const TaskSeries& agent, const TaskSeries& baseline);
/// ANRP: last m1 novel tasks, agent against baseline (eqs. 9 to 11, m1 terms).
std::optional<double> anrp(const TaskSeries& agent, const TaskSeries& baseline, int m1);
/// DNRP: the agent's last m1 novel tasks against its first m2 (eqs. 12 to 14). No baseline.
std::optional<double> dnrp(const TaskSeries& agent, int m1, int m2);

/// What the best agents can reach on novel tasks, beside what a baseline reaches on normal ones (Pinto's
/// Figure 4).
enum class NoveltyClass { kBonus, kHazard, kNeutral };
/// Neutral where the two differ by at most `tolerance` of the larger; "roughly equal" is not said more
/// exactly there.
NoveltyClass novelty_class(double best_novel, double baseline_normal, double tolerance);

// ---- SAIL-ON and WSU: undefined where the divisor is 0 (their scripts put 1e-5 there)

/// a / b with a the agent's mean over novel tasks, b the baseline's over normal ones. M3, for informed trials
/// M4
/// ("overall", WSU's text).
std::optional<double> reaction_overall(const TaskSeries& agent, const TaskSeries& baseline);
/// The same with the agent's last m novel tasks: the SAIL-ON text, and what WSU's script prints as M3, M4.
std::optional<double> reaction_asymptotic(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// The same with the agent's first m novel tasks: M3.1, for informed trials M4.1.
std::optional<double> reaction_initial(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// WSU's formulas to the letter: sums instead of means, so that the numbers of tasks enter.
std::optional<double> reaction_overall_sums(const TaskSeries& agent, const TaskSeries& baseline);
std::optional<double> reaction_initial_sums(const TaskSeries& agent, const TaskSeries& baseline, int m);

/// OPTI (M5): a / (a + b) with the means over all novel tasks of agent and baseline. 0.5 is the baseline's
/// level.
std::optional<double> opti(const TaskSeries& agent, const TaskSeries& baseline);
/// IPTI: over the first m novel tasks.
std::optional<double> ipti(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// APTI: over the last m novel tasks, a / (a + b) (WSU's script).
std::optional<double> apti(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// APTI (M6) of the SAIL-ON text: a / b, not normalised: 1 is the baseline's level.
std::optional<double> apti_ratio(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// APTI of WSU's text to the letter: i = n - m .. n, m + 1 tasks; undefined for m = 0 as the others.
std::optional<double> apti_m_plus_1(const TaskSeries& agent, const TaskSeries& baseline, int m);

/// z of NRM: |mean over novel tasks - mean over normal tasks| / population standard deviation of the normal
/// ones; infinite where that is 0 and the means differ, 0 where they do not (binary fractions aside).
/// Undefined without normal or novel tasks. An agent's own, no baseline.
std::optional<double> change_in_deviations(const TaskSeries& performance);
/// NRM of a trial: z < 2. As a share of trials higher is more robust; the text's "lower is better" holds for
/// z.
std::optional<bool> is_robust(const TaskSeries& performance);

}  // namespace novphy
