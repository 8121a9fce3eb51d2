#include "app/outputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/input_error.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 6> kOutputs{"--out",   "--events",  "--sheet",
                                                   "--plots", "--picture", "to"};

bool is_output(const CLI::Option& option) {
  return std::find(kOutputs.begin(), kOutputs.end(), option.get_name()) != kOutputs.end();
}

/// Whether both names are of one file. Devices and pipes may be read and written by one command.
bool is_one_file(const std::string& input, const std::string& output) {
  std::error_code error;
  return (fs::is_regular_file(output, error) || fs::is_directory(output, error)) &&
         fs::equivalent(input, output, error);
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
    if (!is_output(*option)) inputs.insert(inputs.end(), option->results().begin(), option->results().end());
  for (const CLI::Option* option : command.get_options())
    if (is_output(*option))
      for (const std::string& output : option->results()) check_output(option->get_name(), output, inputs);
}

}  // namespace

void check_outputs_of_commands(CLI::App& program) {
  for (CLI::App* command : program.get_subcommands([](CLI::App*) { return true; })) {
    command->parse_complete_callback([command] { check_outputs(*command); });
    check_outputs_of_commands(*command);
  }
}

}  // namespace novphy::app
