#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agents/physicist/believe.h"
#include "agents/physicist/law.h"
#include "sim/catalogue.h"
#include "sim/observation.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy {

/// Time between two frames of a flight.
inline constexpr int kFrameMs = 100;
/// The longest flight that is remembered, in frames after the launch.
inline constexpr std::size_t kMostFrames = 120;

/// The middles of all things at one moment, in metres; nothing for a thing that is not there. The objects
/// come first, in the order of Believed::objects, then the bird.
using Frame = std::vector<std::optional<Vec2>>;

/// Where the things were during one turn: frame 0 at rest before the launch, then one frame every kFrameMs
/// after it.
using Flight = std::vector<Frame>;

/// The middle of an outline: the mean of its corners, in metres of the world that the view shows.
Vec2 middle_m(const std::vector<Pixel>& outline, const Observation& seen, ViewMode shown);

/// The frame that an observation shows of these things.
Frame frame_of(const Observation& seen, const Believed& believed);

/// Whether a play is worth going on with, by its frames so far.
using GoOn = std::function<bool(const Flight&)>;

/// Plays one turn in a world at rest and returns at most `frames` frames after the launch, fewer where
/// `go_on` says no after one of them. Things that are destroyed are absent afterwards. `objects` is the
/// number of objects that frames hold.
Flight fly(World& world, const Shot& shot, std::size_t objects, std::size_t frames, const GoOn& go_on = {});

/// Leaves the bird at its last place once it is gone: at which moment it goes says nothing about the world.
void hold_bird(Flight& flight);

/// The mean place of a thing in the plays at a frame, or at the last one of shorter plays; nothing if it is
/// there in none of them.
std::optional<Vec2> mean_place(std::span<const Flight> plays, std::size_t frame, std::size_t thing);

/// The number of frames before the bird's velocity first jumps: until it first hits something. At least 3.
std::size_t frames_of_free_flight(const Flight& flight);

/// The number of frames until nothing goes anywhere any more, by half a pixel. At least 2, if there are as
/// many. In noisy flights nothing is ever calm.
std::size_t frames_until_calm(const Flight& flight);

/// The frame of a world now.
Frame frame_of(const World& world, std::size_t objects, int bird);

/// An appearance in sight, and what is known of the objects that have it.
struct SeenLook {
  std::string name{};
  std::string material{};
  bool block = false;  ///< blocks or TNT, which forces on blocks move
  bool pig = false;
  bool bounces = false;  ///< their restitution is not 0, so that a factor on it matters
  bool familiar = true;  ///< false: never seen in the normal world
  /// Names of single objects among several that look so. No two name the same.
  std::vector<Which> singles{};

  friend bool operator==(const SeenLook&, const SeenLook&) = default;
};

/// What laws can be about in a task.
struct Surroundings {
  std::vector<SeenLook> looks{};  ///< each once
  bool region = false;            ///< air turbulence is in sight
  /// Most birds that were gone before a throw that was seen. Forces that begin later cannot be known.
  int birds_gone = 0;
  Vec2 gravity_mps2{};  ///< of the normal world
  double width_m = 0;   ///< of the world
};

/// The surroundings that a believed task gives. `looks` are the appearances of task.objects, in their order;
/// objects with the appearance "" look like nothing that a law can name. `unfamiliar` are those never seen in
/// the normal world.
Surroundings surroundings_of(const Task& task, std::span<const std::string> looks, const Catalogue& catalogue,
                             int birds_gone, std::span<const std::string> unfamiliar = {});

/// The length of the law's description in these surroundings: as complexity(law), but a choice among few
/// appearances is short, and shortest among those never seen before.
double complexity(const Law& law, const Surroundings& here);

}  // namespace novphy
