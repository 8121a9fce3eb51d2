#include "agents/physicist/law.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>

namespace novphy {
namespace {

/// Half-planes are squares with this side, which reach far beyond the world.
constexpr double kHalfPlaneSide_m = 1000;

/// A task on its way to another world.
struct Altered {
  Task& task;
  std::span<const std::string> looks;
  int birds_gone = 0;
};

std::vector<int> named_objects(const Altered& world, const std::string& look, Which which) {
  return named_objects(world.task, world.looks, look, which);
}

Targets targets(const Who& who) {
  const auto above = [&](bool named) {
    return named ? std::optional(who.moving ? kMovingMps : 0.0) : std::nullopt;
  };
  return {.birds_above_mps = above(who.birds),
          .blocks_above_mps = above(who.blocks),
          .pigs_above_mps = above(who.pigs),
          .material = who.material};
}

/// The bodies that are meant, one Targets for each object if an appearance narrows them.
std::vector<Targets> all_targets(const Altered& world, const Who& who) {
  if (who.look.empty()) return {targets(who)};
  std::vector<Targets> each;
  for (const int object : named_objects(world, who.look, who.which)) {
    each.push_back(targets(who));
    each.back().object = object;
  }
  return each;
}

Box half_plane(const ForceRegion& where) {
  return {.centre_m = rotated({where.at_m + kHalfPlaneSide_m / 2, 0}, where.side_rad),
          .size_m = {kHalfPlaneSide_m, kHalfPlaneSide_m},
          .angle_rad = where.side_rad};
}

Box square_of_equal_area(double radius_m) {
  const double side_m = radius_m * std::sqrt(std::numbers::pi);
  return {.size_m = {side_m, side_m}};
}

ForceField everywhere(const ForceLaw& law, int birds_gone) {
  return {.name = "force_field",
          .by_centre = true,
          .force_n = law.force_n,
          .after_birds_gone = std::max(0, law.after_birds_gone - birds_gone)};
}

void add_for_each(Altered& world, ForceField field, const Who& who) {
  for (Targets& on : all_targets(world, who)) {
    field.on = std::move(on);
    world.task.effects.emplace_back(field);
  }
}

void add_at_objects(Altered& world, ForceField field, const ForceLaw& law, const Box& box) {
  field.region = box;
  for (const int object : named_objects(world, law.where.look, law.where.which)) {
    field.object = object;
    add_for_each(world, field, law.on);
  }
}

void add_in_half_plane(Altered& world, ForceField field, const ForceLaw& law) {
  field.region = half_plane(law.where);
  field.force_n = rotated(law.force_n, -law.where.side_rad);  // a region turns its force
  add_for_each(world, std::move(field), law.on);
}

bool is_seen_region(const Effect& effect) {
  const auto* field = std::get_if<ForceField>(&effect);
  return field && !field->look.empty();
}

/// The law's force takes the place of the visible regions' own.
void replace_seen(Altered& world, const ForceField& field, const ForceLaw& law) {
  for (const Effect& effect : std::exchange(world.task.effects, {})) {
    if (!is_seen_region(effect)) {
      world.task.effects.push_back(effect);
      continue;
    }
    ForceField changed = std::get<ForceField>(effect);
    changed.force_n = field.force_n;
    changed.after_birds_gone = field.after_birds_gone;
    add_for_each(world, changed, law.on);
  }
}

void apply(Altered& world, const ForceLaw& law) {
  const ForceField field = everywhere(law, world.birds_gone);
  switch (law.where.kind) {
    case ForceRegion::Kind::kEverywhere:
      return add_for_each(world, field, law.on);
    case ForceRegion::Kind::kHalfPlane:
      return add_in_half_plane(world, field, law);
    case ForceRegion::Kind::kBoxAt:
      return add_at_objects(world, field, law, {.centre_m = law.where.centre_m, .size_m = law.where.size_m});
    case ForceRegion::Kind::kDiscAt:
      return add_at_objects(world, field, law, square_of_equal_area(law.where.radius_m));
    case ForceRegion::Kind::kSeenRegion:
      return replace_seen(world, field, law);
  }
}

void apply(Altered& world, const PullLaw& law) {
  for (const int object : named_objects(world, law.look, law.which))
    for (Targets& on : all_targets(world, law.on))
      world.task.effects.emplace_back(Magnet{.name = "magnet",
                                             .object = object,
                                             .radius_m = law.radius_m,
                                             .strength_n_per_m = law.strength_n_per_m,
                                             .repels = law.repels,
                                             .on = std::move(on)});
}

void apply(Altered& world, const GravityLaw& law) { world.task.gravity_mps2 = law.gravity_mps2; }

void apply(Altered& world, const LaunchLaw& law) {
  double& factor = world.task.slingshot.speed_factor;
  factor = std::clamp(factor * law.speed_factor, kLeastFactor, kMostFactor);
}

bool is_named(const Who& who, const Object& object) {
  if (object.type == "platform" || object.type == "fan") return false;  // nothing moves these
  return object.type.starts_with("pig_") ? who.pigs : who.blocks;
}

HiddenFactors product(const HiddenFactors& a, const HiddenFactors& b) {
  const auto times = [](double x, double y, double least) { return std::clamp(x * y, least, kMostFactor); };
  return {.mass = times(a.mass, b.mass, kLeastFactor),
          .friction = times(a.friction, b.friction, 0),
          .gravity = times(a.gravity, b.gravity, 0),
          .life = times(a.life, b.life, kLeastFactor),
          .bounce = times(a.bounce, b.bounce, 0)};
}

void apply(Altered& world, const MatterLaw& law) {
  const std::vector<int> named = named_objects(world, law.of.look, law.of.which);
  for (std::size_t i = 0; i < std::min(world.looks.size(), world.task.objects.size()); ++i) {
    Object& object = world.task.objects[i];
    const bool of_material = law.of.material.empty() || law.of.material == object.material;
    const bool of_look =
        law.of.look.empty() || std::find(named.begin(), named.end(), static_cast<int>(i)) != named.end();
    if (is_named(law.of, object) && of_material && of_look)
      object.hidden = product(object.hidden, law.factors);
  }
}

Shot launched(Shot shot, const LaunchLaw& law) {
  if (law.mirrored_x) shot.drag_m.x = -shot.drag_m.x;
  if (law.mirrored_y) shot.drag_m.y = -shot.drag_m.y;
  if (law.turn_rad != 0) shot.drag_m = rotated(shot.drag_m, law.turn_rad);
  return shot;
}

/// Whether birds are meant. No bird has a material, and appearances narrow a law to objects.
bool means_birds(const Who& who) { return who.birds && who.material.empty() && who.look.empty(); }

/// Whether blocks or pigs at rest are meant.
bool means_what_lies(const Who& who) { return (who.blocks || who.pigs) && !who.moving; }

/// What a flying bird feels of a change; nothing if it feels none of it.
struct FeltInFlight {
  template <class AnyForce>
  std::optional<LawChange> of_force(AnyForce law) const {
    if (!means_birds(law.on)) return std::nullopt;
    law.on = {.birds = true};
    return law;
  }
  std::optional<LawChange> operator()(const ForceLaw& law) const { return of_force(law); }
  std::optional<LawChange> operator()(PullLaw law) const {
    law.repels.clear();
    return of_force(std::move(law));
  }
  std::optional<LawChange> operator()(const GravityLaw& law) const { return law; }
  std::optional<LawChange> operator()(const LaunchLaw& law) const { return law; }
  std::optional<LawChange> operator()(const MatterLaw& /*law*/) const { return std::nullopt; }
};

struct MovesWhatLies {
  bool operator()(const ForceLaw& law) const { return law.after_birds_gone == 0 && means_what_lies(law.on); }
  bool operator()(const PullLaw& law) const { return means_what_lies(law.on); }
  bool operator()(const GravityLaw& /*law*/) const { return true; }
  bool operator()(const LaunchLaw& /*law*/) const { return false; }
  bool operator()(const MatterLaw& /*law*/) const { return false; }
};

struct LooksOf {
  using Looks = std::vector<std::string>;
  Looks operator()(const ForceLaw& law) const { return {law.on.look, law.where.look}; }
  Looks operator()(const PullLaw& law) const { return {law.on.look, law.look}; }
  Looks operator()(const GravityLaw& /*law*/) const { return {}; }
  Looks operator()(const LaunchLaw& /*law*/) const { return {}; }
  Looks operator()(const MatterLaw& law) const { return {law.of.look}; }
};

}  // namespace

double farness_m(const Object& object, Which side) {
  switch (side) {
    case Which::kLeftmost:
      return -object.at_m.x;
    case Which::kRightmost:
      return object.at_m.x;
    case Which::kHighest:
      return object.at_m.y;
    case Which::kLowest:
      return -object.at_m.y;
    case Which::kEach:
      break;
  }
  return 0;
}

std::vector<int> named_objects(const Task& task, std::span<const std::string> looks, const std::string& look,
                               Which which) {
  std::vector<int> found;
  for (std::size_t i = 0; i < std::min(looks.size(), task.objects.size()); ++i)
    if (looks[i] == look) found.push_back(static_cast<int>(i));
  if (which == Which::kEach || found.empty()) return found;
  const auto farness = [&](int object) {
    return farness_m(task.objects[static_cast<std::size_t>(object)], which);
  };
  const auto nearer = [&](int a, int b) { return farness(a) < farness(b); };
  return {*std::max_element(found.begin(), found.end(), nearer)};
}

Task under(const Law& law, Task task, std::span<const std::string> looks, int birds_gone) {
  Altered world{.task = task, .looks = looks, .birds_gone = birds_gone};
  for (const LawChange& change : law.changes) std::visit([&](const auto& one) { apply(world, one); }, change);
  return task;
}

Shot under(const Law& law, Shot shot) {
  for (const LawChange& change : law.changes)
    if (const auto* launch = std::get_if<LaunchLaw>(&change)) shot = launched(shot, *launch);
  return shot;
}

Law in_flight(const Law& law) {
  Law felt;
  for (const LawChange& change : law.changes)
    if (auto part = std::visit(FeltInFlight{}, change)) felt.changes.push_back(std::move(*part));
  return felt;
}

bool concerns_birds_in_flight(const Law& law) { return !in_flight(law).changes.empty(); }

bool concerns_rest(const Law& law) {
  return std::any_of(law.changes.begin(), law.changes.end(),
                     [](const LawChange& change) { return std::visit(MovesWhatLies{}, change); });
}

bool concerns_later_birds(const Law& law) {
  return std::any_of(law.changes.begin(), law.changes.end(), [](const LawChange& change) {
    const auto* force = std::get_if<ForceLaw>(&change);
    return force && force->after_birds_gone > 0;
  });
}

std::vector<std::string> named_looks(const Law& law) {
  std::vector<std::string> named;
  for (const LawChange& change : law.changes)
    for (std::string& look : std::visit(LooksOf{}, change))
      if (!look.empty()) named.push_back(std::move(look));
  return named;
}

bool is_about_suspects(const Law& law, std::span<const std::string> unfamiliar) {
  const std::vector<std::string> named = named_looks(law);
  return std::any_of(named.begin(), named.end(),
                     [&](const std::string& look) {
                       return std::find(unfamiliar.begin(), unfamiliar.end(), look) != unfamiliar.end();
                     }) ||
         std::any_of(law.changes.begin(), law.changes.end(), [](const LawChange& change) {
           const auto* force = std::get_if<ForceLaw>(&change);
           return force && force->where.kind == ForceRegion::Kind::kSeenRegion;
         });
}

}  // namespace novphy
