#pragma once

#include <string>
#include <string_view>

#include "app/job.h"

/// Help, the manual page and completion. All are made from the commands and their settings.
namespace novphy::app {

/// Adds the commands help, man and completion to the program.
void add_help(Command& program);

/// The part of this name, or null.
Command* part_named(Command& command, std::string_view name);

/// The word for the values of a setting, with those that are possible.
std::string type_of(const Setting& setting);
/// The options of a command that its help shows, without --help and those first that are required, and its
/// positional arguments.
Settings options_of(const Command& command);
Settings arguments_of(const Command& command);

/// The help of a command, whose full name is such as "novphy study status".
std::string help_text(const Command& command, const std::string& name);
/// Scripts that complete command lines, for these shells.
std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);

/// The part or option that somebody who wrote `text` may have meant; "" where none is similar.
std::string meant(const Command& command, const std::string& text);

}  // namespace novphy::app
