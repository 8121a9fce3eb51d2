#include "sim/scene.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace novphy {
namespace {

Tick ticks_of(const Physics& physics, double seconds) { return std::llround(seconds / physics.step_s); }

/// The time between two checks in ticks, at least 1; 0 stays 0, which means no checks.
Tick every(const Physics& physics, double seconds) {
  return seconds > 0 ? std::max<Tick>(1, ticks_of(physics, seconds)) : 0;
}

void check(bool fine, const std::string& problem) {
  if (!fine) throw std::invalid_argument("task: " + problem);
}

bool in_range(double factor, double min, double max) { return factor >= min && factor <= max; }

/// Throws for numbers on which Box2D would abort or silently give wrong results.
void check_numbers(const Task& task) {
  check(finite(task.gravity_mps2) && finite(task.slingshot.at_m), "gravity or slingshot is not finite");
  check(in_range(task.slingshot.speed_factor, kLeastFactor, kMostFactor),
        "the slingshot's factor on the launch speed is out of range");
  check(std::isfinite(task.slingshot.turn_rad) && in_range(task.slingshot.delay_s, 0, kMostDelay_s),
        "the slingshot's turn or delay is out of range");
  check(!task.time_limit_s || *task.time_limit_s > 0, "the time limit must be positive");
  check(task.width_m > 0 && std::isfinite(task.width_m), "the width must be positive");
  check(!task.birds.empty() && task.birds.size() <= 64, "there must be 1 to 64 birds");
  for (const Object& o : task.objects) {
    check(finite(o.at_m) && std::isfinite(o.angle_rad), "a position or angle is not finite");
    check(fits(o.hidden), "a factor of an object is out of range");
    check(!o.size_m || (finite(*o.size_m) && o.size_m->x >= 0.01 && o.size_m->y >= 0.01),
          "a platform's sides must be at least 0.01 m");
  }
  for (const Effect& effect : task.effects) {
    const auto problem = problem_of(effect);
    check(!problem, problem.value_or(""));
  }
}

bool is_fixed(Category category) { return category == Category::kPlatform || category == Category::kFan; }

Vec2 box_size(const Object& object, const Kind& kind) {
  return object.size_m && kind.category == Category::kPlatform ? *object.size_m : kind.size_m;
}

/// The kind by which a body moves: the catalogue's, or a changed copy that the scene keeps. `object` is the
/// body's index, or -1.
const Kind* moving_kind(Scene& scene, const Kind& listed, int object) {
  const Alteration by = alteration_of(scene.task, listed, object);
  return by == Alteration{} ? &listed : &scene.unlike_kinds.emplace_back(altered(listed, by));
}

const BirdKind* moving_kind(Scene& scene, const BirdKind& listed) {
  const Alteration by = alteration_of(scene.task, listed.body, -1);
  if (by == Alteration{}) return &listed;
  BirdKind& own = scene.unlike_birds.emplace_back(listed);
  own.body = altered(listed.body, by);
  return &own;
}

const Kind& listed_kind(const Scene& scene, const Object& object) {
  const Kind* kind = scene.catalogue.find(object.type, object.material);
  check(kind != nullptr, "no " + object.material + " " + object.type + " in the catalogue");
  check(object.hidden == HiddenFactors{} || may_move(kind->category),
        "only blocks, pigs and TNT may be unlike their kind");
  return *kind;
}

/// What the task's surfaces make of an object.
SurfaceSpec surface_of(const Task& task, int object, Category category) {
  SurfaceSpec surface;
  for (const PlatformSurface* law : laws_of<PlatformSurface>(task.effects)) {
    if (law->object != object) continue;
    check(category == Category::kPlatform, "only platforms may be surfaces");
    surface.belt_mps = std::clamp(surface.belt_mps + law->speed_mps, -kMostBelt_mps, kMostBelt_mps);
    surface.one_way = surface.one_way || law->one_way;
  }
  return surface;
}

void add_objects(Scene& scene) {
  for (const Object& object : scene.task.objects) {
    const int id = static_cast<int>(scene.bodies.size());
    const Kind& listed = listed_kind(scene, object);
    const Kind* kind = moving_kind(scene, listed, id);
    const bool fixed = is_fixed(kind->category);
    scene.bodies.push_back({.kind = kind,
                            .listed = &listed,
                            .size_m = box_size(object, *kind),
                            .fixed = fixed,
                            .life = kind->life,
                            .bird = {}});
    scene.put({.id = id,
               .kind = kind,
               .at_m = object.at_m,
               .angle_rad = object.angle_rad,
               .size_m = scene.bodies.back().size_m,
               .fixed = fixed,
               .surface = surface_of(scene.task, id, kind->category)});
    if (kind->category == Category::kPig) ++scene.pigs;
  }
  scene.has_goal = scene.pigs > 0;
}

void add_birds(Scene& scene) {
  int origin = 0;
  for (const std::string& name : scene.task.birds) {
    const BirdKind* listed = scene.catalogue.bird(name);
    check(listed != nullptr, "no bird " + name + " in the catalogue");
    const BirdKind* kind = moving_kind(scene, *listed);
    const BirdPhase phase = origin == 0 ? BirdPhase::kOnSling : BirdPhase::kWaiting;
    scene.bodies.push_back({.kind = &kind->body,
                            .listed = &listed->body,
                            .size_m = kind->body.size_m,
                            .bird = BirdState{.kind = kind, .origin = origin, .phase = phase}});
    ++origin;
  }
  scene.egg = moving_kind(scene, scene.catalogue.egg, -1);
}

void add_surroundings(Scene& scene) {
  // The ground's outline is in world coordinates.
  const Kind& ground = *moving_kind(scene, scene.catalogue.ground, -1);
  scene.bodies.push_back({.kind = &ground,
                          .listed = &scene.catalogue.ground,
                          .size_m = ground.size_m,
                          .fixed = true,
                          .bird = {}});
  scene.put({.id = scene.ground_id(), .kind = &ground, .size_m = ground.size_m, .fixed = true});
  const Kind& sling = scene.catalogue.slingshot;
  scene.bodies.push_back(
      {.kind = &sling, .listed = &sling, .size_m = sling.size_m, .fixed = true, .bird = {}});
  scene.put({.id = scene.slingshot_id(),
             .kind = &sling,
             .at_m = scene.task.slingshot.at_m,
             .size_m = sling.size_m,
             .fixed = true,
             .layer = CollisionLayer::kSlingshot});
}

}  // namespace

Timing::Timing(const Physics& physics)
    : settle(ticks_of(physics, physics.rules.settle_s)),
      still_for(ticks_of(physics, physics.rules.still_for_s)),
      gone_first_check(ticks_of(physics, physics.rules.gone_first_check_s)),
      gone_check_every(std::max<Tick>(1, ticks_of(physics, physics.rules.gone_check_every_s))),
      bird_life(ticks_of(physics, physics.rules.bird_life_s)),
      time_cap(ticks_of(physics, physics.rules.time_cap_s)),
      trail_every(std::max<Tick>(1, ticks_of(physics, physics.rules.trail_every_s))),
      slow_bird_for(ticks_of(physics, physics.slow_bird_for_s)),
      certain_end_every(every(physics, physics.rules.certain_end_every_s)) {}

Scene::Scene(const Task& of_task, const Catalogue& numbers, const Physics& time, bool keep_log)
    : task(of_task),
      catalogue(numbers),
      physics(time),
      timing(time),
      engine(task.gravity_mps2, physics, keep_log),
      log_events(keep_log),
      shields(laws_of<Shield>(task.effects)),
      forbidden(laws_of<Forbidden>(task.effects)),
      switches(laws_of<Switch>(task.effects)) {
  check_numbers(task);
  bodies.reserve(task.objects.size() + task.birds.size() + 8);
  deaths.reserve(8);
  add_objects(*this);
  add_birds(*this);
  add_surroundings(*this);
}

Tick Scene::ticks(double seconds) const { return ticks_of(physics, seconds); }

void Scene::put(const BodySpec& spec) {
  engine.add(spec);
  Body& placed = body(spec.id);
  placed.present = true;
  if (!placed.fixed) movers.insert(std::upper_bound(movers.begin(), movers.end(), spec.id), spec.id);
}

int Scene::bring_forth(const Kind& kind, const Kind& listed, Vec2 at_m, Vec2 velocity_mps,
                       CollisionLayer layer) {
  const int id = static_cast<int>(bodies.size());
  bodies.push_back({.kind = &kind, .listed = &listed, .size_m = kind.size_m, .life = kind.life, .bird = {}});
  put({.id = id,
       .kind = &kind,
       .at_m = at_m,
       .size_m = kind.size_m,
       .velocity_mps = velocity_mps,
       .layer = layer});
  return id;
}

void Scene::take_out(int id) {
  engine.remove(id);
  body(id).present = false;
  disturbed = true;
  std::erase(movers, id);
}

void Scene::add_score(int id, int points, const char* cause) {
  score += points;
  log({.kind = EventKind::kScore,
       .time_s = time_s(),
       .body = id,
       .amount = static_cast<double>(points),
       .cause = cause});
}

}  // namespace novphy
