#pragma once

#include <compare>
#include <vector>

#include "generator/solver.h"
#include "sim/task.h"

/// How tasks are won, and what a novelty changes in that.
namespace novphy {

/// What a way to win is, apart from angles: which body a bird meets first, which one kills the last pig, and
/// from which side. Bodies are indices of objects, or one of the following.
struct WayWon {
  static constexpr int kNone = -1;
  static constexpr int kBird = -2;
  static constexpr int kGround = -3;
  int first = kNone;   ///< of all bodies, platforms and ground included
  int killer = kNone;  ///< Kill::killer
  int side = 0;        ///< Kill::side
  auto operator<=>(const WayWon&) const = default;
};
WayWon way_won(const Task& task, const PlayAnalysis& play);

/// Whether two ways have the same first body and killer, which does not come from opposite sides.
bool is_same_way(const WayWon& a, const WayWon& b);

/// Whether a throw is one of these solutions, apart from what birds before it did.
bool is_old(const Throw& what, const std::vector<Solution>& old_wins);

/// Whether the novel task must be won in another way: no winning throw of the normal task wins there, and at
/// most one in ten of the throws that do wins in the way of any of these.
bool needs_another_way(const Task& normal, const std::vector<Solution>& old_wins, const Task& novel,
                       const std::vector<Solution>& new_wins);

/// A moment of a play at which a body moves.
struct WayPoint {
  Vec2 at_m{};
  int body = 0;
  Category category = Category::kBird;
};

/// The ways of all moving bodies in these plays.
std::vector<WayPoint> points_of(const Task& task, const std::vector<std::vector<Shot>>& plays,
                                const SolverNumbers& numbers);

/// What a play comes to. In one that fails, the body that comes nearest to a pig stands for the killer.
struct NearMiss {
  WayWon way{};
  double from_pig_m = 0;  ///< of that body, centre from centre, at the least
  double hurt = 0;        ///< damage to pigs, as a share of what kills them
  bool won = false;
};
/// Plays shots from this start, which must log its events.
NearMiss near_miss(const Task& task, PlayStart& start, const std::vector<Shot>& shots);

/// A throw that fails on another way than those that win, where a body comes near a pig: a law may open it.
struct Lure {
  Throw what{};
  double from_pig_m = 0;           ///< NearMiss::from_pig_m
  double hurt = 0;                 ///< NearMiss::hurt
  int killer = WayWon::kNone;      ///< WayWon::killer
  std::vector<WayPoint> points{};  ///< of its play
};

/// How a task is won: samples of its winning plays, and the way of every moving body in some of them.
struct OldWays {
  std::vector<std::vector<Shot>> plays{};  ///< at most kOldPlays, spread evenly over the winning throws
  std::vector<WayPoint> points{};
  std::vector<WayWon> ways{};  ///< all ways of the winning throws, each once
  std::vector<Lure> lures{};   ///< at most kLures: those that hurt pigs most, then the nearest
};

inline constexpr std::size_t kOldPlays = 12;
inline constexpr std::size_t kLures = 24;

/// Follows the bodies in the winning plays, and tries a coarse sweep for lures. `solutions` are those of the
/// sweep, and not empty.
OldWays old_ways(const Task& task, const std::vector<Solution>& solutions, const SolverNumbers& numbers);

/// The coarse sweep: a part of the throws of a fine one.
SolverSpec coarse_sweep(const Task& task);

}  // namespace novphy
