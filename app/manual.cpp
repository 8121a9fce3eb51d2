#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "app/help.h"
#include "trials/made_by.h"

namespace novphy::app {
namespace {

/// The text for man(7): with hyphens that can be copied, and no line that begins like a request.
std::string roff(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '-')
      safe += "\\-";
    else if (c == '\\')
      safe += "\\e";
    else if ((c == '.' || c == '\'') && (safe.empty() || safe.back() == '\n'))
      safe += fmt::format("\\&{}", c);
    else
      safe += c;
  }
  return safe;
}

std::string entry(const std::string& name, const std::string& text) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(name), roff(text));
}

std::string option_entry(const CLI::Option& option) {
  const bool takes_value = option.get_items_expected_max() > 0;
  std::string name = option.get_name(option.get_positional());
  if (takes_value && !option.get_positional()) name += " " + option.get_type_name();
  const std::string otherwise = option.get_default_str();
  return entry(
      name, option.get_description() + (otherwise.empty() ? "" : fmt::format(" (default: {})", otherwise)));
}

std::string command_text(const CLI::App& command, const std::string& full) {
  std::string text = fmt::format(".SS {}\n{}\n", roff(full), roff(command.get_description()));
  for (const CLI::Option* argument : arguments_of(command)) text += option_entry(*argument);
  for (const CLI::Option* option : options_of(command)) text += option_entry(*option);
  if (const std::string examples = examples_of(command); !examples.empty())
    text += fmt::format(".PP\nExamples:\n.PP\n.nf\n{}.fi\n", roff(examples));
  for (const CLI::App* part : commands_of(command))
    text += command_text(*part, full + " " + part->get_name());
  return text;
}

template <class Rows>
std::string section(const char* title, const Rows& rows) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const NamedText& row : rows) text += entry(row.name, row.text);
  return text;
}

}  // namespace

std::string manual(const CLI::App& app) {
  std::string text = fmt::format(".TH NOVPHY 1 \"\" \"novphy {}\" \"User commands\"\n", build_info().version);
  text += fmt::format(".SH NAME\nnovphy \\- {}\n", roff(app.get_description()));
  text += ".SH SYNOPSIS\n.B novphy\n.I command\n[\\fIoptions\\fR]\n.SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app)) text += command_text(*command, command->get_name());
  return text + section("EXIT STATUS", kExitCodes) + section("ENVIRONMENT", kEnvironment);
}

}  // namespace novphy::app
