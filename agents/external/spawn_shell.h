#pragma once

#include <sys/types.h>

#include <string>

namespace novphy {

/// A file descriptor, which the destructor closes.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;

  int get() const { return fd_; }
  void close() noexcept;

 private:
  int fd_ = -1;
};

/// A process group that does not outlive this object or this program, however the program ends. A shell in
/// the group waits for the end of this program and then kills the group. A process that leaves the group
/// (setsid) is not killed.
class Guard {
 public:
  /// Throws AgentError if the system cannot start the shell.
  Guard();
  /// Kills every process of the group, and waits for those that are children of this process.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  pid_t group() const { return pid_; }

 private:
  pid_t pid_ = -1;
  Descriptor life_{};  ///< stays open while the group may live
};

/// The line, with "exec" before it if it runs a single program. The program then replaces the shell. A shell
/// that only waits could hold the program's standard output open after the program closed it.
std::string with_exec(const std::string& line);

/// A running shell, and our ends of the pipes to its standard input and from its standard output and standard
/// error. Our ends never block.
struct ShellProcess {
  pid_t pid = -1;
  Descriptor input{};
  Descriptor output{};
  Descriptor error{};
};

/// Runs a command with /bin/sh in the guard's process group. The shell has default signal handling and no
/// file descriptors except the three pipes. Throws AgentError if the system cannot start it.
ShellProcess spawn_shell(const std::string& command, const Guard& guard);

}  // namespace novphy
