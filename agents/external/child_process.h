#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "agents/agent.h"
#include "base/file.h"
#include "base/parallel.h"

namespace novphy {

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

/// A program, run by /bin/sh, that answers each line with one line. Line n of its output is the answer to
/// message n, whenever the program writes it. The program has a process group of its own, which lives no
/// longer than this object and this process. Its standard error is passed on to ours.
class ChildProcess {
 public:
  /// Largest length of an answer, without its line break. We read ahead no more output than that.
  static constexpr std::size_t kMaxAnswerBytes = std::size_t{1} << 20U;
  /// Largest part of the program's standard error that is passed on. The rest is dropped.
  static constexpr std::size_t kMaxErrorBytes = std::size_t{1} << 16U;

  /// Starts the command. `timeout_s` is the time limit for each answer; 0: no limit. Throws AgentError if the
  /// command cannot start.
  /// Of a program of others, what would control our terminal is written as escapes.
  ChildProcess(const std::string& command, double timeout_s, StopFlag stop = nullptr, bool of_others = false);
  /// Closes the program's input, gives it half a second to end, then kills every process left in the group.
  /// After an error, kills without waiting.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends a line and returns the answer, both without line break. Throws AgentError, with a reason in one
  /// line, if the program ends or closes a pipe without an answer, takes too long, or answers with too long a
  /// line. After such an error every further exchange throws. Throws Stopped if `stop` is set.
  std::string exchange(std::string_view line);

 private:
  using Clock = std::chrono::steady_clock;
  /// Which of the program's pipes are ready.
  struct Ready {
    bool input = false;
    bool output = false;
  };

  void send(std::string_view text);
  std::string receive();
  std::optional<std::string> take_line();
  void read_some();
  Ready wait_for(bool sending);
  Ready look(bool sending, int wait_ms);
  void pass_errors_on();
  void input_is_closed();
  void check_time();
  bool has_ended() const;
  bool ends_within(Clock::duration time);
  [[noreturn]] void gone(const char* otherwise);
  [[noreturn]] void fail(const std::string& reason, AgentError::Cause cause = AgentError::Cause::kEnded);

  Guard guard_{};
  ShellProcess child_;
  double timeout_s_ = 0;
  StopFlag stop_ = nullptr;
  bool of_others_ = false;
  std::string received_{};     ///< output that is not an answer yet
  std::size_t searched_ = 0;   ///< the first bytes of received_, in which there is no line break
  std::size_t passed_on_ = 0;  ///< bytes of the standard error passed on so far
  std::optional<Clock::time_point> deadline_{};
  std::optional<Clock::time_point> last_answer_{};  ///< set once the program has closed its input
  bool output_ended_ = false;
  bool failed_ = false;
};

}  // namespace novphy
