#include "levels/parameters.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "levels/json_vec2.h"

namespace novphy {
namespace {

constexpr double kMostValue = 1e6;
constexpr std::size_t kMostParameters = 100;
constexpr std::size_t kMostConditions = 100;
constexpr int kMostFormulas = 10'000;
constexpr double kDigits = 1e4;  // generated coordinates are rounded to 1e-4

/// The formula in a text such as "=gap / 2", or nothing for a value that is no such text.
std::optional<std::string> formula_in(const Json& json) {
  const auto* text = std::get_if<std::string>(&json.value);
  if (!text || !text->starts_with("=")) return std::nullopt;
  return text->substr(1);
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
  if (row.get("range").is_array() && !(range.x < range.y))
    row.get("range").expected("[least, most], of which the second is larger");
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
  if (!parameter.is_word()) parameter.words.push_back(base);  // a wrong list is noted already
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
      document_.note(json.line, pointer, "the formula " + in_quotes(formula) + " " + error.what());
    }
    json.value = value == 0 ? 0.0 : value;  // turns -0 into 0
  }

  /// The current word of a parameter of words, or null for other names.
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

std::string json_text(const ParameterValue& value) {
  const auto* word = std::get_if<std::string>(&value);
  return word ? in_quotes(*word) : shortest(std::get<double>(value));
}

bool holds(const Family& family, const ParameterValues& values) {
  Formulas formulas = family.formulas;
  for (const Parameter& parameter : family.parameters) give(formulas, parameter, values);
  return std::all_of(family.must.begin(), family.must.end(),
                     [&](const std::string& condition) { return formulas.value(condition) != 0; });
}

void read_conditions(const Node& must, Family& family) {
  for (const Node& node : must.array(0, kMostConditions)) {
    const std::string condition = node.text();
    if (!node.is_text()) continue;
    family.must.push_back(condition);
    try {
      if (family.formulas.value(condition) == 0)
        node.error("the condition " + in_quotes(condition) + " does not hold");
    } catch (const FormulaError& error) {
      node.error("the condition " + in_quotes(condition) + " " + error.what());
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
      row.error("expected a name of letters, digits and _ that is no function, dx or dy, found " +
                in_quotes(name));
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

}  // namespace novphy
