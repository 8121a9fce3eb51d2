#include "app/help.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "app/colour.h"
#include "app/word_lists.h"
#include "base/input_error.h"

namespace novphy::app {
namespace {

const std::string kIndent = "  ";  // of examples

/// The text for the standard output, with its headings in bold.
std::string with_bold_headings(const std::string& text) {
  std::string marked;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    marked += (!line.empty() && line.front() != ' ' && line.back() == ':' ? bold(line, stdout) : line) + "\n";
  return marked;
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return with_bold_headings(CLI::Formatter::make_help(app, std::move(name), mode));
  }
};

std::string exit_codes_text() {
  std::string text = "\nExit codes:\n";
  for (const NamedText& code : kExitCodes) text += fmt::format("  {:<27} {}\n", code.name, code.text);
  return text;
}

const CLI::App& command_named(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(app)) {
    if (command->get_name() == name) return *command;
    names.push_back(command->get_name());
  }
  const std::string near = nearest(name, names);
  throw InputError("help", fmt::format("found \"{}\", expected a command{}", name,
                                       near.empty() ? "" : fmt::format("; did you mean {}?", near)));
}

void print_help(const CLI::App& app, const std::vector<std::string>& names) {
  const CLI::App* command = &app;
  std::string full = app.get_name();
  for (const std::string& name : names) {
    full += " " + name;
    command = &command_named(*command, name);
  }
  fmt::print("{}", command->get_formatter()->make_help(command, full, CLI::AppFormatMode::Normal));
}

void add_help_command(CLI::App& app) {
  CLI::App& command = add_command(app, "help", "The help of a command, as with --help", kProgramGroup,
                                  "novphy help plan\nnovphy help study status");
  const auto names = std::make_shared<std::vector<std::string>>();
  command.add_option("command", *names, "A command; without one, all commands")->type_name("COMMAND");
  command.callback([&app, names] { print_help(app, *names); });
}

void add_completion(CLI::App& app) {
  CLI::App& command =
      add_command(app, "completion", "A script that completes command lines of novphy", kProgramGroup,
                  "novphy completion bash > ~/.local/share/bash-completion/completions/novphy\n"
                  "novphy completion zsh > ~/.zfunc/_novphy");
  const auto shell = std::make_shared<std::string>();
  command.add_option("shell", *shell, "The shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}))
      ->type_name("SHELL");
  command.callback(
      [&app, shell] { fmt::print("{}", *shell == "zsh" ? zsh_completion(app) : bash_completion(app)); });
}

void add_man(CLI::App& app) {
  add_command(app, "man", "The manual page, in the format of man", kProgramGroup, "novphy man | man -l -")
      .callback([&app] { fmt::print("{}", manual(app)); });
}

bool is_shown(const CLI::Option& option) {
  return !option.get_group().empty() && option.get_name() != "--help" && option.get_name() != "-h";
}

}  // namespace

CLI::App& add_command(CLI::App& app, const char* name, const char* what, const char* group,
                      const char* examples) {
  CLI::App& command = *app.add_subcommand(name, what);
  std::string text = "\nExamples:\n";
  std::istringstream stream(examples);
  for (std::string line; std::getline(stream, line);) text += kIndent + line + "\n";
  command.group(group);
  command.footer(text);
  return command;
}

std::string examples_of(const CLI::App& command) {
  std::string examples;
  std::istringstream stream(command.get_footer());
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with(kIndent)) examples += line.substr(kIndent.size()) + "\n";
  return examples;
}

void add_help(CLI::App& app) {
  add_help_command(app);
  add_completion(app);
  add_man(app);
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(exit_codes_text() + "\nnovphy help COMMAND shows the options of a command.\n");
  for (CLI::App* command : app.get_subcommands({})) {
    command->formatter(app.get_formatter());
    for (CLI::App* part : command->get_subcommands({})) {
      part->formatter(app.get_formatter());
      part->footer("");  // not its command's, which it begins with
    }
  }
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return command.get_options(
      [](const CLI::Option* option) { return !option->get_positional() && is_shown(*option); });
}

std::vector<const CLI::Option*> arguments_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<std::string> values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto open = type.find('{');
  const auto close = type.find('}');
  std::vector<std::string> values;
  if (open == std::string::npos || close == std::string::npos) return values;
  std::istringstream stream(type.substr(open + 1, close - open - 1));
  for (std::string value; std::getline(stream, value, ',');) values.push_back(value);
  return values;
}

std::string meant(const CLI::App& app, const std::string& text) {
  const CLI::App* reached = &app;
  while (!reached->get_subcommands().empty()) reached = reached->get_subcommands().front();
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(*reached)) names.push_back(command->get_name());
  for (const CLI::Option* option : options_of(*reached)) names.push_back(option->get_name());
  names.emplace_back("--help");
  return nearest(text.substr(0, text.find('=')), names);
}

}  // namespace novphy::app
