#include "sim/force_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "sim/alteration.h"

namespace novphy {
namespace {

bool finite(const Matrix2& m) { return novphy::finite(m.x) && novphy::finite(m.y); }

/// At least the length by which the matrix can make a vector of length 1.
double most(const Matrix2& m) {
  return std::max(std::abs(m.x.x) + std::abs(m.x.y), std::abs(m.y.x) + std::abs(m.y.y)) * std::sqrt(2);
}

bool positive(std::optional<double> time_s) { return !time_s || (*time_s > 0 && std::isfinite(*time_s)); }

bool fine_times(const ForceTimes& times) {
  return times.from_s >= 0 && std::isfinite(times.from_s) && positive(times.until_s) &&
         positive(times.every_s) && (!times.until_s || *times.until_s > times.from_s) &&
         (!times.every_s || (times.until_s && *times.until_s <= *times.every_s));
}

bool fine_region(const ForceField& law) {
  if (!law.region) return !law.round;
  const Vec2 size = law.region->size_m;
  return finite(law.region->centre_m) && std::isfinite(law.region->angle_rad) && finite(size) &&
         size.x >= 0.01 && size.y >= 0.01 && (!law.round || size.x == size.y);
}

double mass_kg(const Task& task, const Kind& kind, int object) {
  return kind.mass_kg * alteration_of(task, kind, object).factors.mass;
}

/// The smallest mass of a body of the task on which the force acts; birds may lay eggs.
double least_mass_kg(const Task& task, const Catalogue& catalogue, const Targets& on) {
  double least = std::numeric_limits<double>::infinity();
  if (on.birds_above_mps) {
    least = mass_kg(task, catalogue.egg, -1);
    for (const std::string& name : task.birds)
      if (const BirdKind* bird = catalogue.bird(name)) least = std::min(least, mass_kg(task, bird->body, -1));
  }
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Kind* kind = catalogue.find(task.objects[i].type, task.objects[i].material);
    if (kind && acts_above_mps(on, kind->category))
      least = std::min(least, mass_kg(task, *kind, static_cast<int>(i)));
  }
  return least;
}

[[noreturn]] void refuse(const char* problem) {
  throw std::invalid_argument(std::string("task: ") + problem);
}

}  // namespace

bool is_affine(const ForceField& law) { return law.per_m != Matrix2{} || law.per_mps != Matrix2{}; }

bool is_nothing(const ForceField& law) { return law.force_n == Vec2{} && !is_affine(law); }

bool pushes_at_rest(const ForceField& law) { return law.force_n != Vec2{} || law.per_m != Matrix2{}; }

bool grows_too_fast(const ForceField& law, const Task& task, const Catalogue& catalogue) {
  if (!is_affine(law)) return false;
  const double mass_kg = law.times_mass ? 1 : least_mass_kg(task, catalogue, law.on);
  const int times = law.per_collider ? 2 : 1;
  return times * most(law.per_m) > kMostPerM_per_s2 * mass_kg ||
         times * most(law.per_mps) > kMostPerMps_per_s * mass_kg;
}

void check_numbers(const Scene& scene, const ForceField& law) {
  if (!novphy::finite(law.force_n) || !finite(law.per_m) || !finite(law.per_mps) || !fine_region(law))
    refuse("an effect's numbers must be finite, a region's sides at least 0.01 m, and a disc's equal");
  if (!fine_times(law.times))
    refuse("an effect must act from 0 s or later, until a later time, and start anew no earlier than that");
  if (grows_too_fast(law, scene.task, scene.catalogue))
    refuse("a force grows too fast with place or velocity for the lightest body");
}

bool acts_now(const Scene& scene, const ForceField& law) {
  if (law.times.always()) return true;
  if (scene.next_bird == 0) return false;
  const Tick launched = scene.body(scene.bird_id(scene.next_bird - 1)).bird->launched;
  return law.times.include(static_cast<double>(scene.now - launched) * scene.physics.step_s);
}

std::optional<Box> region_of(const Scene& scene, const ForceField& law) {
  if (!law.region || !law.object) return law.region;
  const Motion frame = scene.engine.motion(*law.object);
  return Box{frame.at_m + rotated(law.region->centre_m, frame.angle_rad), law.region->size_m,
             law.region->angle_rad + frame.angle_rad};
}

bool in_region(const Scene& scene, const ForceField& law, const std::optional<Box>& region, int id) {
  if (!region) return true;
  const double radius_m = region->size_m.x / 2;
  if (law.round)
    return law.by_centre ? length(scene.engine.motion(id).at_m - region->centre_m) <= radius_m
                         : scene.engine.overlaps(id, region->centre_m, radius_m);
  return law.by_centre ? within(*region, scene.engine.motion(id).at_m) : scene.engine.overlaps(id, *region);
}

BoundingBox bounds_of(const Box& box) {
  const double c = std::abs(std::cos(box.angle_rad));
  const double s = std::abs(std::sin(box.angle_rad));
  const Vec2 half{(c * box.size_m.x + s * box.size_m.y) / 2, (s * box.size_m.x + c * box.size_m.y) / 2};
  return {box.centre_m - half, box.centre_m + half};
}

FieldForce::FieldForce(const Scene& scene, const ForceField& law, const std::optional<Box>& region)
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

Vec2 FieldForce::on(int id) const {
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

}  // namespace novphy
