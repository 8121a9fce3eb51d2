#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <vector>

#include "app/common.h"
#include "app/job.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "trials/made_by.h"

namespace novphy::app {
namespace {

struct NamedText {
  const char* name;
  const char* text;
};

constexpr std::array kExitCodes{
    NamedText{"0", "done"},
    NamedText{"1",
              "verify, replay, import, selftest: a check failed or results differ; run: the agent "
              "could not go on in any trial"},
    NamedText{"2", "a wrong command line or input, a file that cannot be written, or too little memory"},
    NamedText{"3",
              "merge: trials are missing; all other commands: a mistake in the program, please report it"},
    NamedText{"128+N", "ended by signal N; of Ctrl-C, 130"},
};

constexpr std::array kEnvironment{
    NamedText{"NOVPHY_ASSETS", "the folder of catalogue.json, physics.json and colours.json"},
    NamedText{"NOVPHY_WEB", "the folder of files for browsers that scripts/web.sh makes"},
    NamedText{"NO_COLOR", "no colours, where set and not empty"},
};

constexpr std::size_t kMostChoices = 8;  // of which the words are shown

std::string kind_word(const Setting& setting) {
  if (!setting.word.empty()) return setting.word;
  const Takes kind = takes(setting).kind;
  return kind == Takes::kNumber ? "FLOAT" : kind == Takes::kText ? "TEXT" : "INT";
}

/// The setting as help names it, such as "--jobs N:[0 to 1024]=1".
std::string shown_name(const Setting& setting) {
  std::string name = name_of(setting, Face::kProgram);
  const auto [kind, several] = takes(setting);
  if (kind != Takes::kFlag) name += " " + type_of(setting);
  if (const std::string otherwise = default_text(setting); !otherwise.empty()) name += "=" + otherwise;
  if (several) name += " ...";
  return setting.required ? name + " REQUIRED" : name;
}

/// What the setting needs and what it excludes; "" where that is nothing.
std::string others_text(const Setting& setting) {
  std::string text;
  if (!setting.needs.empty()) text += fmt::format("needs --{}", fmt::join(setting.needs, ", --"));
  if (!setting.excludes.empty())
    text += fmt::format("{}not with --{}", text.empty() ? "" : "; ", fmt::join(setting.excludes, ", --"));
  return text;
}

/// --settings FILE, which every command with a job takes.
Setting file_of_settings() {
  return {"settings", TextReader(),
          "Settings from a JSON file, such as {\"jobs\": 2}; the command line goes before it", "FILE"};
}

std::string row(const std::string& name, const std::string& text) {
  constexpr std::size_t kWidth = 27;
  return name.size() > kWidth ? fmt::format("  {}\n{:{}}{}\n", name, "", kWidth + 3, text)
                              : fmt::format("  {:<{}} {}\n", name, kWidth, text);
}

std::string row(const Setting& setting) {
  const std::string others = others_text(setting);
  return row(shown_name(setting), setting.help) + (others.empty() ? "" : row("", others));
}

/// The heading in bold, and rows below it.
std::string section(const std::string& heading, const std::string& rows) {
  return rows.empty() ? "" : "\n" + bold(heading + ":", stdout) + "\n" + rows;
}

/// Rows below headings, in the order in which the headings first occur.
using Sections = std::vector<std::pair<std::string, std::string>>;

void add(Sections& sections, const std::string& heading, const std::string& row) {
  auto* known = find_in(sections, [&](const auto& section) { return section.first == heading; });
  (known ? *known : sections.emplace_back(heading, "")).second += row;
}

std::string usage(const Command& command) {
  std::string text = " [OPTIONS]";
  for (const Setting& setting : arguments_of(command)) {
    const std::string name = setting.name + (takes(setting).several ? "..." : "");
    text += setting.required ? " " + name : " [" + name + "]";
  }
  return command.parts.empty() ? text : text + " COMMAND";
}

std::vector<std::string> names_of_parts(const Command& command) {
  return mapped(command.parts, [](const Command& part) { return std::string(part.text.name); });
}

void print_help(Command& program, const std::vector<std::string>& names) {
  Command* command = &program;
  std::string full = program.text.name;
  for (const std::string& name : names) {
    const std::string near = nearest(name, names_of_parts(*command));
    command = part_named(*command, name);
    if (command == nullptr)
      throw InputError("help", fmt::format("found \"{}\", expected a command{}", name,
                                           near.empty() ? "" : fmt::format("; did you mean {}?", near)));
    full += " " + name;
  }
  fmt::print("{}", help_text(*command, full));
}

/// The text for man(7): with hyphens that can be copied, and no line that begins like a request.
std::string roff(const std::string& text) {
  return replaced("\n" + text, {{"\\", "\\e"}, {"-", "\\-"}, {"\n.", "\n\\&."}, {"\n'", "\n\\&'"}}).substr(1);
}

/// The text for Markdown, without what looks like emphasis or a tag.
std::string markdown(const std::string& text) { return replaced(text, {{"*", "\\*"}, {"<", "\\<"}}); }

/// How a page is written. The texts are formats of fmt.
struct Page {
  std::string (*name)(const std::string& name);
  std::string (*text)(const std::string& text);
  const char* heading;
  const char* command;  ///< its name and its sentence
  const char* entry;    ///< a name and what it means
  const char* examples;
};

constexpr Page kManual{.name = roff,
                       .text = roff,
                       .heading = ".SH {}\n",
                       .command = ".SS {}\n{}\n",
                       .entry = ".TP\n.B {}\n{}\n",
                       .examples = ".PP\nExamples:\n.PP\n.nf\n{}\n.fi\n"};
const Page kMarkdown{.name = [](const std::string& name) { return name; },
                     .text = markdown,
                     .heading = "\n## {}\n\n",
                     .command = "\n### {}\n\n{}.\n\n",
                     .entry = "* `{}`: {}\n",
                     .examples = "\n```sh\n{}\n```\n"};

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

/// The manual page, in the format of man(7).
std::string manual(const Command& program) {
  std::string text = fmt::format(".TH NOVPHY 1 \"\" \"novphy {}\" \"User commands\"\n", build_info().version);
  text += fmt::format(".SH NAME\nnovphy \\- {}\n", roff(program.text.what));
  return text + ".SH SYNOPSIS\n.B novphy\n.I command\n[\\fIoptions\\fR]\n" + sections(kManual, program);
}

}  // namespace

Commands help_commands(Command& program) {
  const auto names = std::make_shared<std::vector<std::string>>();
  const auto shell = std::make_shared<std::string>();
  const auto in_markdown = std::make_shared<bool>();
  const Job help{
      {{"command", names.get(), "A command; without one, all commands", "COMMAND", Also{.positional = true}}},
      [&program, names](const Settings&) { print_help(program, *names); }};
  const Job completion{{{"shell", shell.get(), "The shell", "SHELL",
                         Also{.choices = {"bash", "zsh"}, .positional = true, .required = true}}},
                       [&program, shell](const Settings&) {
                         fmt::print("{}",
                                    *shell == "zsh" ? zsh_completion(program) : bash_completion(program));
                       }};
  const Job man{{{"markdown", in_markdown.get(), "In Markdown"}}, [&program, in_markdown](const Settings&) {
                  fmt::print("{}", *in_markdown ? sections(kMarkdown, program) : manual(program));
                }};
  return {{{"help", "The help of a command, as with --help", kProgramGroup,
            "novphy help plan\nnovphy help study status"},
           [help] { return help; }},
          {{"completion", "A script that completes command lines of novphy", kProgramGroup,
            "novphy completion bash > ~/.local/share/bash-completion/completions/novphy\n"
            "novphy completion zsh > ~/.zfunc/_novphy"},
           [completion] { return completion; }},
          {{"man", "The manual page, in the format of man", kProgramGroup, "novphy man | man -l -"},
           [man] { return man; }}};
}

std::string program_notes() {
  std::string codes;
  for (const NamedText& code : kExitCodes) codes += row(code.name, code.text);
  return section("Exit codes", codes) + "\nnovphy help COMMAND shows the options of a command.\n";
}

Command* part_named(Command& command, std::string_view name) {
  for (Command& part : command.parts)
    if (part.text.name == name) return &part;
  return nullptr;
}

std::string type_of(const Setting& setting) {
  const std::string word = kind_word(setting);
  if (!setting.choices.empty() && setting.choices.size() <= kMostChoices)
    return fmt::format("{}:{{{}}}", word, fmt::join(setting.choices, ","));
  if (setting.least == -Setting::kBig) return word;
  if (setting.most == Setting::kBig) return fmt::format("{}:[at least {:.16g}]", word, setting.least);
  return fmt::format("{}:[{:.16g} to {:.16g}]", word, setting.least, setting.most);
}

Settings options_of(const Command& command) {
  Settings options = command.job.settings;
  std::erase_if(options, [](const Setting& each) { return each.positional; });
  std::stable_partition(options.begin(), options.end(), [](const Setting& each) { return each.required; });
  if (command.job.run) options.push_back(file_of_settings());
  return options;
}

Settings arguments_of(const Command& command) {
  Settings arguments = command.job.settings;
  std::erase_if(arguments, [](const Setting& each) { return !each.positional; });
  return arguments;
}

std::string help_text(const Command& command, const std::string& name) {
  Sections sections;
  for (const Setting& setting : arguments_of(command)) add(sections, "Arguments", row(setting));
  add(sections, "Options", row("-h,--help", "Print this help message and exit"));
  if (name == command.text.name)
    add(sections, "Options", row("--version", "Display program version information and exit"));
  for (const Setting& setting : options_of(command))
    add(sections, setting.group.empty() ? "Options" : setting.group, row(setting));
  for (const Command& part : command.parts)
    add(sections, *part.text.group == '\0' ? "Commands" : part.text.group,
        row(part.text.name, part.text.what));
  std::string text;
  for (const auto& [heading, rows] : sections) text += section(heading, rows);
  std::string examples;
  std::istringstream stream(command.text.examples);
  for (std::string line; std::getline(stream, line);) examples += "  " + line + "\n";
  return fmt::format("{}\nUsage: {}{}\n{}{}{}", command.text.what, name, usage(command), text,
                     section("Examples", examples), command.notes);
}

std::string meant(const Command& command, const std::string& text) {
  std::vector<std::string> names = names_of_parts(command);
  names.emplace_back("--help");
  for (const Setting& option : options_of(command)) names.push_back(name_of(option, Face::kProgram));
  return nearest(text.substr(0, text.find('=')), names);
}

}  // namespace novphy::app
