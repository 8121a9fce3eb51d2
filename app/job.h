#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "jobs/setting.h"

/// The program's commands, which are described by their settings.
namespace novphy::app {

inline constexpr const char* kTasksGroup = "Tasks";
inline constexpr const char* kTrialsGroup = "Experiments";
inline constexpr const char* kResultsGroup = "Results";
inline constexpr const char* kProgramGroup = "The program";

struct CommandText {
  const char* name;
  const char* what;           ///< one sentence
  const char* group = "";     ///< its heading in the list of commands
  const char* examples = "";  ///< a line each
};

/// What a command does, once its settings are set and checked.
struct Job {
  Settings settings{};  ///< of values that `run` keeps
  std::function<void(const Settings&)> run{};
};

/// The job of a function that takes `Wanted`, whose member function settings() lists its fields; and, if the
/// function wants them, the settings as they were given.
template <class Wanted, class... Given>
Job job_of(void (*run)(Wanted&, Given...)) {
  const auto wanted = std::make_shared<Wanted>();
  return {wanted->settings(), [wanted, run](const Settings& settings) {
            if constexpr (sizeof...(Given) > 0)
              run(*wanted, settings);
            else
              run(*wanted);
          }};
}

/// A program, a command, or a part of a command. Without a job, one of its parts is expected.
struct Command {
  CommandText text;
  Job job{};
  std::list<Command> parts{};
  std::string notes{};                         ///< at the end of its help
  std::map<std::string, std::string> moved{};  ///< options that went elsewhere, and where to
  bool force = false;
  std::string settings_file{};
};

/// Gives the job to the command. One with an output has --force; every job has --settings.
void set_job(Command& command, Job job);
/// Adds a command to the program, or a part of a command to the command.
Command& add_job(Command& command, const CommandText& text, Job job);

/// Sets the settings of the command that the words name, and runs it; or prints its help or the version.
/// Throws InputError for words that are no command line of the program. This is the bridge to the library
/// that reads command lines.
void run_command(Command& program, int argc, char** argv);

// Help, the manual page and completion. All are made from the commands and their settings.

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
