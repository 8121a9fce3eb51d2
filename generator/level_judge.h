#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "generator/solver.h"

/// What a level is worth, for people who make levels: does it stand still, can it be passed, is it any
/// challenge?
namespace novphy {

/// What happens in a level without a shot.
struct Stillness {
  double moved_m = 0;  ///< the farthest way of any object from its place in the task
  int farthest = -1;   ///< the object that goes that way; -1 where none moves
  /// The farthest way that speaks against the level: without what an object rises in a task without effects,
  /// and without the depth by which it overlaps another at the start. Bodies that touch are pushed 0.0125 m
  /// apart, so that a tower of them rises, and bodies that overlap are pushed apart.
  double counted_m = 0;
  std::vector<int> fall{};   ///< objects that end lower, along gravity, by more than the threshold
  std::vector<int> gone{};   ///< objects that break
  std::vector<int> left{};   ///< objects that leave the world
  double still_s = 0;        ///< from the moment when the first bird is ready until nothing moves any more
  bool comes_still = false;  ///< whether that moment comes within kLongestS
  bool passes = false;       ///< whether the task is passed without a shot
  /// Whether no object breaks or leaves the world, and counted_m is at most the threshold of the check
  /// valid_start, 0.05 m.
  bool stable() const;
  friend bool operator==(const Stillness&, const Stillness&) = default;
};

inline constexpr double kLongestStillS = 20;  ///< so long a level is watched that does not come to rest

Stillness watch_without_shot(const Task& task, const SolverNumbers& numbers);

/// The verdict on a level in a word. The first one that holds counts.
enum class LevelWord {
  kNoGoal,      ///< no pig, so nothing passes the level
  kBoring,      ///< every throw passes it, or it is passed without a throw
  kUnstable,    ///< objects move or break without a shot
  kImpossible,  ///< no winning throw was found
  kSolvable,
};
inline constexpr std::array<std::string_view, 5> kLevelWords{"no goal", "boring", "unstable", "impossible",
                                                             "solvable"};
inline std::string_view name(LevelWord word) { return kLevelWords[static_cast<std::size_t>(word)]; }

/// How chaotic a level is: plays that win, changed a little, and how many of them then lose.
struct Flips {
  std::size_t changed = 0;
  std::size_t lost = 0;
  friend bool operator==(const Flips&, const Flips&) = default;
};

/// Each of these winning plays, at most 20 of them, evenly spread, is played three times with all its throws
/// changed: turned by 0.1 degrees to either side, and pulled 1 mm less.
Flips flips(const Task& task, const std::vector<Solution>& solutions, const SolverNumbers& numbers);

struct JudgedLevel {
  LevelWord word = LevelWord::kNoGoal;
  Stillness stillness{};
  std::size_t throws = 0;       ///< tried, the same throw by every bird
  std::size_t wins = 0;         ///< of them
  bool has_sequence = false;    ///< only a sequence of different throws wins: found by the beam search
  double window_deg = 0;        ///< width of the widest window of winning angles
  std::optional<Throw> best{};  ///< a winning throw, the one nearest to the middle of that window
  std::vector<Shot> witness{};  ///< a play that passes the level; empty where none was found
  std::optional<int> birds{};   ///< the fewest birds that a winning play takes
  Flips flips{};                ///< of the winning throws
  bool solvable() const { return !witness.empty() || stillness.passes; }
  friend bool operator==(const JudgedLevel&, const JudgedLevel&) = default;
};

/// Judges a level with the sweep of the pairs' checks (solver_spec), at this step. Where no throw wins, the
/// full pull is swept again with the checks' own step of 0.5 degrees. Where none wins then and the level has
/// several birds, a beam search for sequences of different throws follows, up to four times as coarse. The
/// widest window is measured with a step of 0.5 degrees. Throws std::invalid_argument for a task that World
/// refuses.
JudgedLevel judge(const Task& task, const SolverNumbers& numbers, double step_deg);

}  // namespace novphy
