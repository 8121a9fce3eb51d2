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
  kReported,  ///< says something that no threshold judges
};

/// One check of one side.
struct CheckResult {
  std::string id{};  ///< "C0" to "C8", with a letter where there are several
  CheckVerdict verdict = CheckVerdict::kNotAsked;
  std::string finding{};      ///< what was found, and what was expected, in one line
  std::vector<Shot> shots{};  ///< a play that shows the failure; none where there is none to show
};

/// One side of a pair: what wins, and what the checks say.
struct SideReport {
  std::string name{};  ///< "rolling/agents/novel"
  std::size_t throws = 0;
  std::vector<Solution> solutions{};
  std::vector<PullWindows> windows{};
  std::optional<SafeSolution> safest{};  ///< nothing where nothing wins
  std::vector<Shot> witness{};           ///< the shots of its middle
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
  bool distractors = true;  ///< whether C7 is asked, which takes another sweep
};

/// Plays both sides through and checks them, by the thresholds of generator/thresholds.h; the table of
/// novelties says which checks the novel side must pass. Throws as World does.
PairReport verify(const Pair& pair, const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                  const VerifyOptions& options = {});

}  // namespace novphy
