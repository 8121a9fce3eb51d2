#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/law.h"
#include "sim/catalogue.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy {

/// Some pigs die once a number of different birds have hit them, and look alike whatever the number. This
/// class counts the hits of a task's pigs, which no picture shows.
class HitCounts {
 public:
  /// The catalogue, and in it each of those pigs with fewer hits to go ("pig_big:1").
  static Catalogue with_hit_pigs(Catalogue catalogue);

  /// Forgets the pigs of the last task.
  void begin_task() { *this = {}; }
  /// Counts the pigs that the bird of this episode hit.
  void count(const Episode& episode, const Catalogue& catalogue);
  /// Gives these pigs of drawn tasks the hits that they may still need: a number of birds to die that the
  /// hits so far and the birds of the whole task allow. `no_spare`: of all birds twice as often as of others.
  void apply(std::vector<Task>& drawn, const Believed& believed, int birds_gone, bool no_spare,
             const Catalogue& catalogue, std::uint64_t seed) const;

 private:
  std::map<int, int> by_id_{};
};

/// What the user may set of the agent "physicist".
struct PhysicistOptions {
  /// Most throws that are tried for a plan (PlanLimits), 1 to kMostPlays. Exploring, and the search for a
  /// law after a surprising flight, take more, in proportion.
  int plays = 800;
  int threads = 1;      ///< threads that share these plays, 1 to kMostThreads; they change no shot
  double noise_px = 0;  ///< noise of what the agent sees, 0 to kMostNoisePx (view/geojson.h)
  /// What it knows beforehand. 0: all kinds and colours, the shipped novelties' among them, the forms and
  /// sizes of their laws, and that tasks have no bird too many. 1: ordinary kinds and colours; familiar is
  /// what the trial showed. 2: the same with a simulator that is off (calibration.h).
  int level = 1;
  bool shooting = true;   ///< plays begin again after contacts
  bool proposals = true;  ///< laws are proposed by the forces that tracks show
  bool exploring = true;  ///< where no throw has a fair chance, throws are to tell laws apart
  bool memory = true;     ///< all throws of a trial count, not the last ones alone
  friend bool operator==(const PhysicistOptions&, const PhysicistOptions&) = default;
};

inline constexpr int kMostPlays = 1'000'000;
inline constexpr int kMostThreads = 1024;
inline constexpr int kMostLevel = 2;

/// Throws std::invalid_argument, naming the option, for one out of range.
void check_options(const PhysicistOptions& options);

/// The options in a text such as "level=1,plays=500,noise=2,without=memory", in any order, each at most once;
/// "without" may name several parts, one at a time. They are those that
/// change what the agent does: the number of threads is not among them. Throws std::invalid_argument for any
/// other text.
PhysicistOptions read_physicist_options(std::string_view text);

/// A throw that the planner considers: the launch direction and how far the bird is pulled back.
struct Pull {
  double angle_rad = 0;  ///< 0 is to the right, counter-clockwise
  double pull_m = 1;
  friend bool operator==(const Pull&, const Pull&) = default;
};

inline Shot shot_of(const Pull& aim) { return aimed(aim.angle_rad, aim.pull_m); }

/// What a throw does in a world.
struct ThrowResult {
  /// 1 if it passes the task at once, a little less if the same throw of the birds that are left passes it
  /// then, else 0.
  double value = 0;
  /// A bit for each object that the first bird's turn moves or destroys, and for each watched place to which
  /// the bird comes.
  std::uint64_t moved = 0;
};

/// A world that may be the real one: a drawn believed task under a law, at rest. Throws are tried in it.
class PossibleWorld {
 public:
  /// The catalogue must outlive the object. Throws std::invalid_argument for a task that World refuses.
  PossibleWorld(const Task& task, const Law& law, const Catalogue& catalogue, const Physics& physics);

  /// Tells throws apart by whether their birds come to these places, too.
  void watch(std::vector<Box> places) { places_ = std::move(places); }

  /// What a throw does here.
  ThrowResult result(const Pull& aim);
  /// The world at rest, before the throw.
  World& at_rest();
  const Law& law() const { return law_; }

 private:
  Law law_;
  World world_;
  World::Snapshot start_;
  std::vector<BodyView> objects_;
  std::vector<Box> places_{};
};

/// The number of possible worlds in which the agent plans.
inline constexpr std::size_t kWorlds = 18;
/// Of these, the number in which throws are first tried.
inline constexpr std::size_t kFirstWorlds = 8;

/// A throw, with the mean of its values in the worlds in which it was tried last, which are not those for
/// which it was chosen.
struct PlannedPull {
  Pull aim{};
  double probability = 0;
};

struct PlanLimits {
  /// Most throws that are tried, at least some 350. Half of them do where few pass, a third where many do.
  int plays = 1000;
  unsigned threads = 1;  ///< never changes the plan
};

/// A throw, and what it moves (ThrowResult::moved).
struct MovingPull {
  Pull aim{};
  std::uint64_t moved = 0;
  int throws = 1;  ///< that move the same

  friend bool operator==(const MovingPull&, const MovingPull&) = default;
  bool moves(std::size_t object) const { return (moved >> (object % 64) & 1) != 0; }
  /// Whether its bird comes to a watched place.
  bool visits(std::size_t place) const { return (moved >> (63 - place % 64) & 1) != 0; }
};

/// What planning finds.
struct ThrowPlan {
  PlannedPull best{};  ///< the throw that most probably passes
  /// Throws that move different things or come to different watched places, one for each set of them: the
  /// sets of most throws first.
  std::vector<MovingPull> various{};
};

/// The mean of the throw's values in the worlds.
double mean_value(std::span<PossibleWorld> worlds, const Pull& aim, unsigned threads);

/// The throw that passes the task in most of the worlds, coarse to fine: a grid of throws, each tried in one
/// of the `first` worlds, in which plays may be less exact; those around throws that pass in another; then
/// the best of them and their neighbours in ever more worlds; the last estimate is made in worlds that chose
/// nothing. `worlds` holds at least one world.
ThrowPlan plan_throw(std::span<PossibleWorld> first, std::span<PossibleWorld> worlds, bool faces_left,
                     bool falls_up, const PlanLimits& limits);

}  // namespace novphy
