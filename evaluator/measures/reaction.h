#pragma once

#include "evaluator/measures/series.h"

/// How an agent's performance in one trial compares with that of a baseline agent on the same tasks.
/// Performance is passed (1 or 0), a score, or any other number of at least 0 for which more is better. A
/// trial-set's value is the mean of its trials' ratios, not the ratio of means. A window of m tasks lies
/// within the novel tasks. If it is longer than them, it is all of them. For m = 0 a measure is undefined.
/// Sources: Pinto et al. 2022, section 3.2, with the errors in its indices corrected
/// (docs/reference/measures.md); SAIL-ON program metrics M3 to M6; WSU SmartEnv metrics.
namespace novphy {

// ---- Pinto et al. 2022: a / (a + b), and 0 if a = 0. The paper defines the 0 for ANRP and DNRP; for NRP we
// follow the numbers of its Table 3.

/// NRP: a = agent's mean over novel tasks, b = baseline's mean over normal tasks (eqs. 5 to 8). Undefined
/// without novel tasks of the agent or normal tasks of the baseline.
std::optional<double> nrp(const TaskSeries& agent, const TaskSeries& baseline);
/// ANRP: a = agent's mean, b = baseline's mean, both over the last m1 novel tasks (eqs. 9 to 11, m1 terms).
std::optional<double> anrp(const TaskSeries& agent, const TaskSeries& baseline, int m1);
/// DNRP: a = agent's mean over the last m1 novel tasks, b = agent's mean over the first m2 (eqs. 12 to 14).
/// Needs no baseline.
std::optional<double> dnrp(const TaskSeries& agent, int m1, int m2);

/// The class of a novelty (Pinto's Figure 4): the best agents' performance on novel tasks compared with a
/// baseline's on normal tasks.
enum class NoveltyClass { kBonus, kHazard, kNeutral };
/// kNeutral if the two numbers differ by at most `tolerance` of the larger one. Pinto et al. only say
/// "roughly equal".
NoveltyClass novelty_class(double best_novel, double baseline_normal, double tolerance);
/// Whether a baseline's performance on normal tasks, from 0 to 1, is far enough from both ends for a class:
/// at 0 no novelty is a hazard, and at 1 none is a bonus. Ours.
inline constexpr double kRoomForClass = 0.1;
bool has_room_for_class(double baseline_normal);

// ---- SAIL-ON and WSU: undefined if the divisor is 0 (their scripts divide by 1e-5 instead)

/// a / b, where a is the agent's mean over novel tasks and b the baseline's mean over normal tasks. M3; for
/// informed trials M4 ("overall", WSU's text).
std::optional<double> reaction_overall(const TaskSeries& agent, const TaskSeries& baseline);
/// reaction_overall() with a over the agent's last m novel tasks: M3 and M4 of the SAIL-ON text, and the
/// numbers that WSU's script prints as M3 and M4.
std::optional<double> reaction_asymptotic(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// reaction_overall() with a over the agent's first m novel tasks: M3.1; for informed trials M4.1.
std::optional<double> reaction_initial(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// WSU's formulas taken literally: sums instead of means, so that the numbers of tasks change the ratio.
std::optional<double> reaction_overall_sums(const TaskSeries& agent, const TaskSeries& baseline);
std::optional<double> reaction_initial_sums(const TaskSeries& agent, const TaskSeries& baseline, int m);

/// OPTI (M5): a / (a + b), where a is the agent's mean over all novel tasks and b the baseline's. 0.5 is the
/// baseline's level.
std::optional<double> opti(const TaskSeries& agent, const TaskSeries& baseline);
/// IPTI: OPTI over the first m novel tasks.
std::optional<double> ipti(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// APTI by WSU's script: OPTI over the last m novel tasks.
std::optional<double> apti(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// APTI (M6) by the SAIL-ON text: a / b over the last m novel tasks, not normalised. 1 is the baseline's
/// level.
std::optional<double> apti_ratio(const TaskSeries& agent, const TaskSeries& baseline, int m);
/// APTI by WSU's text taken literally: a / (a + b) over the tasks i = n - m .. n, which are m + 1 tasks.
/// Undefined for m < 1.
std::optional<double> apti_m_plus_1(const TaskSeries& agent, const TaskSeries& baseline, int m);

// ---- WSU's script, which goes on in undefined cases. A baseline of 0 counts as 1e-5.

/// a / b, where a is the agent's mean over `window` and b the baseline's over its normal tasks. Undefined
/// without tasks in either.
std::optional<double> reaction_by_script(Numbers window, Numbers baseline_normal);
/// OPTI over these tasks of agent and baseline; 0 if both means are 0.
std::optional<double> opti_by_script(Numbers agent_novel, Numbers baseline_novel);
/// a / (a + b), from sums over these tasks of agent and baseline, which must have equally many.
std::optional<double> apti_by_script(Numbers agent_window, Numbers baseline_window);

/// NRM's z: |mean over novel tasks - mean over normal tasks|, divided by the population standard deviation of
/// the normal tasks. If the deviation is 0, z is infinite if the means differ and 0 if they are equal;
/// differences due to rounding do not count. Undefined without normal or novel tasks. Needs no baseline.
std::optional<double> change_in_deviations(const TaskSeries& performance);
/// NRM of a trial: z < 2. A z that equals 2 apart from rounding counts as 2. Over trials this is the share of
/// robust trials, so higher is more robust; the source's "lower is better" applies to z.
std::optional<bool> is_robust(const TaskSeries& performance);

}  // namespace novphy
