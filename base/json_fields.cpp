#include "base/json_fields.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <boost/core/demangle.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace novphy {
namespace {

/// Whether JSON has the number. If not, writes null in its place where that is allowed.
bool has_number(JsonText& out, double value) {
  if (std::isfinite(value)) return true;
  if (!out.whole) throw std::invalid_argument("JSON has no numbers that are not finite");
  out.text += "null";
  return false;
}

}  // namespace

std::string json_array(const std::vector<std::string>& values, const JsonLayout& layout) {
  return values.empty() ? "[]"
                        : fmt::format("[{}{}{}]", layout.begin, fmt::join(values, layout.comma), layout.end);
}

std::string json_object(const JsonMembers& members, const JsonLayout& layout) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : members)
    parts.push_back(in_quotes(key) + std::string(layout.colon) + value);
  std::string text = json_array(parts, layout);
  text.front() = '{';
  text.back() = '}';
  return text;
}

void NumberCodec::write(JsonText& out, double value) const {
  if (has_number(out, value)) out.text += shortest(value);
}

void DecimalCodec::write(JsonText& out, double value) const {
  if (has_number(out, value)) out.text += nlohmann::json(value).dump();
}

JsonMembers words_schema(std::span<const std::string_view> words) {
  std::vector<std::string> quoted;
  for (const std::string_view word : words) quoted.push_back(in_quotes(word));
  return {{"type", in_quotes("string")}, {"enum", json_array(quoted)}};
}

JsonMembers list_schema(const JsonMembers& element, std::size_t min, std::size_t max) {
  JsonMembers schema{{"type", in_quotes("array")}, {"items", json_object(element)}};
  if (min > 0) schema.emplace_back("minItems", std::to_string(min));
  if (max < Node::kAnyLength) schema.emplace_back("maxItems", std::to_string(max));
  return schema;
}

JsonMembers two_schema(const JsonMembers& first, const JsonMembers& second) {
  JsonMembers schema = list_schema(first, 2, 2);
  if (first != second) schema[1] = {"prefixItems", json_array({json_object(first), json_object(second)})};
  return schema;
}

JsonMembers NumberCodec::schema() const {
  JsonMembers schema;
  if (!description.empty()) schema.emplace_back("description", in_quotes(description));
  schema.emplace_back("type", in_quotes("number"));
  if (min > -Node::kBig) schema.emplace_back("minimum", shortest(min));
  if (max < Node::kBig) schema.emplace_back("maximum", shortest(max));
  return schema;
}

JsonMembers WholeCodec::schema() const {
  if (min == max) return {{"const", std::to_string(min)}};
  return {{"type", in_quotes("integer")}, {"minimum", std::to_string(min)}, {"maximum", std::to_string(max)}};
}

JsonMembers TextCodec::schema() const {
  if (!words.empty()) return {{"$ref", in_quotes("#/$defs/" + std::string(words))}};
  JsonMembers schema{{"type", in_quotes("string")}};
  if (!pattern.empty()) schema.emplace_back("pattern", in_quotes(pattern));
  return schema;
}

std::string TextCodec::read(const Node& node) const {
  std::string text = node.text();
  if (check) check(node, text);
  return text;
}

void FieldIo::pair(std::string_view key, int& first, const WholeCodec& first_codec, int& second,
                   const WholeCodec& second_codec) {
  std::array both{first, second};
  field(key, both, TwoCodec<std::array<int, 2>, WholeCodec>(first_codec, second_codec));
  if (reader()) std::tie(first, second) = std::tie(both[0], both[1]);
}

Node FieldReader::get(std::string_view key) {
  keys_.push_back(key);
  return node_.get(key);
}

void FieldReader::visit(const Field& field) {
  keys_.push_back(field.key);
  if (field.fallback && !has(field.key))
    field.by_default->assign(field.value, field.fallback);
  else if (const Node member = node_.at(field.key))
    field.how->read(member, field.value, field.codec);
}

void FieldWriter::visit(const Field& field) {
  if (field.fallback && !out_.whole && field.by_default->same(field.value, field.fallback)) return;
  begin_member(field.key);
  field.how->write(out_, field.value, field.codec);
}

void FieldWriter::begin_member(std::string_view key) {
  if (empty_) out_.text += '{';
  out_.text += std::exchange(empty_, false) ? layout_.begin : layout_.comma;
  out_.key(key);
}

void FieldWriter::done() {
  out_.text += empty_ ? "{" : layout_.end;
  out_.text += '}';
}

bool SchemaWriter::present(std::string_view key, bool /*has_value*/) {
  return key == only_ || std::find(alternatives_.begin(), alternatives_.end(), key) == alternatives_.end();
}

void SchemaWriter::visit(const Field& field) {
  if (!present(field.key, true)) return;
  properties_.emplace_back(field.key, json_object(field.how->schema(field.codec)));
  if (!field.fallback || field.key == only_) required_.push_back(in_quotes(field.key));
}

JsonMembers SchemaWriter::done(const std::type_info& type) const {
  const std::string name = boost::core::demangle(type.name());
  JsonMembers schema{{"$comment", in_quotes(name.substr(name.rfind(':') + 1))},
                     {"type", in_quotes("object")},
                     {"properties", json_object(properties_)}};
  if (!required_.empty()) schema.emplace_back("required", json_array(required_));
  if (!rules_.empty()) schema.emplace_back("allOf", json_array(rules_));
  schema.emplace_back("additionalProperties", "false");
  return schema;
}

namespace {

using Dom = nlohmann::ordered_json;

/// The place of the first difference between two values at this place, or nothing.
std::optional<std::string> difference(const Dom& a, const Dom& b, double tolerance, const std::string& at) {
  if (a.is_number() && b.is_number() && std::abs(a.get<double>() - b.get<double>()) <= tolerance) return {};
  if (a.type() != b.type() || !a.is_structured()) return a == b ? std::nullopt : std::optional(at);
  const auto part = [](const Dom& of, const std::string& key, std::size_t index) -> const Dom* {
    if (of.is_array()) return index < of.size() ? &of[index] : nullptr;
    return of.contains(key) ? &of[key] : nullptr;
  };
  std::size_t i = 0;
  for (const auto& [key, value] : a.items()) {
    const std::string place = at + "/" + pointer_part(key);
    const Dom* other = part(b, key, i++);
    if (!other) return a.is_array() ? at : place;
    if (auto found = difference(value, *other, tolerance, place)) return found;
  }
  return a.size() == b.size() ? std::nullopt : std::optional(at);
}

}  // namespace

std::string json_difference(const std::string& a, const std::string& b, double tolerance) {
  return difference(Dom::parse(a), Dom::parse(b), tolerance, "").value_or("");
}

}  // namespace novphy
