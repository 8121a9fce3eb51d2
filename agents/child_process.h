#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "agents/spawn_shell.h"

namespace novphy {

/// A program, run by /bin/sh, that answers each line with one line. The program has a process group of its
/// own. Its only file descriptors are the two pipes and our standard error. The destructor ends the whole
/// group.
class ChildProcess {
 public:
  /// Largest length of an answer.
  static constexpr std::size_t kMaxAnswerBytes = std::size_t{1} << 20U;

  /// Starts the command. `timeout_s` is the time limit for each answer; 0 waits for ever. Throws AgentError
  /// where the command cannot start.
  ChildProcess(const std::string& command, double timeout_s);
  /// Closes the program's input, waits half a second for the program to end, then kills every process that is
  /// left in the group.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends a line and returns the answer, both without line break. Throws AgentError, with a reason in one
  /// line, where the program ends, takes too long, writes too much, or writes without being asked. After such
  /// an error every further exchange throws.
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
