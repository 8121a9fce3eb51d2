#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json_reader.h"

namespace novphy {

std::string pointer_part(std::string_view key) {
  std::string part;
  for (const char c : key) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

std::string listed(std::span<const std::string_view> words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    text += words[i].empty() ? "\"\"" : std::string(words[i]);
  }
  return text;
}

std::string shortest(double number) {
  if (number == 0) return std::signbit(number) ? "-0.0" : "0";
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

namespace {

/// Whether JSON writes the character as it is.
bool is_written_as_is(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_written_as_is))
    out.append(1, '"').append(text).append(1, '"');
  else
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string in_quotes(std::string_view text) {
  std::string quoted;
  append_quoted(quoted, text);
  return quoted;
}

namespace {

/// Writes a Json value as text without white space.
struct Compact {
  std::string text{};

  void write(const Json& json) { std::visit(*this, json.value); }
  void operator()(std::monostate) { text += "null"; }
  void operator()(bool value) { text += value ? "true" : "false"; }
  void operator()(std::int64_t value) { text += std::to_string(value); }
  void operator()(std::uint64_t value) { text += std::to_string(value); }
  void operator()(double value) { text += shortest(value); }
  void operator()(const std::string& value) { text += in_quotes(value); }
  void operator()(const Json::Array& values) {
    text += '[';
    for (const Json& value : values) {
      if (&value != &values.front()) text += ',';
      write(value);
    }
    text += ']';
  }
  void operator()(const Json::Object& members) {
    text += '{';
    for (const JsonMember& member : members) {
      if (&member != &members.front()) text += ',';
      text += in_quotes(member.key) + ":";
      write(member.value);
    }
    text += '}';
  }
};

}  // namespace

std::string Node::json() const {
  Compact compact;
  if (json_) compact.write(*json_);
  return compact.text;
}

}  // namespace novphy
