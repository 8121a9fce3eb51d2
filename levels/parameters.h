#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "base/json_reader.h"

namespace novphy {

/// A problem with a formula. The message completes a sentence that begins with the formula.
class FormulaError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A formula whose value is infinite or not a number, such as sqrt(gap) for a negative gap.
class NotFiniteError : public FormulaError {
 public:
  NotFiniteError() : FormulaError("has no finite value") {}
};

/// Named numbers: some are given, the others are computed by formulas. A formula may use + - * / ^ ( ),
/// comparisons, a ? b : c, and the functions sin, cos, tan (of degrees), atan2 (in degrees), sqrt, abs, min
/// and max.
class Formulas {
 public:
  /// Gives a name a value, which replaces the name's earlier value or formula.
  void give(const std::string& name, double value);
  void define(const std::string& name, const std::string& formula);
  /// Replaces each formula that can be computed by its value.
  void settle();
  bool knows(const std::string& name) const { return given_.contains(name) || defined_.contains(name); }

  /// Computes a formula. Throws FormulaError for an unknown name or function, broken syntax, a formula that
  /// needs its own value, a value that is not finite (NotFiniteError), and a formula or chain of formulas
  /// that is too long.
  double value(const std::string& formula) const;
  /// The value of a known name. Throws as value() does.
  double named(const std::string& name) const;

 private:
  /// The names that are being computed now, and the values computed so far, so that a formula that others use
  /// twice is computed once.
  struct Progress {
    std::set<std::string> pending{};
    std::map<std::string, double> known{};
  };
  double evaluate(const std::string& formula, Progress& progress) const;
  double resolve(const std::string& name, Progress& progress) const;

  std::map<std::string, double> given_;
  std::map<std::string, std::string> defined_;
};

/// The greatest length of a formula in characters, and of a chain of formulas that need each other.
inline constexpr std::size_t kLongestFormula = 1000;
inline constexpr std::size_t kLongestChain = 100;

/// Whether a formula can use this text as a name: letters, digits and _, no digit at the start, and not the
/// name of a function.
bool is_formula_name(const std::string& text);

/// The value of a parameter: a number or a word.
using ParameterValue = std::variant<double, std::string>;

/// A quantity that varies in a family of tasks besides the shift: a number in a range, or one of several
/// words.
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

/// Whether the parameter may have this value: a number in its range, or one of its words.
bool allows(const Parameter& parameter, const ParameterValue& value);
/// The values that allows() takes, such as "a number from 0.4 to 0.9".
std::string allowed_values(const Parameter& parameter);

/// The value as JSON: a number, or a word in quotes.
std::string json_text(const ParameterValue& value);

/// The parameters of a family, and the formulas and conditions that use them.
struct Family {
  std::vector<Parameter> parameters{};
  Formulas formulas{};              ///< knows every numeric parameter by its value
  std::vector<std::string> must{};  ///< conditions, such as "far > near + 1", that hold for every member
};

/// Whether every condition holds at these values. A condition without a finite value does not. Throws
/// FormulaError.
bool holds(const Family& family, const ParameterValues& values);

/// Reads an object of parameters. In the document's members `parts`, replaces every text that begins with "="
/// by its value; after the "=" stands a formula, or the name of a parameter that is a word. Numbers from
/// formulas are rounded to 1e-4. Examples of parameters:
///   "gap": {"base": 0.6, "range": [0.4, 0.9]}       varies
///   "ball": {"base": "stone", "of": ["stone", "wood"]}  varies
///   "edge": "=shelf + gap / 2"                      is computed, for use in several places
/// Notes problems at their place in the document: a base outside its range, an unknown name, formulas that
/// need each other.
Family apply_parameters(JsonDocument& document, const Node& parameters, const std::vector<std::string>& parts,
                        const ParameterValues& values);
/// Reads the conditions of a family. Notes texts that are not conditions, and conditions that do not hold.
void read_conditions(const Node& must, Family& family);

}  // namespace novphy
