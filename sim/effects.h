#pragma once

#include <map>
#include <utility>
#include <vector>

#include "sim/scene.h"

namespace novphy {

/// The two effect laws at work on a scene: constant forces in regions, and magnets. They know no novelty. A
/// copy is the state of the same scene's effects at its moment.
class Effects {
 public:
  /// The scene's task must outlive it. Throws std::invalid_argument for an effect on an object that is not
  /// there, or a magnet without a field.
  explicit Effects(const Scene& scene);

  /// Forces for the coming step.
  void push(Scene& scene);
  /// What the last step's touches and deaths change: magnets let go of what touches them, storms begin.
  void react(const Scene& scene);
  /// Whether an effect that acts now can push a bird in this part of the world.
  bool may_push_birds(const Scene& scene, const Bounds& where) const;
  /// Whether an effect pushes anything but birds, or waits for birds to be gone to push what lies still.
  bool may_push_objects(const Scene& scene) const;
  /// Writes the pushes that are still going on into the log.
  void finish_log(Scene& scene);

 private:
  struct Field {
    const ForceField* law = nullptr;
    int index = 0;
    bool on = false;
  };
  struct Pull {
    const Magnet* law = nullptr;
    int index = 0;
    std::vector<int>
        released{};  ///< a body once for each of its colliders that a touch freed, until it leaves the field
  };
  struct Streak {
    double since_s = 0;
    Tick last = 0;
    Vec2 impulse_ns;
  };

  void place(const Scene& scene, const ForceField& law, int index);
  void place(const Scene& scene, const Magnet& law, int index);
  void push(Scene& scene, const Field& field);
  void push(Scene& scene, const Pull& pull);
  static bool is_on(const Scene& scene, const Field& field);
  static bool is_on(const Scene& scene, const Pull& pull);
  static int held_by(const Scene& scene, const Pull& pull, int id);
  static void let_go(const Scene& scene, Pull& pull);
  void push_body(Scene& scene, int effect, int id, Vec2 force_n);
  void log_streak(Scene& scene, std::pair<int, int> who, const Streak& streak) const;

  std::vector<Field> fields_;
  std::vector<Pull> pulls_;
  std::map<std::pair<int, int>, Streak> streaks_;  ///< by effect and body; only for the log
};

}  // namespace novphy
