#include "sim/damage.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace novphy {
namespace {

bool dying(const Scene& scene, int id) {
  return std::any_of(scene.deaths.begin(), scene.deaths.end(), [&](const Death& d) { return d.body == id; });
}

void note_death(Scene& scene, int id, int by, const char* cause) {
  if (!dying(scene, id)) scene.deaths.push_back({id, by, cause});
}

/// Takes life from a body and returns whether the body survives.
bool hurt(Scene& scene, int id, int by, double damage, double speed_mps, const char* cause) {
  Body& body = scene.body(id);
  body.life -= damage;
  scene.log({.kind = EventKind::kDamage,
             .time_s = scene.time_s(),
             .body = id,
             .other = by,
             .speed_mps = speed_mps,
             .amount = damage,
             .cause = cause});
  if (body.life > 0) return true;
  note_death(scene, id, by, cause);
  return false;
}

/// Whether a shield keeps the body from losing life by the other.
bool is_shielded(const Scene& scene, int id, int by) {
  return std::any_of(scene.shields.begin(), scene.shields.end(), [&](const Shield* shield) {
    return is_among(shield->on, *scene.body(id).kind, id) && !is_among(shield->by, *scene.body(by).kind, by);
  });
}

bool can_be_hurt(const Body& body) { return body.present && body.kind->life > 0 && !body.bird; }

double damage_of(const Body& hit, const Body& by, double speed_mps) {
  if (!by.bird || hit.kind->category != Category::kBlock) return speed_mps;
  const auto& factors = by.bird->kind->damage_factor;
  const auto it = factors.find(hit.kind->material);
  return it == factors.end() ? speed_mps : speed_mps * it->second;
}

/// Adds the hit bonus for a body that has survived a bird's hit.
void add_hit_bonus(Scene& scene, int id, double damage) {
  const ScoreNumbers& s = scene.catalogue.score;
  const int points = s.hit_step * static_cast<int>(std::lround(s.hit_per_damage * damage));
  if (points > s.hit_above) scene.add_score(id, points, "hit");
}

/// Notes that this bird has hit a pig that dies after a number of birds. Returns whether the pig dies of the
/// hit.
bool counted_out(Body& pig, const BirdState& bird) {
  pig.hit_by |= std::uint64_t{1} << static_cast<unsigned>(bird.origin);
  return std::popcount(pig.hit_by) >= pig.kind->birds_to_die;
}

void hit(Scene& scene, int id, int by, double speed_mps) {
  Body& body = scene.body(id);
  const Body& other = scene.body(by);
  if (!can_be_hurt(body) || is_shielded(scene, id, by)) return;
  const double damage = damage_of(body, other, speed_mps);
  const bool counts_birds = body.kind->birds_to_die > 0 && other.bird;
  if (counts_birds && counted_out(body, *other.bird)) note_death(scene, id, by, "birds");
  const bool survives = hurt(scene, id, by, damage, speed_mps, "hit");
  if (survives && other.bird && !dying(scene, id)) add_hit_bonus(scene, id, damage);
}

void note_first_contact(Scene& scene, int id) {
  auto& bird = scene.body(id).bird;
  if (!bird || bird->phase != BirdPhase::kFlying || !bird->left_sling) return;
  bird->phase = BirdPhase::kDying;
  bird->first_contact = scene.now;
}

double falloff(const Explosion& e, double distance, double inverse_factor) {
  if (e.falloff == Falloff::kLinear) return std::max(0.0, 1 - distance / e.radius_m);
  return inverse_factor / std::max(distance, e.min_distance_m);
}

void blast(Scene& scene, const Explosion& e, Vec2 at_m, int id, int by) {
  const Vec2 away = scene.engine.motion(id).at_m - at_m;
  const double distance = length(away);
  if (distance > e.radius_m) return;
  const double impulse = e.impulse_ns * falloff(e, distance, 0.5);
  const Vec2 direction = distance > 0 ? (1 / distance) * away : Vec2{0, 1};
  scene.engine.kick(id, impulse * direction);
  if (can_be_hurt(scene.body(id)) && !is_shielded(scene, id, by))
    hurt(scene, id, by, e.damage * falloff(e, distance, 1), 0, "explosion");
}

void score_death(Scene& scene, int id) {
  const Kind& kind = *scene.body(id).kind;
  if (kind.category == Category::kPig) --scene.pigs;
  const char* cause = kind.category == Category::kPig ? "pig" : "block";
  if (kind.points > 0) scene.add_score(id, kind.points, cause);
}

void carry_out(Scene& scene, const Death& death) {
  const Kind& kind = *scene.body(death.body).kind;
  const Vec2 at_m = scene.engine.motion(death.body).at_m;
  scene.log({.kind = EventKind::kDeath,
             .time_s = scene.time_s(),
             .body = death.body,
             .other = death.by,
             .cause = death.cause});
  scene.take_out(death.body);
  score_death(scene, death.body);
  const bool left = death.cause == "left";
  if (kind.category == Category::kTnt && !left)
    explode(scene, scene.catalogue.tnt_explosion, at_m, death.body);
  if (kind.category == Category::kEgg && !left)
    explode(scene, scene.catalogue.egg_explosion, at_m, death.body);
}

}  // namespace

void apply_touches(Scene& scene) {
  for (const Touch& touch : scene.engine.touches()) {
    scene.path.add(scene.now).add(touch.a).add(touch.b).add(touch.speed_mps);
    scene.log({.kind = EventKind::kContact,
               .time_s = scene.time_s(),
               .body = touch.a,
               .other = touch.b,
               .speed_mps = touch.speed_mps,
               .amount = touch.impulse_ns});
    hit(scene, touch.a, touch.b, touch.speed_mps);
    hit(scene, touch.b, touch.a, touch.speed_mps);
    for (const int id : {touch.a, touch.b}) {
      note_first_contact(scene, id);
      if (scene.body(id).kind->category == Category::kEgg) note_death(scene, id, -1, "explosion");
    }
  }
}

void note_forbidden(Scene& scene) {
  if (scene.has_goal && scene.pigs == 0) return;
  for (const Forbidden* law : scene.forbidden) {
    const auto breaks = [&](int object, int other) {
      return object == law->object && is_among(law->by, *scene.body(other).kind, other);
    };
    for (const Touch& touch : scene.engine.touches())
      if (breaks(touch.a, touch.b) || breaks(touch.b, touch.a)) scene.touched_forbidden = true;
  }
}

void explode(Scene& scene, const Explosion& explosion, Vec2 at_m, int by) {
  for (const int id : scene.movers) {
    if (!scene.body(id).bird && id != by) blast(scene, explosion, at_m, id, by);
  }
}

void note_leaving(Scene& scene) {
  for (const int id : scene.movers) {
    const Body& body = scene.body(id);
    if (body.bird) continue;
    const double x = scene.engine.motion(id).at_m.x;
    if (std::abs(x) - body.size_m.x / 2 > scene.task.width_m / 2) note_death(scene, id, -1, "left");
  }
}

void carry_out_deaths(Scene& scene) {
  const auto by_id = [](const Death& a, const Death& b) { return a.body < b.body; };
  while (!scene.deaths.empty()) {
    const auto next = std::min_element(scene.deaths.begin(), scene.deaths.end(), by_id);
    const Death death = *next;
    // The death stays in the list meanwhile, so that its own explosion cannot note it again.
    carry_out(scene, death);
    std::erase_if(scene.deaths, [&](const Death& d) { return d.body == death.body; });
  }
}

}  // namespace novphy
