#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "sim/scene.h"

namespace novphy {
namespace {

bool dying(const Scene& scene, int id) {
  return std::any_of(scene.deaths.begin(), scene.deaths.end(), [&](const Death& d) { return d.body == id; });
}

void note_death(Scene& scene, int id, int by, std::string_view cause) {
  if (!dying(scene, id)) scene.deaths.push_back({id, by, cause});
}

/// Takes life from a body and returns whether the body survives. `death` is the one that it dies otherwise.
bool hurt(Scene& scene, const Death& death, double damage, double speed_mps) {
  Body& body = scene.body(death.body);
  body.life -= damage;
  scene.log({.kind = EventKind::kDamage,
             .time_s = scene.time_s(),
             .body = death.body,
             .other = death.by,
             .speed_mps = speed_mps,
             .amount = damage,
             .cause = std::string(death.cause)});
  if (body.life > 0) return true;
  note_death(scene, death.body, death.by, death.cause);
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
  const bool survives = hurt(scene, {id, by, "hit"}, damage, speed_mps);
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
    hurt(scene, {id, by, "explosion"}, e.damage * falloff(e, distance, 1), 0);
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
             .cause = std::string(death.cause)});
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

std::optional<int> toucher_of(const Scene& scene, int object, const Bodies& by) {
  for (const Touch& touch : scene.engine.touches())
    for (const auto& [touched, other] : {std::pair(touch.a, touch.b), std::pair(touch.b, touch.a)})
      if (touched == object && is_among(by, *scene.body(other).kind, other)) return other;
  return std::nullopt;
}

void note_forbidden(Scene& scene) {
  if (scene.has_goal && scene.pigs == 0) return;
  for (const Forbidden* law : scene.forbidden)
    scene.touched_forbidden = scene.touched_forbidden || toucher_of(scene, law->object, law->by);
}

void throw_switches(Scene& scene) {
  for (const Switch* law : scene.switches)
    if (const std::optional<int> by = toucher_of(scene, law->object, law->by))
      for (const int id : scene.movers)
        if (scene.body(id).kind->category == Category::kPig) note_death(scene, id, *by, "switch");
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

namespace {

double forward(const Task& task) { return task.slingshot.faces_left ? -1 : 1; }

/// The drag, shortened to max_m. A drag that is not finite becomes zero, so that no player can make Box2D
/// abort.
Vec2 clamped(Vec2 drag_m, double max_m) {
  const double far = length(drag_m);
  if (!std::isfinite(far)) return {};
  return far > max_m ? (max_m / far) * drag_m : drag_m;
}

void go(Scene& scene, int id) {
  scene.take_out(id);
  scene.body(id).bird->phase = BirdPhase::kGone;
  scene.log({.kind = EventKind::kBirdGone, .time_s = scene.time_s(), .body = id});
}

void put_copy(Scene& scene, const BirdState& parent, const Motion& motion, double turn_rad) {
  const Vec2 velocity = rotated(motion.velocity_mps, turn_rad);
  const Kind& listed = *scene.body(scene.bird_id(parent.origin)).listed;
  const int id = scene.bring_forth(parent.kind->body, listed, motion.at_m, velocity, CollisionLayer::kBird);
  scene.body(id).bird = parent;
}

/// Carries out the ability of the bird `id`: one overload for each ability.
struct Use {
  Scene& scene;
  int id;

  void operator()(std::monostate) const {}
  void operator()(const Split& split) const {
    const BirdState parent = *scene.body(id).bird;
    const Motion motion = scene.engine.motion(id);
    for (const double turn_rad : split.directions_rad) put_copy(scene, parent, motion, turn_rad);
    go(scene, id);
  }
  void operator()(const SpeedUp& speed_up) const {
    const Vec2 v = scene.engine.motion(id).velocity_mps;
    if (length(v) > 0) scene.engine.kick(id, (speed_up.impulse_ns / length(v)) * v);
  }
  void operator()(const Explode& bomb) const {
    const Vec2 at_m = scene.engine.motion(id).at_m;
    go(scene, id);
    explode(scene, bomb.explosion, at_m, id);
  }
  void operator()(const DropEgg& drop) const {
    const Vec2 at_m = scene.engine.motion(id).at_m;
    const int egg = scene.bring_forth(*scene.egg, scene.catalogue.egg, at_m, {}, CollisionLayer::kBird);
    scene.engine.kick(egg, {0, -drop.egg_impulse_ns});
    scene.engine.kick(id, {0, drop.bird_impulse_ns});
  }
};

/// Taps work only before the bird's first contact and in front of the slingshot (mirrored if the slingshot
/// is).
bool may_tap(const Scene& scene, int id) {
  const Body& body = scene.body(id);
  if (body.bird->phase != BirdPhase::kFlying) return false;
  const double anchor_x = bird_rest_m(scene.task, scene.catalogue).x;
  const double ahead = forward(scene.task) * (scene.engine.motion(id).at_m.x - anchor_x);
  return ahead + 2 * body.kind->shape.radius_m > scene.catalogue.launch.tap_front_m;
}

void use_ability(Scene& scene, int id) {
  const Ability ability = scene.body(id).bird->kind->ability;
  std::visit(Use{scene, id}, ability);
}

void tap(Scene& scene, int id) {
  scene.body(id).bird->tap_due = kNever;
  if (!may_tap(scene, id)) return;
  scene.log({.kind = EventKind::kTap, .time_s = scene.time_s(), .body = id});
  use_ability(scene, id);
}

bool fuse_burnt(const Scene& scene, const BirdState& bird) {
  const auto* bomb = std::get_if<Explode>(&bird.kind->ability);
  return bomb != nullptr && bird.first_contact != kNever &&
         scene.now >= bird.first_contact + scene.ticks(bomb->after_contact_s);
}

/// Whether this tick is one of the checks after the bird's first contact (Rules::gone_first_check_s) and
/// finds the bird at rest.
bool found_at_rest(const Scene& scene, int id) {
  const BirdState& bird = *scene.body(id).bird;
  if (bird.first_contact == kNever) return false;
  const Tick since = scene.now - bird.first_contact - scene.timing.gone_first_check;
  if (since < 0 || since % scene.timing.gone_check_every != 0) return false;
  return scene.engine.speed_mps(id) < scene.physics.rules.gone_mps;
}

bool all_but_birds_still(const Scene& scene) {
  const Rules& rules = scene.physics.rules;
  return std::all_of(scene.movers.begin(), scene.movers.end(), [&](int id) {
    return scene.body(id).bird || scene.engine.slower(id, rules.still_mps, rules.still_rad_per_s);
  });
}

/// Whether the bird has been slow for so long that a search need not wait for its end
/// (Physics::slow_bird_mps).
bool slow_for_long(Scene& scene, int id) {
  if (scene.physics.slow_bird_mps <= 0) return false;
  BirdState& bird = *scene.body(id).bird;
  const bool slow = bird.first_contact != kNever && scene.engine.speed_mps(id) < scene.physics.slow_bird_mps;
  bird.slow_for = slow ? bird.slow_for + 1 : 0;
  return bird.slow_for > scene.timing.slow_bird_for && all_but_birds_still(scene);
}

bool over(const Scene& scene, int id) {
  const Body& body = scene.body(id);
  const BirdState& bird = *body.bird;
  const double x = scene.engine.motion(id).at_m.x;
  const BoundingBox bounds = scene.engine.bounds(id);
  const double half_m = (bounds.high_m.x - bounds.low_m.x) / 2;
  const bool left = std::abs(x) - half_m > scene.task.width_m / 2;
  const bool old = scene.now - bird.launched >= scene.timing.bird_life;
  return left || old || found_at_rest(scene, id);
}

/// Calls f for every bird that is in the world now. f may take that bird out and add new bodies, whose ids
/// are greater.
template <typename F>
void for_each_bird(Scene& scene, F f) {
  if (scene.movers.empty()) return;
  const int last = scene.movers.back();
  const auto next_after = [&](int id) {
    return std::upper_bound(scene.movers.begin(), scene.movers.end(), id);
  };
  for (auto it = next_after(scene.bird_id(0) - 1); it != scene.movers.end() && *it <= last;) {
    const int id = *it;
    if (scene.body(id).bird) f(id);
    it = next_after(id);
  }
}

/// The velocity with which the slingshot throws a bird that was dragged so far.
Vec2 launch_velocity(const Scene& scene, Vec2 drag_m) {
  const Slingshot& slingshot = scene.task.slingshot;
  const Vec2 velocity = (-scene.catalogue.launch.speed_per_drag_per_s * slingshot.speed_factor) * drag_m;
  return slingshot.turn_rad == 0 ? velocity : rotated(velocity, slingshot.turn_rad);
}

/// Puts the bird that was launched last into the world.
void fly(Scene& scene, Vec2 drag_m) {
  const int id = scene.bird_id(scene.next_bird - 1);
  Body& body = scene.body(id);
  const Vec2 velocity = launch_velocity(scene, drag_m);
  body.bird->phase = BirdPhase::kFlying;
  scene.put({.id = id,
             .kind = body.kind,
             .at_m = bird_rest_m(scene.task, scene.catalogue) + drag_m,
             .size_m = body.size_m,
             .velocity_mps = velocity,
             .layer = CollisionLayer::kBird});
  if (scene.next_bird < scene.birds()) scene.body(id + 1).bird->phase = BirdPhase::kOnSling;
  scene.log({.kind = EventKind::kLaunch, .time_s = scene.time_s(), .body = id, .vector = velocity});
}

}  // namespace

Vec2 bird_rest_m(const Task& task, const Catalogue& catalogue) {
  return task.slingshot.at_m + catalogue.launch.anchor_offset_m;
}

Vec2 waiting_place_m(const Scene& scene, int bird) {
  const int place = bird - scene.next_bird + (scene.release ? 1 : 0);
  if (place <= 0) return bird_rest_m(scene.task, scene.catalogue);
  const Vec2 sling = scene.task.slingshot.at_m;
  const double x = sling.x - forward(scene.task) * place * scene.catalogue.launch.waiting_spacing_m;
  const double floor = scene.engine.floor_below({x, sling.y}, scene.catalogue.world.ground_top_m);
  return {x, floor + scene.body(scene.bird_id(bird)).kind->shape.radius_m};
}

void launch_bird(Scene& scene, const Shot& shot) {
  BirdState& bird = *scene.body(scene.bird_id(scene.next_bird++)).bird;
  bird.launched = scene.now;
  if (shot.tap_ms >= 0) bird.tap_due = scene.now + scene.ticks(shot.tap_ms / 1000.0);
  const Vec2 drag = clamped(shot.drag_m, scene.catalogue.launch.max_drag_m);
  const Tick delay = scene.ticks(scene.task.slingshot.delay_s);
  if (delay > 0)
    scene.release = DelayedLaunch{.flies = scene.now + delay, .drag_m = drag};
  else
    fly(scene, drag);
}

void end_delay(Scene& scene) {
  if (!scene.release || scene.now < scene.release->flies) return;
  const DelayedLaunch release = *std::exchange(scene.release, std::nullopt);
  BirdState& bird = *scene.body(scene.bird_id(scene.next_bird - 1)).bird;
  if (bird.tap_due <= scene.now) bird.tap_due = kNever;  // a tap on a bird that rests is lost
  fly(scene, release.drag_m);
}

bool give_tap(Scene& scene, int tap_ms) {
  if (scene.next_bird == 0) return false;
  BirdState& bird = *scene.body(scene.bird_id(scene.next_bird - 1)).bird;
  const Tick due = bird.launched + scene.ticks(tap_ms / 1000.0);
  if (due <= scene.now) return false;
  bird.tap_due = due;
  return true;
}

void leave_sling(Scene& scene) {
  const LaunchNumbers& numbers = scene.catalogue.launch;
  const Vec2 trigger_m = scene.task.slingshot.at_m + numbers.trigger_offset_m;
  for_each_bird(scene, [&](int id) {
    BirdState& bird = *scene.body(id).bird;
    if (!bird.left_sling) bird.left_sling = scene.engine.overlaps(id, trigger_m, numbers.trigger_radius_m);
  });
}

void use_abilities(Scene& scene) {
  for_each_bird(scene, [&](int id) {
    const BirdState& bird = *scene.body(id).bird;
    if (bird.tap_due != kNever && scene.now >= bird.tap_due) {
      tap(scene, id);
    } else if (fuse_burnt(scene, bird)) {
      use_ability(scene, id);
    }
  });
}

void end_birds(Scene& scene) {
  for_each_bird(scene, [&](int id) {
    if (slow_for_long(scene, id) || over(scene, id)) go(scene, id);
  });
}

void take_birds(Scene& scene) {
  for_each_bird(scene, [&](int id) { go(scene, id); });
}

bool bird_gone(const Scene& scene, int bird) {
  if (bird >= scene.next_bird || (scene.release && bird == scene.next_bird - 1)) return false;
  return std::none_of(scene.movers.begin(), scene.movers.end(), [&](int id) {
    const Body& body = scene.body(id);
    return body.bird && body.bird->origin == bird;
  });
}

bool had_contact(const Scene& scene, int bird) {
  return std::any_of(scene.bodies.begin(), scene.bodies.end(), [&](const Body& body) {
    return body.bird && body.bird->origin == bird && body.bird->first_contact != kNever;
  });
}

int birds_gone(const Scene& scene) {
  int gone = 0;
  for (int bird = 0; bird < scene.next_bird; ++bird) gone += bird_gone(scene, bird) ? 1 : 0;
  return gone;
}

}  // namespace novphy
