#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "agents/physicist/believe.h"
#include "sim/catalogue.h"
#include "sim/observation.h"
#include "sim/shot.h"
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

/// Plays one turn in a world at rest and returns at most `frames` frames after the launch. Things that are
/// destroyed are absent afterwards. `objects` is the number of objects that frames hold.
Flight fly(World& world, const Shot& shot, std::size_t objects, std::size_t frames);

/// Leaves the bird at its last place once it is gone: at which moment it goes says nothing about the world.
void hold_bird(Flight& flight);

/// The number of frames before the bird's velocity first jumps: until it first hits something. At least 3.
std::size_t frames_of_free_flight(const Flight& flight);

/// The frame of a world now.
Frame frame_of(const World& world, std::size_t objects, int bird);

}  // namespace novphy
