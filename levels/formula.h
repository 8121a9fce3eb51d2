#pragma once

#include <cstddef>
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
  /// Replaces each formula that can be computed by its value.
  void settle();
  bool knows(const std::string& name) const { return given_.contains(name) || defined_.contains(name); }

  /// Computes a formula. Throws FormulaError for an unknown name or function, broken syntax, a formula that
  /// needs its own value, a value that is not finite, and a formula or chain of formulas that is too long.
  double value(const std::string& formula) const;
  /// The value of a known name. Throws as value() does.
  double named(const std::string& name) const;

 private:
  /// The names that are being computed, and the values of those that are computed already: formulas that name
  /// others twice are computed once.
  struct Progress {
    std::set<std::string> pending{};
    std::map<std::string, double> known{};
  };
  double evaluate(const std::string& formula, Progress& progress) const;
  double resolve(const std::string& name, Progress& progress) const;

  std::map<std::string, double> given_;
  std::map<std::string, std::string> defined_;
};

/// The most characters of a formula, and the most formulas that need each other in a chain.
inline constexpr std::size_t kLongestFormula = 1000;
inline constexpr std::size_t kLongestChain = 100;

/// Whether a formula can use this text as a name: letters, digits and _, no digit at the start, and not the
/// name of a function.
bool is_formula_name(const std::string& text);

}  // namespace novphy
