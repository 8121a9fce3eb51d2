#pragma once

#include <optional>
#include <string>

#include "sim/catalogue.h"
#include "sim/task.h"

/// What the numbers of a force field mean, without a play.
namespace novphy {

/// Bounds that keep affine forces from making a world explode. A body's acceleration by `per_m` and `per_mps`
/// grows at most this much per metre and per m/s, so that no time step of 0.01 s overshoots; World refuses
/// a task with more. Where such a force grows with the motion that it makes, the acceleration that it gives a
/// body ends at kMostAcceleration. (Box2D moves no body by more than 2 m in a time step.)
inline constexpr double kMostPerM_per_s2 = 2500;
inline constexpr double kMostPerMps_per_s = 50;
inline constexpr double kMostAcceleration_mps2 = 1000;

/// Whether the field never pushes a body.
bool is_nothing(const ForceField& law);
/// Whether the field pushes bodies at rest, too.
bool pushes_at_rest(const ForceField& law);
/// Whether the force depends on the body's place or velocity.
bool is_affine(const ForceField& law);

/// Whether `per_m` or `per_mps` is above its bound for the lightest body of the task on which the force acts.
bool grows_too_fast(const ForceField& law, const Task& task, const Catalogue& catalogue);

// What a task's alterations make of the kinds of its bodies.

/// The rule that the alteration breaks, such as a number out of its range; nothing if it breaks none.
std::optional<std::string> problem_of(const Alteration& law);

/// How a body of this kind differs from it in the task: what the alterations say of it, and the object's own
/// factors. `object` is the body's index, or -1 for a body that is no object.
Alteration alteration_of(const Task& task, const Kind& kind, int object);

/// The kind with the numbers that the alteration gives it.
Kind altered(const Kind& kind, const Alteration& by);

}  // namespace novphy
