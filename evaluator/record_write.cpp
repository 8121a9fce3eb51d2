#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "evaluator/fields.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

template <class Number>
void append_number(std::string& out, Number number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  out.append(buffer.data(), end);
}

bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

void append(std::string& out, bool value) { out += value ? "true" : "false"; }
void append(std::string& out, int value) { append_number(out, value); }
void append(std::string& out, std::uint64_t value) { append_number(out, value); }

void append(std::string& out, double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("a record holds a number that is not finite");
  if (value == 0 && std::signbit(value)) {
    out += "-0.0";  // "-0" would be read back as a whole number, without the sign
  } else {
    append_number(out, value);
  }
}

/// Replaces bytes that are not UTF-8 by replacement characters: an agent's text may hold any bytes.
void append(std::string& out, const std::string& value) {
  if (std::all_of(value.begin(), value.end(), is_plain)) {
    out.append(1, '"').append(value).append(1, '"');
  } else {
    out += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

void append(std::string& out, Phase value) { out.append(1, '"').append(name(value)).append(1, '"'); }

template <class Value>
void append(std::string& out, const std::optional<Value>& value) {
  append(out, *value);  // never empty: an empty value is the default, which is left out
}

void append(std::string& out, const RecordedShot& shot);

template <class List>
void append_list(std::string& out, const List& values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    append(out, values[i]);
  }
  out += ']';
}

void append(std::string& out, const std::array<double, 2>& values) { append_list(out, values); }

template <class Value>
void append(std::string& out, const std::vector<Value>& values) {
  append_list(out, values);
}

template <class Owner>
void append_object(std::string& out, const Owner& owner) {
  [[maybe_unused]] static const Owner kDefault{};
  char before = '{';
  for_each_field(owner, [&](const auto& field) {
    const auto& value = owner.*field.member;
    if (field.need == Need::kIfSet && value == kDefault.*field.member) return;
    out.append(1, before).append(1, '"').append(field.key).append("\":");
    append(out, value);
    before = ',';
  });
  out += '}';
}

void append(std::string& out, const RecordedShot& shot) { append_object(out, shot); }

template <class Owner>
std::string line_of(const Owner& owner) {
  std::string out;
  append_object(out, owner);
  return out;
}

}  // namespace

std::string to_line(const Fingerprint& fingerprint) { return line_of(fingerprint); }
std::string to_line(const Record& record) { return line_of(record); }

}  // namespace novphy
