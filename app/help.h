#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/job.h"

/// Help, the manual page and completion. All are made from the commands and their settings.
namespace novphy::app {

/// Adds the commands help, man and completion to the program.
void add_help(Command& program);

struct NamedText {
  const char* name;
  const char* text;
};

inline constexpr std::array kExitCodes{
    NamedText{"0", "done"},
    NamedText{"1", "verify, replay, import, selftest, reveal: a check failed or results differ"},
    NamedText{"2", "a wrong command line or input, a file that cannot be written, or too little memory"},
    NamedText{"3",
              "merge: trials are missing; all other commands: a mistake in the program, please report it"},
    NamedText{"128+N", "ended by signal N; of Ctrl-C, 130"},
};

/// The part of this name, or null.
Command* part_named(Command& command, std::string_view name);

/// The word for the values of a setting, with those that are possible.
std::string type_of(const Setting& setting);
/// The setting as help names it, such as "--jobs N:[0 to 1024]=1".
std::string shown_name(const Setting& setting);
/// What the setting needs and what it excludes; "" where that is nothing.
std::string others_text(const Setting& setting);
/// --settings FILE, which every command with a job takes.
Setting file_of_settings();
/// The options of a command that its help shows, without --help and those first that are required, and its
/// positional arguments.
Settings options_of(const Command& command);
Settings arguments_of(const Command& command);

/// The help of a command, whose full name is such as "novphy study status".
std::string help_text(const Command& command, const std::string& name);
/// The manual page, in the format of man(7) and in Markdown.
std::string manual(const Command& program);
std::string markdown_manual(const Command& program);
/// Scripts that complete command lines, for these shells.
std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);

/// The part or option that somebody who wrote `text` may have meant; "" where none is similar.
std::string meant(const Command& command, const std::string& text);

}  // namespace novphy::app
