#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace novphy {

/// A problem with a formula. The message is meant to follow the formula's place in the file.
class FormulaError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Named numbers: some are given, and others are computed by formulas. A formula may use + - * / ^ ( ),
/// comparisons and a ? b : c, and the functions sin, cos, tan (of degrees), atan2 (in degrees), sqrt, abs,
/// min, max.
class Formulas {
 public:
  /// Gives a name a value. An earlier value or formula of the name is replaced.
  void give(const std::string& name, double value);
  void define(const std::string& name, const std::string& formula);
  bool knows(const std::string& name) const { return given_.contains(name) || defined_.contains(name); }

  /// Computes a formula. Throws FormulaError for an unknown name or function, broken syntax, a formula that
  /// needs its own value, and a value that is not finite.
  double value(const std::string& formula) const;
  /// The value of a known name. Throws as value() does.
  double named(const std::string& name) const;

 private:
  double evaluate(const std::string& formula, std::set<std::string>& pending) const;
  double resolve(const std::string& name, std::set<std::string>& pending) const;

  std::map<std::string, double> given_;
  std::map<std::string, std::string> defined_;
};

/// Whether a formula can use this text as a name: letters, digits and _, no digit at the start, and not the
/// name of a function.
bool is_formula_name(const std::string& text);

}  // namespace novphy
