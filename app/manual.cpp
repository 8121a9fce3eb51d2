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

/// The text for Markdown, without what looks like emphasis or a tag.
std::string markdown(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '*' || c == '<' ? fmt::format("\\{}", c) : std::string(1, c);
  return safe;
}

/// How a page is written. The texts are formats of fmt.
struct Page {
  std::string (*name)(const std::string& name);
  std::string (*text)(const std::string& text);
  const char* heading;
  const char* command;  ///< its name and its sentence
  const char* entry;    ///< a name and what it means
  const char* examples;
};

constexpr Page kManual{
    roff, roff, ".SH {}\n", ".SS {}\n{}\n", ".TP\n.B {}\n{}\n", ".PP\nExamples:\n.PP\n.nf\n{}\n.fi\n"};
const Page kMarkdown{[](const std::string& name) { return name; },
                     markdown,
                     "\n## {}\n\n",
                     "\n### {}\n\n{}.\n\n",
                     "* `{}`: {}\n",
                     "\n```sh\n{}\n```\n"};

std::string entry(const Page& page, const std::string& name, const std::string& text) {
  return fmt::format(fmt::runtime(page.entry), page.name(name), page.text(text));
}

std::string entry(const Page& page, const Setting& setting) {
  const std::string others = others_text(setting);
  return entry(page, shown_name(setting), setting.help + (others.empty() ? "" : "; " + others));
}

std::string command_text(const Page& page, const Command& command, const std::string& full) {
  std::string text = fmt::format(fmt::runtime(page.command), page.name(full), page.text(command.text.what));
  for (const Setting& argument : arguments_of(command)) text += entry(page, argument);
  for (const Setting& option : options_of(command))
    if (option.name != file_of_settings().name) text += entry(page, option);
  if (*command.text.examples != '\0')
    text += fmt::format(fmt::runtime(page.examples), page.name(command.text.examples));
  for (const Command& part : command.parts) text += command_text(page, part, full + " " + part.text.name);
  return text;
}

std::string sections(const Page& page, const Command& program) {
  const auto heading = [&](const char* title) { return fmt::format(fmt::runtime(page.heading), title); };
  std::string text = heading("COMMANDS");
  for (const Command& command : program.parts) text += command_text(page, command, command.text.name);
  text += heading("OPTIONS OF EVERY COMMAND") + entry(page, "--help", "Prints the help of the command");
  text += entry(page, file_of_settings());
  text += heading("EXIT STATUS");
  for (const NamedText& row : kExitCodes) text += entry(page, row.name, row.text);
  text += heading("ENVIRONMENT");
  for (const NamedText& row : kEnvironment) text += entry(page, row.name, row.text);
  return text;
}

}  // namespace

std::string manual(const Command& program) {
  std::string text = fmt::format(".TH NOVPHY 1 \"\" \"novphy {}\" \"User commands\"\n", build_info().version);
  text += fmt::format(".SH NAME\nnovphy \\- {}\n", roff(program.text.what));
  return text + ".SH SYNOPSIS\n.B novphy\n.I command\n[\\fIoptions\\fR]\n" + sections(kManual, program);
}

std::string markdown_manual(const Command& program) { return sections(kMarkdown, program); }

}  // namespace novphy::app
