#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace novphy {

/// What is wrong with a formula, in words that follow the place where it stands.
class FormulaError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Named numbers, some given, some computed of others. Formulas have + - * / ^ ( ), comparisons and a ? b :
/// c, and the functions sin, cos, tan (of degrees), atan2 (in degrees), sqrt, abs, min, max.
class Formulas {
 public:
  /// Replaces what the name meant before.
  void give(const std::string& name, double value);
  void define(const std::string& name, const std::string& formula);
  bool knows(const std::string& name) const { return given_.contains(name) || defined_.contains(name); }

  /// Throws FormulaError for an unknown name or function, broken syntax, a formula that needs itself, and
  /// where the value is not finite.
  double value(const std::string& formula) const;
  /// Of a name that is known. Throws as value() does.
  double named(const std::string& name) const;

 private:
  double evaluate(const std::string& formula, std::set<std::string>& pending) const;
  double resolve(const std::string& name, std::set<std::string>& pending) const;

  std::map<std::string, double> given_;
  std::map<std::string, std::string> defined_;
};

/// Letters, digits and _, the first no digit, none of the functions' names: what a formula can name.
bool is_formula_name(const std::string& text);

}  // namespace novphy
