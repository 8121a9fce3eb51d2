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
#include <vector>

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
  const Vec2 range = vec2_of(row.at("range"), -kMostValue, kMostValue);
  const double base = row.at("base").number(-kMostValue, kMostValue);
  if (row.get("range").has_errors() || row.get("base").has_errors())
    return {.base = base, .min = range.x, .max = range.y};
  if (row.get("range").is_array() && !(range.x < range.y))
    row.get("range").expected("[least, most] with the second larger");
  else if (row.get("base").is_number() && (base < range.x || base > range.y))
    row.get("base").expected("a number within the range, from " + shortest(range.x) + " to " +
                             shortest(range.y));
  return {.base = base, .min = range.x, .max = range.y};
}

Parameter read_words(const Node& row) {
  row.only({"base", "of"});
  Parameter parameter;
  for (const Node& word : row.at("of").array(2, 100)) parameter.words.push_back(word.text());
  const std::string base = row.at("base").text();
  const bool known = std::find(parameter.words.begin(), parameter.words.end(), base) != parameter.words.end();
  if (!known && row.get("base").is_text() && parameter.is_word())
    row.get("base").expected(
        listed(std::vector<std::string_view>(parameter.words.begin(), parameter.words.end())));
  parameter.base = base;
  if (!parameter.is_word()) parameter.words.push_back(base);  // an error in the list is noted already
  return parameter;
}

/// Replaces the formulas anywhere inside a JSON value by their values.
class Filler {
 public:
  Filler(JsonDocument& document, const std::vector<Parameter>& parameters, const ParameterValues& values,
         const Formulas& formulas)
      : document_(document), parameters_(parameters), values_(values), formulas_(formulas) {}

  void fill(Json& json, const std::string& pointer) {
    if (auto* array = std::get_if<Json::Array>(&json.value)) {
      for (std::size_t i = 0; i < array->size(); ++i) fill((*array)[i], pointer + "/" + std::to_string(i));
    } else if (auto* object = std::get_if<Json::Object>(&json.value)) {
      for (JsonMember& member : *object) fill(member.value, pointer + "/" + pointer_part(member.key));
    } else if (const auto formula = formula_in(json)) {
      replace(json, *formula, pointer);
    }
  }

 private:
  void replace(Json& json, const std::string& formula, const std::string& pointer) {
    if (++formulas_read_ == kMostFormulas)
      document_.note(json.line, pointer,
                     "expected fewer than " + std::to_string(kMostFormulas) + " formulas");
    if (formulas_read_ >= kMostFormulas) return;
    if (const std::string* word = word_of(formula)) {
      json.value = *word;
      return;
    }
    double value = 0;
    try {
      value = std::round(formulas_.value(formula) * kDigits) / kDigits;
    } catch (const FormulaError& error) {
      document_.note(json.line, pointer, shown("the formula", formula) + " " + error.what());
    }
    json.value = value == 0 ? 0.0 : value;  // turns -0 into 0
  }

  /// The current word of a parameter that is a word, or null for other names.
  const std::string* word_of(const std::string& name) const {
    for (const Parameter& parameter : parameters_)
      if (parameter.name == name && parameter.is_word())
        return &std::get<std::string>(value_of(parameter, values_));
    return nullptr;
  }

  JsonDocument& document_;
  const std::vector<Parameter>& parameters_;
  const ParameterValues& values_;
  const Formulas& formulas_;
  int formulas_read_ = 0;
};

}  // namespace

bool allows(const Parameter& parameter, const ParameterValue& value) {
  if (const auto* word = std::get_if<std::string>(&value))
    return std::find(parameter.words.begin(), parameter.words.end(), *word) != parameter.words.end();
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

namespace {

bool is_true(const Formulas& formulas, const std::string& condition) try {
  return formulas.value(condition) != 0;
} catch (const NotFiniteError&) {
  return false;
}

}  // namespace

bool holds(const Family& family, const ParameterValues& values) {
  Formulas formulas = family.formulas;
  for (const Parameter& parameter : family.parameters) give(formulas, parameter, values);
  return std::all_of(family.must.begin(), family.must.end(),
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
  Filler filler(document, family.parameters, values, settled);
  for (const auto& [name, row] : rows)
    if (Json* json = document.find(row.pointer()); json && formula_in(*json))
      filler.fill(*json, row.pointer());
  for (const std::string& part : parts)
    if (Json* json = document.find(part)) filler.fill(*json, part);
  return family;
}

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

/// A parser of the muParser library with only our functions and operators.
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

/// The values of the variables in a formula, by name.
using Variables = std::map<std::string, double>;

/// A formula that was parsed, with the variables that the parser reads.
struct ParsedFormula {
  mu::Parser parser = made_parser();
  Variables variables{};
};

std::shared_ptr<ParsedFormula> parse_formula(const std::string& formula) {
  auto parsed = std::make_shared<ParsedFormula>();
  parsed->parser.SetExpr(formula);
  for (const auto& [name, unused] : parsed->parser.GetUsedVar()) parsed->variables[name] = 0;
  for (auto& [name, value] : parsed->variables) parsed->parser.DefineVar(name, &value);
  return parsed;
}

/// Parsing a formula takes longer than computing it, and every draw of a task computes the same formulas. So
/// each thread keeps those that it has parsed.
std::shared_ptr<ParsedFormula> parsed_formula(const std::string& formula) {
  constexpr std::size_t kMostKept = 1000;
  thread_local std::unordered_map<std::string, std::shared_ptr<ParsedFormula>> kept;
  if (const auto it = kept.find(formula); it != kept.end()) return it->second;
  if (kept.size() == kMostKept) kept.clear();
  return kept[formula] = parse_formula(formula);
}

double computed(ParsedFormula& formula) {
  const double value = formula.parser.Eval();
  if (formula.parser.GetNumResults() != 1) throw FormulaError("has more than one value");
  if (!std::isfinite(value)) throw NotFiniteError();
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
    return computed(*known);
  } catch (const mu::Parser::exception_type& error) {
    throw FormulaError("cannot be computed: " + error.GetMsg());
  }
}

}  // namespace novphy
