#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agents/physicist/flight.h"
#include "agents/physicist/law.h"
#include "sim/catalogue.h"
#include "sim/task.h"
#include "view/perception/believe.h"

namespace novphy {

/// Its mean place in the plays; nothing if it is there in none of them.
std::optional<Vec2> mean_place(std::span<const Flight> plays, std::size_t frame, std::size_t thing);

/// An appearance in sight, and what is known of the objects that have it.
struct SeenLook {
  std::string name{};
  std::string material{};
  bool block = false;  ///< blocks or TNT, which forces on blocks move
  bool pig = false;
  bool bounces = false;  ///< their restitution is not 0, so that a factor on it matters
  bool familiar = true;  ///< false: never seen in the normal world
  /// Names of single objects among several that look so. No two name the same.
  std::vector<Selector> singles{};

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
  /// Laws have the forms and sizes of the shipped novelties (PhysicistOptions::level 0).
  bool shipped_forms = false;
};

/// The surroundings that a believed task gives. `looks` are the appearances of task.objects, in their order;
/// objects with the appearance "" look like nothing that a law can name. `unfamiliar` are those never seen in
/// the normal world.
Surroundings surroundings_of(const Task& task, std::span<const std::string> looks, const Catalogue& catalogue,
                             int birds_gone, std::span<const std::string> unfamiliar = {});

/// The law's negative log prior in these surroundings: as complexity(law), but a choice among few
/// appearances is short, and shortest among those never seen before.
double complexity(const Law& law, const Surroundings& here);

/// How exactly observations give the middle of a thing.
struct Exactness {
  double sd_m = 0.02;  ///< error of each coordinate by whole pixels
  double noise_m = 0;  ///< standard deviation of the noise in each coordinate of objects; birds have none
  /// How exactly the numbers of a changed law are known: a place is as wrong as this share of the way by
  /// which the law moves it.
  double law = 0;
  /// The moments at which the plays that are compared begin again, exactly.
  std::span<const Restart> restarts{};
};

/// The exactness of observations with noise of this size (Senses::noise_px).
Exactness exactness_of(double noise_px);

/// Log-likelihood of a seen flight under a set of believed plays of the same throw. Each thing's place in
/// each frame in which it moves is compared with a normal distribution around the mean place in the plays, as
/// wide as their spread and the error of seeing, mixed with a flat distribution over the screen so that one
/// wild body cannot decide alone; whether it is still there, with the share of plays in which it is. Frames
/// of one thing are not independent, so together they count like a fixed number of frames. `usual` are plays
/// of the normal world, from which Exactness::law counts.
double log_likelihood(const Flight& seen, std::span<const Flight> plays, const Exactness& exactly,
                      std::span<const Flight> usual = {});

/// By how many standard deviations the seen flight is less likely than the plays find each other. Mostly
/// below 2 for a flight of the believed world; docs/results/physicist.md tells how often it is above 2, 3, 4,
/// ... Needs two plays at least.
double surprise(const Flight& seen, std::span<const Flight> plays, const Exactness& exactly,
                std::span<const Flight> usual = {});

/// The first frame at which a thing is where no play has it: more than four standard deviations away, or
/// there when it is gone in all plays, or the other way round. The number of frames if there is none.
std::size_t first_surprise(const Flight& seen, std::span<const Flight> plays, const Exactness& exactly);

/// The things that are where no play has them at this frame.
std::vector<std::size_t> surprising_things(const Flight& seen, std::span<const Flight> plays,
                                           std::size_t frame, const Exactness& exactly);

/// What tracks know of the throw in which they were seen.
struct TrackSetting {
  Task task{};                       ///< the most probable believed task
  std::vector<std::string> looks{};  ///< of its objects
  Shot shot{};
  int birds_gone = 0;
  Flight seen{};
  std::vector<std::vector<double>> turned{};  ///< Turns::by_frame()
};

/// What a law leaves of a track.
struct TrackRest {
  std::vector<Vec2> off_m{};     ///< how far each place is from the best account of it
  Vec2 launch_off_mps{};         ///< by how much a launch must differ from what the law says; else 0
  std::optional<Vec2> leap_m{};  ///< how far from where the law says a leap leads; none: there is no leap,
                                 ///< or the law knows of none
};

/// The time over which a push on a body that slides or rolls is seen, in frames of a flight and in seconds.
inline constexpr std::size_t kPushFrames = 3;
inline constexpr double kPushS = kPushFrames * kFrameMs / 1000.0;

/// What accelerates a body that slides or rolls along its motion, besides the normal world.
struct PushAlong {
  std::size_t frame = 0;  ///< the middle of kPushS
  Vec2 at_m{};
  Vec2 velocity_mps{};
  Vec2 along{};  ///< its direction
  double more_mps2 = 0;
};

/// The way of one body while it touches nothing: a clean piece of evidence for what pushes it. Of a body that
/// slides or rolls: its pushes.
struct BodyTrack {
  std::shared_ptr<const TrackSetting> in{};
  std::size_t thing = 0;  ///< index into frames
  std::size_t from = 0;   ///< first and last frame
  std::size_t to = 0;
  bool launch = false;  ///< it begins with the launch, whose velocity is known
  Category category = Category::kBird;
  std::string material{};
  double mass_kg = 0;
  double gravity_scale = 1;
  double linear_drag_per_s = 0;
  int colliders = 1;                ///< a force may act once for each
  double reach_m = 0;               ///< distance from its middle to its farthest point
  double sd_m = 0;                  ///< error of each coordinate of a place
  double acceleration_sd_mps2 = 0;  ///< error of what the normal world is believed to do to the body
  std::optional<Vec2> leaps_to{};   ///< where the body goes on if its track ends with a leap
  std::vector<PushAlong> pushes{};  ///< if there are any, there is no way, and frames do not count
  TrackRest usual{};                ///< what the normal world leaves
};

/// One throw as it was seen.
struct Episode {
  Believed believed{};        ///< what was believed before the throw
  std::vector<Task> tasks{};  ///< drawn from `believed`
  Shot shot{};
  int birds_gone = 0;  ///< birds of the task that were launched before
  Flight seen{};
  std::vector<Restart> restarts{};  ///< moments at which believed plays begin again
  std::vector<BodyTrack> tracks{};  ///< clean pieces of what was seen (tracks.h)
  std::vector<Flight> usual{};      ///< plays of the throw in the normal world
  double surprise = 0;              ///< by how much the normal world is surprised (see surprise())

  /// The appearances of the believed objects, in their order.
  std::vector<std::string> looks() const;
  /// The appearances of objects that are unlike anything of the normal world.
  std::vector<std::string> unfamiliar_looks() const;
};

/// The physics of believed worlds. No turn lasts long in them, because some never come to rest.
struct BelievedPhysics {
  /// From the physics of searches.
  explicit BelievedPhysics(const Physics& search);

  Physics of_plans;        ///< worlds that come to rest before throws are tried in them
  Physics of_first_tries;  ///< the same without cut steps, for the throws of a grid
  /// Worlds that are compared with what was seen. They hardly settle, because they begin where the true world
  /// had settled, and what does not stay there under a wrong law may as well be seen to move.
  Physics of_flights;
  Physics of_guesses;  ///< as of flights; no step is cut (Physics::cut), which takes a fraction of the time
};

/// What episodes are played and compared with.
struct Simulator {
  const Catalogue& catalogue;
  const BelievedPhysics& physics;
  Exactness exactly{};
  unsigned threads = 1;        ///< never changes a result
  bool guess = false;          ///< plays by the physics of guesses
  bool shipped_forms = false;  ///< Surroundings::shipped_forms
  bool proposals = true;       ///< PhysicistOptions::proposals
  bool memory = true;          ///< PhysicistOptions::memory
  double surprise_scale = 1;   ///< how many times larger than with true numbers surprises usually are
};

/// What laws can be about in an episode.
Surroundings surroundings_of(const Episode& episode, const Simulator& simulator);

/// How exactly the plays of an episode are compared.
inline Exactness exactly_in(const Episode& episode, Exactness exactly) {
  exactly.restarts = episode.restarts;
  return exactly;
}

/// The episode with its first frames only.
Episode first_frames(const Episode& episode, std::size_t frames);
/// The episode from the last restart at or before this frame on at which the motion of all things is clear.
Episode from_restart(const Episode& episode, std::size_t frame);

/// Plays an episode's throw under a law, once in each of the first `plays` of its tasks. Plays may end early
/// (see fly()).
std::vector<Flight> believed_flights(const Episode& episode, const Law& law, std::size_t plays,
                                     const Simulator& simulator, const GoOn& go_on = {});

}  // namespace novphy
