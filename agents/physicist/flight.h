#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
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

}  // namespace novphy
