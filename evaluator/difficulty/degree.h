#pragma once

#include <optional>
#include <string>

namespace novphy {

/// A difficulty, or the reason why there is none. Difficulties of Pinto et al. 2023, "The Difficulty of
/// Novelty Detection and Adaptation in Physical Environments", are numbers from 0 to 1; 1 is hardest.
struct Degree {
  std::optional<double> value{};
  std::string undefined{};  ///< the reason; "" where there is a value

  static Degree of(double value) { return {.value = value}; }
  static Degree none(std::string reason) { return {.undefined = std::move(reason)}; }
  friend bool operator==(const Degree&, const Degree&) = default;
};

}  // namespace novphy
