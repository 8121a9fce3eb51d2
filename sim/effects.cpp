#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "sim/scene.h"

namespace novphy {
namespace {

[[noreturn]] void refuse(const char* problem) {
  throw std::invalid_argument(std::string("task: ") + problem);
}

/// Whether the field acts at this time of the scene, as ForceField::times says. It may act again later.
bool acts_now(const Scene& scene, const ForceField& law) {
  if (law.times.always()) return true;
  if (scene.next_bird == 0) return false;
  const Tick launched = scene.body(scene.bird_id(scene.next_bird - 1)).bird->launched;
  return law.times.include(static_cast<double>(scene.now - launched) * scene.physics.step_s);
}

/// The region in world coordinates now; nothing: everywhere. For a disc this is the box around it.
std::optional<Box> region_of(const Scene& scene, const ForceField& law) {
  if (!law.region || !law.object) return law.region;
  const Motion frame = scene.engine.motion(*law.object);
  return Box{frame.at_m + rotated(law.region->centre_m, frame.angle_rad), law.region->size_m,
             law.region->angle_rad + frame.angle_rad};
}

/// Whether the body is in the region, which is the result of region_of().
bool in_region(const Scene& scene, const ForceField& law, const std::optional<Box>& region, int id) {
  if (!region) return true;
  const double radius_m = region->size_m.x / 2;
  if (law.round)
    return law.by_centre ? length(scene.engine.motion(id).at_m - region->centre_m) <= radius_m
                         : scene.engine.overlaps(id, region->centre_m, radius_m);
  return law.by_centre ? within(*region, scene.engine.motion(id).at_m) : scene.engine.overlaps(id, *region);
}

/// Gives the field's force on one body after another, in one time step.
class FieldForce {
 public:
  FieldForce(const Scene& scene, const ForceField& law, const std::optional<Box>& region)
      : scene_(scene),
        law_(law),
        affine_(is_affine(law)),
        angle_rad_((law.region ? law.region->angle_rad : 0) +
                   (law.object ? scene.engine.motion(*law.object).angle_rad : 0)),
        constant_(rotated(law.force_n, angle_rad_)) {
    if (region)
      centre_m_ = region->centre_m;
    else if (law.object)
      centre_m_ = scene.engine.motion(*law.object).at_m;
  }

  /// In newtons and world coordinates. The body's colliders do not count here.
  Vec2 on(int id) const {
    const double mass_kg = affine_ || law_.times_mass ? scene_.engine.mass_kg(id) : 0;
    const double by = law_.times_mass ? mass_kg : 1;
    if (!affine_) return law_.times_mass ? by * constant_ : constant_;
    const Motion motion = scene_.engine.motion(id);
    const Vec2 place = rotated(motion.at_m - centre_m_, -angle_rad_);
    const Vec2 velocity = rotated(motion.velocity_mps, -angle_rad_);
    const Vec2 force = by * rotated(law_.force_n + law_.per_m * place + law_.per_mps * velocity, angle_rad_);
    const double most_n = kMostAcceleration_mps2 * mass_kg;
    const double far_n = length(force);
    return far_n > most_n ? (most_n / far_n) * force : force;
  }

 private:
  const Scene& scene_;
  const ForceField& law_;
  bool affine_;
  Vec2 centre_m_{};
  double angle_rad_;
  Vec2 constant_;  ///< force_n in world coordinates
};

void check_object(const Scene& scene, int object) {
  if (object < 0 || object >= static_cast<int>(scene.task.objects.size()))
    refuse("an effect names an object that is not there");
}

/// Whether a body has the only material, and is the only object, that a force acts on. The id of an object's
/// body is the object's index.
bool is_meant(const Scene& scene, const Targets& on, int id) {
  const bool of_material = on.material.empty() || scene.body(id).kind->material == on.material;
  return of_material && on.object.value_or(id) == id;
}

/// Whether a force acts on a body. A threshold of 0 includes bodies at rest.
bool targeted(const Scene& scene, const Targets& on, int id) {
  const auto above = acts_above_mps(on, scene.body(id).kind->category);
  return above && is_meant(scene, on, id) && (*above <= 0 || scene.engine.speed_mps(id) > *above);
}

bool acts_on_birds(const Targets& on) { return on.birds_above_mps && !on.narrowed(); }

/// Whether a force acts on blocks or pigs at rest.
bool moves_what_lies(const Targets& on) {
  const auto any = [](std::optional<double> above_mps) { return above_mps && *above_mps <= 0; };
  return any(on.blocks_above_mps) || any(on.pigs_above_mps);
}

int count(const std::vector<int>& ids, int id) {
  return static_cast<int>(std::count(ids.begin(), ids.end(), id));
}

int colliders(const Scene& scene, int id) { return scene.body(id).kind->shape.colliders(); }

/// Whether a touch by a bird, perhaps of something fixed, may still begin the force.
bool waits_for_birds(const Scene& scene, const ForceField& law) {
  return !law.trigger->at_death && law.trigger->by.birds && scene.body(law.trigger->object).present;
}

// What a law does with a moving body at the end of a time step: an overload for each such law.

void end_step_of_body(Scene& scene, const Portal& law, int id) {
  const Motion motion = scene.engine.motion(id);
  std::erase_if(scene.passed,
                [&](const Passed& each) { return each.body == id && !within(each.by->exit(), motion.at_m); });
  const bool waits = std::ranges::find(scene.passed, id, &Passed::body) != scene.passed.end();
  if (waits || !is_among(law.on, *scene.body(id).kind, id) || !within(law.region, motion.at_m)) return;
  const double speed_mps = length(motion.velocity_mps);
  const double slowed = speed_mps > kMostPortalSpeed_mps ? kMostPortalSpeed_mps / speed_mps : 1;
  scene.engine.move(id, law.to_m + rotated(motion.at_m - law.region.centre_m, law.turn_rad), law.turn_rad,
                    slowed * rotated(motion.velocity_mps, law.turn_rad));
  scene.disturbed = true;
  scene.path.add(scene.now).add(id);
  scene.passed.push_back({id, &law});
}

bool acts_on(const Scene& scene, const ForceField& law, const std::optional<Box>& region, int id) {
  return targeted(scene, law.on, id) && in_region(scene, law, region, id);
}

}  // namespace

BoundingBox bounds_of(const Box& box) {
  const double c = std::abs(std::cos(box.angle_rad));
  const double s = std::abs(std::sin(box.angle_rad));
  const Vec2 half{(c * box.size_m.x + s * box.size_m.y) / 2, (s * box.size_m.x + c * box.size_m.y) / 2};
  return {box.centre_m - half, box.centre_m + half};
}

Effects::Effects(const Scene& scene) {
  int index = 0;
  for (const Effect& effect : scene.task.effects) {
    for_each_object_of(effect, [&](int object) { check_object(scene, object); });
    std::visit([&](const auto& law) { place(scene, law, index); }, effect);
    std::visit(
        [&](const auto& law) {
          ends_steps_ |= requires(Scene & at) { end_step_of_body(at, law, 0); };
        },
        effect);
    ++index;
  }
}

void Effects::place(const Scene& scene, const ForceField& law, int index) {
  if (grows_too_fast(law, scene.task, scene.catalogue))
    refuse("a force grows too fast with place or velocity for the lightest body");
  fields_.push_back({.law = &law,
                     .index = index,
                     .on = law.after_birds_gone == 0 && !law.trigger,
                     .triggered = !law.trigger});
  triggers_ = triggers_ || law.trigger;
}

void Effects::place(const Scene& /*scene*/, const Magnet& law, int index) {
  pulls_.push_back({&law, index, {}});
  pulls_.back().released.reserve(16);
}

void Effects::push(Scene& scene) {
  for (const Field& field : fields_) {
    if (is_on(scene, field) && acts_now(scene, *field.law)) push(scene, field);
  }
  for (const Pull& pull : pulls_) {
    if (is_on(scene, pull)) push(scene, pull);
  }
}

bool Effects::is_on(const Scene& scene, const Field& field) {
  const ForceField& law = *field.law;
  return field.on && !is_nothing(law) && (!law.object || scene.body(*law.object).present);
}
bool Effects::is_on(const Scene& scene, const Pull& pull) {
  return pull.law->strength_n_per_m != 0 && scene.body(pull.law->object).present;
}

void Effects::push(Scene& scene, const Field& field) {
  const std::optional<Box> region = region_of(scene, *field.law);
  const FieldForce force(scene, *field.law, region);
  for (const int id : scene.movers) {
    if (acts_on(scene, *field.law, region, id))
      push_body(scene, field.index, id, (field.law->per_collider ? colliders(scene, id) : 1) * force.on(id));
  }
}

void Effects::push(Scene& scene, const Pull& pull) {
  const Magnet& law = *pull.law;
  const Vec2 centre = scene.engine.motion(law.object).at_m;
  for (const int id : scene.movers) {
    const int held = held_by(scene, pull, id);
    if (held == 0) continue;
    const Body& body = scene.body(id);
    const bool repelled = body.kind->category == Category::kBlock && body.kind->material == law.repels;
    const Vec2 towards = centre - scene.engine.motion(id).at_m;
    push_body(scene, pull.index, id, (repelled ? -1 : 1) * held * law.strength_n_per_m * towards);
  }
}

/// Number of a body's colliders on which the magnet acts now.
int Effects::held_by(const Scene& scene, const Pull& pull, int id) {
  const Magnet& law = *pull.law;
  if (id == law.object || !targeted(scene, law.on, id)) return 0;
  const int held = colliders(scene, id) - count(pull.released, id);
  const Vec2 centre = scene.engine.motion(law.object).at_m;
  return held > 0 && scene.engine.overlaps(id, centre, law.radius_m) ? held : 0;
}

void Effects::push_body(Scene& scene, int effect, int id, Vec2 force_n) {
  if (force_n == Vec2{}) return;  // a zero force must not wake a sleeping body
  scene.engine.push(id, force_n);
  if (!scene.log_events || scene.now <= scene.started) return;
  const std::pair who{effect, id};
  const auto found = streaks_.find(who);
  if (found != streaks_.end() && found->second.last + 1 < scene.now) {
    log_streak(scene, who, found->second);
    streaks_.erase(found);
  }
  const double since_s = scene.time_s() - scene.physics.step_s;
  Streak& streak =
      streaks_.try_emplace(who, Streak{.since_s = since_s, .last = 0, .impulse_ns = {}}).first->second;
  streak.impulse_ns = streak.impulse_ns + scene.part_s * force_n;
  streak.last = scene.now;
}

void Effects::begin(const Scene& scene) {
  for (Field& field : fields_) {
    if (!field.triggered && field.law->trigger->at_death)
      field.triggered = !scene.body(field.law->trigger->object).present;
    field.on = field.on || (field.triggered && birds_gone(scene) >= field.law->after_birds_gone);
  }
}

void Effects::note_touches(const Scene& scene) {
  if (scene.now <= scene.started) return;
  for (Field& field : fields_) {
    const auto& trigger = field.law->trigger;
    if (!field.triggered && !trigger->at_death)
      field.triggered = toucher_of(scene, trigger->object, trigger->by).has_value();
  }
}

void Effects::let_go(const Scene& scene) {
  if (triggers_) note_touches(scene);
  for (Pull& pull : pulls_) {
    if (is_on(scene, pull)) let_go(scene, pull);
  }
}

void Effects::let_go(const Scene& scene, Pull& pull) {
  const Vec2 centre = scene.engine.motion(pull.law->object).at_m;
  std::erase_if(pull.released, [&](int id) {
    return !scene.body(id).present || !scene.engine.overlaps(id, centre, pull.law->radius_m);
  });
  for (const Touch& touch : scene.engine.touches()) {
    const int other = touch.a == pull.law->object ? touch.b : touch.b == pull.law->object ? touch.a : -1;
    if (other >= 0 && count(pull.released, other) < colliders(scene, other)) pull.released.push_back(other);
  }
}

bool Effects::may_push_birds(const Scene& scene, const BoundingBox& where) const {
  const auto field_may = [&](const Field& field) {
    if (!is_on(scene, field) || !acts_on_birds(field.law->on)) return false;
    return !field.law->region || overlap(where, bounds_of(*region_of(scene, *field.law)));
  };
  const auto magnet_may = [&](const Pull& pull) {
    if (!is_on(scene, pull) || !acts_on_birds(pull.law->on)) return false;
    const Vec2 centre = scene.engine.motion(pull.law->object).at_m;
    const Vec2 radius{pull.law->radius_m, pull.law->radius_m};
    return overlap(where, {centre - radius, centre + radius});
  };
  return std::any_of(fields_.begin(), fields_.end(), field_may) ||
         std::any_of(pulls_.begin(), pulls_.end(), magnet_may);
}

bool Effects::may_push_objects(const Scene& scene) const {
  const auto any_object = [&](const auto& acts) {
    return std::any_of(scene.movers.begin(), scene.movers.end(),
                       [&](int id) { return !scene.body(id).bird && acts(id); });
  };
  // While only birds move, which meet fixed bodies alone, nothing dies and only birds touch anything. So a
  // trigger either waits for birds, and then for as long as it does, no end is certain, or cannot happen.
  const auto field_may = [&](const Field& field) {
    if (!field.triggered) return waits_for_birds(scene, *field.law);
    if (!pushes_at_rest(*field.law)) return false;
    if (!field.on) return moves_what_lies(field.law->on);
    if (!is_on(scene, field)) return false;
    const std::optional<Box> region = region_of(scene, *field.law);
    return any_object([&](int id) { return acts_on(scene, *field.law, region, id); });
  };
  const auto magnet_may = [&](const Pull& pull) {
    return is_on(scene, pull) && any_object([&](int id) { return held_by(scene, pull, id) > 0; });
  };
  return std::any_of(fields_.begin(), fields_.end(), field_may) ||
         std::any_of(pulls_.begin(), pulls_.end(), magnet_may);
}

void Effects::end_step_of_all(Scene& scene) {
  for (const int id : scene.movers)
    for (const Effect& effect : scene.task.effects)
      std::visit(
          [&](const auto& law) {
            if constexpr (requires { end_step_of_body(scene, law, id); }) end_step_of_body(scene, law, id);
          },
          effect);
}

void Effects::finish_log(Scene& scene) {
  for (const auto& [who, streak] : streaks_) log_streak(scene, who, streak);
  streaks_.clear();
}

void Effects::log_streak(Scene& scene, std::pair<int, int> who, const Streak& streak) const {
  const double until_s = static_cast<double>(streak.last - scene.started) * scene.physics.step_s;
  scene.log({.kind = EventKind::kPush,
             .time_s = until_s,
             .body = who.second,
             .vector = streak.impulse_ns,
             .since_s = streak.since_s,
             .effect = who.first,
             .cause = {}});
}

}  // namespace novphy
