#pragma once

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
// old_plan_fails, way_changes.
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
