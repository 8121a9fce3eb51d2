#pragma once

#include <cstdint>
#include <optional>

#include "evaluator/measures/detection.h"

namespace novphy {

/// What a task is worth in NRP, M3, OPTI and the like.
enum class Performance {
  kPass,   ///< 1 for a task passed, 0 for one failed
  kScore,  ///< its score
};

/// What becomes of a trial-set's accuracy, precision, recall, F1 where a trial has none.
enum class Undefined {
  kPropagate,  ///< undefined, as Pinto et al. 2022 print it (NaN)
  kSkip,       ///< the mean of the other trials, with a count of those left out
};

/// Every choice that changes a number; docs/measures.md says where each comes from.
struct Conventions {
  AlarmRule alarm;
  Performance performance = Performance::kPass;
  Undefined undefined = Undefined::kPropagate;
  std::optional<int> m;         ///< last novel tasks that AP looks at; default_m() where absent
  std::optional<int> m1;        ///< Pinto's last novel tasks; a tenth of them where absent, at least 1
  std::optional<int> m2;        ///< Pinto's first novel tasks; likewise
  std::optional<int> sailon_m;  ///< SAIL-ON's and WSU's first or last novel tasks; likewise
  int regain_window = 5;        ///< tasks of the running pass rate
  double neutral = 0.05;        ///< difference, as a share, up to which a novelty is neutral
  int resamples = 0;            ///< of the bootstrap; 0: no intervals
  double confidence = 0.95;     ///< of every interval
  std::uint64_t seed = 1;       ///< of the bootstrap and the sign-flip tests
  unsigned threads = 1;         ///< agents are read and measured side by side; no number depends on it
};

/// The windows of a trial with so many novel tasks. Throws std::invalid_argument where one that was asked for
/// is below 1 or longer than the novel tasks.
struct Windows {
  int ap = 0;
  int m1 = 0;
  int m2 = 0;
  int sailon = 0;
};
Windows windows_of(const Conventions& conventions, int novel_tasks);

}  // namespace novphy
