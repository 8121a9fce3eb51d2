#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/file_kind.h"
#include "base/shard.h"

/// What a command takes is described once, as a list of settings. The command line, the functions of the
/// Python package, files of settings, help and pages come from this list.
namespace novphy {

struct Json;

/// Reads a text into a value of a type of its own. Throws std::invalid_argument, which says what was
/// expected, or InputError.
using TextReader = std::function<void(const std::string&)>;

/// Where the value of a setting stands: a field of the struct that the command's function gets. A text
/// reader takes one text, or with `one_each` several, one by one.
using SettingValue =
    std::variant<bool*, int*, std::uint64_t*, double*, std::string*, std::vector<std::string>*,
                 std::vector<int>*, std::map<std::string, std::string>*, std::optional<int>*,
                 std::optional<double>*, TextReader>;

/// What may be said of a setting beside its name, value and help.
struct Also {
  static constexpr double kBig = std::numeric_limits<double>::infinity();

  std::vector<std::string> choices{};  ///< the only texts that it may be; empty: any
  double least = -kBig;                ///< of numbers
  double most = kBig;
  std::string otherwise{};  ///< the default in words, where `value` does not tell it
  bool positional = false;  ///< without a name on the command line
  bool required = false;
  bool one_each = false;                ///< of several texts: each is named anew on the command line
  char separator = 0;                   ///< of several texts: also parts them within one text
  std::vector<std::string> excludes{};  ///< names of settings that are not set together with it
  std::vector<std::string> needs{};     ///< names of settings without which it is not set
  std::optional<std::vector<FileKind>> writes{};  ///< an output, which may replace files of these kinds
  bool named = false;                             ///< an output that cannot be the standard output, "-"
  bool goes_on = false;                           ///< a file that is read where it is there, and written to
  std::string python{};                           ///< its name in Python; "": as `name`, with _ for -
  std::string group{};                            ///< its heading in help; "": "Options"
  bool aside = false;                             ///< changes no result, such as a number of threads
};

/// One setting of a command. Its value is the default until it is set.
struct Setting : Also {
  Setting(std::string its_name, SettingValue its_value, std::string its_help, std::string its_word,
          Also rules = {})
      : Also(std::move(rules)),
        name(std::move(its_name)),
        value(std::move(its_value)),
        help(std::move(its_help)),
        word(std::move(its_word)) {}
  Setting(std::string its_name, SettingValue its_value, std::string its_help, Also rules = {})
      : Setting(std::move(its_name), std::move(its_value), std::move(its_help), "", std::move(rules)) {}

  std::string name;    ///< such as "agent-file": --agent-file, agent_file=, "agent-file"
  SettingValue value;  ///< false, a number, texts, or texts by names (OURS=THEIRS)
  std::string help;    ///< one line
  std::string word;    ///< stands for the value in help, such as "N"; FILE, DIR, PAIR, PLAN, RECORDS and TASK
                       ///< are names of files or folders
  bool given = false;  ///< whether it was set, and not to false
  std::string json{};  ///< the value that was given
};

using Settings = std::vector<Setting>;

/// The settings of several lists, one after the other.
Settings joined(std::initializer_list<Settings> lists);

/// A setting that is one of a few words, each of which stands for a value.
template <class Value>
Setting choice(std::string name, Value& value, std::vector<std::pair<std::string, Value>> words,
               std::string help) {
  Also rules;
  for (const auto& [word, meaning] : words) {
    rules.choices.push_back(word);
    if (meaning == value) rules.otherwise = word;
  }
  const auto read = [&value, words = std::move(words)](const std::string& text) {
    for (const auto& [word, meaning] : words)
      if (word == text) value = meaning;
  };
  return {std::move(name), read, std::move(help), std::move(rules)};
}

/// Words for values that completion lists: any agent of novphy list agents; an entry of the table of
/// novelties, also with parameters; a novelty or scenario of pairs; files or names of pairs.
inline constexpr const char* kAgentType = "NAME|exec:COMMAND";
inline constexpr const char* kNoveltyType = "NOVELTY";
inline constexpr const char* kInjectionType = "NOVELTY[,NAME=VALUE...]";
inline constexpr const char* kPairNoveltyType = "NAME";
inline constexpr const char* kScenarioType = "SCENARIO";
inline constexpr const char* kPairsType = "FILE|DIR";

/// The setting "seed", a whole number below 2^53, so that every reader of JSON keeps the exact value.
Setting seed_setting(std::uint64_t& seed, std::string help);
/// The setting "jobs", in Python "threads": a number of threads, of which 0 stands for one for each core.
Setting jobs_setting(int& jobs, std::string help);
/// The setting "shard", which plays or makes a part of the job.
Setting shard_setting(std::optional<Shard>& shard, std::string help);
/// The setting "out": a file to write, which may replace files of these kinds. It is required where it has no
/// default.
Setting out_setting(std::string& file, std::vector<FileKind> kinds, std::string help);
/// A folder to write.
Setting folder_setting(std::string name, std::string& folder, std::string help);
/// The setting "out" of a command that writes a folder.
Setting out_folder_setting(std::string& folder, std::string help);
/// The number of threads that the setting means.
unsigned threads_of(int jobs);

/// Who gives the values: names and messages have its form.
enum class Face { kProgram, kPython, kFile };

/// The name of a setting: "--agent-file", "agent_file" or "agent-file". A positional one has no dashes.
std::string name_of(const Setting& setting, Face face);
std::string name_of(std::string_view name, Face face);

/// The setting with this name, or null.
Setting* find(Settings& settings, std::string_view name, Face face);

/// Sets the value. Throws InputError, which names the setting, for a value of another type, out of range or
/// not among the choices, and for an empty name of a file.
void set(Setting& setting, const Json& given, Face face);
/// As set(), from the words of a command line; a flag takes none.
void set(Setting& setting, const std::vector<std::string>& words, Face face);

/// What a setting takes: nothing, a whole or any number, a text, or texts by names; and whether several.
enum class Takes { kFlag, kWhole, kNumber, kText, kNamed };
struct Taken {
  Takes kind;
  bool several;
};
Taken takes(const Setting& setting);
/// The default as a text; "" where it has none, or none that says anything.
std::string default_text(const Setting& setting);
/// What is expected: "a number from 1 to 1024", "one of: pass, score", "a text".
std::string expected_text(const Setting& setting);

/// Whether the texts of a setting may name files or folders, according to its word, such as FILE|DIR. Others,
/// such as that of "title", are no inputs.
bool names_files(const Setting& setting);
/// Whether the value of a setting may be an empty text: only a text that is no name.
bool may_be_empty(const Setting& setting);
/// What is expected where a text is.
std::string text_expected(const Setting& setting);

/// To be called when all values are set. Throws InputError for a required setting that is not given, for
/// settings that exclude each other, and for one without another that it needs; and for names of files: an
/// output that is also an input, or a file that may be read as part of an input folder; two outputs in one
/// place, such as --log records.jsonl.partial; and an existing file of another kind than the command writes,
/// unless the setting "force" is there and true.
void check(const Settings& settings, Face face);

/// The part of check() that looks at files.
void check_files(const Settings& settings, Face face);

/// The settings that were given and say what the results are, as a JSON object for records. Names of files
/// and what changes no result are left out. "" if that leaves none.
std::string given_settings(const Settings& settings);

/// Sets what the file gives and what is not set yet: an object with the names of settings, such as
/// {"agent": "random", "jobs": 2}. Throws InputError, with file and line, for a name that no setting has, and
/// as set() does.
void read_settings(const std::filesystem::path& file, Settings& settings);

}  // namespace novphy
