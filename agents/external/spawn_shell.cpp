#include "agents/external/spawn_shell.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "agents/agent.h"
#include "base/pipe.h"

namespace novphy {
namespace {

struct Pipe {
  Descriptor read;
  Descriptor write;
};

[[noreturn]] void cannot_start(int error) {
  throw AgentError(fmt::format("cannot be started: {}", std::strerror(error)));
}

/// Moves a descriptor above the numbers 0 to 2. If our own standard descriptors are closed, a pipe could
/// otherwise get one of these numbers and be lost in the child.
Descriptor above_standard(Descriptor descriptor) {
  if (descriptor.get() > STDERR_FILENO) return descriptor;
  const int moved = ::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (moved < 0) cannot_start(errno);
  return Descriptor(moved);
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (const int error = open_pipe(ends); error != 0) cannot_start(error);
  Descriptor read(ends[0]);
  Descriptor write(ends[1]);
  return {above_standard(std::move(read)), above_standard(std::move(write))};
}

void do_not_block(const Descriptor& descriptor) {
  ::fcntl(descriptor.get(), F_SETFL, ::fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

/// What a child's standard descriptors are connected to.
struct ChildEnds {
  const Descriptor* input = nullptr;
  const Descriptor* output = nullptr;  ///< null: /dev/null
  const Descriptor* error = nullptr;   ///< null: /dev/null
};

/// How a child is set up before the shell starts: its descriptors, its process group and its signals.
class SpawnSettings {
 public:
  /// `group` 0 makes a new process group with the child's id.
  SpawnSettings(const ChildEnds& ends, pid_t group, const sigset_t& blocked) {
    ::posix_spawn_file_actions_init(&actions_);
    lead(ends.input, STDIN_FILENO);
    lead(ends.output, STDOUT_FILENO);
    lead(ends.error, STDERR_FILENO);
    close_others();
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigmask(&attributes_, &blocked);
    sigset_t to_default;
    sigemptyset(&to_default);
    sigaddset(&to_default, SIGPIPE);
    sigaddset(&to_default, SIGINT);
    ::posix_spawnattr_setsigdefault(&attributes_, &to_default);
    ::posix_spawnattr_setpgroup(&attributes_, group);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | kCloseOthers);
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
  void lead(const Descriptor* from, int to) {
    if (from != nullptr)
      ::posix_spawn_file_actions_adddup2(&actions_, from->get(), to);
    else
      ::posix_spawn_file_actions_addopen(&actions_, to, "/dev/null", O_WRONLY, 0);
  }

  /// Closes every other descriptor in the child. Older systems close those that are open now.
  void close_others() {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
#elif !defined(__APPLE__)
    std::vector<int> open;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/fd"))
      open.push_back(std::stoi(entry.path().filename().string()));
    for (const int each : open)
      if (each > STDERR_FILENO) ::posix_spawn_file_actions_addclose(&actions_, each);
#endif
  }

#ifdef __APPLE__
  static constexpr short kCloseOthers = POSIX_SPAWN_CLOEXEC_DEFAULT;
#else
  static constexpr short kCloseOthers = 0;
#endif

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

sigset_t no_signals() {
  sigset_t set;
  sigemptyset(&set);
  return set;
}

sigset_t all_signals() {
  sigset_t set;
  sigfillset(&set);
  return set;
}

bool is_executable(const std::string& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

/// Whether the shell would find a program of this name: a file if the name holds "/", otherwise one in a
/// folder of $PATH.
bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_executable(name);
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (is_executable((folder.empty() ? "." : folder) + "/" + name)) return true;
  return false;
}

/// Whether nothing outside quotation marks joins or groups commands.
bool runs_one_command(const std::string& line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 ? c == '\'' || c == '"' : c == quote)
      quote = quote == 0 ? c : '\0';
    else if (c == '&' && i > 0 && line[i - 1] == '>')  // 2>&1
      continue;
    else if (quote == 0 && std::string_view("\n;&|(){}`").find(c) != std::string_view::npos)
      return false;
  }
  return quote == 0;
}

}  // namespace

std::string with_exec(const std::string& line) {
  const std::string program = line.substr(0, line.find(' '));
  const bool named = program.find_first_of("='\"$\\") == std::string::npos;
  return named && runs_one_command(line) && is_program(program) ? "exec " + line : line;
}

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

void Descriptor::close() noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Guard::Guard() {
  Pipe life = make_pipe();
  // The guard is the first process of its group. Its "read" ends when the last write end of the pipe is
  // closed. The system closes it even when this program is killed.
  pid_ = SpawnSettings({.input = &life.read}, 0, all_signals()).start_shell("read -r line; kill -KILL 0");
  life_ = std::move(life.write);
}

Guard::~Guard() {
  ::kill(-pid_, SIGKILL);
  // If this process adopts orphans, also waits for the group's orphans.
  while (::waitpid(-pid_, nullptr, 0) > 0 || errno == EINTR) {
  }
}

ShellProcess spawn_shell(const std::string& command, const Guard& guard) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  do_not_block(input.write);
  do_not_block(output.read);
  do_not_block(error.read);
  const pid_t pid = SpawnSettings({.input = &input.read, .output = &output.write, .error = &error.write},
                                  guard.group(), no_signals())
                        .start_shell(with_exec(command));
  return {.pid = pid,
          .input = std::move(input.write),
          .output = std::move(output.read),
          .error = std::move(error.read)};
}

}  // namespace novphy
