#include "base/json_fields.h"

#include <fmt/core.h>
#include <fmt/format.h>

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

std::string TextCodec::read(const Node& node) const {
  std::string text = node.text();
  if (check) check(node, text);
  return text;
}

std::array<double, 2> TwoNumbersCodec::read(const Node& node) const {
  const std::vector<Node> numbers = node.array(2, 2);
  if (numbers.size() != 2)
    return {std::clamp(0.0, number.min, number.max), std::clamp(0.0, number.min, number.max)};
  const double first = number.read(numbers[0]);
  return {first, number.read(numbers[1])};
}

void TwoNumbersCodec::write(JsonText& out, const std::array<double, 2>& values) const {
  out.text += '[';
  number.write(out, values[0]);
  out.comma();
  number.write(out, values[1]);
  out.text += ']';
}

void FieldIo::pair(std::string_view key, int& first, const WholeCodec& first_codec, int& second,
                   const WholeCodec& second_codec) {
  struct Both {
    int& first;
    const WholeCodec& first_codec;
    int& second;
    const WholeCodec& second_codec;
  };
  static constexpr FieldCodec kHow{.read =
                                       [](const Node& node, void* value, const void* /*codec*/) {
                                         const std::vector<Node> nodes = node.array(2, 2);
                                         if (nodes.empty()) return;
                                         const Both& both = *static_cast<const Both*>(value);
                                         both.first = both.first_codec.read(nodes[0]);
                                         both.second = both.second_codec.read(nodes[1]);
                                       },
                                   .write =
                                       [](JsonText& out, const void* value, const void* /*codec*/) {
                                         const Both& both = *static_cast<const Both*>(value);
                                         out.text += '[';
                                         both.first_codec.write(out, both.first);
                                         out.comma();
                                         both.second_codec.write(out, both.second);
                                         out.text += ']';
                                       }};
  Both both{first, first_codec, second, second_codec};
  visit({key, &both, nullptr, &kHow});
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
  if (empty_)
    out_.text += one_a_line_ ? "{\n  " : "{";
  else if (one_a_line_)
    out_.text += ",\n  ";
  else
    out_.comma();
  empty_ = false;
  out_.key(key);
}

void FieldWriter::done() {
  if (empty_) out_.text += '{';
  out_.text += one_a_line_ && !empty_ ? "\n}" : "}";
}

bool FieldNames::present(std::string_view key, bool /*has_value*/) {
  names_.push_back({key, false});
  return true;
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
