#pragma once

#include <box2d/box2d.h>

#include <span>
#include <vector>

#include "sim/catalogue.h"

// Makes long time steps as accurate as the original's short ones, at little more cost. Steps in which a fast
// body may hit something are cut (Cut in sim/catalogue.h). In all other steps, bodies that touch nothing are
// moved to where short steps would take them. docs/results/physics.md shows what this gains.
namespace novphy {

/// How thorough a step must be. A step with kAsleep changes nothing, because all bodies sleep.
enum class Pace { kAsleep, kSlow, kFast };

/// kFast if a body may move so far in a step that it could pass through another, so that Box2D must look for
/// the time of impact.
Pace pace(std::span<b2Body* const> movers, float step_s);

/// The number of steps of Rules::short_step_s in so many seconds, at least 1.
int short_steps(const Physics& physics, double seconds);

/// The number of equal parts into which the next step is to be cut (Physics::cut); 1 if it is not cut.
int cut_into(const Physics& physics, std::span<b2Body* const> movers);

/// Moves free bodies, which touch nothing, correctly through a long step.
///
/// Box2D moves a body by the velocity that it has at the end of the step. In a long step this carries a
/// falling body too far and turns a spinning one too little. So lead() gives each free body, for this step,
/// the velocity and spin that take it to where short steps would, with the same rounding. let_go() then sets
/// the velocity and spin that it would have there.
class FreeFlight {
 public:
  /// `forces` by body id: the force on each body in this step. The step of step_s seconds replaces `steps`
  /// short ones.
  void lead(const b2World& world, std::span<b2Body* const> movers, std::span<const b2Vec2> forces,
            float step_s, int steps);
  /// Call this after the step. A body that hit something in the step keeps the velocity that Box2D gave it.
  void let_go();

 private:
  struct Led {
    b2Body* body = nullptr;
    b2Vec2 velocity{};  ///< at the end of the step
    float spin = 0;
  };
  std::vector<Led> led_;
};

}  // namespace novphy
