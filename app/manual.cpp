#include <fmt/core.h>

#include <array>
#include <string>

#include "app/help.h"
#include "trials/made_by.h"

namespace novphy::app {
namespace {

constexpr std::array kEnvironment{
    NamedText{"NOVPHY_ASSETS", "the folder of catalogue.json, physics.json and colours.json"},
    NamedText{"NOVPHY_WEB", "the folder of files for browsers that scripts/web.sh makes"},
    NamedText{"NO_COLOR", "no colours, where set and not empty"},
};

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

std::string option_entry(const Setting& setting) {
  std::string name = name_of(setting, Face::kProgram);
  if (takes(setting) != Takes::kNothing && !setting.positional) name += " " + type_of(setting);
  const std::string otherwise = default_text(setting);
  return entry(name, setting.help + (otherwise.empty() ? "" : fmt::format(" (default: {})", otherwise)));
}

std::string command_text(const Command& command, const std::string& full) {
  std::string text = fmt::format(".SS {}\n{}\n", roff(full), roff(command.text.what));
  for (const Setting& argument : arguments_of(command)) text += option_entry(argument);
  for (const Setting& option : options_of(command)) text += option_entry(option);
  if (*command.text.examples != '\0')
    text += fmt::format(".PP\nExamples:\n.PP\n.nf\n{}\n.fi\n", roff(command.text.examples));
  for (const Command& part : command.parts) text += command_text(part, full + " " + part.text.name);
  return text;
}

template <class Rows>
std::string rows(const char* title, const Rows& all) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const NamedText& row : all) text += entry(row.name, row.text);
  return text;
}

}  // namespace

std::string manual(const Command& program) {
  std::string text = fmt::format(".TH NOVPHY 1 \"\" \"novphy {}\" \"User commands\"\n", build_info().version);
  text += fmt::format(".SH NAME\nnovphy \\- {}\n", roff(program.text.what));
  text += ".SH SYNOPSIS\n.B novphy\n.I command\n[\\fIoptions\\fR]\n.SH COMMANDS\n";
  for (const Command& command : program.parts) text += command_text(command, command.text.name);
  return text + rows("EXIT STATUS", kExitCodes) + rows("ENVIRONMENT", kEnvironment);
}

}  // namespace novphy::app
