#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "sim/play.h"

namespace novphy {

/// How a body moved, from the start of a play to some moment of it.
struct Travel {
  /// Largest distance from the body's first place.
  double moved_m = 0;
  /// Way on which the body touched something other than a bird. Flights of less than 0.15 s count as
  /// touching: balls have corners, and hop.
  double supported_m = 0;
  /// Part of supported_m on which the body turned as fast as a rolling disc does.
  double rolled_m = 0;
  /// Largest turn away from the body's first angle, while the body was supported.
  double tilted_rad = 0;
  /// Height, along gravity, between the place where the body last touched anything and its place now.
  double dropped_m = 0;
};

/// A pig's death.
struct Kill {
  int pig = 0;
  /// The body that the pig died of. Where the pig died of something fixed: the body that had set the pig in
  /// motion. None where no body did.
  std::optional<int> killer{};
  bool by_bird = false;
  /// The killer's travel until the death; all zero where the killer is a bird.
  Travel travel{};
  /// Largest moved_m of all blocks and TNT until the death.
  double rule_moved_m = 0;
  /// The killer, the body that set the killer in motion, and so on back to a bird. The last body is no bird
  /// where an effect set that body in motion.
  std::vector<int> chain{};
};

/// What happened in a play: who touched whom, what moved how, what effects pushed.
struct PlayAnalysis {
  Outcome outcome{};
  std::optional<int> first_touched{};  ///< block, TNT or pig that a bird touched first
  std::vector<Kill> kills{};
  std::map<int, int> birds_on_pig{};  ///< different birds that touched each pig, by the pig's index
  double moved_m = 0;                 ///< sum of the farthest ways of blocks and TNT
  std::map<int, double> pushed_ns{};  ///< impulse of all effects on each body, sum of magnitudes
  const Kill* last_kill() const { return kills.empty() ? nullptr : &kills.back(); }
};

/// Plays the task with these shots and tells what happened. Throws as World does.
PlayAnalysis analyse(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                     const Physics& physics);

/// The same for shots that follow the first ones of a start whose world keeps a log; the analysis begins
/// there.
PlayAnalysis analyse(PlayStart& start, std::span<const Shot> shots);

/// Whether the body is one of the task's birds, or came of one.
bool is_bird(const Task& task, int id);

}  // namespace novphy
