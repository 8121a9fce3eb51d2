#include "view/window/view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/rng.h"

namespace novphy::window {
namespace {

/// A tone that glides from one frequency to another while it dies away, with a share of noise.
struct Tone {
  double from_hz = 440;
  double to_hz = 440;
  double length_s = 0.1;
  double noise = 0;  ///< 0: a pure tone, 1: noise alone
  double loud = 0.5;
};

constexpr double kAttackS = 0.004;  // no click at the start

void add(const Tone& tone, std::vector<std::int16_t>& to) {
  Rng rng = Rng::stream(1, "window/sounds");
  const auto count = static_cast<std::size_t>(tone.length_s * kSamplesPerS);
  double phase = 0;
  double smooth = 0;  // noise without its highest frequencies
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count);
    const double s = static_cast<double>(i) / kSamplesPerS;
    phase += 2 * std::numbers::pi * (tone.from_hz + share * (tone.to_hz - tone.from_hz)) / kSamplesPerS;
    smooth += 0.3 * (rng.uniform(-1, 1) - smooth);
    const double wave = (1 - tone.noise) * std::sin(phase) + 2 * tone.noise * smooth;
    const double envelope = std::min(1.0, s / kAttackS) * (1 - share) * (1 - share);
    to.push_back(static_cast<std::int16_t>(32'000 * std::clamp(tone.loud * envelope * wave, -1.0, 1.0)));
  }
}

std::vector<Tone> tones_of(Sound sound) {
  switch (sound) {
    case Sound::kLaunch:
      return {{.from_hz = 260, .to_hz = 620, .length_s = 0.22, .noise = 0.15}};
    case Sound::kAbility:
      return {{.from_hz = 700, .to_hz = 1100, .length_s = 0.12}};
    case Sound::kHit:
      return {{.from_hz = 170, .to_hz = 90, .length_s = 0.09, .noise = 0.6, .loud = 0.4}};
    case Sound::kBreak:
      return {{.from_hz = 300, .to_hz = 120, .length_s = 0.25, .noise = 0.85}};
    case Sound::kPig:
      return {{.from_hz = 520, .to_hz = 780, .length_s = 0.08},
              {.from_hz = 780, .to_hz = 300, .length_s = 0.16}};
    case Sound::kExplosion:
      return {{.from_hz = 90, .to_hz = 35, .length_s = 0.7, .noise = 0.8, .loud = 0.9}};
    case Sound::kWon:
      return {{.from_hz = 523, .to_hz = 523, .length_s = 0.14},
              {.from_hz = 659, .to_hz = 659, .length_s = 0.14},
              {.from_hz = 784, .to_hz = 784, .length_s = 0.3}};
    case Sound::kLost:
      return {{.from_hz = 392, .to_hz = 392, .length_s = 0.18},
              {.from_hz = 294, .to_hz = 262, .length_s = 0.35}};
  }
  return {};
}

}  // namespace

std::vector<std::int16_t> samples_of(Sound sound) {
  std::vector<std::int16_t> samples;
  for (const Tone& tone : tones_of(sound)) add(tone, samples);
  return samples;
}

}  // namespace novphy::window
