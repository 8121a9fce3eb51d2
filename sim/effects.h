#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/catalogue.h"
#include "sim/scene.h"
#include "sim/vec2.h"

namespace novphy {

/// The world's axes around a box.
BoundingBox bounds_of(const Box& box);

/// The effects that act on bodies in a scene: force fields, magnets and portals. They know nothing of
/// novelties. A copy of an Effects object is a snapshot for the same scene.
class Effects {
 public:
  /// The scene's task must outlive this object. Throws std::invalid_argument if an effect names an object
  /// that the task does not have, and for numbers on which Box2D would abort, forces above the bounds, and
  /// times that are no times.
  explicit Effects(const Scene& scene);

  /// Adds the effects' forces for the coming time step, or part of a time step.
  void push(Scene& scene);
  /// Lets the magnets release each collider that touched them in the last time step, or part of it, and notes
  /// the touches that trigger force fields.
  void let_go(const Scene& scene);
  /// Begins the force fields for which enough birds are gone and whose triggers have happened.
  void begin(const Scene& scene);
  /// Whether an effect that has begun can push a bird within `where`, now or at a later time of the turn.
  bool may_push_birds(const Scene& scene, const BoundingBox& where) const;
  /// Whether an effect pushes a body other than a bird now, would push bodies at rest once enough birds
  /// are gone, or waits for a bird's touch.
  bool may_push_objects(const Scene& scene) const;
  /// Lets the bodies that are in a portal go on at its exit.
  void pass(Scene& scene) {
    if (!portals_.empty()) pass_all(scene);
  }
  /// Logs the pushes that have not ended yet.
  void finish_log(Scene& scene);

 private:
  struct Field {
    const ForceField* law = nullptr;
    int index = 0;
    bool on = false;
    bool triggered = false;  ///< what the law's trigger waits for has happened; true without a trigger
  };
  struct Pull {
    const Magnet* law = nullptr;
    int index = 0;
    /// Body ids. A body's id stands here once for each collider that a touch has released, until the body
    /// leaves the field.
    std::vector<int> released{};
  };
  /// A body that came out of a portal and has not left its exit yet.
  struct Held {
    int body = 0;
    const Portal* by = nullptr;
  };
  struct Streak {
    double since_s = 0;
    Tick last = 0;
    Vec2 impulse_ns;
  };

  void place(const Scene& scene, const ForceField& law, int index);
  void place(const Scene& scene, const Magnet& law, int index);
  void place(const Scene& scene, const Portal& law, int index);
  template <class Law>
  void place(const Scene& /*scene*/, const Law& /*law*/, int /*index*/) {}  // a law that pushes nothing
  void push(Scene& scene, const Field& field);
  void push(Scene& scene, const Pull& pull);
  static bool is_on(const Scene& scene, const Field& field);
  static bool is_on(const Scene& scene, const Pull& pull);
  static int held_by(const Scene& scene, const Pull& pull, int id);
  static void let_go(const Scene& scene, Pull& pull);
  void note_touches(const Scene& scene);
  void pass_all(Scene& scene);
  void pass(Scene& scene, const Portal& law, int id);
  void push_body(Scene& scene, int effect, int id, Vec2 force_n);
  void log_streak(Scene& scene, std::pair<int, int> who, const Streak& streak) const;

  std::vector<Field> fields_;
  std::vector<Pull> pulls_;
  std::vector<const Portal*> portals_;
  std::vector<Held> held_;
  bool triggers_ = false;                          ///< whether a force field has a trigger
  std::map<std::pair<int, int>, Streak> streaks_;  ///< by effect index and body id; only for the log
};

}  // namespace novphy
