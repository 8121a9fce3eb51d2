#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// Help, the manual page and completion, all made of the commands' own texts.
namespace novphy::app {

/// Sorts the commands into groups, gives them examples, and adds the commands help, man and completion.
void add_help(CLI::App& app);

/// The commands of the program or of a command, without those that are hidden.
std::vector<const CLI::App*> commands_of(const CLI::App& app);
/// The options of a command that its help shows, without --help; its positional arguments stand apart.
std::vector<const CLI::Option*> options_of(const CLI::App& command);
std::vector<const CLI::Option*> arguments_of(const CLI::App& command);
/// The values that an option takes, where these are a few words; else empty.
std::vector<std::string> values_of(const CLI::Option& option);

/// The manual page in the format of man(7).
std::string manual(const CLI::App& app);
/// Scripts that complete command lines, for the shells named.
std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);

/// The name that somebody who wrote `text` may have meant, of the commands and options of the command that
/// the command line has reached. "" where none is near.
std::string meant(const CLI::App& app, const std::string& text);

}  // namespace novphy::app
