#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "sim/scene.h"

namespace novphy {
namespace {

// Discrete time steps gain and lose a little energy. Free fall gains up to the speed times half of what
// gravity adds to it in a step (a height of 0.025 m at 5 m/s and standard steps). Contacts gain the depth by
// which they push bodies apart.
constexpr double kGain = 1.05;       ///< factor on energies and speeds
constexpr double kMargin_m = 0.05;   ///< added to every distance
constexpr double kNearEdge_m = 0.1;  ///< the floor may end this far inside the edges of the world
constexpr double kFar_m = 1e4;       ///< used where there is no bound
// kGain and kMargin_m were found with the catalogue's birds. Alterations of birds, platforms and the ground
// keep their arguments up to these bounds, beyond which awake birds have no certain end: each bounce must
// lose more energy than a step may gain, and a step of free fall must stay short against the margin.
constexpr double kMostBounce = 0.9;
constexpr double kMostGravity_mps2 = 20;

/// Whether the bird has had its first contact and has no fuse, so that its ability can no longer act. Before
/// the first contact no turn has a certain end, because players watch the flight.
bool is_spent(const BirdState& bird) {
  return bird.phase == BirdPhase::kDying && !std::holds_alternative<Explode>(bird.kind->ability);
}

bool is_accounted_for(const Effect& effect) {
  return std::visit(
      [](const auto& law) {
        return requires { law.kCertainEnds; };
      },
      effect);
}

bool is_one_way(const Task& task, int object) {
  return std::ranges::any_of(laws_of<PlatformSurface>(task.effects),
                             [&](const auto* law) { return law->object == object && law->one_way; });
}

bool has_belts(const Task& task) {
  return std::ranges::any_of(laws_of<PlatformSurface>(task.effects),
                             [](const auto* law) { return law->speed_mps != 0; });
}

/// Whether there are birds in the world, all of them spent, and all other bodies sleep.
bool only_birds_move(const Scene& scene) {
  bool any = false;
  for (const int id : scene.movers) {
    const auto& bird = scene.body(id).bird;
    if (bird ? !is_spent(*bird) : scene.engine.awake(id)) return false;
    any = any || bird.has_value();
  }
  return any;
}

}  // namespace

/// A bird's motion per unit of mass, and the numbers that limit how far it can still go.
struct CertainEnd::Flight {
  Vec2 at_m{};              ///< centre of mass
  Vec2 velocity_mps{};      ///< of the centre of mass
  double height_m = 0;      ///< of the centre of mass
  double gravity_mps2 = 0;  ///< acceleration of this bird by gravity
  double energy = 0;        ///< energy of motion and spin, J/kg
  /// Angular momentum around the floor's point below the bird, m^2/s; positive: it rolls to the right.
  double forward = 0;
  double reach_m = 0;  ///< distance from the centre of mass to the farthest point of the outline
  /// Largest horizontal distance from the centre of mass to the point where a floor touches the bird.
  double lever_m = 0;
  double bounce = 0;  ///< restitution between the bird and fixed bodies
  double radius_m = 0;
  double time_left_s = 0;  ///< time until the bird is too old
  bool dragged = false;    ///< linear drag acts on the bird
  bool altered = false;    ///< the bird, or what it may bounce on, differs from its kind

  bool has_bounds() const {
    return !altered || (bounce <= kMostBounce && gravity_mps2 > 0 && gravity_mps2 <= kMostGravity_mps2);
  }
};

/// A bird may fall through a one-way platform, so that is no floor. As an obstacle it may be none, which the
/// rules allow.
CertainEnd::CertainEnd(const Scene& scene)
    : possible_(std::ranges::all_of(scene.task.effects, is_accounted_for)),
      half_width_m_(scene.task.width_m / 2),
      belts_(has_belts(scene.task)) {
  const Vec2 gravity = scene.task.gravity_mps2;
  if (gravity.x == 0 && gravity.y != 0) up_ = gravity.y < 0 ? 1 : -1;
  int floor = -1;
  std::vector<std::pair<int, BoundingBox>> fixed;
  for (int id = 0; id < static_cast<int>(scene.bodies.size()); ++id) {
    if (!scene.body(id).present || !scene.body(id).fixed || id == scene.slingshot_id()) continue;
    const BoundingBox bounds = scene.engine.bounds(id);
    const Body& body = scene.body(id);
    if (body.kind != body.listed) bounce_ = std::max(bounce_.value_or(0), body.kind->restitution);
    fixed.emplace_back(id, bounds);
    const double surface_m = up_ > 0 ? bounds.high_m.y : -bounds.low_m.y;
    const double wide_m = half_width_m_ - kNearEdge_m;
    const bool flat = scene.engine.motion(id).angle_rad == 0;  // all fixed bodies are boxes
    if (!flat || is_one_way(scene.task, id) || bounds.low_m.x > -wide_m || bounds.high_m.x < wide_m) continue;
    if (floor_m_ && *floor_m_ <= surface_m) continue;
    floor_m_ = surface_m;
    floor = id;
  }
  for (const auto& [id, bounds] : fixed)
    if (id != floor) obstacles_.push_back(bounds);
  for (const Portal* portal : laws_of<Portal>(scene.task.effects))
    if (portal->on.birds) entrances_.push_back(bounds_of(portal->region));
}

/// A sleeping object is not always at rest: a body that a force holds against a wall falls asleep for a step
/// now and then. So we ask the effects, too.
bool CertainEnd::reached(const Scene& scene, const Effects& effects) const {
  if (!possible_ || up_ == 0 || !only_birds_move(scene) || effects.may_push_objects(scene)) return false;
  return std::all_of(scene.movers.begin(), scene.movers.end(),
                     [&](int id) { return !scene.body(id).bird || can_do_nothing(scene, effects, id); });
}

/// Fixed bodies have no life, give no points and do not move, so a bird that meets only fixed bodies changes
/// nothing, unless one of them must not be touched. A sleeping bird stays where it is, since a force would
/// have woken it. A moving bird meets only fixed bodies if the region that it can reach holds no acting
/// effect, no portal and no body that can move. Nothing that sleeps is in a portal, unless it came out there,
/// for it would have been sent on.
bool CertainEnd::can_do_nothing(const Scene& scene, const Effects& effects, int bird) const {
  const bool awake = scene.engine.awake(bird);
  BoundingBox where = scene.engine.bounds(bird);
  if (awake) {
    const Flight flight = flight_of(scene, bird);
    if (!flight.has_bounds() || belts_) return false;  // a belt may add energy
    where = reach_of(flight);
  }
  if (awake && effects.may_push_birds(scene, where)) return false;
  const auto leads_on = [&](const BoundingBox& entrance) { return overlap(where, entrance); };
  if (awake && std::any_of(entrances_.begin(), entrances_.end(), leads_on)) return false;
  const auto may_be_touched = [&](const Forbidden* law) {
    return scene.body(law->object).present && overlap(where, scene.engine.bounds(law->object));
  };
  if (std::any_of(scene.forbidden.begin(), scene.forbidden.end(), may_be_touched)) return false;
  return std::none_of(scene.movers.begin(), scene.movers.end(), [&](int id) {
    return !scene.body(id).bird && overlap(where, scene.engine.bounds(id));
  });
}

CertainEnd::Flight CertainEnd::flight_of(const Scene& scene, int bird) const {
  const Body& body = scene.body(bird);
  const Motion motion = scene.engine.motion(bird);
  const MassShape mass = scene.engine.mass_shape(bird);
  const double radius_m = body.kind->shape.radius_m;
  const double speed_mps = length(motion.velocity_mps);
  const double spin = motion.spin_rad_per_s;
  const double nearest_m = radius_m - length(mass.centre_m - motion.at_m);
  const Tick last = body.bird->launched + scene.timing.bird_life;
  return {
      .at_m = mass.centre_m,
      .velocity_mps = motion.velocity_mps,
      .height_m = up_ * mass.centre_m.y,
      .gravity_mps2 = std::abs(scene.task.gravity_mps2.y) * body.kind->gravity_scale,
      .energy = (speed_mps * speed_mps + mass.gyration_m2 * spin * spin) / 2,
      .forward = radius_m * motion.velocity_mps.x - up_ * mass.gyration_m2 * spin,
      .reach_m = mass.reach_m,
      .lever_m = std::sqrt(std::max(0.0, mass.reach_m * mass.reach_m - nearest_m * nearest_m)),
      .bounce = std::max({body.kind->restitution, scene.catalogue.ground.restitution, bounce_.value_or(0)}),
      .radius_m = radius_m,
      .time_left_s = static_cast<double>(last - scene.now) * scene.physics.step_s,
      .dragged = body.kind->linear_drag_per_s > 0,
      .altered = body.kind != body.listed || bounce_};
}

/// The box that the bird's outline cannot leave before the bird is gone. Each bound holds independently of
/// the others:
/// - Top: gravity keeps the sum of the energies of motion, spin and height; drag, friction and bounces only
///   reduce it. The bird rises no higher than where all this energy is height.
/// - Sides: a bird beyond the edges of the world is gone.
/// - Sides: the bird is gone when it is too old. Until then it is never faster than on the floor with all its
///   energy as motion.
/// - Behind: see goes_one_way(). The bird may rock back on its corners, but by less than one turn: a whole
///   turn would lead over a corner that it could not pass, or that it passed with more energy than it has
///   left.
BoundingBox CertainEnd::reach_of(const Flight& bird) const {
  const double around_m = bird.reach_m + kMargin_m;
  const double top_m = bird.height_m + kGain * bird.energy / bird.gravity_mps2 + around_m;
  double left_m = -half_width_m_ - 2 * around_m;
  double right_m = half_width_m_ + 2 * around_m;
  if (floor_m_) {
    const double drop_m = std::max(0.0, bird.height_m - *floor_m_);
    const double fastest_mps = kGain * std::sqrt(2 * (bird.energy + bird.gravity_mps2 * drop_m));
    const double way_m = fastest_mps * bird.time_left_s + around_m;
    const double turn_m = 2 * std::numbers::pi * bird.reach_m + around_m;
    const double behind_m = goes_one_way(bird, top_m) ? std::min(way_m, turn_m) : way_m;
    const bool to_right = bird.forward > 0;
    left_m = std::max(left_m, bird.at_m.x - (to_right ? behind_m : way_m));
    right_m = std::min(right_m, bird.at_m.x + (to_right ? way_m : behind_m));
  }
  return between(left_m, right_m, -kFar_m, top_m);
}

/// Whether the bird moves in one direction until the edge of the world. The rule asks for two things: only
/// the floor lies between the bird and that edge, and the bird's angular momentum around the floor's points
/// keeps its sign. Friction on the floor does not change this angular momentum, which contains both the
/// motion of the centre and the spin, so under friction alone the bird ends up rolling on. A bounce changes
/// it by the lever times the impulse if the floor touches the bird beside the centre of mass. All impulses of
/// a bounce that dies away, divided by the mass, add up to (1 + e) / (1 - e) times the speed of the first
/// impact, where e is the restitution. Drag on the spin only shrinks the angular momentum. Drag on the motion
/// could leave that of a spin the other way, so the rule does not speak of birds that have it.
bool CertainEnd::goes_one_way(const Flight& bird, double top_m) const {
  const bool to_right = bird.forward > 0;
  if (bird.forward * bird.velocity_mps.x <= 0 || bird.bounce >= 1 || bird.dragged) return false;
  const double fall_m = std::max(0.0, bird.height_m - bird.radius_m - *floor_m_);
  const double impact_mps =
      std::sqrt(bird.velocity_mps.y * bird.velocity_mps.y + 2 * bird.gravity_mps2 * fall_m);
  const double bounces_mps = impact_mps * (1 + bird.bounce) / (1 - bird.bounce);
  if (std::abs(bird.forward) <= kGain * bird.lever_m * bounces_mps) return false;
  const BoundingBox ahead = between(to_right ? bird.at_m.x : -kFar_m, to_right ? kFar_m : bird.at_m.x,
                                    *floor_m_ + kMargin_m / 2, top_m);
  return std::none_of(obstacles_.begin(), obstacles_.end(),
                      [&](const BoundingBox& obstacle) { return overlap(obstacle, ahead); });
}

BoundingBox CertainEnd::between(double left_m, double right_m, double low_m, double high_m) const {
  return up_ > 0 ? BoundingBox{{left_m, low_m}, {right_m, high_m}}
                 : BoundingBox{{left_m, -high_m}, {right_m, -low_m}};
}

}  // namespace novphy
