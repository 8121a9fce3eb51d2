#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/json_reader.h"
#include "levels/formula.h"

namespace novphy {

/// The value of a parameter: a number or a word.
using ParameterValue = std::variant<double, std::string>;

/// A quantity that varies in a family of tasks besides the shift: a number in a range, or one of some words.
struct Parameter {
  std::string name{};
  ParameterValue base{0.0};
  double min = 0;
  double max = 0;
  std::vector<std::string> words{};  ///< empty: the parameter is a number
  bool is_word() const { return !words.empty(); }
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// Values of parameters by name. A parameter without an entry has its base.
using ParameterValues = std::map<std::string, ParameterValue>;

/// The value as JSON: a number, or a word in quotes.
std::string json_text(const ParameterValue& value);

/// The parameters of a family, and the formulas and conditions that use them.
struct Family {
  std::vector<Parameter> parameters{};
  Formulas formulas{};              ///< knows every numeric parameter by its value
  std::vector<std::string> must{};  ///< conditions, such as "far > near + 1", that hold for every member
};

/// Whether every condition holds at these values. Throws FormulaError.
bool holds(const Family& family, const ParameterValues& values);

/// Reads an object of parameters. In the document's members `parts`, every text that begins with "=" is
/// replaced by its value: the text is a formula, or the name of a parameter that is a word. Numbers from
/// formulas are rounded to 1e-4. Examples of parameters:
///   "gap": {"base": 0.6, "range": [0.4, 0.9]}       varies
///   "ball": {"base": "stone", "of": ["stone", "wood"]}  varies
///   "edge": "=shelf + gap / 2"                      is computed, for use in several places
/// Notes problems at their place in the
/// document: a base outside its range, an unknown name, formulas that need each other.
Family apply_parameters(JsonDocument& document, const Node& parameters, const std::vector<std::string>& parts,
                        const ParameterValues& values);
/// Reads the conditions of a family. Notes texts that are no conditions, and conditions that do not hold.
void read_conditions(const Node& must, Family& family);

}  // namespace novphy
