#include "agents/external/child_process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <vector>

#include "agents/agent.h"
#include "base/text.h"

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

/// How a child is set up before the shell starts: its descriptors, its process group and its signals.
class SpawnSettings {
 public:
  /// `ends` are what the child's standard input, output and error are connected to; null: /dev/null. `group`
  /// 0 makes a new process group with the child's id.
  SpawnSettings(const std::array<const Descriptor*, 3>& ends, pid_t group, bool blocks_signals) {
    ::posix_spawn_file_actions_init(&actions_);
    for (const int to : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      if (const Descriptor* from = ends.at(static_cast<std::size_t>(to)))
        ::posix_spawn_file_actions_adddup2(&actions_, from->get(), to);
      else
        ::posix_spawn_file_actions_addopen(&actions_, to, "/dev/null", O_WRONLY, 0);
    close_others();
    sigset_t blocked;
    blocks_signals ? sigfillset(&blocked) : sigemptyset(&blocked);
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

Guard::Guard() {
  Pipe life = make_pipe();
  // The guard is the first process of its group. Its "read" ends when the last write end of the pipe is
  // closed. The system closes it even when this program is killed.
  pid_ = SpawnSettings({&life.read, nullptr, nullptr}, 0, true).start_shell("read -r line; kill -KILL 0");
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
  const pid_t pid = SpawnSettings({&input.read, &output.write, &error.write}, guard.group(), false)
                        .start_shell(with_exec(command));
  return {.pid = pid,
          .input = std::move(input.write),
          .output = std::move(output.read),
          .error = std::move(error.read)};
}

namespace {

using namespace std::chrono_literals;

// A program may leave a grandchild that holds the pipe open. Only by checking the process itself do we then
// find that the program has ended.
constexpr auto kLookEvery = 50ms;
constexpr auto kGrace = 500ms;
constexpr std::size_t kBufferBytes = 1U << 16U;

/// While an object of this class lives, this thread gets no SIGPIPE. Other threads and signal handlers are
/// unaffected.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoBrokenPipeSignal() {
    const timespec now{};
    if (!was_pending_) ::sigtimedwait(&pipe_, nullptr, &now);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoBrokenPipeSignal(const NoBrokenPipeSignal&) = delete;
  NoBrokenPipeSignal& operator=(const NoBrokenPipeSignal&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

ssize_t write_quietly(const Descriptor& to, std::string_view text) {
  const NoBrokenPipeSignal quiet;
  return ::write(to.get(), text.data(), text.size());
}

/// Writes as much as possible to our standard error.
void write_errors(std::string_view text) {
  const NoBrokenPipeSignal quiet;
  write_bytes(STDERR_FILENO, text);
}

/// Each line as printable() writes it.
std::string printable_lines(std::string_view text) {
  std::string lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines += printable(text.substr(begin, end - begin));
    if (end < text.size()) lines += '\n';
    begin = end + 1;
  }
  return lines;
}

std::string description(const siginfo_t& end) {
  if (end.si_code == CLD_EXITED) return fmt::format("ended with exit code {}", end.si_status);
  return fmt::format("was ended by signal {}", end.si_status);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, double timeout_s, StopFlag stop, bool of_others)
    : child_(spawn_shell(command, guard_)), timeout_s_(timeout_s), stop_(stop), of_others_(of_others) {}

ChildProcess::~ChildProcess() {
  child_.input.close();
  if (!failed_) ends_within(kGrace);
  // The program may have left the guard's group for one of its own. Until waitpid() has returned the program,
  // its process id cannot name another process or group.
  for (const pid_t id : {-guard_.group(), -child_.pid, child_.pid}) ::kill(id, SIGKILL);
  while (::waitpid(child_.pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  pass_errors_on();
}

std::string ChildProcess::exchange(std::string_view line) {
  if (failed_) throw AgentError("has already failed");
  deadline_.reset();
  if (timeout_s_ > 0)
    deadline_ =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s_));
  if (last_answer_) last_answer_ = Clock::now() + kGrace;
  send(std::string(line) + '\n');
  return receive();
}

/// Sends the text, or as much of it as the program takes before it closes a pipe. receive() finds out whether
/// the program has answered. Output is read only while the program takes no input, so that a program that
/// writes ahead does not wait for us while we wait for it.
void ChildProcess::send(std::string_view text) {
  while (!text.empty() && !last_answer_) {
    const Ready ready = wait_for(true);
    if (ready.input) {
      const ssize_t written = write_quietly(child_.input, text);
      if (written >= 0)
        text.remove_prefix(static_cast<std::size_t>(written));
      else if (errno != EAGAIN && errno != EINTR)
        input_is_closed();
    } else if (!ready.output || output_ended_) {
      return;
    } else if (received_.size() > kMaxAnswerBytes) {
      fail(fmt::format("wrote more than {} bytes without reading a message", kMaxAnswerBytes));
    } else {
      read_some();
    }
    check_time();
  }
}

std::string ChildProcess::receive() {
  for (;;) {
    if (auto line = take_line()) return *std::move(line);
    if (output_ended_) gone("closed its output and gave no answer");
    check_time();
    if (!wait_for(false).output) gone("ended");
    read_some();
  }
}

/// The next line of the output, without its line break. Nothing while the line is incomplete.
std::optional<std::string> ChildProcess::take_line() {
  const std::size_t end = received_.find('\n', searched_);
  if (std::min(end, received_.size()) > kMaxAnswerBytes)
    fail(fmt::format("answered with more than {} bytes", kMaxAnswerBytes), AgentError::Cause::kWrongAnswer);
  searched_ = end == std::string::npos ? received_.size() : 0;
  if (end == std::string::npos) return std::nullopt;
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

/// Reads the output that has arrived, up to the limit for one line.
void ChildProcess::read_some() {
  std::array<char, kBufferBytes> buffer;
  const std::size_t room = std::min(buffer.size(), kMaxAnswerBytes + 1 - received_.size());
  const ssize_t count = ::read(child_.output.get(), buffer.data(), room);
  if (count > 0) received_.append(buffer.data(), static_cast<std::size_t>(count));
  output_ended_ = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
}

/// Waits until the program has written, has closed its output or, when `sending`, takes input. Nothing is
/// ready if the program has ended. What it wrote before its end is found first, even if another process holds
/// its output open.
ChildProcess::Ready ChildProcess::wait_for(bool sending) {
  for (bool last_look = false;; last_look = has_ended()) {
    if (is_set(stop_)) {
      failed_ = true;
      throw Stopped();
    }
    const Ready ready = look(sending, last_look ? 0 : static_cast<int>(kLookEvery / 1ms));
    if (ready.output || ready.input || last_look) return ready;
    check_time();
  }
}

/// Checks the program's pipes once, for at most `wait_ms` milliseconds. Passes on what the program wrote to
/// its standard error.
ChildProcess::Ready ChildProcess::look(bool sending, int wait_ms) {
  const short wanted = sending ? POLLOUT : 0;
  // poll() ignores a negative descriptor. A pipe that is closed would be ready at every check.
  std::array<pollfd, 3> ends{pollfd{output_ended_ ? -1 : child_.output.get(), POLLIN, 0},
                             pollfd{last_answer_ ? -1 : child_.input.get(), wanted, 0},
                             pollfd{child_.error.get(), POLLIN, 0}};
  if (::poll(ends.data(), ends.size(), wait_ms) <= 0) return {};
  if (ends[2].revents != 0) pass_errors_on();
  const Ready ready{.input = ends[1].revents != 0, .output = ends[0].revents != 0};
  if (!sending && ready.input) input_is_closed();
  return {.input = sending && ready.input, .output = ready.output};
}

/// Passes on at most one piece of the program's standard error for each call, so that a program that writes
/// without end cannot keep us from everything else.
void ChildProcess::pass_errors_on() {
  if (child_.error.get() < 0) return;
  std::array<char, kBufferBytes> buffer;
  const ssize_t count = ::read(child_.error.get(), buffer.data(), buffer.size());
  if (count == 0) child_.error.close();
  if (count <= 0 || passed_on_ > kMaxErrorBytes) return;
  const auto bytes = static_cast<std::size_t>(count);
  const std::string_view text(buffer.data(), std::min(bytes, kMaxErrorBytes - passed_on_));
  write_errors(of_others_ ? printable_lines(text) : std::string(text));
  passed_on_ += bytes;
  if (passed_on_ > kMaxErrorBytes)
    write_errors(
        fmt::format("\nnovphy: the rest of the standard error of this agent's program "
                    "in this trial is left out: more than {} bytes\n",
                    kMaxErrorBytes));
}

/// The program takes no further message. It has half a second left to answer the earlier ones.
void ChildProcess::input_is_closed() {
  if (!last_answer_) last_answer_ = Clock::now() + kGrace;
}

void ChildProcess::check_time() {
  const auto now = Clock::now();
  if (deadline_ && now >= *deadline_)
    fail(fmt::format("gave no answer within {} s", timeout_s_), AgentError::Cause::kSilent);
  if (last_answer_ && now >= *last_answer_) gone("closed its input and gave no answer");
}

bool ChildProcess::has_ended() const {
  siginfo_t end{};
  return ::waitid(P_PID, static_cast<id_t>(child_.pid), &end, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         end.si_pid != 0;
}

/// Whether the program ends within this time. Its standard error is passed on meanwhile.
bool ChildProcess::ends_within(Clock::duration time) {
  const auto until = Clock::now() + time;
  for (int pause_ms = 1; !has_ended(); pause_ms = std::min(2 * pause_ms, 20)) {
    if (Clock::now() >= until || is_set(stop_)) return false;
    pollfd error{child_.error.get(), POLLIN, 0};
    if (::poll(&error, 1, pause_ms) > 0) pass_errors_on();
  }
  return true;
}

/// Fails because the program will give no further answer. Usually it has ended, which shows a moment later;
/// if it has not, the reason is `otherwise`.
void ChildProcess::gone(const char* otherwise) {
  siginfo_t end{};
  const bool known =
      ends_within(kGrace) && ::waitid(P_PID, static_cast<id_t>(child_.pid), &end, WEXITED | WNOWAIT) == 0;
  fail(known ? description(end) : otherwise);
}

void ChildProcess::fail(const std::string& reason, AgentError::Cause cause) {
  failed_ = true;
  throw AgentError(reason, cause);
}

}  // namespace novphy
