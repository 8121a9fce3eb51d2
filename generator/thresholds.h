#pragma once

/// The thresholds of every check, as the reference on the published templates suggests them (its section 4).
namespace novphy::thresholds {

// C0: a valid start.
inline constexpr double kQuietS = 5;     ///< without a shot ...
inline constexpr double kQuietM = 0.05;  ///< ... nothing moves farther
// C1: solvable, with margin.
inline constexpr double kWindowDeg = 1;       ///< winning angles in a row, at some pull
inline constexpr double kDisturbDeg = 0.25;   ///< the window's middle, disturbed by so much ...
inline constexpr double kDisturbPull = 0.01;  ///< ... and its speed by this share ...
inline constexpr int kDisturbed = 9;
inline constexpr int kDisturbedWins = 7;  ///< ... still wins so often
// C2: the novelty is touched and cannot be avoided.
inline constexpr double kTouchedNsPerKg = 0.05;  ///< impulse of the novelty on a body of the winning chain
inline constexpr double kUnneededShare = 0.05;   ///< of winning throws that win without the novelty, too
// C3: the normal plan fails.
inline constexpr double kOldPlanShare =
    0.1;  ///< of the normal winning throws that win in the novel task, too
// C4: the scenario's rule wins: in more than half of the winning throws.
inline constexpr double kFewBirdsStepDeg = 3;  ///< the search for wins of fewer birds than a pig bears
inline constexpr double kRuleShare = 0.5;
inline constexpr double kRolledM = 1;
inline constexpr double kRolledShare = 0.5;  ///< of the supported way
inline constexpr double kSlidM = 0.4;
inline constexpr double kSlidTiltDeg = 20;
inline constexpr double kFellM = 0.8;
// C5: no direct hit where an object should do it.
inline constexpr double kDirectShare = 0.02;  ///< of the winning throws
inline constexpr double kRuleStirredM = 0.1;  ///< an object that moved less has done nothing
// C6: not trivial.
inline constexpr double kWinningShare = 0.1;  ///< of all throws
// C7: distractors are neutral.
inline constexpr int kDistractors = 3;             ///< placed for the check
inline constexpr int kDistractorDraws = 10;        ///< until so many do not move by themselves
inline constexpr int kOtherThrowsStride = 4;       ///< of all angles one in so many is tried first
inline constexpr std::size_t kClearPlays = 24;     ///< winning plays out of whose way they stay
inline constexpr double kDistractorOverlap = 0.8;  ///< of the sets of winning throws with and without them

}  // namespace novphy::thresholds
