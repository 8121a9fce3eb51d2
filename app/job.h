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

/// The settings of several lists, each a class with a member function settings().
template <class... Lists>
struct With : Lists... {
  Settings settings() { return joined({Lists::settings()...}); }
};

/// Makes the job of a function that takes `Wanted`, whose member function settings() lists its fields; and,
/// if the function wants them, the settings as they were given.
template <auto kRun>
Job job() {
  return job_of(kRun);
}

/// A program, a command, or a part of a command. Without a job, one of its parts is expected.
struct Command {
  CommandText text;
  std::function<Job()> make{};  ///< makes its job
  std::list<Command> parts{};
  std::string notes{};                         ///< at the end of its help
  std::map<std::string, std::string> moved{};  ///< options that went elsewhere, and where to
  Job job{};
  bool force = false;
  std::string settings_file{};
};
using Commands = std::list<Command>;

/// Makes the jobs of the command and of its parts. One with an output has --force; every job has --settings.
void make_jobs(Command& command);

/// Sets the settings of the command that the words name, and runs it; or prints its help or the version.
/// Throws InputError for words that are no command line of the program. This is the bridge to the library
/// that reads command lines.
void run_command(Command& program, int argc, char** argv);

// Help, the manual page and completion. All are made from the commands and their settings.

/// The commands help, man and completion, which tell of the program.
Commands help_commands(Command& program);
/// What the program's own help says at its end.
std::string program_notes();

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
