#pragma once

#include <optional>

#include "bench/original_shots.h"
#include "sim/world.h"

namespace novphy {

/// A recorded shot replayed in our world. The replay ends when all is still, or after kRecordedS.
struct ReplayedShot {
  Ending ending = Ending::kMoving;
  double end_s = kRecordedS;          ///< time from the launch to the end of the replay
  bool pig_dead = false;              ///< no pig is alive at the end of the replay
  bool moved = false;                 ///< a block or pig was removed, or moved by more than kMovedM
  double bird_speed_mps = 0;          ///< speed of the bird at the end of the replay or before its removal
  std::optional<double> contact_s{};  ///< time from the launch to the bird's first contact
};

/// All is still, by the recordings' definition, where no body moves faster than kStillMps or turns faster
/// than kStillDegPerS for kStillS. A launched bird is one of these bodies until the bird is removed.
inline constexpr double kStillMps = 0.01;
inline constexpr double kStillDegPerS = 0.01;
inline constexpr double kStillS = 0.04;
/// An object that moved less mostly rests on the same objects as before. Of nine values from 0.02 to 2 m this
/// value agrees best with the recordings.
inline constexpr double kMovedM = 0.3;

/// Throws only the task's first bird, with the recorded velocity. Throws exceptions as World does.
ReplayedShot replay_shot(const Task& task, const OriginalShot& shot, const Catalogue& catalogue,
                         const Physics& physics);

}  // namespace novphy
