#include "jobs/setting.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/json_reader.h"
#include "base/text.h"

namespace novphy {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// How a message shows what was given.
std::string found_text(const Json& given) {
  return std::visit(Overloaded{[](std::monostate) { return std::string("nothing"); },
                               [](bool value) { return std::string(value ? "true" : "false"); },
                               [](const std::string& text) {
                                 if (text.empty()) return std::string("an empty text");
                                 return fmt::format("\"{}\"", text.size() > kLongestQuoted
                                                                  ? text.substr(0, kLongestQuoted) + "..."
                                                                  : text);
                               },
                               [](const Json::Array&) { return std::string("a list"); },
                               [](const Json::Object&) { return std::string("an object"); },
                               [](double value) { return shortest(value); },
                               [](auto value) { return std::to_string(value); }},
                    given.value);
}

/// Sets one value.
class Setter {
 public:
  Setter(const Setting& setting, const Json& given, Face face)
      : setting_(setting), given_(given), face_(face) {}

  template <class Value>
  void operator()(Value* value) const {
    *value = read<Value>();
  }
  template <class Value>
  void operator()(std::optional<Value>* value) const {
    *value = read<Value>();
  }
  template <class Value>
  void operator()(std::vector<Value>* value) const {
    value->clear();
    for (const Json& each : each_given()) value->push_back(Setter(setting_, each, face_).read<Value>());
  }
  void operator()(std::map<std::string, std::string>* value) const {
    const auto* members = std::get_if<Json::Object>(&given_.value);
    if (members == nullptr) refuse();
    value->clear();
    for (const JsonMember& member : *members)
      value->emplace(member.key, Setter(setting_, member.value, face_).text());
  }
  void operator()(const TextReader& reader) const {
    for (const Json& each : each_given()) try {
        reader(Setter(setting_, each, face_).text());
      } catch (const std::invalid_argument& expected) {
        throw InputError(name_of(setting_, face_),
                         fmt::format("found {}, {}", found_text(each), expected.what()));
      }
  }

 private:
  [[noreturn]] void refuse() const {
    throw InputError(name_of(setting_, face_),
                     fmt::format("found {}, expected {}", found_text(given_), expected_text(setting_)));
  }

  template <class Value>
  Value read() const {
    if constexpr (std::is_same_v<Value, std::string>) {
      return text();
    } else if constexpr (std::is_same_v<Value, bool>) {
      if (const bool* flag = std::get_if<bool>(&given_.value)) return *flag;
      refuse();
    } else {
      return std::visit([this](const auto& found) { return this->number<Value>(found); }, given_.value);
    }
  }
  template <class Value, class Found>
  Value number(const Found& found) const {
    if constexpr (std::is_arithmetic_v<Found> && !std::is_same_v<Found, bool>) {
      const auto value = static_cast<double>(found);
      const bool fits = std::isfinite(value) && value >= setting_.least && value <= setting_.most;
      if constexpr (std::is_same_v<Value, double>) {
        if (fits) return value;
      } else if constexpr (!std::is_same_v<Found, double>) {
        if (fits && std::in_range<Value>(found)) return static_cast<Value>(found);
      }
    }
    refuse();
  }
  std::string text() const {
    const auto* found = std::get_if<std::string>(&given_.value);
    const std::vector<std::string>& choices = setting_.choices;
    const bool fits = found != nullptr && (!found->empty() || may_be_empty(setting_)) &&
                      (choices.empty() || std::find(choices.begin(), choices.end(), *found) != choices.end());
    if (!fits) refuse();
    return *found;
  }
  std::vector<Json> each_given() const {
    if (const auto* many = std::get_if<Json::Array>(&given_.value)) return *many;
    return {given_};
  }

  const Setting& setting_;
  const Json& given_;
  Face face_;
};

/// A number that is the whole word, else the word as a text.
Json number_or_text(const std::string& word) {
  if (const auto whole = number_text<std::int64_t>(word)) return {.value = *whole};
  if (const auto whole = number_text<std::uint64_t>(word)) return {.value = *whole};
  if (const auto number = number_text<double>(word)) return {.value = *number};
  return {.value = word};
}

Json::Array texts_in(const std::vector<std::string>& words, char separator) {
  Json::Array texts;
  for (const std::string& word : words)
    for (std::size_t begin = 0; begin != std::string::npos;) {
      const std::size_t end = separator == 0 ? std::string::npos : word.find(separator, begin);
      texts.push_back({.value = word.substr(begin, end == std::string::npos ? end : end - begin)});
      begin = end == std::string::npos ? end : end + 1;
    }
  return texts;
}

/// Texts by names, from words such as "novelty=novelty_id".
Json texts_by_names(const Setting& setting, const std::vector<std::string>& words, Face face) {
  Json::Object members;
  for (const Json& each : texts_in(words, setting.separator)) {
    const auto& text = std::get<std::string>(each.value);
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      throw InputError(name_of(setting, face),
                       fmt::format("found \"{}\", expected {}", text, expected_text(setting)));
    const std::string key = text.substr(0, equals);
    for (const JsonMember& member : members)
      if (member.key == key)
        throw InputError(name_of(setting, face),
                         fmt::format("names two values for \"{}\", expected one", key));
    members.push_back({.key = key, .line = 0, .value = {.value = text.substr(equals + 1)}});
  }
  return {.value = std::move(members)};
}

/// Whole numbers with all digits.
std::string shown(double number) {
  return number == std::floor(number) ? fmt::format("{:.0f}", number) : fmt::format("{:g}", number);
}

std::string range_text(const Setting& setting) {
  if (setting.least == -Setting::kBig) return "";
  if (setting.most == Setting::kBig) return " of at least " + shown(setting.least);
  return fmt::format(" from {} to {}", shown(setting.least), shown(setting.most));
}

void check_together(const Settings& settings, const Setting& setting, Face face) {
  const auto is_given = [&](const std::string& name) {
    return std::any_of(settings.begin(), settings.end(),
                       [&](const Setting& each) { return each.name == name && each.given; });
  };
  for (const std::string& other : setting.excludes)
    if (is_given(other))
      throw InputError("", fmt::format("{} excludes {}: expected only one of them", name_of(setting, face),
                                       name_of(other, face)));
  for (const std::string& other : setting.needs)
    if (!is_given(other))
      throw InputError(
          "", fmt::format("{} requires {}: expected both", name_of(setting, face), name_of(other, face)));
}

}  // namespace

Setting seed_setting(std::uint64_t& seed, std::string help) {
  return {"seed", &seed, std::move(help), "SEED",
          Also{.least = 0, .most = static_cast<double>((std::uint64_t{1} << 53) - 1)}};
}

Setting jobs_setting(int& jobs, std::string help) {
  return {"jobs", &jobs, std::move(help) + "; 0: as many as there are cores", "N",
          Also{.least = 0, .most = 1024, .python = "threads", .aside = true}};
}

Setting shard_setting(std::optional<Shard>& shard, std::string help) {
  return {"shard", [&shard](const std::string& text) { shard = shard_from_text(text); }, std::move(help),
          "I/N", Also{.aside = true}};
}

Setting out_setting(std::string& file, std::vector<FileKind> kinds, std::string help) {
  return {"out", &file, std::move(help), "FILE", Also{.required = file.empty(), .writes = std::move(kinds)}};
}

Setting folder_setting(std::string name, std::string& folder, std::string help) {
  return {std::move(name), &folder, std::move(help), "DIR", Also{.writes = std::vector<FileKind>()}};
}

Setting out_folder_setting(std::string& folder, std::string help) {
  Setting out = folder_setting("out", folder, std::move(help));
  out.required = true;
  return out;
}

unsigned threads_of(int jobs) {
  return jobs > 0 ? static_cast<unsigned>(jobs) : std::max(1U, std::thread::hardware_concurrency());
}

Settings joined(std::initializer_list<Settings> lists) {
  Settings all;
  for (const Settings& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::string name_of(const Setting& setting, Face face) {
  if (face == Face::kFile) return setting.name;
  if (face == Face::kProgram) return (setting.positional ? "" : "--") + setting.name;
  if (!setting.python.empty()) return setting.python;
  std::string name = setting.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string name_of(std::string_view name, Face face) {
  return name_of(Setting{std::string(name), {}, {}}, face);
}

Setting* find(Settings& settings, std::string_view name, Face face) {
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const Setting& setting) { return name_of(setting, face) == name; });
  return found == settings.end() ? nullptr : &*found;
}

void set(Setting& setting, const Json& given, Face face) {
  std::visit(Setter(setting, given, face), setting.value);
  const auto* flag = std::get_if<bool*>(&setting.value);
  setting.given = flag == nullptr || **flag;
  setting.json = JsonDocument(given, "").root().json();
}

void set(Setting& setting, const std::vector<std::string>& words, Face face) {
  const auto [kind, several] = takes(setting);
  Json given;
  if (kind == Takes::kFlag) {
    given.value = true;
  } else if (kind == Takes::kNamed) {
    given = texts_by_names(setting, words, face);
  } else if (kind == Takes::kText) {
    if (several) given.value = texts_in(words, setting.separator);
    if (!several) given.value = words.back();
  } else if (several) {
    Json::Array all;
    for (const std::string& word : words) all.push_back(number_or_text(word));
    given.value = std::move(all);
  } else {
    given = number_or_text(words.back());
  }
  set(setting, given, face);
}

Taken takes(const Setting& setting) {
  using enum Takes;
  constexpr std::array kOfValue{kFlag,  kWhole, kWhole, kNumber, kText, kText,
                                kWhole, kNamed, kWhole, kNumber, kText};  // in the order of SettingValue
  const SettingValue& value = setting.value;
  const bool list = std::holds_alternative<std::vector<std::string>*>(value) ||
                    std::holds_alternative<std::vector<int>*>(value) ||
                    std::holds_alternative<std::map<std::string, std::string>*>(value);
  return {kOfValue.at(value.index()), list || setting.one_each};
}

std::string default_text(const Setting& setting) {
  if (setting.required) return "";
  return std::visit(
      Overloaded{[](bool*) { return std::string(); },
                 [&](std::string* text) { return text->empty() ? setting.otherwise : *text; },
                 [](int* value) { return std::to_string(*value); },
                 [](std::uint64_t* value) { return std::to_string(*value); },
                 [](double* value) { return shortest(*value); },
                 [](std::vector<std::string>* texts) { return fmt::format("{}", fmt::join(*texts, ",")); },
                 [&](const auto&) { return setting.otherwise; }},
      setting.value);
}

std::string expected_text(const Setting& setting) {
  if (!setting.choices.empty()) return fmt::format("one of: {}", fmt::join(setting.choices, ", "));
  switch (takes(setting).kind) {
    case Takes::kFlag:
      return "true or false";
    case Takes::kWhole:
      return "a whole number" + range_text(setting);
    case Takes::kNumber:
      return "a number" + range_text(setting);
    case Takes::kNamed:
      return setting.word.empty() ? "NAME=TEXT" : setting.word;
    case Takes::kText:
      break;
  }
  return text_expected(setting);
}

void check(const Settings& settings, Face face) {
  for (const Setting& setting : settings) {
    if (setting.required && !setting.given) throw InputError("", name_of(setting, face) + " is required");
    if (setting.given) check_together(settings, setting, face);
  }
  check_files(settings, face);
}

std::string given_settings(const Settings& settings) {
  JsonMembers members;
  for (const Setting& setting : settings)
    if (setting.given && !setting.aside && !setting.writes && !names_files(setting))
      members.emplace_back(setting.name, setting.json);
  return members.empty() ? "" : json_object(members);
}

void read_settings(const std::filesystem::path& file, Settings& settings) {
  JsonDocument document(read_file(file, kTaskBounds), file.string());
  Problems problems(file.string());
  const Json* root = document.find("");
  const auto* members = std::get_if<Json::Object>(&root->value);
  if (members == nullptr) throw InputError(file.string(), root->line, "expected an object of settings");
  for (const JsonMember& member : *members) {
    Setting* setting = find(settings, member.key, Face::kFile);
    if (setting == nullptr) {
      problems.note(member.line, "/" + member.key, "found a name that no setting of this command has");
    } else if (!setting->given) {
      try {
        set(*setting, member.value, Face::kFile);
      } catch (const InputError& error) {
        problems.note(member.line, "/" + member.key, error.problems().front().text);
      }
    }
  }
  problems.check();
}

}  // namespace novphy
