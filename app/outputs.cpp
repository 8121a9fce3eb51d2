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

#include "base/input_error.h"

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
  constexpr std::array<std::string_view, 5> kTypes{"FILE", kFolder, "PLAN", "RECORDS", "TASK"};
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

/// The first bytes of a regular file, or "".
std::string first_bytes(const std::string& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return "";
  std::string bytes(256, '\0');
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

void check_kind(const CLI::App& command, const CLI::Option& option, const std::string& output) {
  const std::string there = first_bytes(output);
  if (there.empty() || command.count(kForce) > 0) return;
  const FileKind kind = kind_of(there);
  const std::vector<FileKind>& written = kinds_by_output().at(&option);
  if (std::find(written.begin(), written.end(), kind) != written.end()) return;
  throw InputError(output, std::string("is there already and is ") + std::string(name_of(kind)) +
                               ", which this command does not write: expected another name or --force");
}

void check_output(const std::string& option, const std::string& output,
                  const std::vector<std::string>& inputs) {
  if (output.empty()) throw InputError(option, "found an empty text, expected the name of a file");
  const bool over_input =
      std::any_of(inputs.begin(), inputs.end(), [&](const auto& each) { return is_one_file(each, output); });
  if (over_input)
    throw InputError(output, "is an input of this command: expected another name for the output");
}

void check_outputs(const CLI::App& command) {
  std::vector<std::string> inputs;
  for (const CLI::Option* option : command.get_options())
    if (!is_output(*option) && names_files(*option))
      inputs.insert(inputs.end(), option->results().begin(), option->results().end());
  for (const CLI::Option* option : command.get_options())
    if (is_output(*option))
      for (const std::string& output : option->results()) {
        check_output(option->get_name(), output, inputs);
        check_folder(*option, output);
        check_kind(command, *option, output);
      }
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

void check_outputs_of_commands(CLI::App& program) {
  for (CLI::App* command : program.get_subcommands([](CLI::App*) { return true; })) {
    add_force(*command);
    command->parse_complete_callback([command] { check_outputs(*command); });
    check_outputs_of_commands(*command);
  }
}

}  // namespace novphy::app
