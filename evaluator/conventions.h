#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "evaluator/measures/detection.h"

namespace novphy {

/// The number that a task contributes to NRP, M3, OPTI and other measures of performance.
enum class Performance {
  kPass,   ///< 1 for a passed task, 0 for a failed task
  kScore,  ///< the task's score
};

/// Accuracy, precision, recall and F1 of a trial can be undefined. This tells how such a trial enters the
/// mean of its trial-set.
enum class Undefined {
  kPropagate,  ///< the mean is undefined, as Pinto et al. 2022 print it (NaN)
  kSkip,       ///< the mean is over the other trials, with a count of the undefined ones
};

/// What to do with a second record of a task of a trial: a participant may have reloaded a page, a script may
/// have appended its rows again.
enum class Repeats {
  kRefuse,
  kFirst,  ///< the first record of the task counts
  kLast,   ///< the last record of the task counts
};

/// The program whose way of computing M1 to M6 is followed; see evaluator/definitions.h.
enum class Definitions { kNovphy, kSailOn, kWsu, kWsuScript, kParcScript, kSailOnClient };

/// Every choice that changes a number. docs/measures.md gives the source of each choice.
struct Conventions {
  AlarmRule alarm;
  Performance performance = Performance::kPass;
  Undefined undefined = Undefined::kPropagate;
  Repeats repeats = Repeats::kRefuse;
  bool paired = false;    ///< trials of tables that have equal numbers are of the same tasks
  std::optional<int> m;   ///< number of last novel tasks for AP; default_m() if absent
  std::optional<int> m1;  ///< number of last novel tasks for Pinto; if absent, a tenth of the novel tasks, at
                          ///< least 1
  std::optional<int> m2;  ///< number of first novel tasks for Pinto; if absent, as for m1
  Definitions definitions = Definitions::kNovphy;  ///< of M1 to M6
  std::optional<int> sailon_m;  ///< number of first or last novel tasks for SAIL-ON and WSU; if absent, that
                                ///< of the definitions
  std::optional<double>
      sailon_m_share;        ///< replaces sailon_m: a share of the trial, rounded down, at least 1 task
  int regain_window = 5;     ///< number of tasks over which the running pass rate is taken
  double neutral = 0.05;     ///< largest difference, as a share, for which a novelty is neutral
  int resamples = 0;         ///< of the bootstrap; 0 gives no intervals
  double confidence = 0.95;  ///< of every interval
  std::uint64_t seed = 1;    ///< of the bootstrap
  unsigned threads = 1;      ///< number of agents read and measured at the same time; does not change the
                             ///< results
};

/// The lengths of a trial's windows, in tasks.
struct Windows {
  int ap = 0;
  int m1 = 0;
  int m2 = 0;
  int sailon = 0;
};
/// The windows of a trial with these numbers of tasks. Throws std::invalid_argument if a window set by the
/// conventions is below 1 or above `novel_tasks`. A share of the trial is limited to `novel_tasks`.
Windows windows_of(const Conventions& conventions, int novel_tasks, int normal_tasks = 0);

}  // namespace novphy
