#pragma once

#include <cstdint>
#include <vector>

namespace novphy::window {

/// The sounds of a play.
enum class Sound { kLaunch, kAbility, kHit, kBreak, kPig, kExplosion, kWon, kLost };
inline constexpr int kSounds = 8;
inline constexpr unsigned kSamplesPerS = 22'050;

/// The samples of a sound: one channel, kSamplesPerS a second. They are computed, so that the program needs
/// no recordings.
std::vector<std::int16_t> samples_of(Sound sound);

}  // namespace novphy::window
