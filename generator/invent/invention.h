#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generator/solver.h"
#include "levels/pair.h"
#include "novelties/novelty.h"
#include "sim/rng.h"

/// Novelties that nobody thought of: laws drawn at random, with a place where a task's old ways lead.
namespace novphy {

/// A moment of a winning play at which a body moves.
struct WayPoint {
  Vec2 at_m{};
  int body = 0;
  Category category = Category::kBird;
};

/// How a task is won: a sample of its winning plays, and the way of every moving body in some of them.
struct OldWays {
  std::vector<std::vector<Shot>> plays{};  ///< at most kOldPlays, spread evenly over the winning throws
  std::vector<WayPoint> points{};
};

inline constexpr std::size_t kOldPlays = 12;

/// Follows the bodies in the winning plays. `solutions` are those of the sweep, and not empty.
OldWays old_ways(const Task& task, const std::vector<Solution>& solutions, const SolverNumbers& numbers);

/// A law that is put into a task. Its strength is free, and a factor on its numbers.
struct Invention {
  std::string law{};  ///< one of law_names()
  int level = 0;      ///< of the novelty hierarchy, 1 to 8
  /// The force at strength 1, if the law is one.
  std::optional<ForceField> field{};
  /// By how far the slingshot is moved at strength 1, if the law moves it.
  Vec2 slingshot_m{};
  double least = 1.0 / 16;  ///< range of strengths that are searched
  double most = 16;
};

/// The names of the laws, in the order of their table: "spring", "whirl", ...
std::vector<std::string_view> law_names();

/// Draws place, size, direction and targets of a law for a task with these ways.
Invention draw_invention(std::string_view law, const Task& task, const OldWays& ways, Rng& rng);

/// The task with the law in it, at this strength, and a mark of this name.
Injected put_in(const Task& task, const Invention& invention, double strength, const std::string& name);

}  // namespace novphy
