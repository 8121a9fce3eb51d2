#include "agents/spawn_shell.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "agents/agent.h"

namespace novphy {
namespace {

struct Pipe {
  Descriptor read;
  Descriptor write;
};

[[noreturn]] void cannot_start(int error) {
  throw AgentError(fmt::format("cannot be started: {}", std::strerror(error)));
}

/// Moves a descriptor above the numbers 0 to 2. Where our own standard descriptors are closed, a pipe could
/// otherwise take one of these numbers and be lost in the child.
Descriptor above_standard(Descriptor descriptor) {
  if (descriptor.get() > STDERR_FILENO) return descriptor;
  const int moved = ::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (moved < 0) cannot_start(errno);
  return Descriptor(moved);
}

/// Makes a pipe that is closed on exec, so that programs started by other threads at this moment do not hold
/// the pipe open.
Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) cannot_start(errno);
  Descriptor read(ends[0]);
  Descriptor write(ends[1]);
  return {above_standard(std::move(read)), above_standard(std::move(write))};
}

void do_not_block(const Descriptor& descriptor) {
  ::fcntl(descriptor.get(), F_SETFL, ::fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

/// The settings of the child before the shell starts: its pipes, its process group and default signal
/// handling.
class SpawnSettings {
 public:
  SpawnSettings(const Descriptor& input, const Descriptor& output) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, input.get(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, output.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGINT);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  pid_t start_shell(std::string command) const {
    std::string name = "sh";
    std::string option = "-c";
    const std::array<char*, 4> arguments{name.data(), option.data(), command.data(), nullptr};
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, "/bin/sh", &actions_, &attributes_, arguments.data(), environ);
    if (error != 0) cannot_start(error);
    return pid;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

void Descriptor::close() noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

ShellProcess spawn_shell(const std::string& command) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  do_not_block(input.write);
  do_not_block(output.read);
  const pid_t pid = SpawnSettings(input.read, output.write).start_shell(command);
  return {.pid = pid, .input = std::move(input.write), .output = std::move(output.read)};
}

}  // namespace novphy
