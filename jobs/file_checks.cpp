#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/file.h"
#include "base/input_error.h"
#include "jobs/setting.h"
#include "levels/level_files.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFolder = "DIR";  // stands for a setting that is the name of a folder

std::vector<std::string> texts_of(const Setting& setting) {
  if (!setting.given) return {};
  if (const auto* text = std::get_if<std::string*>(&setting.value)) return {**text};
  if (const auto* texts = std::get_if<std::vector<std::string>*>(&setting.value)) return **texts;
  return {};
}

/// Whether both are names of the same file. Devices and pipes do not count: a command may read and write
/// them.
bool is_one_file(const std::string& input, const std::string& output) {
  std::error_code error;
  return (fs::is_regular_file(output, error) || fs::is_directory(output, error)) &&
         fs::equivalent(input, output, error);
}

/// A path in which no link and no dot is left, for a file that may not be there yet.
fs::path real_path(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(link_target(fs::absolute(path)), error);
  return error ? path : real;
}

/// Also for a folder and a file that are not there yet.
bool stands_below(const fs::path& folder, const fs::path& file) {
  const fs::path below = real_path(file).lexically_relative(real_path(folder));
  return !below.empty() && *below.begin() != ".." && below != ".";
}

/// The first bytes of a regular file, or "".
std::string first_bytes(const std::string& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return "";
  std::string bytes(kKindBytes, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

/// A value of a setting that is an output.
struct Output {
  const Setting& setting;
  std::string name;

  bool may_replace(FileKind kind) const {
    const std::vector<FileKind>& kinds = *setting.writes;
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  }
  bool is_file_name() const { return name != "-" && !is_written_through(name); }
};

/// Throws InputError where the output cannot be written, so that no command finds this after its work.
void check_place(const Output& output, const std::vector<Output>& all) {
  std::error_code error;
  const auto will_hold_it = [&](const Output& other) {  // a folder that the command makes
    return other.setting.word == kFolder && !fs::exists(other.name, error) &&
           stands_below(other.name, output.name);
  };
  if (std::any_of(all.begin(), all.end(), will_hold_it)) return;
  if (output.name == "-") return;
  // A film may also be a folder of pictures, which must be new. Of a command that writes either, it knows
  // which.
  const bool either = output.may_replace(FileKind::kFilm) || output.setting.word == "FILE|DIR";
  if (either && fs::is_directory(output.name, error)) return;
  if (output.setting.word != kFolder) return check_writable(output.name);
  if (fs::exists(output.name, error) && !fs::is_directory(output.name, error))
    throw InputError(output.name, "expected a folder, found a file");
  check_makeable(output.name);
}

/// Throws InputError for an input that cannot be read. Other words also stand for names of what is shipped.
void check_input_place(const Setting& setting, const std::string& name) {
  constexpr std::array<std::string_view, 3> kOfFiles{"FILE", "PLAN", "RECORDS"};
  std::error_code error;
  const bool is_file = std::find(kOfFiles.begin(), kOfFiles.end(), setting.word) != kOfFiles.end();
  if (setting.goes_on) check_writable(name);
  const bool is_new = setting.goes_on && !fs::exists(name, error);
  if ((is_file && !is_new) || fs::is_fifo(name, error)) check_readable(name);
}

void check_kind(const Output& output, bool force) {
  const std::string there = first_bytes(output.name);
  if (there.empty() || force || output.may_replace(kind_of(there))) return;
  throw InputError(output.name, "is there already and is " + std::string(name_of(kind_of(there))) +
                                    ", which this command does not write: expected another name or --force");
}

/// Refuses an output that is an input, or a file that a command may read as part of an input folder. A file
/// that this command wrote into such a folder may be replaced.
void check_input(const Output& output, const std::string& input) {
  if (is_one_file(input, output.name))
    throw InputError(output.name, "is an input of this command: expected another name for the output");
  const bool may_be_read = has_level_ending(output.name) || fs::path(output.name).extension() == ".jsonl";
  const std::string there = may_be_read ? first_bytes(output.name) : "";
  std::error_code error;
  if (!there.empty() && !output.may_replace(kind_of(there)) && fs::is_directory(input, error) &&
      stands_below(input, output.name))
    throw InputError(output.name, "stands in the folder " + input +
                                      ", which this command reads: expected another name for the output");
}

/// Whether a command that writes the one file also uses the other: the same one, or an unfinished or further
/// file that is kept beside it.
bool uses(const fs::path& file, const fs::path& other) {
  if (file == other) return true;
  if (file.parent_path() != other.parent_path()) return false;
  const std::string name = other.filename().string();
  const auto derived = {file.filename().string() + ".partial", file.filename().string() + ".novphy.tmp",
                        file.stem().string() + ".practice" + file.extension().string()};
  return std::any_of(derived.begin(), derived.end(),
                     [&](const std::string& each) { return name.starts_with(each); });
}

/// Refuses two outputs of which one would overwrite the other or a file that is kept beside it.
void check_places(const std::vector<Output>& outputs, Face face) {
  for (const Output& one : outputs)
    for (const Output& other : outputs)
      if (&one != &other && one.is_file_name() && other.is_file_name() &&
          uses(real_path(one.name), real_path(other.name)))
        throw InputError(name_of(other.setting, face),
                         "found " + other.name + ", where " + name_of(one.setting, face) +
                             " is written or kept while it is unfinished: expected another name");
}

}  // namespace

bool names_files(const Setting& setting) {
  constexpr std::array<std::string_view, 7> kWords{"FILE",    kFolder, "PAIR", "PLAN",
                                                   "RECORDS", "STUDY", "TASK"};
  std::istringstream words(setting.word);
  for (std::string word; std::getline(words, word, '|');)
    if (std::find(kWords.begin(), kWords.end(), word) != kWords.end()) return true;
  return false;
}

bool may_be_empty(const Setting& setting) {
  return !setting.writes && !names_files(setting) && (setting.word.empty() || setting.word == "TEXT");
}

std::string text_expected(const Setting& setting) {
  if (setting.writes || names_files(setting)) return "the name of a file or folder";
  return setting.word.empty() || setting.word == "TEXT" ? "a text" : setting.word;
}

void check_files(const Settings& settings, Face face) {
  std::vector<std::string> inputs;
  std::vector<Output> outputs;
  bool force = false;
  for (const Setting& setting : settings) {
    if (setting.name == "force") force = setting.given;
    const std::vector<std::string> texts = texts_of(setting);
    if (setting.required && texts.empty() && takes(setting).several)
      throw InputError(name_of(setting, face), "found none, expected " + expected_text(setting));
    for (const std::string& text : texts)
      if (setting.writes)
        outputs.push_back({setting, text});
      else if (names_files(setting))
        inputs.push_back(text);
  }
  for (const Output& output : outputs) {
    if (output.setting.named && output.name == "-")
      throw InputError(name_of(output.setting, face), "found \"-\", expected the name of a file");
    for (const std::string& input : inputs) check_input(output, input);
    check_place(output, outputs);
    check_kind(output, force);
  }
  check_places(outputs, face);
  for (const Setting& setting : settings)
    if (!setting.writes && names_files(setting))
      for (const std::string& text : texts_of(setting)) check_input_place(setting, text);
}

}  // namespace novphy
