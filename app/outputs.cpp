#include "app/outputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/input_error.h"
#include "base/read_bytes.h"
#include "levels/level_files.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

constexpr const char* kForce = "--force";
constexpr const char* kFolder = "DIR";  // the type of options that are names of folders

/// The kinds of file that each output may replace.
std::map<const CLI::Option*, std::vector<FileKind>>& kinds_by_output() {
  static std::map<const CLI::Option*, std::vector<FileKind>> kinds;
  return kinds;
}

bool is_output(const CLI::Option& option) { return kinds_by_output().count(&option) > 0; }

/// Whether the values of an option may name files or folders, according to the words of its type, such as
/// FILE|DIR. Other values, such as that of --title, are no inputs.
bool names_files(const CLI::Option& option) {
  constexpr std::array<std::string_view, 6> kTypes{"FILE", kFolder, "PAIR", "PLAN", "RECORDS", "TASK"};
  std::istringstream type(option.get_type_name());
  for (std::string word; std::getline(type, word, '|');)
    if (std::find(kTypes.begin(), kTypes.end(), word) != kTypes.end()) return true;
  return false;
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

bool stands_below(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path below = real_path(file).lexically_relative(real_path(folder));
  return fs::is_directory(folder, error) && !below.empty() && *below.begin() != ".." && below != ".";
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

void check_folder(const CLI::Option& option, const std::string& output) {
  std::error_code error;
  if (option.get_type_name() == kFolder && fs::exists(output, error) && !fs::is_directory(output, error))
    throw InputError(output, "expected a folder, found a file");
}

bool writes(const CLI::Option& option, FileKind kind) {
  const std::vector<FileKind>& written = kinds_by_output().at(&option);
  return std::find(written.begin(), written.end(), kind) != written.end();
}

void check_kind(const CLI::App& command, const CLI::Option& option, const std::string& output) {
  const std::string there = first_bytes(output);
  if (there.empty() || command.count(kForce) > 0 || writes(option, kind_of(there))) return;
  throw InputError(output, "is there already and is " + std::string(name_of(kind_of(there))) +
                               ", which this command does not write: expected another name or --force");
}

/// Refuses an output that is an input, or a file that a command may read as part of an input folder. A file
/// that this command wrote into such a folder may be replaced.
void check_input(const CLI::Option& option, const std::string& output, const std::string& input) {
  if (is_one_file(input, output))
    throw InputError(output, "is an input of this command: expected another name for the output");
  const bool may_be_read = has_level_ending(output) || fs::path(output).extension() == ".jsonl";
  const std::string there = may_be_read ? first_bytes(output) : "";
  if (!there.empty() && !writes(option, kind_of(there)) && stands_below(input, output))
    throw InputError(output, "stands in the folder " + input +
                                 ", which this command reads: expected another name for the output");
}

/// A value of an option that is an output.
struct Output {
  const CLI::Option* option;
  std::string name;
};

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

bool is_file_name(const std::string& name) { return name != "-" && !is_written_through(name); }

/// Refuses two outputs of which one would overwrite the other or a file that is kept beside it.
void check_places(const std::vector<Output>& outputs) {
  for (const Output& one : outputs)
    for (const Output& other : outputs)
      if (&one != &other && is_file_name(one.name) && is_file_name(other.name) &&
          uses(real_path(one.name), real_path(other.name)))
        throw InputError(other.option->get_name(),
                         "found " + other.name + ", where " + one.option->get_name() +
                             " is written or kept while it is unfinished: expected another name");
}

void check_empty(const CLI::Option& option) {
  if (option.get_type_name().starts_with("TEXT") && !is_output(option)) return;
  for (const std::string& value : option.results())
    if (value.empty())
      throw InputError(option.get_name(), names_files(option) || is_output(option)
                                              ? "found an empty text, expected the name of a file or folder"
                                              : "found an empty text, expected " + option.get_type_name());
}

void check_names(const CLI::App& command) {
  std::vector<std::string> inputs;
  std::vector<Output> outputs;
  for (const CLI::Option* option : command.get_options()) {
    check_empty(*option);
    for (const std::string& value : option->results())
      if (is_output(*option))
        outputs.push_back({option, value});
      else if (names_files(*option))
        inputs.push_back(value);
  }
  for (const Output& output : outputs) {
    for (const std::string& input : inputs) check_input(*output.option, output.name, input);
    check_folder(*output.option, output.name);
    check_kind(command, *output.option, output.name);
  }
  check_places(outputs);
}

/// Commands that replace files of their own kind only with --force have the option already.
void add_force(CLI::App& command) {
  const auto options = command.get_options();
  const bool writes = std::any_of(options.begin(), options.end(), [](const CLI::Option* each) {
    return is_output(*each) && each->get_type_name() != kFolder;
  });
  const std::string help = "Replaces a file that is there and of another kind";
  if (writes && command.get_option_no_throw(kForce) == nullptr) command.add_flag(kForce, help);
}

}  // namespace

CLI::Option* as_output(CLI::Option* option, std::vector<FileKind> kinds) {
  kinds_by_output()[option] = std::move(kinds);
  return option;
}

void check_names_of_commands(CLI::App& program) {
  for (CLI::App* command : program.get_subcommands([](CLI::App*) { return true; })) {
    add_force(*command);
    command->parse_complete_callback([command] { check_names(*command); });
    check_names_of_commands(*command);
  }
}

}  // namespace novphy::app
