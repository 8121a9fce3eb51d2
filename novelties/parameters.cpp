#include <array>
#include <cmath>

#include "novelties/change.h"

namespace novphy {
namespace {

/// A parameter's name, with functions that read and set its number in an effect.
struct Knob {
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

/// Sets the strength of a force and keeps the direction that the catalogue gives.
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

std::optional<double> get_nothing(const Effect& /*effect*/) { return std::nullopt; }
void set_nothing(Effect& /*effect*/, double /*value*/) {}

constexpr std::array kKnobs{
    Knob{"force_n", get_force, set_force},
    Knob{"width_m", get_width, set_width},
    Knob{"height_m", get_height, set_height},
    Knob{"after_birds_gone", get_start, set_start},
    Knob{"radius_m", get_radius, set_radius},
    Knob{"strength_n_per_m", get_strength, set_strength},
    Knob{"angle_deg", get_nothing, set_nothing},  // angle of the region or the object, set when it is placed
    Knob{"gravity_mps2", get_nothing, set_nothing},  // gravity of the task, not of an effect
    Knob{"mass_factor", get_nothing, set_nothing},   // numbers of an object or of the slingshot
    Knob{"friction_factor", get_nothing, set_nothing},
    Knob{"gravity_factor", get_nothing, set_nothing},
    Knob{"life_factor", get_nothing, set_nothing},
    Knob{"speed_factor", get_nothing, set_nothing},
    Knob{"time_limit_s", get_nothing, set_nothing},
};

constexpr auto kNames = [] {
  std::array<std::string_view, kKnobs.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kKnobs[i].name;
  return names;
}();

}  // namespace

std::span<const std::string_view> parameter_names() { return kNames; }

std::optional<double> parameter_of(const Effect& effect, std::string_view name) {
  for (const Knob& knob : kKnobs) {
    if (knob.name == name) return knob.get(effect);
  }
  return std::nullopt;
}

void set_parameter(Effect& effect, std::string_view name, double value) {
  for (const Knob& knob : kKnobs) {
    if (knob.name == name) knob.set(effect, value);
  }
}

}  // namespace novphy
