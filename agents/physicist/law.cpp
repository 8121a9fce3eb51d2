#include "agents/physicist/law.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>
#include <optional>

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

void apply(Altered& world, const MatterLaw& law) {
  const std::vector<int> named = named_objects(world, law.of.look, law.of.which);
  for (std::size_t i = 0; i < std::min(world.looks.size(), world.task.objects.size()); ++i) {
    Object& object = world.task.objects[i];
    const bool of_material = law.of.material.empty() || law.of.material == object.material;
    const bool of_look =
        law.of.look.empty() || std::find(named.begin(), named.end(), static_cast<int>(i)) != named.end();
    if (is_named(law.of, object) && of_material && of_look)
      for (const auto& [value, name, least] : kFactors)
        object.hidden.*value = std::clamp(object.hidden.*value * law.factors.*value, least, kMostFactor);
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

using Words = std::vector<std::string>;

/// "a", "a and b", "a, b and c".
std::string listed(const Words& words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  const Words first(words.begin(), words.end() - 1);
  return fmt::format("{} and {}", fmt::join(first, ", "), words.back());
}

std::string capitalised(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

std::string direction_words(double angle_rad) {
  constexpr std::array kEighths{"to the right", "up and to the right",  "up",   "up and to the left",
                                "to the left",  "down and to the left", "down", "down and to the right"};
  const double eighths = angle_rad * 4 / std::numbers::pi;
  const double nearest = std::round(eighths);
  const int whole = static_cast<int>(std::remainder(nearest, 8));
  if (std::abs(eighths - nearest) < 0.01) return kEighths[static_cast<std::size_t>((whole + 8) % 8)];
  return fmt::format("at {:.3g} degrees", degrees(std::remainder(angle_rad, 2 * std::numbers::pi)));
}

std::string direction_words(Vec2 v) { return direction_words(std::atan2(v.y, v.x)); }

/// "each fan", "the leftmost fan".
std::string named_words(const std::string& look, Which which) {
  constexpr std::array kNames{"each", "the leftmost", "the rightmost", "the highest", "the lowest"};
  return fmt::format("{} {}", kNames[static_cast<std::size_t>(which)], look);
}

std::string bodies_words(const Who& who) {
  if (who.which != Which::kEach) return named_words(who.look, who.which);
  Words classes;
  if (who.birds) classes.push_back("birds");
  if (who.blocks) classes.push_back("blocks");
  if (who.pigs) classes.push_back("pigs");
  return (who.moving ? "moving " : "") + listed(classes) +
         (who.material.empty() ? "" : " of " + who.material) +
         (who.look.empty() ? "" : " that look like " + who.look);
}

std::string half_plane_words(const ForceRegion& where) {
  const std::string side = direction_words(where.side_rad);
  if (side == "to the right") return fmt::format("right of x = {:.3g} m", where.at_m);
  if (side == "to the left") return fmt::format("left of x = {:.3g} m", -where.at_m);
  if (side == "up") return fmt::format("above y = {:.3g} m", where.at_m);
  if (side == "down") return fmt::format("below y = {:.3g} m", -where.at_m);
  return fmt::format("farther than {:.3g} m {} from the middle", where.at_m, side);
}

std::string box_words(const ForceRegion& where) {
  const std::string size = fmt::format("in a box of {:.3g} m x {:.3g} m", where.size_m.x, where.size_m.y);
  const std::string named = named_words(where.look, where.which);
  if (where.centre_m == Vec2{}) return fmt::format("{} around {}", size, named);
  return fmt::format("{} at ({:.3g}, {:.3g}) m from {}", size, where.centre_m.x, where.centre_m.y, named);
}

std::string place_words(const ForceRegion& where) {
  switch (where.kind) {
    case ForceRegion::Kind::kEverywhere:
      return "everywhere";
    case ForceRegion::Kind::kHalfPlane:
      return half_plane_words(where);
    case ForceRegion::Kind::kBoxAt:
      return box_words(where);
    case ForceRegion::Kind::kDiscAt:
      return fmt::format("within {:.3g} m of {}", where.radius_m, named_words(where.look, where.which));
    case ForceRegion::Kind::kSeenRegion:
      return "in the visible air turbulence instead of its own";
  }
  return "";
}

/// Directions in a place that turns with an object are the object's.
std::string frame_words(const ForceRegion& where) {
  const bool turns = where.kind == ForceRegion::Kind::kBoxAt || where.kind == ForceRegion::Kind::kDiscAt;
  return turns ? ", in its frame" : "";
}

std::string start_words(int after_birds_gone) {
  if (after_birds_gone == 0) return "";
  if (after_birds_gone == 1) return " once the first bird is gone";
  return fmt::format(" once {} birds are gone", after_birds_gone);
}

std::string sentence(const ForceLaw& law) {
  return fmt::format("A force of {:.3g} N {} acts on {} {}{}{}.", length(law.force_n),
                     direction_words(law.force_n), bodies_words(law.on), place_words(law.where),
                     frame_words(law.where), start_words(law.after_birds_gone));
}

std::string sentence(const PullLaw& law) {
  Words verbs{"attracts", "repels"};
  if (law.strength_n_per_m < 0) std::swap(verbs[0], verbs[1]);
  const std::string but =
      law.repels.empty() ? "" : fmt::format(", but {} blocks of {}", verbs[1], law.repels);
  return fmt::format("{} {} {} within {:.3g} m by {:.3g} N for each metre of distance{}.",
                     capitalised(named_words(law.look, law.which)), verbs[0], bodies_words(law.on),
                     law.radius_m, std::abs(law.strength_n_per_m), but);
}

std::string sentence(const GravityLaw& law) {
  if (law.gravity_mps2 == Vec2{}) return "There is no gravity.";
  return fmt::format("Gravity is {:.3g} m/s^2 {}.", length(law.gravity_mps2),
                     direction_words(law.gravity_mps2));
}

std::string sentence(const LaunchLaw& law) {
  Words ways;
  if (law.speed_factor != 1) ways.push_back(fmt::format("{:.3g} times as fast", law.speed_factor));
  if (law.mirrored_x) ways.push_back("with left and right exchanged");
  if (law.mirrored_y) ways.push_back("with up and down exchanged");
  if (law.turn_rad != 0)
    ways.push_back(fmt::format("turned by {:.3g} degrees {}", degrees(std::abs(law.turn_rad)),
                               law.turn_rad > 0 ? "counter-clockwise" : "clockwise"));
  return fmt::format("The slingshot launches birds {}.", ways.empty() ? "as usual" : listed(ways));
}

std::string sentence(const MatterLaw& law) {
  Words factors;
  for (const auto& [value, name, least] : kFactors)
    if (const double factor = law.factors.*value; factor != 1)
      factors.push_back(fmt::format("{:.3g} times the usual {}", factor, name));
  return fmt::format("{} {} {}.", capitalised(bodies_words(law.of)),
                     law.of.which == Which::kEach ? "have" : "has",
                     factors.empty() ? "nothing unusual" : listed(factors));
}

/// Nats of a choice among equals.
double one_of(double alternatives) { return std::log(alternatives); }

// Numbers of alternatives, such as hypotheses() offers in usual surroundings.
constexpr double kChanges = 5;
constexpr double kPlaces = 5;
constexpr double kSetsOfClasses = 7;
constexpr double kMaterials = 4;
constexpr double kDirections = 8;
constexpr double kStrengths = 6;
constexpr double kSizes = 3;
constexpr double kSides = 4;
constexpr double kKindsOfFactors = 5;
constexpr double kWhich = 4;
/// Prior of anything out of the ordinary, whatever it is: most worlds are normal.
constexpr double kUnusual = 20;

double name_of_objects(Which which) {
  return one_of(kUsualLooks) + (which == Which::kEach ? 0 : one_of(kWhich));
}

double narrowing(const Who& who) {
  return (who.material.empty() ? 0 : one_of(kMaterials)) +
         (who.look.empty() ? 0 : name_of_objects(who.which)) + (who.moving ? one_of(2) : 0);
}

double choice_of(const Who& who) { return one_of(kSetsOfClasses) + narrowing(who); }

double shape(const ForceRegion& where) {
  switch (where.kind) {
    case ForceRegion::Kind::kEverywhere:
    case ForceRegion::Kind::kSeenRegion:
      return 0;
    case ForceRegion::Kind::kHalfPlane:
      return one_of(kSides) + one_of(kSizes);
    case ForceRegion::Kind::kBoxAt:
      return name_of_objects(where.which) + 2 * one_of(kSizes) +
             (where.centre_m == Vec2{} ? 0 : one_of(kDirections));
    case ForceRegion::Kind::kDiscAt:
      return name_of_objects(where.which) + one_of(kSizes);
  }
  return 0;
}

double factor_nats(double factor) { return factor == 1 ? 0 : one_of(kKindsOfFactors) + one_of(kStrengths); }

double details(const ForceLaw& law) {
  return choice_of(law.on) + one_of(kPlaces) + shape(law.where) + one_of(kDirections) + one_of(kStrengths) +
         one_of(1 + law.after_birds_gone);
}

double details(const PullLaw& law) {
  return choice_of(law.on) + name_of_objects(law.which) + one_of(kSizes) + one_of(2) + one_of(kStrengths) +
         (law.repels.empty() ? 0 : one_of(kMaterials));
}

double details(const GravityLaw& /*law*/) { return one_of(kDirections) + one_of(kStrengths); }

double details(const LaunchLaw& law) {
  return (law.speed_factor == 1 ? 0 : one_of(kStrengths)) + (law.turn_rad == 0 ? 0 : one_of(kDirections)) +
         (law.mirrored_x ? one_of(2) : 0) + (law.mirrored_y ? one_of(2) : 0);
}

double details(const MatterLaw& law) {
  double nats = choice_of(law.of);
  for (const NamedFactor& factor : kFactors) nats += factor_nats(law.factors.*factor.value);
  return nats;
}

}  // namespace

bool is_seen_region(const Effect& effect) {
  const auto* field = std::get_if<ForceField>(&effect);
  return field && !field->look.empty();
}

double farness_m(const Object& object, Which side) {
  const bool along_x = side == Which::kLeftmost || side == Which::kRightmost;
  const double at_m = along_x ? object.at_m.x : object.at_m.y;
  if (side == Which::kEach) return 0;
  return side == Which::kLeftmost || side == Which::kLowest ? -at_m : at_m;
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
  const auto add = [&]<class Change>(Change change) {
    if constexpr (std::is_same_v<Change, MatterLaw>) return;
    if constexpr (requires { change.on; }) {
      if (!means_birds(change.on)) return;
      change.on = {.birds = true};
    }
    if constexpr (requires { change.repels; }) change.repels.clear();
    felt.changes.emplace_back(std::move(change));
  };
  for (const LawChange& change : law.changes) std::visit(add, change);
  return felt;
}

bool concerns_later_birds(const Law& law) {
  return std::any_of(law.changes.begin(), law.changes.end(), [](const LawChange& change) {
    const auto* force = std::get_if<ForceLaw>(&change);
    return force && force->after_birds_gone > 0;
  });
}

std::vector<std::string> named_looks(const Law& law) {
  std::vector<std::string> named;
  const auto add = [&](const auto& change) {
    if constexpr (requires { change.on; }) named.push_back(change.on.look);
    if constexpr (requires { change.of; }) named.push_back(change.of.look);
    if constexpr (requires { change.where; }) named.push_back(change.where.look);
    if constexpr (requires { change.look; }) named.push_back(change.look);
  };
  for (const LawChange& change : law.changes) std::visit(add, change);
  std::erase(named, "");
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

std::string text(const Law& law) {
  if (law.changes.empty()) return "The world is as usual.";
  Words sentences;
  for (const LawChange& change : law.changes)
    sentences.push_back(std::visit([](const auto& one) { return sentence(one); }, change));
  return fmt::format("{}", fmt::join(sentences, " "));
}

double complexity(const Law& law) {
  double nats = 0;
  for (const LawChange& change : law.changes)
    nats += one_of(kUnusual) + one_of(kChanges) +
            std::visit([](const auto& one) { return details(one); }, change);
  return nats;
}

}  // namespace novphy
