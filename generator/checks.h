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
  kReported,  ///< the finding is only information: it has no threshold
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
  double step_deg = 0.5;    ///< between neighbouring throws of the sweep
  bool distractors = true;  ///< whether distractors_neutral is asked, which takes another sweep
};

/// Searches one side for winning throws, `step_deg` apart; the report has no checks. Throws as World does.
SideReport solved_side(const Template& base, const SolverNumbers& numbers, double step_deg = 0.5);

/// Makes every check of a pair on the results of solved_side() for both sides.
PairReport verify(const Pair& pair, SideReport normal, SideReport novel,
                  const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                  const VerifyOptions& options = {});

/// Searches both sides for winning throws and makes every check, with the thresholds of
/// generator/thresholds.h. The table of novelties says which of the checks novelty_touched, novelty_needed,
/// storm_not_skipped and old_plan_fails the novel side must pass. Throws as World does.
PairReport verify(const Pair& pair, const std::vector<Novelty>& novelties, const SolverNumbers& numbers,
                  const VerifyOptions& options = {});

/// The checks that a novel task must pass because of its novelties. A novelty does not require checks whose
/// result is known anyway: a colour changes no motion, and a mirrored slingshot or upward gravity acts on
/// every throw. A novelty that requires none of the four, such as an altered view, changes no play; so it
/// does not require way_changes either.
struct RequiredChecks {
  bool by_push = false;                  ///< a body that an effect pushes meets the novelty
  std::vector<std::string> materials{};  ///< a body of one of these materials meets the novelty
  bool by_unlike = false;                ///< a body that is unlike its kind meets the novelty
  bool novelty_needed = false;
  std::vector<std::size_t> each_needed{};  ///< with novelty_needed: marks that are each needed; or empty
  bool storm_not_skipped = false;
  bool old_plan_fails = false;
  bool way_changes = false;
  bool way_told = false;  ///< the way on both sides is reported, without a threshold

  /// Whether a body of the winning chain must meet the novelty in one of the ways above.
  bool novelty_touched() const { return by_push || by_unlike || !materials.empty(); }
};

/// The checks that the novelties of the task require, according to its marks. A mark without an entry in the
/// table, and a task without a mark, require novelty_needed and old_plan_fails, and storm_not_skipped where
/// an effect of the task waits until some birds are gone. They also require novelty_touched: by an object
/// that is unlike its kind if the steps of the mark take out only that, by a push if they take out a force or
/// a magnet or there is no mark, and not at all if they take out nothing that could be met, such as a moved
/// slingshot. Where several marks have no entry, or one that requires novelty_needed or old_plan_fails, both
/// are required, and each of these novelties is to be needed.
RequiredChecks required_checks(const Task& novel, const std::vector<Novelty>& table);

/// A hash of everything that required_checks() reads in the table for the novel tasks of these pairs: FNV-1a,
/// 64 bits, 16 hexadecimal digits. Entries for which no pair has a mark do not count.
std::string hash_of_checks(const std::vector<Pair>& pairs, const std::vector<Novelty>& table);

}  // namespace novphy
