#include "jobs/setting.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/text.h"
#include "jobs/file_checks.h"

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

/// The number, or nothing for a value that is none.
std::optional<double> number_in(const Json& given) {
  return std::visit(Overloaded{[](double value) { return std::optional(value); },
                               [](std::int64_t value) { return std::optional(static_cast<double>(value)); },
                               [](std::uint64_t value) { return std::optional(static_cast<double>(value)); },
                               [](const auto&) { return std::optional<double>(); }},
                    given.value);
}

/// Sets one value. `wrong` refuses it.
class Setter {
 public:
  Setter(const Setting& setting, const Json& given, Face face)
      : setting_(setting), given_(given), face_(face) {}

  void operator()(bool* value) const {
    const bool* flag = std::get_if<bool>(&given_.value);
    if (flag == nullptr) refuse();
    *value = *flag;
  }
  void operator()(double* value) const { *value = number(); }
  void operator()(std::optional<double>* value) const { *value = number(); }
  void operator()(int* value) const { *value = whole<int>(); }
  void operator()(std::optional<int>* value) const { *value = whole<int>(); }
  void operator()(std::uint64_t* value) const { *value = whole<std::uint64_t>(); }
  void operator()(std::string* value) const { *value = text(given_); }
  void operator()(std::vector<std::string>* value) const {
    value->clear();
    for (const Json& each : each_given()) value->push_back(text(each));
  }
  void operator()(std::vector<int>* value) const {
    value->clear();
    for (const Json& each : each_given()) value->push_back(Setter(setting_, each, face_).whole<int>());
  }
  void operator()(std::map<std::string, std::string>* value) const {
    const auto* members = std::get_if<Json::Object>(&given_.value);
    if (members == nullptr) refuse();
    value->clear();
    for (const JsonMember& member : *members) value->emplace(member.key, text(member.value));
  }
  void operator()(const TextReader& read) const {
    for (const Json& each : each_given()) try {
        read(text(each));
      } catch (const std::invalid_argument& expected) {
        throw InputError(name(), fmt::format("found {}, {}", found_text(each), expected.what()));
      }
  }

 private:
  std::string name() const { return name_of(setting_, face_); }
  [[noreturn]] void refuse(const Json& value) const {
    throw InputError(name(),
                     fmt::format("found {}, expected {}", found_text(value), expected_text(setting_)));
  }
  [[noreturn]] void refuse() const { refuse(given_); }

  double number() const {
    const auto found = number_in(given_);
    if (!found || !std::isfinite(*found) || *found < setting_.least || *found > setting_.most) refuse();
    return *found;
  }
  template <class Whole>
  Whole whole() const {
    number();
    if (const auto* value = std::get_if<std::uint64_t>(&given_.value))
      if (std::in_range<Whole>(*value)) return static_cast<Whole>(*value);
    if (const auto* value = std::get_if<std::int64_t>(&given_.value))
      if (std::in_range<Whole>(*value)) return static_cast<Whole>(*value);
    refuse();
  }
  std::string text(const Json& value) const {
    const auto* found = std::get_if<std::string>(&value.value);
    if (found == nullptr) refuse(value);
    if (!setting_.choices.empty() &&
        std::find(setting_.choices.begin(), setting_.choices.end(), *found) == setting_.choices.end())
      refuse(value);
    if (found->empty() && !may_be_empty(setting_)) refuse(value);
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
  const auto texts = [&] { return Json{.value = texts_in(words, setting.separator)}; };
  const auto text = [&] { return Json{.value = words.back()}; };
  const auto number = [&] { return number_or_text(words.back()); };
  const auto numbers = [&] {
    Json::Array all;
    for (const std::string& word : words) all.push_back(number_or_text(word));
    return Json{.value = std::move(all)};
  };
  const Json given = std::visit(
      Overloaded{[](bool*) { return Json{.value = true}; }, [&](std::string*) { return text(); },
                 [&](std::vector<std::string>*) { return texts(); },
                 [&](std::vector<int>*) { return numbers(); },
                 [&](const TextReader&) { return setting.one_each ? texts() : text(); },
                 [&](std::map<std::string, std::string>*) { return texts_by_names(setting, words, face); },
                 [&](auto*) { return number(); }},
      setting.value);
  set(setting, given, face);
}

Takes takes(const Setting& setting) {
  return std::visit(
      Overloaded{[](bool*) { return Takes::kNothing; },
                 [](std::vector<std::string>*) { return Takes::kSeveral; },
                 [](std::vector<int>*) { return Takes::kSeveral; },
                 [&](const TextReader&) { return setting.one_each ? Takes::kSeveral : Takes::kOne; },
                 [](std::map<std::string, std::string>*) { return Takes::kSeveral; },
                 [](const auto&) { return Takes::kOne; }},
      setting.value);
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
                 [&](const TextReader&) { return setting.otherwise; },
                 [&](const auto&) { return setting.otherwise; }},
      setting.value);
}

std::string expected_text(const Setting& setting) {
  if (!setting.choices.empty()) return fmt::format("one of: {}", fmt::join(setting.choices, ", "));
  const auto whole = [&](const auto&) {
    return range_text(setting).empty() ? std::string("a whole number")
                                       : "a whole number" + range_text(setting);
  };
  const auto number = [&](const auto&) { return "a number" + range_text(setting); };
  return std::visit(Overloaded{[](bool*) { return std::string("true or false"); },
                               [&](std::string*) { return text_expected(setting); },
                               [&](std::vector<std::string>*) { return text_expected(setting); },
                               [&](const TextReader&) { return text_expected(setting); },
                               [&](std::map<std::string, std::string>*) {
                                 return setting.word.empty() ? std::string("NAME=TEXT") : setting.word;
                               },
                               [&](double* value) { return number(value); },
                               [&](std::optional<double>* value) { return number(value); },
                               [&](auto* value) { return whole(value); }},
                    setting.value);
}

void check(const Settings& settings, Face face) {
  for (const Setting& setting : settings) {
    if (setting.required && !setting.given) throw InputError("", name_of(setting, face) + " is required");
    if (setting.given) check_together(settings, setting, face);
  }
  check_files(settings, face);
}

std::string given_settings(const Settings& settings) {
  std::string members;
  for (const Setting& setting : settings)
    if (setting.given && !setting.aside && !setting.writes && !names_files(setting))
      members += fmt::format("{}{}:{}", members.empty() ? "" : ",", in_quotes(setting.name), setting.json);
  return members.empty() ? "" : fmt::format("{{{}}}", members);
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
