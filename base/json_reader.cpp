#include "base/json_reader.h"

#include <algorithm>
#include <cmath>

namespace novphy {
namespace {

/// The value in words for a message. Short values are quoted.
std::string described(const Json& json) {
  struct Words {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(std::uint64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return shortest(value); }
    std::string operator()(const std::string& value) const {
      return value.size() > kLongestQuoted ? "a long string" : in_quotes(value);
    }
    std::string operator()(const Json::Array& value) const {
      return "an array of " + std::to_string(value.size());
    }
    std::string operator()(const Json::Object&) const { return "an object"; }
  };
  return std::visit(Words{}, json.value);
}

/// The number as a double, or NaN for a value that is no number.
double as_double(const Json& json) {
  if (const auto* i = std::get_if<std::int64_t>(&json.value)) return static_cast<double>(*i);
  if (const auto* u = std::get_if<std::uint64_t>(&json.value)) return static_cast<double>(*u);
  if (const auto* d = std::get_if<double>(&json.value)) return *d;
  return std::nan("");
}

std::string range(double min, double max) {
  if (min == -Node::kBig && max == Node::kBig) return "";
  if (max == Node::kBig) return " of at least " + shortest(min);
  if (min == -Node::kBig) return " of at most " + shortest(max);
  return " from " + shortest(min) + " to " + shortest(max);
}

std::string lengths(std::size_t min, std::size_t max) {
  if (min == max) return " of " + std::to_string(min);
  if (max == Node::kAnyLength && min == 0) return "";
  const double most = max == Node::kAnyLength ? Node::kBig : static_cast<double>(max);
  return " of a length" + range(static_cast<double>(min), most);
}

double clamped_to_finite(double min, double max) { return std::clamp(0.0, min, max); }

}  // namespace

bool Node::is_object() const { return json_ && std::holds_alternative<Json::Object>(json_->value); }
bool Node::is_array() const { return json_ && std::holds_alternative<Json::Array>(json_->value); }
bool Node::is_text() const { return json_ && std::holds_alternative<std::string>(json_->value); }
bool Node::is_number() const { return json_ && !std::isnan(as_double(*json_)); }
bool Node::is_null() const { return json_ && std::holds_alternative<std::monostate>(json_->value); }
int Node::line() const { return json_ ? json_->line : 0; }

std::string Node::pointer() const {
  const Json* known = json_ ? json_ : above_;
  return (known ? document_->pointer_to(*known) : "") + below_;
}

Node Node::get(std::string_view key) const {
  if (json_ && !is_object()) expected("an object");
  if (is_object())
    for (const JsonMember& member : std::get<Json::Object>(json_->value))
      if (member.key == key) return {document_, &member.value};
  return {document_, json_ ? json_ : above_, below_ + "/" + pointer_part(key)};
}

Node Node::at(std::string_view key) const {
  Node node = get(key);
  if (is_object() && !node) error("expected a key " + in_quotes(key) + ", found none");
  return node;
}

std::vector<Node> Node::array(std::size_t min, std::size_t max) const {
  std::vector<Node> nodes;
  if (!json_) return nodes;
  const auto* array = std::get_if<Json::Array>(&json_->value);
  if (!array || array->size() < min || array->size() > max) {
    expected("an array" + lengths(min, max));
    return nodes;
  }
  nodes.reserve(array->size());
  for (const Json& element : *array) nodes.push_back({document_, &element});
  return nodes;
}

Node Node::object() const {
  if (json_ && !is_object()) expected("an object");
  return is_object() ? *this : Node(document_, json_ ? json_ : above_, below_);
}

std::vector<std::pair<std::string, Node>> Node::members() const {
  std::vector<std::pair<std::string, Node>> nodes;
  if (json_ && !is_object()) expected("an object");
  if (!is_object()) return nodes;
  for (const JsonMember& member : std::get<Json::Object>(json_->value))
    nodes.emplace_back(member.key, Node(document_, &member.value));
  return nodes;
}

void Node::only(std::span<const std::string_view> keys) const {
  if (!is_object()) return;
  for (const JsonMember& member : std::get<Json::Object>(json_->value))
    if (std::find(keys.begin(), keys.end(), member.key) == keys.end())
      note(member.line, "unknown key, expected " + (keys.empty() ? "none" : listed(keys)), member.key);
}

void Node::only(std::initializer_list<std::string_view> keys) const {
  only(std::span(keys.begin(), keys.size()));
}

double Node::number(double min, double max) const {
  if (!json_) return clamped_to_finite(min, max);
  const double value = as_double(*json_);
  if (std::isfinite(value) && value >= min && value <= max) return value;
  expected("a number" + range(min, max));
  return clamped_to_finite(min, max);
}

int Node::integer(int min, int max) const {
  if (!json_) return std::clamp(0, min, max);
  const double value = as_double(*json_);
  if (value >= min && value <= max && value == std::floor(value)) return static_cast<int>(value);
  if (min == max) {
    expected(std::to_string(min));
    return min;
  }
  const bool any = min == std::numeric_limits<int>::min();
  const bool open = max == std::numeric_limits<int>::max();
  expected("a whole number" + range(any ? -kBig : min, open ? kBig : max));
  return std::clamp(0, min, max);
}

std::uint64_t Node::unsigned64() const {
  if (!json_) return 0;
  if (const auto* value = std::get_if<std::uint64_t>(&json_->value)) return *value;
  expected("a whole number of at least 0");
  return 0;
}

bool Node::boolean() const {
  if (!json_) return false;
  if (const auto* value = std::get_if<bool>(&json_->value)) return *value;
  expected("true or false");
  return false;
}

std::string Node::text() const {
  if (!json_) return "";
  if (const auto* value = std::get_if<std::string>(&json_->value)) return *value;
  expected("a string");
  return "";
}

std::string Node::one_of(std::span<const std::string_view> words) const {
  const auto* value = json_ ? std::get_if<std::string>(&json_->value) : nullptr;
  if (value && std::find(words.begin(), words.end(), *value) != words.end()) return *value;
  if (json_) expected(listed(words));
  return words.empty() ? "" : std::string(words.front());
}

std::string Node::one_of(std::initializer_list<std::string_view> words) const {
  return one_of(std::span(words.begin(), words.size()));
}

void Node::note(int at_line, const std::string& text, std::optional<std::string_view> key) const {
  if (document_->full()) return;
  document_->note(at_line, pointer() + (key ? "/" + pointer_part(*key) : ""), text);
}

void Node::error(const std::string& text) const { note(line(), text); }

void Node::error_at(std::string_view key, const std::string& text) const { note(line(), text, key); }

void Node::expected(const std::string& what) const {
  error("expected " + what + ", found " + (json_ ? described(*json_) : "nothing"));
}

bool Node::has_errors() const {
  if (!json_) return false;
  const std::vector<Problem>& problems = document_->problems();
  if (problems.empty()) return false;
  const std::string at = pointer();
  return std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
    return problem.place == at || problem.place.starts_with(at + "/");
  });
}

}  // namespace novphy
