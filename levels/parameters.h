#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/json_reader.h"
#include "levels/formula.h"

namespace novphy {

/// A number, or a word.
using ParameterValue = std::variant<double, std::string>;

/// What varies in a family of tasks besides its shift: a number in a range, or one of some words.
struct Parameter {
  std::string name{};
  ParameterValue base{0.0};
  double min = 0;
  double max = 0;
  std::vector<std::string> words{};  ///< empty: the parameter is a number
  bool is_word() const { return !words.empty(); }
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// Values of parameters by name. What is absent has its base.
using ParameterValues = std::map<std::string, ParameterValue>;

/// As JSON has it: a number, or a word in quotes.
std::string json_text(const ParameterValue& value);

/// What a family's parameters mean: those that vary, and the formulas of them.
struct Family {
  std::vector<Parameter> parameters{};
  Formulas formulas{};              ///< with every parameter that is a number at its value
  std::vector<std::string> must{};  ///< conditions, such as "far > near + 1", that hold for every member
};

/// Whether every condition holds at these values. Throws FormulaError.
bool holds(const Family& family, const ParameterValues& values);

/// Reads an object of parameters, and puts into `parts` the values for every text that begins with "=": a
/// formula, or the name of a parameter that is a word. Numbers that come of formulas are rounded to 1e-4. In
/// the document
///   "gap": {"base": 0.6, "range": [0.4, 0.9]}       varies
///   "ball": {"base": "stone", "of": ["stone", "wood"]}  varies
///   "edge": "=shelf + gap / 2"                      is computed, for use in several places
/// What is wrong is noted where it stands: a base outside its range, an unknown name, formulas that need each
/// other.
Family apply_parameters(JsonDocument& document, const Node& parameters, const std::vector<std::string>& parts,
                        const ParameterValues& values);
/// Reads the conditions of a family and notes those that are none, or that do not hold.
void read_conditions(const Node& must, Family& family);

}  // namespace novphy
