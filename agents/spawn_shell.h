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

/// A running shell, and our ends of the pipes to its standard input and from its standard output. Our ends
/// never block.
struct ShellProcess {
  pid_t pid = -1;  ///< id of the shell and of its process group
  Descriptor input;
  Descriptor output;
};

/// Runs a command by /bin/sh in a process group of its own. The shell has default signal handling, and its
/// only file descriptors are the two pipes and our standard error. Throws AgentError where the system cannot
/// start the shell.
ShellProcess spawn_shell(const std::string& command);

}  // namespace novphy
