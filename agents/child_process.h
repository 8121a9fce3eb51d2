#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "agents/spawn_shell.h"

namespace novphy {

/// A program run by /bin/sh that answers each line with one line. It has a process group of its own and no
/// descriptors but the two pipes and our standard error. Its owner's end is the end of the whole group.
class ChildProcess {
 public:
  /// No answer may be longer.
  static constexpr std::size_t kMaxAnswerBytes = std::size_t{1} << 20U;

  /// Starts the command. `timeout_s`: for each answer; 0 waits for ever. Throws AgentError where it cannot
  /// start.
  ChildProcess(const std::string& command, double timeout_s);
  /// Closes its input, waits half a second for it to end, then kills what is left of the group.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends a line and returns the answer, both without line break. Throws AgentError with a reason in one
  /// line when the program ends, takes too long, writes too much or unasked; from then on every exchange
  /// throws.
  std::string exchange(std::string_view line);

 private:
  using Clock = std::chrono::steady_clock;

  void send(std::string_view text);
  std::string receive();
  bool read_some();
  short wait_for(bool input_too);
  void check_deadline();
  bool has_ended() const;
  bool ends_within(Clock::duration time) const;
  [[noreturn]] void gone();
  [[noreturn]] void fail(const std::string& reason);

  ShellProcess child_;
  double timeout_s_ = 0;
  std::string received_;
  std::optional<Clock::time_point> deadline_;
  bool failed_ = false;
};

}  // namespace novphy
