#include "agents/physicist/surroundings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

namespace novphy {
namespace {

/// How many times likelier a law is about an appearance never seen before than about a familiar one.
constexpr double kUnfamiliarWeight = 8;

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
  }
  return here;
}

double complexity(const Law& law, const Surroundings& here) {
  double nats = complexity(law);
  for (const std::string& look : named_looks(law)) nats += look_nats(here, look) - std::log(kUsualLooks);
  return nats;
}

}  // namespace novphy
