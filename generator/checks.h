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

/// The checks that a novel task must pass because of its novelties. A check that a novelty does not require
/// has a known result: a colour changes no motion, and a mirrored slingshot or gravity upwards acts on every
/// throw. A novelty that requires none of the four, such as an altered view, changes no play, so that
/// way_changes is not required either.
struct RequiredChecks {
  bool by_push = false;                  ///< a body meets the novelty when an effect pushes the body
  std::vector<std::string> materials{};  ///< a body of one of these materials meets the novelty
  bool by_unlike = false;                ///< an object unlike its kind meets the novelty
  bool novelty_needed = false;
  bool storm_not_skipped = false;
  bool old_plan_fails = false;
  bool way_changes = false;

  /// A body of the winning chain must meet the novelty, in one of the ways above.
  bool novelty_touched() const { return by_push || by_unlike || !materials.empty(); }
};

/// All checks required by the novelties that the task is marked with. A mark without an entry in the table,
/// and a task without any mark, require novelty_touched by push, novelty_needed and old_plan_fails, and also
/// storm_not_skipped where an effect of the task
/// waits until some birds are gone.
RequiredChecks required_checks(const Task& novel, const std::vector<Novelty>& table);

/// A hash of all that required_checks() reads in the table for the novel tasks of these pairs: FNV-1a, 64
/// bits, 16 hexadecimal digits. Entries that no pair is marked with do not count.
std::string hash_of_checks(const std::vector<Pair>& pairs, const std::vector<Novelty>& table);

}  // namespace novphy
