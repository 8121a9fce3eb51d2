#pragma once

#include <optional>

#include "bench/experiments/original_shots.h"
#include "sim/world.h"

namespace novphy {

/// A recorded shot replayed in our world. The replay ends when all is still, or after kRecordedS.
struct ReplayedShot {
  Ending ending = Ending::kMoving;
  double end_s = kRecordedS;  ///< time from the launch to the end of the replay
  bool pig_dead = false;      ///< no pig is alive at the end of the replay
  bool moved = false;       ///< a block, pig or TNT went, or touched other bodies (birds aside) in a picture
  bool hit_object = false;  ///< the bird touched a block, pig or TNT
  double bird_speed_mps = 0;          ///< speed of the bird at the end of the replay or before its removal
  std::optional<double> contact_s{};  ///< time from the launch to the bird's first contact
};

/// All is still, by the recordings' definition, where no body moves faster than kStillMps or turns faster
/// than kStillDegPerS for kStillS. A launched bird is one of these bodies until the bird is removed.
inline constexpr double kStillMps = 0.01;
inline constexpr double kStillDegPerS = 0.01;
inline constexpr double kStillS = 0.04;
/// The original looks for the end of a level so often after a bird's first contact, and finds it where a
/// magnet pulls and the speeds sum to less than this.
inline constexpr double kPollS = 2501 * 0.0004;
inline constexpr double kPolledStillMps = 0.5;
/// The recordings show a picture so often.
inline constexpr double kPictureS = 0.02;

/// Throws only the task's first bird, with the recorded velocity. Throws exceptions as World does.
ReplayedShot replay_shot(const Task& task, const OriginalShot& shot, const Catalogue& catalogue,
                         const Physics& physics);

}  // namespace novphy
