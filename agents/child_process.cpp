#include "agents/child_process.h"

#include <fmt/core.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include "agents/agent.h"

namespace novphy {
namespace {

using namespace std::chrono_literals;

// A program may leave a grandchild that holds the pipe open. Only a look at the process then shows that the
// program has ended.
constexpr auto kLookEvery = 50ms;
constexpr auto kGrace = 500ms;

/// While an object of this class lives, this thread gets no SIGPIPE. Other threads and the handlers of
/// signals are not changed.
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

std::string description(const siginfo_t& end) {
  if (end.si_code == CLD_EXITED) return fmt::format("ended with exit code {}", end.si_status);
  return fmt::format("was ended by signal {}", end.si_status);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, double timeout_s)
    : child_(spawn_shell(command)), timeout_s_(timeout_s) {}

ChildProcess::~ChildProcess() {
  child_.input.close();
  if (!failed_) ends_within(kGrace);
  // Before waitpid() returns the group's leader, the leader's process id cannot name another group.
  ::kill(-child_.pid, SIGKILL);
  while (::waitpid(child_.pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string ChildProcess::exchange(std::string_view line) {
  if (failed_) throw AgentError("has failed before");
  deadline_.reset();
  if (timeout_s_ > 0)
    deadline_ =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s_));
  send(std::string(line) + '\n');
  return receive();
}

void ChildProcess::send(std::string_view text) {
  while (!text.empty()) {
    if ((wait_for(true) & (POLLOUT | POLLERR)) == 0) {
      if (!read_some()) gone();
      fail("wrote before it was asked");
    }
    const ssize_t written = write_quietly(child_.input, text);
    if (written >= 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EAGAIN && errno != EINTR)
      gone();
  }
}

std::string ChildProcess::receive() {
  received_.clear();
  std::size_t end = std::string::npos;
  while ((end = received_.find('\n')) == std::string::npos) {
    if (received_.size() > kMaxAnswerBytes) break;
    wait_for(false);
    if (!read_some()) gone();
  }
  if (end == std::string::npos || end > kMaxAnswerBytes)
    fail(fmt::format("answered with more than {} bytes", kMaxAnswerBytes));
  if (end + 1 != received_.size()) fail("answered with more than one line");
  received_.pop_back();
  return std::move(received_);
}

/// Reads the output that has arrived. False at the end of the output.
bool ChildProcess::read_some() {
  std::array<char, 1U << 14U> buffer{};
  const ssize_t count = ::read(child_.output.get(), buffer.data(), buffer.size());
  if (count > 0) received_.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

/// Waits until the child has written or, with `input_too`, takes input. Gives 0 where the child has written,
/// and else the poll events of the input. Written output comes first, so that the output is read even after
/// the child has ended.
short ChildProcess::wait_for(bool input_too) {
  std::array<pollfd, 2> ends{pollfd{child_.output.get(), POLLIN, 0}, pollfd{child_.input.get(), POLLOUT, 0}};
  for (bool last_look = false;; last_look = has_ended()) {
    const int ready =
        ::poll(ends.data(), input_too ? 2 : 1, last_look ? 0 : static_cast<int>(kLookEvery / 1ms));
    if (ready > 0 && ends[0].revents != 0) return 0;
    if (ready > 0) return ends[1].revents;
    if (last_look) gone();
    check_deadline();
  }
}

void ChildProcess::check_deadline() {
  if (deadline_ && Clock::now() >= *deadline_) fail(fmt::format("gave no answer within {} s", timeout_s_));
}

bool ChildProcess::has_ended() const {
  siginfo_t end{};
  return ::waitid(P_PID, static_cast<id_t>(child_.pid), &end, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         end.si_pid != 0;
}

bool ChildProcess::ends_within(Clock::duration time) const {
  const auto until = Clock::now() + time;
  for (auto pause = 1ms; !has_ended(); pause = std::min(2 * pause, std::chrono::milliseconds(20))) {
    if (Clock::now() >= until) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}

/// Fails because the child has closed a pipe. Mostly the child has ended, which shows a moment later.
void ChildProcess::gone() {
  siginfo_t end{};
  const bool known =
      ends_within(kGrace) && ::waitid(P_PID, static_cast<id_t>(child_.pid), &end, WEXITED | WNOWAIT) == 0;
  fail(known ? description(end) : "closed its input or output");
}

void ChildProcess::fail(const std::string& reason) {
  failed_ = true;
  child_.input.close();
  child_.output.close();
  throw AgentError(reason);
}

}  // namespace novphy
