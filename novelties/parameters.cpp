#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "novelties/change.h"

namespace novphy {
namespace {

/// A parameter's name, and functions that read and set its number in an effect.
struct EffectParameter {
  std::string_view name;
  std::optional<double> (*get)(const Effect&);
  void (*set)(Effect&, double);
};

template <typename Law, typename F>
std::optional<double> of(const Effect& effect, F read) {
  const auto* law = std::get_if<Law>(&effect);
  return law != nullptr ? read(*law) : std::nullopt;
}

template <typename Law, typename F>
void in(Effect& effect, F write) {
  if (auto* law = std::get_if<Law>(&effect)) write(*law);
}

std::optional<double> get_force(const Effect& effect) {
  return of<ForceField>(effect, [](const ForceField& f) { return std::optional(length(f.force_n)); });
}

/// Sets the strength of a force. The direction stays as the catalogue gives it.
void set_force(Effect& effect, double value) {
  in<ForceField>(effect, [&](ForceField& f) {
    const double now = length(f.force_n);
    f.force_n = now > 0 ? (value / now) * f.force_n : Vec2{value, 0};
  });
}

std::optional<double> get_width(const Effect& effect) {
  return of<ForceField>(effect, [](const ForceField& f) {
    return f.region ? std::optional(f.region->size_m.x) : std::nullopt;
  });
}

std::optional<double> get_height(const Effect& effect) {
  return of<ForceField>(effect, [](const ForceField& f) {
    return f.region ? std::optional(f.region->size_m.y) : std::nullopt;
  });
}

void set_width(Effect& effect, double value) {
  in<ForceField>(effect, [&](ForceField& f) {
    if (f.region) f.region->size_m.x = value;
  });
}

void set_height(Effect& effect, double value) {
  in<ForceField>(effect, [&](ForceField& f) {
    if (f.region) f.region->size_m.y = value;
  });
}

std::optional<double> get_start(const Effect& effect) {
  return of<ForceField>(effect,
                        [](const ForceField& f) { return std::optional<double>(f.after_birds_gone); });
}

void set_start(Effect& effect, double value) {
  in<ForceField>(effect, [&](ForceField& f) { f.after_birds_gone = static_cast<int>(std::lround(value)); });
}

std::optional<double> get_radius(const Effect& effect) {
  return of<Magnet>(effect, [](const Magnet& m) { return std::optional(m.radius_m); });
}

void set_radius(Effect& effect, double value) {
  in<Magnet>(effect, [&](Magnet& m) { m.radius_m = value; });
}

std::optional<double> get_strength(const Effect& effect) {
  return of<Magnet>(effect, [](const Magnet& m) { return std::optional(m.strength_n_per_m); });
}

void set_strength(Effect& effect, double value) {
  in<Magnet>(effect, [&](Magnet& m) { m.strength_n_per_m = value; });
}

constexpr std::array kOfEffects{
    EffectParameter{"force_n", get_force, set_force},
    EffectParameter{"width_m", get_width, set_width},
    EffectParameter{"height_m", get_height, set_height},
    EffectParameter{"after_birds_gone", get_start, set_start},
    EffectParameter{"radius_m", get_radius, set_radius},
    EffectParameter{"strength_n_per_m", get_strength, set_strength},
};

/// Parameters that change numbers of an object. A change of a number of the task names its parameter in
/// changes().
constexpr std::array<std::string_view, 6> kOfObjects{"angle_deg",      "mass_factor", "friction_factor",
                                                     "gravity_factor", "life_factor", "bounce_factor"};

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const EffectParameter& parameter : kOfEffects) names.push_back(parameter.name);
  names.insert(names.end(), kOfObjects.begin(), kOfObjects.end());
  for (const ChangeEntry& change : changes()) {
    const std::string_view name = change.needs_parameter;
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

std::span<const std::string_view> parameter_names() {
  static const std::vector<std::string_view> kNames = all_names();
  return kNames;
}

std::optional<double> parameter_of(const Effect& effect, std::string_view name) {
  for (const EffectParameter& parameter : kOfEffects) {
    if (parameter.name == name) return parameter.get(effect);
  }
  return std::nullopt;
}

void set_parameter(Effect& effect, std::string_view name, double value) {
  for (const EffectParameter& parameter : kOfEffects) {
    if (parameter.name == name) parameter.set(effect, value);
  }
}

}  // namespace novphy
