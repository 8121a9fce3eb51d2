#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "serve/tools/named_scene.h"
#include "sim/world.h"

namespace novphy {

/// What a bird touched first.
struct FirstTouch {
  bool ground = false;
  int body = -1;      ///< the world's id of the body, if it is not the ground
  double time_s = 0;  ///< since the launch
};

/// The first contact of the bird that was launched when the world's log had so many events. Nothing as long
/// as it has touched nothing. The world must log its events.
std::optional<FirstTouch> first_touch(const World& world, std::size_t events);

/// What a player sees of a throw.
struct SeenTurn {
  NamedScene before{};
  NamedScene after{};
  std::optional<FirstTouch> touched{};  ///< `body` is the number of a thing of `before`
};

/// The numbers of things that a throw touched and changed.
struct TurnFacts {
  struct Moved {
    int number = 0;
    Vec2 to_m{};
  };
  bool ground = false;           ///< was touched first
  std::optional<int> touched{};  ///< first
  std::optional<double> after_s{};
  std::vector<int> gone{};
  std::vector<int> damaged{};  ///< more than before
  std::vector<Moved> moved{};
};
TurnFacts facts_of(const SeenTurn& turn);

/// The turn in sentences: the first touch, what is gone, damaged and moved, and the bird's path.
std::string text_of(const SeenTurn& turn, const Vocabulary& vocabulary);

}  // namespace novphy
