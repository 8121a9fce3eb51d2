#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/task.h"
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
/// (sim/certain_end.cpp), so that birds are followed until they rest.
SweptDisks swept_disks(const Task& task, std::span<const std::vector<Shot>> plays, const Catalogue& catalogue,
                       const Physics& physics);

/// How a body moved from the start of a play to some later moment.
struct Travel {
  /// Largest distance from its first place.
  double moved_m = 0;
  /// Length of the path on which it touched something other than a bird. Flights of less than 0.15 s count as
  /// well, because balls are polygons and hop on their corners.
  double supported_m = 0;
  /// The part of supported_m on which it turned as fast as a rolling disc.
  double rolled_m = 0;
  /// Largest turn away from its first angle while it was supported.
  double tilted_rad = 0;
  /// How far it has fallen, along gravity, since it last touched anything.
  double dropped_m = 0;
};

/// A pig's death.
struct Kill {
  int pig = 0;
  /// The body that killed the pig. Where that is a fixed body or no body at all, the body that had set the
  /// pig in motion counts instead, if there is one.
  std::optional<int> killer{};
  bool by_bird = false;
  /// From where the killer came: -1 from the left of the pig, 1 from its right, 0 from above or below (its
  /// centre is farther away along the vertical) or where there is no killer.
  int side = 0;
  /// The killer's motion until the death; all zero where the killer is a bird.
  Travel travel{};
  /// Largest moved_m of all blocks and TNT until the death.
  double rule_moved_m = 0;
  /// The killer, the body that set it in motion, and so on back to a bird, or to a body that an effect set in
  /// motion.
  std::vector<int> chain{};
};

/// What happened in a play: which bodies touched, how bodies moved, and which bodies effects pushed.
struct PlayAnalysis {
  Outcome outcome{};
  std::optional<int> first_touched{};  ///< the first block, TNT or pig that a bird touched
  std::optional<int> first_met{};      ///< the first body of any kind that a bird touched
  std::vector<Kill> kills{};
  std::map<int, int> birds_on_pig{};  ///< number of different birds that touched a pig, by the pig's index
  double moved_m = 0;                 ///< Travel::moved_m, summed over all blocks and TNT
  std::map<int, double> pushed_ns{};  ///< sum of the magnitudes of all effects' impulses on a body, by body
  const Kill* last_kill() const { return kills.empty() ? nullptr : &kills.back(); }
};

/// Plays the task with these shots and analyses the play. Throws as World does.
PlayAnalysis analyse(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                     const Physics& physics);

/// Plays and analyses shots that follow the first shots of `start`; the analysis leaves out those first
/// shots. The world of `start` must log its events (PlayOptions::log_events). The recorder, if any, notes
/// every time step of these shots.
PlayAnalysis analyse(PlayStart& start, std::span<const Shot> shots, SweptDiskRecorder* recorder = nullptr);

/// Whether the body is one of the task's birds, or one that a bird split into.
bool is_bird(const Task& task, int id);

}  // namespace novphy
