#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "sim/observation.h"
#include "sim/world.h"
#include "view/perception/believe.h"

namespace novphy {

/// Time between two frames of a flight.
inline constexpr int kFrameMs = 100;
/// Time between two frames of a track (tracks.h), which a flight's are every fifth of.
inline constexpr int kFineFrameMs = 20;
inline constexpr std::size_t kFineFrames = kFrameMs / kFineFrameMs;
inline constexpr double kFineFrameS = kFineFrameMs / 1000.0;
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
/// The frame of a world now.
Frame frame_of(const World& world, std::size_t objects, int bird);

/// By how much things are turned (rad, counter-clockwise) since the first observation, by their outlines.
class Turns {
 public:
  /// Takes the next observation of a flight. A thing that is not in sight keeps its angle.
  void see(const Observation& seen, const Believed& believed);
  /// For each observation, the angle of each thing, in the order of a frame.
  const std::vector<std::vector<double>>& by_frame() const { return turned_; }

 private:
  std::vector<std::vector<Vec2>> outlines_{};  ///< of the first observation, from their middles
  std::vector<std::vector<double>> turned_{};
};

/// How a thing moves as frames show it.
struct SeenMotion {
  enum class Is { kUnmoved, kMoving, kGone, kUnclear };
  Is is = Is::kUnclear;  ///< unmoved: as before the throw; unclear: in a contact, so that plays go on with it
  Vec2 middle_m{};
  double turned_rad = 0;  ///< since the first frame
  Vec2 velocity_mps{};
  double spin_rad_per_s = 0;
  double sd_m = 0;  ///< error of each coordinate of the middle
};

/// A moment at which believed plays begin again with what was seen, so that their spread after a contact does
/// not hide what comes later (multiple shooting).
struct Restart {
  std::size_t frame = 0;
  std::vector<SeenMotion> things{};  ///< in the order of a frame
};

/// Moments after contacts at which the motion of things is plain: none of them jumps from one frame to the
/// next. `noise_m` is the standard deviation of each coordinate of objects (Exactness::noise_m).
std::vector<Restart> restarts_of(const Flight& seen, const std::vector<std::vector<double>>& turned,
                                 double noise_m);

/// Moments every so many frames, from a frame on, at which each thing moves on as it was seen, unless its
/// velocity jumps there.
std::vector<Restart> restarts_every(std::size_t frames, std::size_t from, const Flight& seen,
                                    const std::vector<std::vector<double>>& turned);

/// Whether a play is worth going on with, by its frames so far.
using GoOn = std::function<bool(const Flight&)>;

/// Plays one turn in a world at rest and returns at most `frames` frames after the launch, fewer where
/// `go_on` says no after one of them. Things that are destroyed are absent afterwards. `objects` is the
/// number of objects that frames hold. At each restart things move on as they were seen, within the errors of
/// seeing, which `play` draws.
Flight fly(World& world, const Shot& shot, std::size_t objects, std::size_t frames, const GoOn& go_on = {},
           std::span<const Restart> restarts = {}, std::uint64_t play = 0);

/// Leaves the bird at its last place once it is gone: at which moment it goes says nothing about the world.
void hold_bird(Flight& flight);

/// The place of a thing at a frame, or at the last one of a shorter flight.
inline const std::optional<Vec2>& place_at(const Flight& flight, std::size_t frame, std::size_t thing) {
  return flight[std::min(frame, flight.size() - 1)][thing];
}

/// The number of frames before the bird's velocity first jumps: until it first hits something. At least 3.
std::size_t frames_of_free_flight(const Flight& flight);

/// The number of frames until nothing goes anywhere any more, by half a pixel. At least 2, if there are as
/// many. In noisy flights nothing is ever calm.
std::size_t frames_until_calm(const Flight& flight);

}  // namespace novphy
