#pragma once

#include <optional>

#include "bench/original_shots.h"
#include "sim/world.h"

namespace novphy {

/// The same shot in our world, watched as long as the recording lasted.
struct ReplayedShot {
  Ending ending = Ending::kMoving;
  double end_s = kRecordedS;          ///< when all came to rest, since the launch
  bool pig_dead = false;              ///< before that
  bool moved = false;                 ///< a block or pig went, or moved by more than kMovedM
  double bird_speed_mps = 0;          ///< when the watching ended, or when the bird was last there
  std::optional<double> contact_s{};  ///< the bird's first contact
};

/// All counts as still, as the recordings say it, where no body is faster than kStillMps and kStillDegPerS
/// for kStillS. A bird that lies still counts, also before it is gone.
inline constexpr double kStillMps = 0.01;
inline constexpr double kStillDegPerS = 0.01;
inline constexpr double kStillS = 0.04;
/// What is pushed less far mostly rests on the same things as before. Of nine bounds from 0.02 to 2 m this
/// one agrees best with the recordings.
inline constexpr double kMovedM = 0.3;

/// Throws the task's first bird with the recorded velocity, and no other. Throws as World does.
ReplayedShot replay_shot(const Task& task, const OriginalShot& shot, const Catalogue& catalogue,
                         const Physics& physics);

}  // namespace novphy
