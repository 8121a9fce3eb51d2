#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "evaluator/fields.h"
#include "evaluator/record_io.h"

namespace novphy {
namespace {

using nlohmann::json;

constexpr int kFormat = 1;

constexpr std::array kPhases{std::pair{Phase::kTraining, "training"},
                             std::pair{Phase::kCalibration, "calibration"},
                             std::pair{Phase::kNormal, "normal"}, std::pair{Phase::kNovel, "novel"}};

/// What is wrong with a line, before the file is known. The place is a JSON pointer, completed on the way
/// out.
struct Fault {
  std::string place;
  std::string text;
};

[[noreturn]] void fail(const std::string& place, std::string text) { throw Fault{place, std::move(text)}; }

/// Reads what stands under a key or index; a fault in there happened at that place.
template <class Key, class Read>
void at(const Key& key, Read&& read) {
  try {
    read();
  } catch (Fault& fault) {
    fault.place = fmt::format("/{}{}", key, fault.place);
    throw;
  }
}

[[noreturn]] void refuse(const json& found, std::string_view expected) {
  const std::string value = found.is_primitive() ? found.dump(-1, ' ', true, json::error_handler_t::replace)
                                                 : std::string("an ") + found.type_name();
  fail("", fmt::format("found {}, expected {}", value, expected));
}

void read(const json& from, bool& to) {
  if (!from.is_boolean()) refuse(from, "true or false");
  to = from.get<bool>();
}

void read(const json& from, int& to) {
  using Limits = std::numeric_limits<int>;
  // nlohmann holds whole numbers that are not negative as unsigned.
  const bool fits = from.is_number_unsigned()
                        ? from.get<std::uint64_t>() <= static_cast<std::uint64_t>(Limits::max())
                        : from.is_number_integer() && from.get<std::int64_t>() >= Limits::min();
  if (!fits) refuse(from, fmt::format("a whole number from {} to {}", Limits::min(), Limits::max()));
  to = from.get<int>();
}

void read(const json& from, std::uint64_t& to) {
  if (!from.is_number_unsigned()) refuse(from, "a whole number from 0 to 18446744073709551615");
  to = from.get<std::uint64_t>();
}

void read(const json& from, double& to) {
  if (!from.is_number()) refuse(from, "a number");
  to = from.get<double>();
}

void read(const json& from, std::string& to) {
  if (!from.is_string()) refuse(from, "a string");
  to = from.get<std::string>();
}

void read(const json& from, Phase& to) {
  const auto named = [&](const auto& phase) {
    return from.is_string() && from.get_ref<const std::string&>() == phase.second;
  };
  const auto* const phase = std::find_if(kPhases.begin(), kPhases.end(), named);
  if (phase == kPhases.end()) refuse(from, "\"training\", \"calibration\", \"normal\" or \"novel\"");
  to = phase->first;
}

template <class Value>
void read(const json& from, std::optional<Value>& to) {
  read(from, to.emplace());
}

void read(const json& from, std::array<double, 2>& to) {
  if (!from.is_array() || from.size() != 2) refuse(from, "two numbers");
  for (std::size_t i = 0; i < 2; ++i) at(i, [&] { read(from[i], to[i]); });
}

void read(const json& from, RecordedShot& to);

template <class Value>
void read(const json& from, std::vector<Value>& to) {
  if (!from.is_array()) refuse(from, "an array");
  for (const json& value : from) at(to.size(), [&] { read(value, to.emplace_back()); });
}

template <class Owner>
[[noreturn]] void fail_on_unknown_key(const json& from, const Owner& owner) {
  for (const auto& [key, value] : from.items()) {
    bool known = false;
    for_each_field(owner, [&, &name = key](const auto& field) { known = known || field.key == name; });
    if (!known) fail(fmt::format("/{}", key), "unknown key");
  }
  fail("", "unknown key");
}

template <class Owner>
void read_object(const json& from, Owner& to) {
  if (!from.is_object()) refuse(from, "an object");
  std::size_t known = 0;
  for_each_field(to, [&](const auto& field) {
    const auto found = from.find(field.key);
    if (found != from.end()) {
      at(field.key, [&] { read(*found, to.*field.member); });
      ++known;
    } else if (field.need == Need::kAlways) {
      fail(fmt::format("/{}", field.key), "missing");
    }
  });
  if (known != from.size()) fail_on_unknown_key(from, to);
}

void read(const json& from, RecordedShot& to) { read_object(from, to); }

/// Finds keys that stand twice in an object, which the parser would quietly merge.
class DuplicateKeys {
 public:
  bool operator()(int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) open_.emplace_back();
    if (event == json::parse_event_t::object_end) open_.pop_back();
    if (event == json::parse_event_t::key) add(parsed.get_ref<const std::string&>());
    return true;
  }

 private:
  void add(const std::string& key) {
    auto& keys = open_.back();
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) fail("/" + key, "duplicate key");
    keys.push_back(key);
  }

  std::vector<std::vector<std::string>> open_;
};

/// Keys of all objects in sound JSON: each is followed by a colon, and no other colon stands outside a
/// string.
std::size_t keys_in_text(std::string_view text) {
  std::size_t keys = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    if (text[i] == '\\' && in_string) ++i;
    if (text[i] == ':' && !in_string) ++keys;
  }
  return keys;
}

std::size_t keys_in(const json& value) {
  std::size_t keys = value.is_object() ? value.size() : 0;
  if (value.is_structured())
    for (const json& part : value) keys += keys_in(part);
  return keys;
}

void find_duplicate(std::string_view text) {
  DuplicateKeys duplicates;
  [[maybe_unused]] const json merged = json::parse(text, std::ref(duplicates));
}

json parse(std::string_view text) {
  try {
    json parsed = json::parse(text);
    // Looking for duplicates takes longer than parsing: only where keys were merged.
    if (keys_in(parsed) != keys_in_text(text)) find_duplicate(text);
    return parsed;
  } catch (const json::exception&) {
    fail("", "broken JSON");
  }
}

void check_range(std::string_view key, double value, double low, double high) {
  if (value < low || value > high)
    fail(fmt::format("/{}", key), fmt::format("found {}, expected {} to {}", value, low, high));
}

void check_record(const Record& record) {
  check_range("trial", record.trial, 0, kMostIndex);
  check_range("task", record.task, 0, kMostIndex);
  check_range("variation", record.variation, 0, std::numeric_limits<int>::max());
  check_range("time_s", record.time_s, 0, std::numeric_limits<double>::max());
  check_range("novelty_probability", record.novelty_probability, 0, 1);
  const bool hexadecimal = record.digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!record.digest.empty() && (record.digest.size() != 16 || !hexadecimal))
    fail("/digest", fmt::format("found \"{}\", expected 16 hexadecimal digits", record.digest));
}

/// Another version may have other keys: say so before complaining of them.
void check_format(const json& line) {
  if (!line.is_object() || !line.contains("format"))
    fail("/format", "missing: expected the line that says what made the records");
  at("format", [&] {
    if (line["format"] != kFormat) refuse(line["format"], fmt::format("format {}", kFormat));
  });
}

template <class Read>
auto read_line_with(std::string_view text, const std::string& file, long line, Read&& read_values) {
  try {
    return read_values(parse(text));
  } catch (const Fault& fault) {
    throw RecordError(file, line, fault.place.empty() ? fault.text : fault.place + ": " + fault.text);
  }
}

}  // namespace

RecordError::RecordError(const std::string& file, long line, const std::string& text)
    : std::invalid_argument(line > 0 ? fmt::format("{}:{}: {}", file, line, text)
                                     : fmt::format("{}: {}", file, text)) {}

std::string_view name(Phase phase) {
  const auto same = [&](const auto& row) { return row.first == phase; };
  return std::find_if(kPhases.begin(), kPhases.end(), same)->second;
}

Fingerprint fingerprint_from_line(std::string_view text, const std::string& file, long line) {
  return read_line_with(text, file, line, [](const json& values) {
    check_format(values);
    Fingerprint fingerprint;
    read_object(values, fingerprint);
    return fingerprint;
  });
}

Record record_from_line(std::string_view text, const std::string& file, long line) {
  return read_line_with(text, file, line, [](const json& values) {
    Record record;
    read_object(values, record);
    check_record(record);
    return record;
  });
}

}  // namespace novphy
