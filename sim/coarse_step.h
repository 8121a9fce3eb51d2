#pragma once

#include <box2d/box2d.h>

#include <span>
#include <vector>

#include "sim/catalogue.h"

// What makes a coarse time step as true as the original's short one, at little more cost: steps in which a
// fast body may hit something are cut (Cut in sim/catalogue.h), and in all other steps bodies that touch
// nothing are led along the way that short steps give. docs/results/physics.md shows what that gains.
namespace novphy {

/// How thorough a step must be. A step in which all bodies sleep changes nothing.
enum class Pace { kAsleep, kSlow, kFast };

/// kFast if a body may move so far in a step that it could pass through another, so that Box2D must look for
/// the time of impact.
Pace pace(std::span<b2Body* const> movers, float step_s);

/// The number of steps of Rules::short_step_s in so many seconds, at least 1.
int short_steps(const Physics& physics, double seconds);

/// The number of equal parts into which the next step is to be cut (Physics::cut); 1 if it is not cut.
int cut_into(const Physics& physics, std::span<b2Body* const> movers);

/// Leads free bodies, those that touch nothing, through a coarse step.
///
/// Box2D moves a body by its velocity at the end of the step. In a long step a falling body so comes too far,
/// and a spinning one turns too little. lead() lends each free body the velocity and spin that take it to
/// where short steps would, with the same rounding; let_go() then gives it those that it would have there.
class FreeFlight {
 public:
  /// `forces` by body id: what pushes each body in this step. The step of step_s seconds stands for
  /// `steps` short ones.
  void lead(const b2World& world, std::span<b2Body* const> movers, std::span<const b2Vec2> forces,
            float step_s, int steps);
  /// To be called after the step. A body that has hit something in the step keeps what Box2D gave it.
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
