#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <vector>

#include "jobs/setting.h"

/// Help, the manual page and completion. All are made from the texts of the commands.
namespace novphy::app {

inline constexpr const char* kTasksGroup = "Tasks";
inline constexpr const char* kTrialsGroup = "Experiments";
inline constexpr const char* kResultsGroup = "Results";
inline constexpr const char* kProgramGroup = "The program";

/// Adds a command, with what it does in one sentence, its group in the list of commands, and examples, a line
/// each.
CLI::App& add_command(CLI::App& app, const char* name, const char* what, const char* group,
                      const char* examples);

/// Gives the help of all commands its form, and adds the commands help, man and completion.
void add_help(CLI::App& app);

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

inline constexpr std::array kEnvironment{
    NamedText{"NOVPHY_ASSETS", "the folder of catalogue.json, physics.json and colours.json"},
    NamedText{"NOVPHY_WEB", "the folder of files for browsers that scripts/web.sh makes"},
    NamedText{"NO_COLOR", "no colours, where set and not empty"},
};

/// The commands of the program or of a command, without those that are hidden.
std::vector<const CLI::App*> commands_of(const CLI::App& app);
/// The options of a command that its help shows, without --help and without the positional arguments.
std::vector<const CLI::Option*> options_of(const CLI::App& command);
std::vector<const CLI::Option*> arguments_of(const CLI::App& command);
/// The values that an option takes, where these are a few words; else empty.
std::vector<std::string> values_of(const CLI::Option& option);

/// The examples of the command, a line each.
std::string examples_of(const CLI::App& command);

/// The manual page in the format of man(7).
std::string manual(const CLI::App& app);
/// Scripts that complete command lines, for these shells.
std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);

/// The command or option that somebody who wrote `text` may have meant, at the place that the command line
/// has reached; "" where none is similar.
std::string meant(const CLI::App& app, const std::string& text);

}  // namespace novphy::app
