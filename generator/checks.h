#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/solver.h"
#include "levels/pair.h"
#include "novelties/novelty.h"

/// The thresholds of all checks. Their source is section 4 of the reference on the published templates.
namespace novphy::thresholds {

// valid_start.
inline constexpr double kQuietS = 5;     ///< time without a shot
inline constexpr double kQuietM = 0.05;  ///< no object moves farther in kQuietS
// solvable, with margin.
inline constexpr double kWindowDeg = 1;       ///< least width of a window at some pull
inline constexpr double kDisturbDeg = 0.25;   ///< change of the middle's angle in a disturbed throw
inline constexpr double kDisturbPull = 0.01;  ///< change of its pull, and so of its speed, as a share
inline constexpr int kDisturbed = 9;          ///< disturbed throws, the middle itself included
inline constexpr int kDisturbedWins = 7;      ///< least number of disturbed throws that win
// novelty_touched, novelty_needed, storm_not_skipped.
/// Least impulse of the novelty on a body of the winning chain.
inline constexpr double kTouchedNsPerKg = 0.05;
/// Largest share of winning throws that win without the novelty.
inline constexpr double kUnneededShare = 0.05;
// old_plan_fails, usual_way_fails, way_changes.
/// Largest share of normal winning throws that win a novel task.
inline constexpr double kOldPlanShare = 0.1;
// rule_wins.
inline constexpr double kFewBirdsStepDeg =
    3;  ///< least step of the search with fewer birds than it takes to kill a pig
inline constexpr double kRuleShare = 0.5;    ///< more than this share of the winning throws win by the rule
inline constexpr double kRolledM = 1;        ///< least Travel::rolled_m of a killer that rolled
inline constexpr double kRolledShare = 0.5;  ///< least share of rolled_m in Travel::supported_m
inline constexpr double kSlidM = 0.4;        ///< least Travel::supported_m of a killer that slid
inline constexpr double kSlidTiltDeg = 20;   ///< a killer that slid turned by less
inline constexpr double kFellM = 0.8;        ///< least Travel::dropped_m of a killer that fell
// no_direct_hit where an object should kill the pig.
inline constexpr double kDirectShare = 0.02;  ///< largest share of winning throws that hit the pig directly
inline constexpr double kRuleStirredM = 0.1;  ///< in a direct hit, objects move no farther before the kill
// not_trivial.
inline constexpr double kWinningShare = 0.1;  ///< largest share of winning throws among all throws
// distractors_neutral.
inline constexpr int kDistractors = 3;       ///< distractors placed for the check
inline constexpr int kDistractorDraws = 10;  ///< attempts to place distractors that do not move by themselves
inline constexpr std::size_t kOtherThrowsStride = 4;  ///< a first, coarse sweep tries every fourth angle
/// Distractors stay out of everything that moves in this many winning plays.
inline constexpr std::size_t kClearPlays = 24;
/// Least overlap of the winning throws with and without distractors: those that win in both cases, as a share
/// of those that win in at least one.
inline constexpr double kDistractorOverlap = 0.8;

}  // namespace novphy::thresholds

namespace novphy {

enum class CheckVerdict {
  kPassed,
  kFailed,
  kNotAsked,
  kReported,  ///< the finding is only information: it has no threshold
};

/// The result of one check on one side of a pair.
struct CheckResult {
  std::string id{};  ///< its name: "valid_start", "solvable", ... (docs/reference/verify.md)
  CheckVerdict verdict = CheckVerdict::kNotAsked;
  std::string finding{};      ///< what was found, and what was expected, in one line
  std::vector<Shot> shots{};  ///< a play that shows the failure; empty where no play can show the failure
};

/// The winning throws of one side of a pair, and the results of the side's checks.
struct SideReport {
  std::string name{};      ///< "rolling/agents/novel"
  std::size_t throws = 0;  ///< number of throws in the sweep
  std::vector<Solution> solutions{};
  std::optional<WinningWindow> safest{};  ///< nothing where no throw wins
  std::vector<Shot> witness{};            ///< the shots of the safest window's middle
  std::vector<CheckResult> checks{};
  /// The first check that failed; "" where none did.
  std::string failed() const;
  bool passed() const { return failed().empty(); }
};

/// What an author may change where a side breaks the promise of this check, in one clause.
std::string_view what_to_change(std::string_view check);

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

/// Makes every check of a pair on the results of solved_side() for both sides. Checks of the normal side that
/// are there already stay, and no others are made.
PairReport verify(const Pair& pair, PairReport solved, const std::vector<Novelty>& novelties,
                  const SolverNumbers& numbers, const VerifyOptions& options = {});

/// Searches both sides for winning throws and makes every check, with the thresholds of
/// generator/checks.h. The table of novelties says which of the checks of RequiredChecks the novel side must
/// pass. Throws as World does.
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
  bool usual_way_fails = false;
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
/// slingshot. A mark that adds nothing but laws that only take wins away requires usual_way_fails in place of
/// novelty_needed and old_plan_fails. Where several marks have no entry, or one that requires novelty_needed
/// or old_plan_fails, both are required, and each of these novelties is to be needed.
RequiredChecks required_checks(const Task& novel, const std::vector<Novelty>& table);

/// A hash of everything that required_checks() reads in the table for the novel tasks of these pairs: FNV-1a,
/// 64 bits, 16 hexadecimal digits. Entries for which no pair has a mark do not count.
std::string hash_of_checks(const std::vector<Pair>& pairs, const std::vector<Novelty>& table);

/// A message about the first object that, without a shot, moves by more than the threshold of the check
/// valid_start or is gone. Looks only at objects from index `from` on. Nothing where they all stay.
std::optional<std::string> moves_by_itself(const Task& task, const SolverNumbers& numbers,
                                           std::size_t from = 0);

/// A message about the first problem with the start of a task: an overlap that it does not allow, an object
/// out of view, or an object that moves by itself. Nothing where the start is valid.
std::optional<std::string> no_valid_start(const Task& task, const SolverNumbers& numbers);

/// The intersection of two ranges.
Range both(const Range& a, const Range& b);

/// `count` members of the pair's family, spread evenly over all values of the parameters and over the shifts
/// that both sides allow. The points are an R-sequence (Roberts 2018) with an offset drawn from the seed.
/// Members that break a condition of the family are left out. Throws InputError where the first 1000 members
/// all do.
std::vector<Member> sample_members(const Pair& pair, int count, std::uint64_t seed);

// The checks read the results of the solver, and play further shots where they need them.

/// How a task is won. Two solutions win in the same way if all fields are equal.
struct WinningWay {
  int first = -1;     ///< index of the object that a bird touched first; -1 where birds touched no object
  bool left = false;  ///< whether birds are thrown to the left
  /// What killed the last pig: "bird", or the index and appearance of an object; "": no body.
  std::string killer{};
  std::string mode{};    ///< how the killer reached the pig: "direct", "fall", "roll", "slide" or "other"
  std::string target{};  ///< appearance of the last pig that was killed
  auto operator<=>(const WinningWay&) const = default;
};

/// The most frequent way among the solutions, which must not be empty; of equally frequent ones, the least by
/// operator<=>.
WinningWay usual_way(const Template& base, const std::vector<Solution>& solutions,
                     const SolverNumbers& numbers);

/// A side to check, the solver's results for it, and the numbers to play with.
struct SideToCheck {
  const Template& base;
  const SideReport& report;
  const DistractorRules& distractors;
  const SolverNumbers& numbers;
  double step_deg = 0.5;  ///< between the throws of the sweep
};

/// The checks of any normal side. `with_distractors`: with distractors_neutral, which takes another sweep.
std::vector<CheckResult> normal_checks(const SideToCheck& side, bool with_distractors = true);

// Checks that others make, too. Their results lack the id.

CheckResult distractors_neutral(const SideToCheck& side);
CheckResult no_direct_hit(const SideToCheck& side);
CheckResult wins_as_meant(const SideToCheck& side);  ///< rule_wins without the search with fewer birds

}  // namespace novphy
