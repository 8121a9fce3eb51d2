#pragma once

#include <fmt/core.h>
#include <pybind11/stl.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "novelties/injected_pair.h"

namespace novphy::python {

/// The words for values of a type.
template <class Value>
constexpr const char* kind_of_value() {
  if constexpr (std::is_same_v<Value, bool>) return "True or False";
  if constexpr (std::is_integral_v<Value>) return "a whole number that is not too large";
  if constexpr (std::is_floating_point_v<Value>) return "a number";
  if constexpr (std::is_same_v<Value, std::string>) return "a text";
  return "values as its description says";
}

/// The value of an option. Throws InputError for one of another type.
template <class Value>
Value value_of(const char* name, const pybind11::handle& given) try {
  return given.cast<Value>();
} catch (const pybind11::cast_error&) {
  throw InputError(
      name, fmt::format("found {}, expected {}", std::string(pybind11::repr(given)), kind_of_value<Value>()));
}

/// Options that Python passes by name.
class Options {
 public:
  explicit Options(const pybind11::dict& given) : left_(pybind11::dict(given)) {}

  /// Takes the option and returns whether it was given.
  template <class Value>
  bool take(const char* name, Value& value) {
    const bool given = left_.contains(name);
    if (given) value = value_of<Value>(name, left_.attr("pop")(name));
    return given;
  }
  /// Takes a whole number. Throws InputError for one that is out of range.
  void take(const char* name, int& value, int least, int most) {
    if (take(name, value) && (value < least || value > most))
      throw InputError(name, fmt::format("found {}, expected {} to {}", value, least, most));
  }
  /// Takes a number. Throws InputError for one that is out of range.
  void take(const char* name, double& value, double least, double most) {
    if (take(name, value) && !(value >= least && value <= most))
      throw InputError(name, fmt::format("found {}, expected {} to {}", value, least, most));
  }
  /// Throws InputError for an option that nobody has taken. `owner` says whose options they are.
  void done(const char* place, const char* owner) const {
    for (const auto& [key, value] : left_)
      throw InputError(place, fmt::format("found the option \"{}\", which {} do not have",
                                          key.cast<std::string>(), owner));
  }

 private:
  pybind11::dict left_;
};

/// Takes the option "inject": pairs of a novelty's name and the values of its parameters.
inline std::vector<ChosenNovelty> taken_novelties(Options& options) {
  std::vector<std::pair<std::string, NoveltyValues>> given;
  options.take("inject", given);
  std::vector<ChosenNovelty> chosen;
  for (auto& [name, values] : given) chosen.push_back({name, std::move(values)});
  return chosen;
}

}  // namespace novphy::python
