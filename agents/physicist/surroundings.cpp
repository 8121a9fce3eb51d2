#include "agents/physicist/surroundings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

namespace novphy {
namespace {

/// How many times likelier a law is about an appearance never seen before than about a familiar one.
constexpr double kUnfamiliarWeight = 8;
/// How much farther to a side an object must lie than all others that look so, for its side to be its name.
constexpr double kClearlyM = 0.2;

double weight(const SeenLook& look) { return look.familiar ? 1 : kUnfamiliarWeight; }

/// Nats of a choice of this appearance among those in sight.
double look_nats(const Surroundings& here, const std::string& name) {
  double all = 0;
  double own = 0;
  for (const SeenLook& look : here.looks) {
    all += weight(look);
    if (look.name == name) own = weight(look);
  }
  return own > 0 ? std::log(all / own) : std::log(kUsualLooks);
}

bool contains(std::span<const std::string> names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

SeenLook look_of(const Object& object, const std::string& name, const Catalogue& catalogue) {
  SeenLook look{.name = name, .material = object.material};
  if (const Kind* kind = catalogue.find(object.type, object.material)) {
    look.block = kind->category == Category::kBlock || kind->category == Category::kTnt;
    look.pig = kind->category == Category::kPig;
    look.bounces = kind->restitution > 0;
  }
  return look;
}

/// The object that lies clearly farthest to this side.
std::optional<int> farthest(const Task& task, const std::vector<int>& objects, Which side) {
  std::vector<std::pair<double, int>> order;
  for (const int object : objects)
    order.emplace_back(-farness_m(task.objects[static_cast<std::size_t>(object)], side), object);
  std::sort(order.begin(), order.end());
  if (order.size() < 2 || order[1].first - order[0].first < kClearlyM) return std::nullopt;
  return order[0].second;
}

std::vector<Which> singles_of(const Task& task, const std::vector<int>& objects) {
  std::vector<Which> singles;
  std::vector<int> named;
  for (const Which side : {Which::kLeftmost, Which::kRightmost, Which::kHighest, Which::kLowest}) {
    const std::optional<int> object = farthest(task, objects, side);
    if (!object || std::find(named.begin(), named.end(), *object) != named.end()) continue;
    named.push_back(*object);
    singles.push_back(side);
  }
  return singles;
}

bool shows(const Effect& effect) {
  const auto* field = std::get_if<ForceField>(&effect);
  return field && !field->look.empty();
}

}  // namespace

Surroundings surroundings_of(const Task& task, std::span<const std::string> looks, const Catalogue& catalogue,
                             int birds_gone, std::span<const std::string> unfamiliar) {
  Surroundings here{.region = std::any_of(task.effects.begin(), task.effects.end(), shows),
                    .birds_gone = birds_gone,
                    .gravity_mps2 = task.gravity_mps2,
                    .width_m = task.width_m};
  for (std::size_t i = 0; i < std::min(looks.size(), task.objects.size()); ++i) {
    const auto known = [&](const SeenLook& look) { return look.name == looks[i]; };
    if (looks[i].empty() || std::any_of(here.looks.begin(), here.looks.end(), known)) continue;
    here.looks.push_back(look_of(task.objects[i], looks[i], catalogue));
    here.looks.back().familiar = !contains(unfamiliar, looks[i]);
    here.looks.back().singles = singles_of(task, named_objects(task, looks, looks[i], Which::kEach));
  }
  return here;
}

double complexity(const Law& law, const Surroundings& here) {
  double nats = complexity(law);
  for (const std::string& look : named_looks(law)) nats += look_nats(here, look) - std::log(kUsualLooks);
  return nats;
}

}  // namespace novphy
