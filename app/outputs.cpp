#include "app/outputs.h"

#include <algorithm>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "jobs/file_checks.h"

namespace novphy::app {
namespace {

constexpr const char* kForce = "--force";

/// The kinds of file that each output may replace.
std::map<const CLI::Option*, std::vector<FileKind>>& kinds_by_output() {
  static std::map<const CLI::Option*, std::vector<FileKind>> kinds;
  return kinds;
}

bool is_output(const CLI::Option& option) { return kinds_by_output().count(&option) > 0; }

/// The option as a setting with these texts.
Setting setting_of(const CLI::Option& option, std::vector<std::string>& texts) {
  const std::string name = option.get_name();
  const bool positional = !name.starts_with("--");
  Setting setting{.name = positional ? name : name.substr(2),
                  .value = &texts,
                  .help = {},
                  .word = option.get_type_name(),
                  .positional = positional};
  if (is_output(option)) setting.writes = kinds_by_output().at(&option);
  setting.given = option.count() > 0;
  return setting;
}

void check_empty(const CLI::Option& option, const Setting& setting) {
  if (option.get_type_name().starts_with("TEXT") && !is_output(option)) return;
  for (const std::string& value : option.results())
    if (value.empty())
      throw InputError(option.get_name(), "found an empty text, expected " + text_expected(setting));
}

void check_names(const CLI::App& command) {
  std::list<std::vector<std::string>> texts;
  Settings settings;
  for (const CLI::Option* option : command.get_options()) {
    settings.push_back(setting_of(*option, texts.emplace_back(option->results())));
    check_empty(*option, settings.back());
  }
  check_files(settings, Face::kProgram);
}

/// Commands that replace files of their own kind only with --force have the option already.
void add_force(CLI::App& command) {
  const auto options = command.get_options();
  const bool writes = std::any_of(options.begin(), options.end(), [](const CLI::Option* each) {
    return is_output(*each) && each->get_type_name() != "DIR";
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
