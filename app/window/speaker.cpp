#include "app/window/speaker.h"

#ifdef NOVPHY_WITH_SOUND
#include <SFML/Audio.hpp>
#endif
#include <array>

namespace novphy::window {

#ifdef NOVPHY_WITH_SOUND
struct Speaker::Impl {
  Impl() {
    for (std::size_t i = 0; i < kSounds; ++i) {
      const auto samples = samples_of(static_cast<Sound>(i));
      buffers[i].loadFromSamples(samples.data(), samples.size(), 1, kSamplesPerS);
      sounds[i].setBuffer(buffers[i]);
    }
  }
  void play(Sound sound) { sounds.at(static_cast<std::size_t>(sound)).play(); }

  std::array<sf::SoundBuffer, kSounds> buffers{};
  std::array<sf::Sound, kSounds> sounds{};
};
#else
struct Speaker::Impl {
  void play(Sound) {}
};
#endif

Speaker::Speaker(bool on) : on_(on) {}
Speaker::~Speaker() = default;

void Speaker::toggle() { on_ = !on_; }

void Speaker::play(Sound sound) {
  if (!on_) return;
  if (!impl_) impl_ = std::make_unique<Impl>();
  impl_->play(sound);
}

}  // namespace novphy::window
