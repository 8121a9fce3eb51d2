#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/world.h"

namespace novphy::python {

/// A shot with the numbers that Python gave, so that the same numbers give the same shot again.
struct Throw {
  double angle_deg = 0;
  double pull_m = 1;
  Shot shot{};
};

/// A world that is moved call by call. Each shot waits for its time as in play(). What the player did is
/// kept, so that another world can do the same.
class SteppedWorld {
 public:
  static constexpr const char* kRefusal =
      "World: another thread uses this world, expected one thread at a time; branch() makes a world of its "
      "own";
  /// What the world is made from.
  struct Setup {
    Task task;
    std::string physics;  ///< name in physics.json
  };
  /// What was done in the world up to one moment.
  struct Course {
    std::vector<Throw> throws{};
    bool gave_up = false;
    std::size_t forgotten = 0;  ///< events that step() has taken out of the log
    bool stepped = false;       ///< the log belongs to a step that is over
  };
  struct Snapshot {
    World::Snapshot world;
    Course course;
  };
  /// When a step stops, besides the end of the play and a turn without a shot.
  struct Until {
    double time_s = 0;        ///< since settling; infinity: never
    std::uint32_t kinds = 0;  ///< one bit for each EventKind
  };

  /// Settles the task. Throws as World does.
  explicit SteppedWorld(Setup setup);
  /// A world of its own that goes on as one did that was made from `setup` and took `course` and `steps` time
  /// steps.
  SteppedWorld(Setup setup, Course course, std::int64_t steps);

  /// Gives the next bird a shot. The bird is launched now if its time has come. Throws InputError if the play
  /// is over or every bird has a shot.
  void shoot(Throw thrown);
  /// Gives the bird launched last a tap now. Returns its time after the launch in ms, or nothing if there is
  /// no such bird or its shot has a tap.
  std::optional<int> tap();
  void give_up();
  /// Begins a step, unless a shot has begun it: takes the events of the step before out of the log.
  void open_log();
  /// Moves the world by at most `most` time steps. Returns whether the step is over.
  bool advance(const Until& until, int most);

  /// Whether the world waits for a shot, and does not move before.
  bool waits() const;
  bool won() const { return world_.end() == End::kPigsGone; }
  /// Time steps since settling.
  std::int64_t steps() const;
  /// Shots that wait for their time.
  std::size_t waiting() const { return course_.throws.size() - launched(); }

  Snapshot save() const { return {world_.save(), course_}; }
  /// Throws InputError, and changes nothing, for a snapshot of another world.
  void restore(const Snapshot& snapshot);

  const Setup& setup() const { return setup_; }
  const Course& course() const { return course_; }
  const World& world() const { return world_; }

 private:
  std::size_t launched() const;
  void launch_due_shots();
  void tick();
  bool happened(std::uint32_t kinds, std::size_t from) const;

  Setup setup_;
  World world_;
  Course course_{};
};

}  // namespace novphy::python
