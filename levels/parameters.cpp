#include "levels/parameters.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <muParser.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/lists.h"
#include "levels/json_geometry.h"
#include "sim/vec2.h"

namespace novphy {
namespace {

constexpr double kMostValue = 1e6;
constexpr std::size_t kMostParameters = 100;
constexpr std::size_t kMostConditions = 100;
constexpr int kMostFormulas = 10'000;
constexpr double kDigits = 1e4;  // generated coordinates are rounded to 1e-4

/// The formula in a text such as "=gap / 2". Nothing for any other value.
std::optional<std::string> formula_in(const Json& json) {
  const auto* text = std::get_if<std::string>(&json.value);
  if (!text || !text->starts_with("=")) return std::nullopt;
  return text->substr(1);
}

/// A text of the file for messages, such as "the formula "gap / 2"". Of a long text, only the beginning.
std::string shown(const std::string& what, std::string_view text) {
  if (text.size() <= kLongestQuoted) return what + " " + in_quotes(text);
  return what + " that begins with " + in_quotes(text.substr(0, kLongestQuoted));
}

const ParameterValue& value_of(const Parameter& parameter, const ParameterValues& values) {
  const auto it = values.find(parameter.name);
  return it == values.end() ? parameter.base : it->second;
}

void give(Formulas& formulas, const Parameter& parameter, const ParameterValues& values) {
  if (!parameter.is_word()) formulas.give(parameter.name, std::get<double>(value_of(parameter, values)));
}

Parameter read_number(const Node& row) {
  row.only({"base", "range"});
  const Node range = row.at("range"), base = row.at("base");
  const Vec2 ends = vec2_of(range, -kMostValue, kMostValue);
  const double value = base.number(-kMostValue, kMostValue);
  const bool fine = !range.has_errors() && !base.has_errors();
  if (fine && range.is_array() && !(ends.x < ends.y))
    range.expected("[least, most] with the second larger");
  else if (fine && base.is_number() && (value < ends.x || value > ends.y))
    base.expected("a number within the range, from " + shortest(ends.x) + " to " + shortest(ends.y));
  return {.base = value, .min = ends.x, .max = ends.y};
}

Parameter read_words(const Node& row) {
  row.only({"base", "of"});
  Parameter parameter;
  for (const Node& word : row.at("of").array(2, 100)) parameter.words.push_back(word.text());
  const std::string base = row.at("base").text();
  if (!contains(parameter.words, base) && row.get("base").is_text() && parameter.is_word())
    row.get("base").expected(
        listed(std::vector<std::string_view>(parameter.words.begin(), parameter.words.end())));
  parameter.base = base;
  if (!parameter.is_word()) parameter.words.push_back(base);  // an error in the list is noted already
  return parameter;
}

/// Replaces the formulas anywhere inside a JSON value by their values.
struct Filler {
  JsonDocument& document;
  const std::vector<Parameter>& parameters;
  const ParameterValues& values;
  const Formulas& formulas;
  int formulas_read = 0;

  void fill(Json& json, const std::string& pointer) {
    if (auto* array = std::get_if<Json::Array>(&json.value)) {
      for (std::size_t i = 0; i < array->size(); ++i) fill((*array)[i], pointer + "/" + std::to_string(i));
    } else if (auto* object = std::get_if<Json::Object>(&json.value)) {
      for (JsonMember& member : *object) fill(member.value, pointer + "/" + pointer_part(member.key));
    } else if (const auto formula = formula_in(json)) {
      if (++formulas_read == kMostFormulas)
        document.note(json.line, pointer,
                      "expected fewer than " + std::to_string(kMostFormulas) + " formulas");
      if (formulas_read < kMostFormulas) replace(json, *formula, pointer);
    }
  }

  /// A formula may also be the name of a parameter that is a word.
  void replace(Json& json, const std::string& formula, const std::string& pointer) const {
    const Parameter* word =
        find_in(parameters, [&](const Parameter& each) { return each.name == formula && each.is_word(); });
    if (word) return void(json.value = std::get<std::string>(value_of(*word, values)));
    double value = 0;
    try {
      value = std::round(formulas.value(formula) * kDigits) / kDigits;
    } catch (const FormulaError& error) {
      document.note(json.line, pointer, shown("the formula", formula) + " " + error.what());
    }
    json.value = value == 0 ? 0.0 : value;  // turns -0 into 0
  }
};

bool is_true(const Formulas& formulas, const std::string& condition) try {
  return formulas.value(condition) != 0;
} catch (const NotFiniteError&) {
  return false;
}

double sine(double angle_deg) { return sine_cosine(radians(angle_deg)).sine; }
double cosine(double angle_deg) { return sine_cosine(radians(angle_deg)).cosine; }

struct OfOne {
  std::string_view name;
  double (*value)(double);
};
constexpr std::array kOfOne{OfOne{"sin", sine}, OfOne{"cos", cosine},
                            OfOne{"tan", [](double deg) { return sine(deg) / cosine(deg); }},
                            OfOne{"sqrt", [](double x) { return std::sqrt(x); }},
                            OfOne{"abs", [](double x) { return std::abs(x); }}};

struct OfTwo {
  std::string_view name;
  double (*value)(double, double);
};
constexpr std::array kOfTwo{OfTwo{"atan2", [](double y, double x) { return degrees(std::atan2(y, x)); }},
                            OfTwo{"min", [](double a, double b) { return std::min(a, b); }},
                            OfTwo{"max", [](double a, double b) { return std::max(a, b); }}};

/// A parser of the muParser library with only our functions and operators.
mu::Parser made_parser() {
  mu::Parser parser;
  parser.ClearFun();
  parser.ClearConst();
  for (const auto& [name, value] : kOfOne) parser.DefineFun(std::string(name), value);
  for (const auto& [name, value] : kOfTwo) parser.DefineFun(std::string(name), value);
  return parser;
}

struct ParsedFormula {
  mu::Parser parser = made_parser();
  std::map<std::string, double> variables{};
};

/// Parsing a formula takes longer than computing it, and every draw of a task computes the same formulas. So
/// each thread keeps those that it has parsed.
std::shared_ptr<ParsedFormula> parsed_formula(const std::string& formula) {
  constexpr std::size_t kMostKept = 1000;
  thread_local std::unordered_map<std::string, std::shared_ptr<ParsedFormula>> kept;
  if (const auto it = kept.find(formula); it != kept.end()) return it->second;
  if (kept.size() == kMostKept) kept.clear();
  auto parsed = std::make_shared<ParsedFormula>();
  parsed->parser.SetExpr(formula);
  for (const auto& [name, unused] : parsed->parser.GetUsedVar()) parsed->variables[name] = 0;
  for (auto& [name, value] : parsed->variables) parsed->parser.DefineVar(name, &value);
  return kept[formula] = parsed;
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

bool allows(const Parameter& parameter, const ParameterValue& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return contains(parameter.words, *word);
  const double number = std::get<double>(value);
  return !parameter.is_word() && number >= parameter.min && number <= parameter.max;
}

std::string allowed_values(const Parameter& parameter) {
  return parameter.is_word() ? fmt::format("one of: {}", fmt::join(parameter.words, ", "))
                             : fmt::format("a number from {:g} to {:g}", parameter.min, parameter.max);
}

std::string json_text(const ParameterValue& value) {
  const auto* word = std::get_if<std::string>(&value);
  return word ? in_quotes(*word) : shortest(std::get<double>(value));
}

bool holds(const Family& family, const ParameterValues& values) {
  Formulas formulas = family.formulas;
  for (const Parameter& parameter : family.parameters) give(formulas, parameter, values);
  return std::ranges::all_of(family.must,
                             [&](const std::string& condition) { return is_true(formulas, condition); });
}

void read_conditions(const Node& must, Family& family) {
  for (const Node& node : must.array(0, kMostConditions)) {
    const std::string condition = node.text();
    if (!node.is_text()) continue;
    family.must.push_back(condition);
    try {
      if (family.formulas.value(condition) == 0)
        node.error(shown("the condition", condition) + " does not hold");
    } catch (const FormulaError& error) {
      node.error(shown("the condition", condition) + " " + error.what());
    }
  }
}

Family apply_parameters(JsonDocument& document, const Node& parameters, const std::vector<std::string>& parts,
                        const ParameterValues& values) {
  Family family;
  const auto rows = parameters.members();
  if (rows.size() > kMostParameters) {
    parameters.error("expected at most " + std::to_string(kMostParameters) + " parameters, found " +
                     std::to_string(rows.size()));
    return family;
  }
  for (const auto& [name, row] : rows) {
    if (!is_formula_name(name) || name == "dx" || name == "dy") {
      const Node& place = name.size() > kLongestQuoted ? parameters : row;
      place.error("expected a name of letters, digits and _ that is not a function, dx or dy, " +
                  shown("found", name));
    } else if (const Json* json = document.find(row.pointer()); json && formula_in(*json)) {
      family.formulas.define(name, *formula_in(*json));
    } else {
      Parameter parameter = row.get("of") ? read_words(row) : read_number(row);
      parameter.name = name;
      give(family.formulas, parameter, values);
      family.parameters.push_back(std::move(parameter));
    }
  }
  Formulas settled = family.formulas;
  settled.settle();
  Filler filler{document, family.parameters, values, settled};
  for (const auto& [name, row] : rows)
    if (Json* json = document.find(row.pointer()); json && formula_in(*json))
      filler.fill(*json, row.pointer());
  for (const std::string& part : parts)
    if (Json* json = document.find(part)) filler.fill(*json, part);
  return family;
}

bool is_formula_name(const std::string& text) {
  constexpr const char* kLetters = "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const auto is_it = [&](const auto& function) { return function.name == text; };
  return text.find_first_not_of(kLetters) == std::string::npos && text.find_first_of(kLetters + 10) == 0 &&
         !find_in(kOfOne, is_it) && !find_in(kOfTwo, is_it);
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
    } catch (const FormulaError&) {  // value() and named() tell whoever needs the value why there is none
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
  if (it == defined_.end()) throw FormulaError(shown("names", name) + ", which is not a parameter");
  if (const auto known = progress.known.find(name); known != progress.known.end()) return known->second;
  if (!progress.pending.insert(name).second) throw FormulaError(shown("needs itself through", name));
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
    if (assigns(formula)) throw FormulaError("assigns a value instead of computing one");
    const std::shared_ptr<ParsedFormula> known = parsed_formula(formula);
    for (auto& [name, value] : known->variables) value = resolve(name, progress);
    const double value = known->parser.Eval();
    if (known->parser.GetNumResults() != 1) throw FormulaError("has more than one value");
    if (!std::isfinite(value)) throw NotFiniteError();
    return value;
  } catch (const mu::Parser::exception_type& error) {
    throw FormulaError("cannot be computed: " + error.GetMsg());
  }
}

}  // namespace novphy
