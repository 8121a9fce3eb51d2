#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace novphy {

/// A program and its arguments within a command line of the shell.
struct ShellCommand {
  std::size_t begin = 0;  ///< where the program's name begins in the line
  /// The program's name, its arguments and the files that the program reads by "<". Variables and patterns of
  /// file names are expanded. Words that hold commands ("$(pwd)/x") are left out.
  std::vector<std::string> words{};
};

/// The programs that a command line of /bin/sh names. Assignments before a program, files that a program
/// writes by ">", and everything within "$(...)" are left out. Empty where a quotation does not end.
std::vector<ShellCommand> shell_commands(std::string_view line);

/// The line, with "exec" before the line's last program where nothing but that program is left to run. The
/// program then replaces the shell. Without "exec" the shell may keep the program's standard output open
/// after the program has closed it. A line with pipes, loops, traps or other compound commands stays as it
/// is.
std::string with_exec(const std::string& line);

/// The file of a program that the shell would start: a name with "/" as it stands, any other name as found
/// in the folders of $PATH. Empty where no such file can be executed.
std::string program_file(const std::string& name);

}  // namespace novphy
