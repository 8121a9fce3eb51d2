#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/play.h"
#include "sim/shot.h"
#include "sim/world.h"

namespace novphy {

/// A disk that a moving body covered at some moment of a play. Distractors stay out of it.
struct SweptDisk {
  Vec2 at_m{};
  double radius_m = 0;
  bool operator==(const SweptDisk&) const = default;
};

/// The disks of all moving bodies of a play, birds included. A body counts as moving when it is faster than
/// 0.05 m/s.
using SweptDisks = std::vector<SweptDisk>;

/// Records the disks of a play. `note` is called after each time step, and records every third step from the
/// first on.
class SweptDiskRecorder {
 public:
  void note(const World& world);
  /// The disks so far; the recorder is empty afterwards.
  SweptDisks take() { return std::move(disks_); }

 private:
  int steps_ = 0;
  SweptDisks disks_{};
};

/// The disks of plays of these shots, one play after the other. The plays run without certain ends
/// (sim/certain_end.h), so that birds are followed until they rest.
SweptDisks swept_disks(const Task& task, std::span<const std::vector<Shot>> plays, const Catalogue& catalogue,
                       const Physics& physics);

/// How a body moved, from the start of a play to some later moment of the play.
struct Travel {
  /// Largest distance from the body's first place.
  double moved_m = 0;
  /// Length of the path on which the body touched something other than a bird. A flight of less than 0.15 s
  /// counts as touching, because balls are polygons whose corners make them hop.
  double supported_m = 0;
  /// Part of supported_m on which the body turned as fast as a rolling disc does.
  double rolled_m = 0;
  /// Largest turn away from the body's first angle, while the body was supported.
  double tilted_rad = 0;
  /// Height, along gravity, by which the body now lies below the place where the body last touched anything.
  double dropped_m = 0;
};

/// A pig's death.
struct Kill {
  int pig = 0;
  /// The body that the pig died of. Where the pig died of a fixed body or of no body: the body that had set
  /// the pig in motion, if any. Nothing where the pig died of no body and no body had set the pig in motion.
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

/// What happened in a play: which bodies touched, how bodies moved, and which bodies effects pushed.
struct PlayAnalysis {
  Outcome outcome{};
  std::optional<int> first_touched{};  ///< the first block, TNT or pig that a bird touched
  std::vector<Kill> kills{};
  std::map<int, int> birds_on_pig{};  ///< number of different birds that touched a pig, by the pig's index
  double moved_m = 0;                 ///< Travel::moved_m, summed over all blocks and TNT
  std::map<int, double> pushed_ns{};  ///< sum of the magnitudes of all effects' impulses on a body, by body
  const Kill* last_kill() const { return kills.empty() ? nullptr : &kills.back(); }
};

/// Plays the task with these shots and analyses the play. Throws as World does.
PlayAnalysis analyse(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                     const Physics& physics);

/// Plays and analyses the shots that follow the first shots of `start`. The analysis begins where the first
/// shots end. The world of `start` must keep a log of events (PlayOptions::log_events).
/// The recorder, where there is one, notes every time step of these shots.
PlayAnalysis analyse(PlayStart& start, std::span<const Shot> shots, SweptDiskRecorder* recorder = nullptr);

/// Whether the body is one of the task's birds, or a bird that one of these split into.
bool is_bird(const Task& task, int id);

}  // namespace novphy
