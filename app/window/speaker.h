#pragma once

#include <memory>

#include "view/window/view.h"

namespace novphy::window {

/// Plays sounds if the program was built with SFML's audio part and the machine has a sound device; else does
/// nothing.
class Speaker {
 public:
  explicit Speaker(bool on);
  ~Speaker();
  Speaker(const Speaker&) = delete;
  Speaker& operator=(const Speaker&) = delete;

  void toggle();
  void play(Sound sound);

 private:
  struct Impl;
  bool on_;
  std::unique_ptr<Impl> impl_{};  // made when the first sound is played
};

}  // namespace novphy::window
