#include "sim/alteration.h"

#include <algorithm>
#include <cmath>

namespace novphy {
namespace {

bool within_range(double value, double low, double high) { return value >= low && value <= high; }

bool fine_factors(const HiddenFactors& by) {
  return within_range(by.mass, kLeastFactor, kMostFactor) &&
         within_range(by.life, kLeastFactor, kMostFactor) && within_range(by.friction, 0, kMostFactor) &&
         within_range(by.gravity, 0, kMostFactor) && within_range(by.bounce, 0, kMostFactor);
}

HiddenFactors times(const HiddenFactors& a, const HiddenFactors& b) {
  return {.mass = std::clamp(a.mass * b.mass, kLeastFactor, kMostFactor),
          .friction = std::min(a.friction * b.friction, kMostFactor),
          .gravity = std::min(a.gravity * b.gravity, kMostFactor),
          .life = std::clamp(a.life * b.life, kLeastFactor, kMostFactor),
          .bounce = std::min(a.bounce * b.bounce, kMostFactor)};
}

}  // namespace

std::optional<std::string> problem_of(const Alteration& law) {
  const HiddenFactors& by = law.factors;
  if (!fine_factors(by)) return "a factor of an alteration is out of range";
  if (!within_range(law.drag_per_s, -kMostDrag_per_s, kMostDrag_per_s) ||
      !within_range(law.restitution, -1, 1))
    return "an alteration's drag or restitution is out of range";
  const bool moves_alike = by.mass == 1 && by.gravity == 1 && by.life == 1 && law.drag_per_s == 0;
  if (law.on.any_fixed() && !moves_alike) return "platforms and the ground have only friction and bounce";
  return std::nullopt;
}

Alteration alteration_of(const Task& task, const Kind& kind, int object) {
  Alteration sum;
  if (object >= 0) sum.factors = task.objects[static_cast<std::size_t>(object)].hidden;
  for (const Effect& effect : task.effects) {
    const auto* law = std::get_if<Alteration>(&effect);
    if (!law || !is_among(law->on, kind, object)) continue;
    sum.factors = times(sum.factors, law->factors);
    sum.drag_per_s = std::clamp(sum.drag_per_s + law->drag_per_s, -kMostDrag_per_s, kMostDrag_per_s);
    sum.restitution = std::clamp(sum.restitution + law->restitution, -1.0, 1.0);
  }
  return sum;
}

Kind altered(const Kind& kind, const Alteration& by) {
  Kind own = kind;
  own.mass_kg *= by.factors.mass;
  own.friction *= by.factors.friction;
  own.gravity_scale *= by.factors.gravity;
  own.life *= by.factors.life;
  own.linear_drag_per_s = std::max(0.0, own.linear_drag_per_s + by.drag_per_s);
  // No bounce may add energy.
  own.restitution = std::clamp(own.restitution * by.factors.bounce + by.restitution, 0.0, 1.0);
  return own;
}

}  // namespace novphy
