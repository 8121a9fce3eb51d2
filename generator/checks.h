#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/safe_solution.h"
#include "levels/pair.h"
#include "novelties/novelty.h"

namespace novphy {

enum class CheckVerdict {
  kPassed,
  kFailed,
  kNotAsked,
  kReported,  ///< the finding is information only: no threshold judges it
};

/// The result of one check on one side of a pair.
struct CheckResult {
  std::string id{};  ///< its name: "valid_start", "solvable", ... (docs/verify.md)
  CheckVerdict verdict = CheckVerdict::kNotAsked;
  std::string finding{};      ///< what was found, and what was expected, in one line
  std::vector<Shot> shots{};  ///< a play that shows the failure; empty where no play can show the failure
};

/// The winning throws of one side of a pair, and the results of the side's checks.
struct SideReport {
  std::string name{};      ///< "rolling/agents/novel"
  std::size_t throws = 0;  ///< number of throws in the sweep
  std::vector<Solution> solutions{};
  std::vector<PullWindows> windows{};
  std::optional<SafestWindow> safest{};  ///< nothing where no throw wins
  std::vector<Shot> witness{};           ///< the shots of the safest window's middle
  std::vector<CheckResult> checks{};
  /// No check failed.
  bool passed() const;
};

struct PairReport {
  SideReport normal;
  SideReport novel;
};

struct VerifyOptions {
  double step_deg = 0.5;    ///< between throws
  bool distractors = true;  ///< whether distractors_neutral is asked, which takes another sweep
};

/// Searches both sides for winning throws and makes every check with the thresholds of
/// generator/thresholds.h. The table of novelties says which of novelty_touched, novelty_needed,
/// storm_not_skipped and old_plan_fails the novel side must pass. Throws as World does.
PairReport verify(const Pair& pair, const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                  const VerifyOptions& options = {});

}  // namespace novphy
