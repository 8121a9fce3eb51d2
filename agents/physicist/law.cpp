#include "agents/physicist/law.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cctype>
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

std::vector<int> named_objects(const Altered& world, const std::string& look, Selector which) {
  return named_objects(world.task, world.looks, look, which);
}

/// In the effects that a law stands for, the object at which one acts and the one on which it does.
constexpr int kAt = 0;
constexpr int kOn = 1;

Targets targets(const Affected& who) {
  const auto above = [&](bool named) {
    return named ? std::optional(who.moving ? kMovingMps : 0.0) : std::nullopt;
  };
  Targets on{.birds_above_mps = above(who.birds),
             .blocks_above_mps = above(who.blocks),
             .pigs_above_mps = above(who.pigs),
             .material = who.material};
  if (!who.look.empty()) on.object = kOn;
  return on;
}

/// The field that acts so at an object kAt on an object kOn, where the law names such.
ForceField effect_of(const ForceLaw& law) {
  ForceField field{.by_centre = true,
                   .force_n = law.force_n,
                   .on = targets(law.on),
                   .after_birds_gone = law.after_birds_gone};
  if (!law.where.look.empty()) field.object = kAt;
  if (law.where.kind == ForceRegion::Kind::kHalfPlane) {
    field.region = Box{.centre_m = rotated({law.where.at_m + kHalfPlaneSide_m / 2, 0}, law.where.side_rad),
                       .size_m = {kHalfPlaneSide_m, kHalfPlaneSide_m},
                       .angle_rad = law.where.side_rad};
    field.force_n = rotated(law.force_n, -law.where.side_rad);  // a region turns its force
  } else if (law.where.kind == ForceRegion::Kind::kBoxAt) {
    field.region = Box{.centre_m = law.where.centre_m, .size_m = law.where.size_m};
  } else if (law.where.kind == ForceRegion::Kind::kDiscAt) {
    field.round = true;
    field.region = Box{.size_m = {2 * law.where.radius_m, 2 * law.where.radius_m}};
  }
  return field;
}

Magnet effect_of(const PullLaw& law) {
  return {.name = "magnet",
          .object = kAt,
          .radius_m = law.radius_m,
          .strength_n_per_m = law.strength_n_per_m,
          .repels = law.repels,
          .on = targets(law.on)};
}

Alteration effect_of(const MatterLaw& law) {
  Alteration altered{.on = {.blocks = law.of.blocks, .pigs = law.of.pigs, .material = law.of.material},
                     .factors = law.factors};
  if (!law.of.look.empty()) altered.on.object = kOn;
  return altered;
}

/// Adds the effect once for each object on which it acts.
template <class AnEffect>
void add_for_each(Altered& world, AnEffect effect, const Affected& who) {
  if (who.look.empty()) {
    world.task.effects.emplace_back(effect);
    return;
  }
  for (const int object : named_objects(world, who.look, who.which)) {
    effect.on.object = object;
    world.task.effects.emplace_back(effect);
  }
}

/// The law's force takes the place of the visible regions' own.
void replace_seen(Altered& world, const ForceField& field, const Affected& who) {
  for (const Effect& effect : std::exchange(world.task.effects, {})) {
    if (!is_seen_region(effect)) {
      world.task.effects.push_back(effect);
      continue;
    }
    ForceField changed = std::get<ForceField>(effect);
    changed.force_n = field.force_n;
    changed.after_birds_gone = field.after_birds_gone;
    changed.on = field.on;
    add_for_each(world, changed, who);
  }
}

void apply(Altered& world, const ForceLaw& law) {
  ForceField field = effect_of(law);
  field.after_birds_gone = std::max(0, field.after_birds_gone - world.birds_gone);
  if (field.round) {  // the square of equal area
    field.round = false;
    field.region->size_m = std::sqrt(std::numbers::pi) / 2 * field.region->size_m;
  }
  if (law.where.kind == ForceRegion::Kind::kSeenRegion) return replace_seen(world, field, law.on);
  if (!field.object) return add_for_each(world, field, law.on);
  for (const int object : named_objects(world, law.where.look, law.where.which)) {
    field.object = object;
    add_for_each(world, field, law.on);
  }
}

void apply(Altered& world, const PullLaw& law) {
  Magnet magnet = effect_of(law);
  for (const int object : named_objects(world, law.look, law.which)) {
    magnet.object = object;
    add_for_each(world, magnet, law.on);
  }
}

void apply(Altered& world, const GravityLaw& law) { world.task.gravity_mps2 = law.gravity_mps2; }

void apply(Altered& world, const LaunchLaw& law) {
  double& factor = world.task.slingshot.speed_factor;
  factor = std::clamp(factor * law.speed_factor, kLeastFactor, kMostFactor);
}

bool is_named(const Affected& who, const Object& object) {
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
bool means_birds(const Affected& who) { return who.birds && who.material.empty() && who.look.empty(); }

/// "each fan", "the leftmost fan".
std::string named_words(const std::string& look, Selector which) {
  constexpr std::array kNames{"each", "the leftmost", "the rightmost", "the highest", "the lowest"};
  return fmt::format("{} {}", kNames[static_cast<std::size_t>(which)], look);
}

std::string sentence(const Effect& effect, const std::string& at, const std::string& on) {
  return words_of(effect, [&](int object) { return object == kAt ? at : on; });
}

std::string sentence(const ForceLaw& law) {
  std::string words = sentence(effect_of(law), named_words(law.where.look, law.where.which),
                               named_words(law.on.look, law.on.which));
  if (law.where.kind == ForceRegion::Kind::kSeenRegion)
    words.replace(words.find("everywhere"), 10, "in the visible air turbulence instead of its own");
  return words;
}
std::string sentence(const PullLaw& law) {
  return sentence(effect_of(law), named_words(law.look, law.which), named_words(law.on.look, law.on.which));
}
std::string sentence(const MatterLaw& law) {
  return sentence(effect_of(law), "", named_words(law.of.look, law.of.which));
}

std::string sentence(const GravityLaw& law) {
  if (law.gravity_mps2 == Vec2{}) return "there is no gravity";
  return "gravity is " + words_of(law.gravity_mps2, "m/s\u00b2");
}

std::string sentence(const LaunchLaw& law) {
  std::vector<std::string> ways;
  if (law.speed_factor != 1) ways.push_back(fmt::format("{:.3g} times as fast", law.speed_factor));
  if (law.mirrored_x) ways.emplace_back("with left and right exchanged");
  if (law.mirrored_y) ways.emplace_back("with up and down exchanged");
  if (law.turn_rad != 0) ways.push_back(fmt::format("turned by {:.3g}\u00b0", degrees(law.turn_rad)));
  return fmt::format("the slingshot launches birds {}",
                     ways.empty() ? "as usual" : fmt::format("{}", fmt::join(ways, ", ")));
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

double name_of_objects(Selector which) {
  return one_of(kUsualLooks) + (which == Selector::kEach ? 0 : one_of(kWhich));
}

double narrowing(const Affected& who) {
  return (who.material.empty() ? 0 : one_of(kMaterials)) +
         (who.look.empty() ? 0 : name_of_objects(who.which)) + (who.moving ? one_of(2) : 0);
}

double choice_of(const Affected& who) { return one_of(kSetsOfClasses) + narrowing(who); }

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

double farness_m(const Object& object, Selector side) {
  const bool along_x = side == Selector::kLeftmost || side == Selector::kRightmost;
  const double at_m = along_x ? object.at_m.x : object.at_m.y;
  if (side == Selector::kEach) return 0;
  return side == Selector::kLeftmost || side == Selector::kLowest ? -at_m : at_m;
}

std::vector<int> named_objects(const Task& task, std::span<const std::string> looks, const std::string& look,
                               Selector which) {
  std::vector<int> found;
  for (std::size_t i = 0; i < std::min(looks.size(), task.objects.size()); ++i)
    if (looks[i] == look) found.push_back(static_cast<int>(i));
  if (which == Selector::kEach || found.empty()) return found;
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

bool is_about_novel_things(const Law& law, std::span<const std::string> unfamiliar) {
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
  std::string sentences;
  for (const LawChange& change : law.changes) {
    std::string words = std::visit([](const auto& one) { return sentence(one); }, change);
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    sentences += (sentences.empty() ? "" : " ") + words + ".";
  }
  return sentences;
}

double complexity(const Law& law) {
  double nats = 0;
  for (const LawChange& change : law.changes)
    nats += one_of(kUnusual) + one_of(kChanges) +
            std::visit([](const auto& one) { return details(one); }, change);
  return nats;
}

}  // namespace novphy
