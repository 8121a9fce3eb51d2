#include "agents/physicist/law.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <optional>
#include <type_traits>

namespace novphy {
namespace {

/// Half-planes are squares with this side.
constexpr double kHalfPlaneSide_m = 1000;

/// The forces take the place of those in visible air turbulence.
void replace_seen(Task& task, const std::vector<Effect>& forces) {
  for (const Effect& effect : std::exchange(task.effects, {})) {
    if (!is_seen_region(effect)) {
      task.effects.push_back(effect);
      continue;
    }
    const auto& seen = std::get<ForceField>(effect);
    for (const Effect& force : forces) {
      auto& field = std::get<ForceField>(task.effects.emplace_back(force));
      field.name = seen.name;
      field.look = seen.look;
      field.region = seen.region;
    }
  }
}

/// The task under a change, before which so many birds were gone.
void apply(Task& task, std::span<const std::string> looks, const EffectChange& change, int birds_gone) {
  std::vector<Effect> effects = effects_in(task, looks, change);
  for (Effect& effect : effects)
    if (auto* field = std::get_if<ForceField>(&effect))
      field->after_birds_gone = std::max(0, field->after_birds_gone - birds_gone);
  if (replaces_seen(change.effect)) return replace_seen(task, effects);
  append(task.effects, effects);
}

void apply(Task& task, const LaunchLaw& law) {
  double& factor = task.slingshot.speed_factor;
  factor = std::clamp(factor * law.speed_factor, kLeastFactor, kMostFactor);
}

Shot launched(Shot shot, const LaunchLaw& law) {
  if (law.mirrored_x) shot.drag_m.x = -shot.drag_m.x;
  if (law.mirrored_y) shot.drag_m.y = -shot.drag_m.y;
  if (law.turn_rad != 0) shot.drag_m = rotated(shot.drag_m, law.turn_rad);
  return shot;
}

// Whether birds are meant. No bird has a material, and none is an object.
bool means_birds(const Targets& on) { return on.birds_above_mps && !on.narrowed(); }
bool means_birds(const Bodies& on) { return on.birds && on.material.empty() && !on.object; }

void leave_birds(Targets& on) { on = {.birds_above_mps = 0}; }
void leave_birds(Bodies& on) { on = {.birds = true}; }

/// Leaves what flying birds feel of the effect. Returns whether there is anything.
bool leave_birds(Effect& effect) {
  std::optional<bool> felt;
  const auto leave = [&](const auto& row, auto& value) {
    if constexpr (requires { leave_birds(value); }) {
      felt = felt.value_or(true) && means_birds(value);
      leave_birds(value);
    }
    if constexpr (std::is_same_v<decltype(row.what), law_field::Material>) value.clear();
  };
  std::visit([&](auto& law) { for_each_field(law, leave); }, effect);
  return felt.value_or(false);
}

/// "each fan", "the leftmost fan".
std::string named_words(const ObjectName& name) {
  constexpr std::array kNames{"each", "the leftmost", "the rightmost", "the highest", "the lowest"};
  return fmt::format("{} {}", kNames[static_cast<std::size_t>(name.which)], name.look);
}

std::string sentence(const EffectChange& change) {
  std::string words =
      words_of(change.effect, [&](int object) { return named_words(object == kAt ? change.at : change.on); });
  if (replaces_seen(change.effect))
    words.replace(words.find("everywhere"), 10, "in the visible air turbulence instead of its own");
  return words;
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

/// Whether the force acts on bodies only while they move.
bool is_on_moving(const Targets& on) {
  const auto moving = [](const std::optional<double>& above_mps) { return above_mps.value_or(0) > 0; };
  return moving(on.birds_above_mps) || moving(on.blocks_above_mps) || moving(on.pigs_above_mps);
}

/// Adds up what the law of a change says, in nats: first whom it is about.
template <class OneLaw>
struct Description {
  const EffectChange& change;
  const OneLaw& law;
  double nats = 0;

  double made() {
    for (const bool whom : {true, false})
      for_each_field(law, [&](const auto& row, const auto& value) {
        if (whom == requires { value.material; }) say(row.what, value);
      });
    return nats;
  }

 private:
  void add(std::initializer_list<double> more) {
    for (const double each : more) nats += each;
  }

  double name_of(std::optional<int> object) const {
    if (!object) return 0;
    const ObjectName& name = *object == kAt ? change.at : change.on;
    return one_of(kUsualLooks) + (name.which == Selector::kEach ? 0 : one_of(kWhich));
  }

  double shape(const Box* box) const {
    const double name = name_of(object_of(law));
    if (!box) return name;
    if (is_half_plane(*box)) return one_of(kSides) + one_of(kSizes);
    bool round = false;
    if constexpr (requires { law.round; }) round = law.round;
    const double off =
        box->centre_m == Vec2{} ? 0 : one_of(kDirections) + 2 * std::log1p(length(box->centre_m));
    constexpr double kUsualSize_m = 5;
    const double large = std::log1p(std::max(box->size_m.x, box->size_m.y) / kUsualSize_m);
    return name + (round ? 1 : 2) * one_of(kSizes) + off + large;
  }

  template <class Who>
  void choose(const Who& on, bool moving) {
    add({one_of(kSetsOfClasses) +
         ((on.material.empty() ? 0 : one_of(kMaterials)) + name_of(on.object) + (moving ? one_of(2) : 0))});
  }
  void say(const law_field::Faster& /*any*/, const Targets& on) { choose(on, is_on_moving(on)); }
  void say(const law_field::Chosen& /*any*/, const Bodies& on) { choose(on, false); }
  template <class Region>
  void say(const law_field::Region& /*any*/, const Region& region) {
    add({one_of(kPlaces), shape(box_in(region))});
  }
  template <class Object>
  void say(const law_field::OfObject& /*any*/, const Object& object) {
    if constexpr (!requires { law.region; }) add({name_of(object)});
  }
  void say(const law_field::Number& range, const double& value) {
    if (value == 0) return;
    if (range.grows == law_field::Grows::kNot) return add({one_of(kSizes)});
    add({one_of(2), one_of(kStrengths)});
  }
  void say(const law_field::Force& /*any*/, const Vec2& force) {
    bool other = false;  // forces that grow from nothing
    if constexpr (requires { law.per_m; }) other = law.per_m != Matrix2{} || law.per_mps != Matrix2{};
    if (force != Vec2{} || !other) add({one_of(kDirections), one_of(kStrengths)});
  }
  void say(const law_field::Unlike& /*any*/, const HiddenFactors& factors) {
    for (const NamedFactor& factor : kFactors)
      if (factors.*factor.value != 1) add({one_of(kKindsOfFactors) + one_of(kStrengths)});
  }
  void say(const law_field::Matrix& /*any*/, const Matrix2& m) {
    if (m == Matrix2{}) return;
    const bool turns_alike = m.x.x == m.y.y && m.x.y == -m.y.x;
    add({one_of(kDirections), (turns_alike ? (m.x.x != 0) + (m.x.y != 0) : 4) * one_of(kStrengths)});
  }
  void say(const law_field::Material& /*any*/, const std::string& material) {
    if (!material.empty()) add({one_of(kMaterials)});
  }
  void say(const law_field::Count& /*any*/, const int& count) { add({one_of(1 + count)}); }
  void say(const law_field::Flag& /*any*/, const bool& /*flag*/) {}
  void say(const law_field::Look& /*any*/, const std::string& /*look*/) {}
  template <class Other, class T>
  void say(const Other& /*any*/, const T& value) {
    if (!(value == T{})) add({one_of(kDirections), one_of(kStrengths)});
  }
};

double details(const EffectChange& change) {
  return std::visit(
      [&]<class OneLaw>(const OneLaw& law) {
        return Description<OneLaw>{change, law}.made();
      },
      change.effect);
}

double details(const GravityLaw& /*law*/) { return one_of(kDirections) + one_of(kStrengths); }

double details(const LaunchLaw& law) {
  return (law.speed_factor == 1 ? 0 : one_of(kStrengths)) + (law.turn_rad == 0 ? 0 : one_of(kDirections)) +
         (law.mirrored_x ? one_of(2) : 0) + (law.mirrored_y ? one_of(2) : 0);
}

/// Times the usual force that an exception adds to it: the blocks are pushed the other way, or not at all.
constexpr std::array kExceptions{-2.0, -1.0};

}  // namespace

Box half_plane(double at_m, double side_rad) {
  return {.centre_m = rotated({at_m + kHalfPlaneSide_m / 2, 0}, side_rad),
          .size_m = {kHalfPlaneSide_m, kHalfPlaneSide_m},
          .angle_rad = side_rad};
}

bool is_half_plane(const Box& box) { return box.size_m.x == kHalfPlaneSide_m; }

double edge_m(const Box& half_plane) {
  return rotated(half_plane.centre_m, -half_plane.angle_rad).x - kHalfPlaneSide_m / 2;
}

bool is_seen_region(const Effect& effect) {
  const auto* field = std::get_if<ForceField>(&effect);
  return field && !field->look.empty();
}

bool replaces_seen(const Effect& effect) {
  return is_seen_region(effect) && !std::get<ForceField>(effect).region;
}

double farness_m(const Object& object, Selector side) {
  const bool along_x = side == Selector::kLeftmost || side == Selector::kRightmost;
  const double at_m = along_x ? object.at_m.x : object.at_m.y;
  if (side == Selector::kEach) return 0;
  return side == Selector::kLeftmost || side == Selector::kLowest ? -at_m : at_m;
}

std::vector<int> named_objects(const Task& task, std::span<const std::string> looks, const ObjectName& name) {
  std::vector<int> found;
  for (std::size_t i = 0; i < std::min(looks.size(), task.objects.size()); ++i)
    if (looks[i] == name.look) found.push_back(static_cast<int>(i));
  if (name.which == Selector::kEach || found.empty()) return found;
  const auto farness = [&](int object) {
    return farness_m(task.objects[static_cast<std::size_t>(object)], name.which);
  };
  const auto nearer = [&](int a, int b) { return farness(a) < farness(b); };
  return {*std::ranges::max_element(found, nearer)};
}

std::vector<Effect> effects_in(const Task& task, std::span<const std::string> looks,
                               const EffectChange& change) {
  const auto meant = [&](const ObjectName& name) {  // an effect without the object stands there once
    return name.look.empty() ? std::vector{0} : named_objects(task, looks, name);
  };
  std::vector<Effect> effects;
  for (const int at : meant(change.at))
    for (const int on : meant(change.on))
      for_each_object_of(effects.emplace_back(change.effect),
                         [&](int& object) { object = object == kAt ? at : on; });
  return effects;
}

Task under(const Law& law, Task task, std::span<const std::string> looks, int birds_gone) {
  for (const LawChange& change : law.changes) {
    if (const auto* gravity = std::get_if<GravityLaw>(&change)) task.gravity_mps2 = gravity->gravity_mps2;
    if (const auto* launch = std::get_if<LaunchLaw>(&change)) apply(task, *launch);
    if (const auto* effect = std::get_if<EffectChange>(&change)) apply(task, looks, *effect, birds_gone);
  }
  return task;
}

Shot under(const Law& law, Shot shot) {
  for (const LawChange& change : law.changes)
    if (const auto* launch = std::get_if<LaunchLaw>(&change)) shot = launched(shot, *launch);
  return shot;
}

Law in_flight(const Law& law) {
  Law felt;
  for (LawChange change : law.changes) {
    auto* held = std::get_if<EffectChange>(&change);
    if (!held || leave_birds(held->effect)) felt.changes.push_back(std::move(change));
  }
  return felt;
}

bool concerns_later_birds(const Law& law) {
  return std::ranges::any_of(law.changes, [](const LawChange& change) {
    const auto* field = law_in<ForceField>(change);
    return field && (field->after_birds_gone > 0 || field->trigger);
  });
}

std::vector<std::string> named_looks(const Law& law) {
  std::vector<std::string> named;
  for (const LawChange& change : law.changes)
    if (const auto* held = std::get_if<EffectChange>(&change))
      for (const ObjectName* name : {&held->on, &held->at})
        if (!name->look.empty()) named.push_back(name->look);
  return named;
}

bool is_about_novel_things(const Law& law, std::span<const std::string> unfamiliar) {
  const auto is_novel = [&](const std::string& look) {
    return std::ranges::find(unfamiliar, look) != unfamiliar.end();
  };
  const auto is_seen = [](const LawChange& change) {
    const auto* held = std::get_if<EffectChange>(&change);
    return held && is_seen_region(held->effect);
  };
  return std::ranges::any_of(named_looks(law), is_novel) || std::ranges::any_of(law.changes, is_seen);
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

ForceField times(double factor, ForceField force) {
  force.force_n = factor * force.force_n;
  for (Matrix2* each : {&force.per_m, &force.per_mps}) *each = {factor * each->x, factor * each->y};
  return force;
}

std::vector<Law> by_colliders(const Law& law, double radius_m, int colliders) {
  const auto* given = law.changes.size() == 1 ? law_in<ForceField>(law.changes.front()) : nullptr;
  const double least_m = 4 * radius_m;
  if (!given || !given->by_centre || given->per_collider || !given->region || is_half_plane(*given->region) ||
      !given->on.birds_above_mps || std::min(given->region->size_m.x, given->region->size_m.y) < least_m)
    return {};
  Law wide = law;
  ForceField& force = *law_in<ForceField>(wide.changes.front());
  force = times(1.0 / colliders, force);
  force.region->size_m = force.region->size_m - Vec2{2 * radius_m, 2 * radius_m};
  force.by_centre = false;
  force.per_collider = true;
  force.on = {.birds_above_mps = 0, .blocks_above_mps = 0};
  return {wide};
}

std::optional<double> exception_factor(const LawChange& change, const LawChange& from) {
  const auto* force = law_in<ForceField>(change);
  if (!force || !law_in<ForceField>(from)) return std::nullopt;
  for (const double factor : kExceptions) {
    LawChange expected = from;
    ForceField& other = *law_in<ForceField>(expected);
    other = times(factor, other);
    other.on = force->on;
    if (expected == change) return factor;
  }
  return std::nullopt;
}

std::vector<Law> with_exceptions(const Law& law, const std::vector<std::string>& materials) {
  std::vector<Law> laws;
  const auto* force = law.changes.size() == 1 ? law_in<ForceField>(law.changes.front()) : nullptr;
  if (!force || !force->on.birds_above_mps || force->on.narrowed()) return laws;
  Law wide = law;
  law_in<ForceField>(wide.changes.front())->on = {.birds_above_mps = 0, .blocks_above_mps = 0};
  for (const std::string& material : materials)
    for (const double factor : kExceptions) {
      Law two = wide;
      two.changes.push_back(wide.changes.front());
      ForceField& other = *law_in<ForceField>(two.changes.back());
      other = times(factor, other);
      other.on = {.blocks_above_mps = 0, .material = material};
      laws.push_back(std::move(two));
    }
  return laws;
}

double complexity(const Law& law) {
  double nats = 0;
  for (std::size_t i = 0; i < law.changes.size(); ++i) {
    if (i > 0 && exception_factor(law.changes[i], law.changes[i - 1])) {
      nats += one_of(kExceptions.size() + 1) + one_of(kMaterials);
      continue;
    }
    nats += one_of(kUnusual) + one_of(kChanges) +
            std::visit([](const auto& one) { return details(one); }, law.changes[i]);
  }
  return nats;
}

}  // namespace novphy
