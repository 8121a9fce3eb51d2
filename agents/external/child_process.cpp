#include "agents/external/child_process.h"

#include <fmt/core.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "agents/agent.h"
#include "base/read_bytes.h"

namespace novphy {
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

std::string description(const siginfo_t& end) {
  if (end.si_code == CLD_EXITED) return fmt::format("ended with exit code {}", end.si_status);
  return fmt::format("was ended by signal {}", end.si_status);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, double timeout_s, StopFlag stop)
    : child_(spawn_shell(command, guard_)), timeout_s_(timeout_s), stop_(stop) {}

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
      text.remove_prefix(write_some(text));
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

std::size_t ChildProcess::write_some(std::string_view text) {
  const ssize_t written = write_quietly(child_.input, text);
  if (written >= 0) return static_cast<std::size_t>(written);
  if (errno != EAGAIN && errno != EINTR) input_is_closed();
  return 0;
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
    fail(fmt::format("answered with more than {} bytes", kMaxAnswerBytes));
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
    end_if_stopped();
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
  write_errors({buffer.data(), std::min(bytes, kMaxErrorBytes - passed_on_)});
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
  if (deadline_ && now >= *deadline_) fail(fmt::format("gave no answer within {} s", timeout_s_));
  if (last_answer_ && now >= *last_answer_) gone("closed its input and gave no answer");
}

void ChildProcess::end_if_stopped() {
  if (!is_set(stop_)) return;
  failed_ = true;
  throw Stopped();
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

void ChildProcess::fail(const std::string& reason) {
  failed_ = true;
  throw AgentError(reason);
}

}  // namespace novphy
