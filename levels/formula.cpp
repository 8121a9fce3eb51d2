#include "levels/formula.h"

#include <muParser.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "sim/vec2.h"

namespace novphy {
namespace {

constexpr std::array<std::string_view, 8> kFunctions{"sin",  "cos", "tan", "atan2",
                                                     "sqrt", "abs", "min", "max"};

double sine(double angle_deg) { return sine_cosine(radians(angle_deg)).sine; }
double cosine(double angle_deg) { return sine_cosine(radians(angle_deg)).cosine; }
double tangent(double angle_deg) { return sine(angle_deg) / cosine(angle_deg); }
double direction_deg(double y, double x) { return degrees(std::atan2(y, x)); }
double root(double x) { return std::sqrt(x); }
double absolute(double x) { return std::abs(x); }
double smaller(double a, double b) { return std::min(a, b); }
double larger(double a, double b) { return std::max(a, b); }

/// The muParser library's parser with only our functions and operators.
mu::Parser made_parser() {
  mu::Parser parser;
  parser.ClearFun();
  parser.ClearConst();
  parser.DefineFun("sin", sine);
  parser.DefineFun("cos", cosine);
  parser.DefineFun("tan", tangent);
  parser.DefineFun("atan2", direction_deg);
  parser.DefineFun("sqrt", root);
  parser.DefineFun("abs", absolute);
  parser.DefineFun("min", smaller);
  parser.DefineFun("max", larger);
  return parser;
}

/// A parser takes longer to make than a formula takes to compute, so that each thread has one. It holds this
/// formula and no variables until the next call.
mu::Parser& parser_of(const std::string& formula) {
  thread_local mu::Parser parser = made_parser();
  parser.ClearVar();
  parser.SetExpr(formula);
  return parser;
}

/// The values of the variables in a formula, by name.
using Variables = std::map<std::string, double>;

Variables unknown_variables(const std::string& formula) {
  Variables variables;
  for (const auto& [name, unused] : parser_of(formula).GetUsedVar()) variables[name] = 0;
  return variables;
}

double computed(const std::string& formula, Variables& variables) {
  mu::Parser& parser = parser_of(formula);
  for (auto& [name, value] : variables) parser.DefineVar(name, &value);
  const double value = parser.Eval();
  parser.ClearVar();
  if (parser.GetNumResults() != 1) throw FormulaError("has more than one value");
  if (!std::isfinite(value)) throw FormulaError("has no finite value");
  return value;
}

/// Whether the formula contains an assignment such as x = 3, which the library would accept.
bool assigns(const std::string& formula) {
  constexpr std::string_view kBefore = "=<>!";
  for (auto at = formula.find('='); at != std::string::npos; at = formula.find('=', at + 1)) {
    const bool after = at + 1 < formula.size() && formula[at + 1] == '=';
    const bool before = at > 0 && kBefore.find(formula[at - 1]) != std::string_view::npos;
    if (!after && !before) return true;
  }
  return false;
}

}  // namespace

bool is_formula_name(const std::string& text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto fits = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  return !text.empty() && letter(text.front()) && std::all_of(text.begin(), text.end(), fits) &&
         std::find(kFunctions.begin(), kFunctions.end(), text) == kFunctions.end();
}

void Formulas::give(const std::string& name, double value) {
  defined_.erase(name);
  given_[name] = value;
}

void Formulas::define(const std::string& name, const std::string& formula) {
  given_.erase(name);
  defined_[name] = formula;
}

void Formulas::settle() {
  const std::map<std::string, std::string> formulas = defined_;
  for (const auto& [name, formula] : formulas) try {
      give(name, named(name));
    } catch (const FormulaError&) {  // whoever needs the value is told why there is none
    }
}

double Formulas::value(const std::string& formula) const {
  Progress progress;
  return evaluate(formula, progress);
}

double Formulas::named(const std::string& name) const {
  Progress progress;
  return resolve(name, progress);
}

double Formulas::resolve(const std::string& name, Progress& progress) const {
  if (const auto it = given_.find(name); it != given_.end()) return it->second;
  const auto it = defined_.find(name);
  if (it == defined_.end()) throw FormulaError("names \"" + name + "\", which is no parameter");
  if (const auto known = progress.known.find(name); known != progress.known.end()) return known->second;
  if (!progress.pending.insert(name).second) throw FormulaError("needs itself through \"" + name + "\"");
  if (progress.pending.size() > kLongestChain)
    throw FormulaError("needs a chain of more than " + std::to_string(kLongestChain) + " formulas");
  const double value = evaluate(it->second, progress);
  progress.pending.erase(name);
  return progress.known[name] = value;
}

double Formulas::evaluate(const std::string& formula, Progress& progress) const {
  if (formula.size() > kLongestFormula)
    throw FormulaError("is longer than " + std::to_string(kLongestFormula) + " characters");
  try {
    if (assigns(formula)) throw FormulaError("assigns a value, expected one to be computed");
    Variables variables = unknown_variables(formula);
    for (auto& [name, value] : variables) value = resolve(name, progress);
    return computed(formula, variables);
  } catch (const mu::Parser::exception_type& error) {
    throw FormulaError("cannot be computed: " + error.GetMsg());
  }
}

}  // namespace novphy
