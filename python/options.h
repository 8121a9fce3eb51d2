#pragma once

#include <fmt/core.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "novelties/injected_pair.h"

namespace novphy::python {

/// Options that Python passes by name.
class Options {
 public:
  explicit Options(const pybind11::dict& given) : left_(pybind11::dict(given)) {}

  /// Takes the option and returns whether it was given.
  template <class Value>
  bool take(const char* name, Value& value) {
    const bool given = left_.contains(name);
    if (given) value = left_.attr("pop")(name).cast<Value>();
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
