#include "app/program.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

#include "app/common.h"
#include "base/input_error.h"
#include "base/text.h"
#include "trials/made_by.h"

namespace novphy::app {
namespace {

constexpr int kBadInput = 2;
constexpr int kInternalError = 3;

int complain(const Command& program, std::string text, int exit_code = kBadInput) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  // fmt::print() throws where the standard error is closed or full.
  std::fputs(
      fmt::format("{} {}\n", red(program.text.name + std::string(":"), stderr), printable(text)).c_str(),
      stderr);
  return exit_code;
}

int complain(const Command& program, const InputError& error) {
  for (const Problem& problem : error.problems()) complain(program, problem.message());
  return kBadInput;
}

int complain(const Command& program, const std::filesystem::filesystem_error& error) {
  return complain(program, fmt::format("{}: {}", error.path1().string(), error.code().message()));
}

/// By now the memory of what failed is free again.
int out_of_memory(const Command& program) {
  return complain(program,
                  "out of memory: a number or a file asks for more than this machine or its limit has");
}

/// Output is buffered, so a full disk may show only here. It also counts where a check has failed (exit code
/// 1), since what failed cannot be read then.
int flush_output(const Command& program, int exit_code) {
  if (exit_code >= kBadInput) return exit_code;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  return complain(program, fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

/// Ends the program as the signal would have done, so that a shell sees how the program ended.
[[noreturn]] void end_by(int signal) {
  std::fflush(nullptr);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(128 + signal);
}

/// The command line that goes on after an interruption: with --resume and without --force, and arguments
/// quoted for the shell where needed.
std::string command_that_goes_on(int argc, char** argv) {
  std::string command;
  bool resumes = false;
  for (int i = 0; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--force") continue;
    resumes = resumes || argument == "--resume";
    command += (i == 0 ? "" : " ") + quoted_for_shell(argument);
  }
  return command + (resumes ? "" : " --resume");
}

int run(Command& program, int argc, char** argv) {
  try {
    run_command(program, argc, argv);
    return 0;
  } catch (const Interrupted& interrupted) {
    complain(program, interrupted.kept.empty()
                          ? "interrupted: nothing is kept"
                          : fmt::format("interrupted: {}; to go on: {}", interrupted.kept,
                                        command_that_goes_on(argc, argv)));
    end_by(interrupted.signal);
  } catch (const ExitCode& exit) {
    return exit.code;
  } catch (const InputError& error) {
    return complain(program, error);
  } catch (const std::filesystem::filesystem_error& error) {
    return complain(program, error);
  } catch (const std::invalid_argument& error) {
    return complain(program, std::string(error.what()));
  } catch (const std::system_error& error) {
    return complain(program, std::string(error.what()));
  } catch (const std::bad_alloc&) {
    return out_of_memory(program);
  } catch (const std::length_error&) {
    return out_of_memory(program);
  } catch (const std::exception& error) {
    return complain(program, fmt::format("internal error: {}", error.what()), kInternalError);
  }
}

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

// A handler of signals can reach nothing but globals.
std::atomic<bool> stop_now = false;
std::atomic<bool> pause_soon = false;
std::atomic<int> caught_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void note_signal(int signal) {
  caught_signal = signal;
  stop_now = true;
}

void note_pause(int signal) {
  int none = 0;
  caught_signal.compare_exchange_strong(none, signal);
  pause_soon = true;
}

void handle(int signal, void (*handler)(int), int flags = static_cast<int>(SA_RESETHAND)) {
  struct sigaction before {};
  ::sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction now {};
  now.sa_handler = handler;
  sigemptyset(&now.sa_mask);
  // Reads and writes begin anew after a signal; poll() does not.
  now.sa_flags = SA_RESTART | flags;
  ::sigaction(signal, &now, nullptr);
}

}  // namespace

int run_program(Command& program, int argc, char** argv) {
  return flush_output(program, run(program, argc, argv));
}

std::string version_text() {
  const Fingerprint build = build_info();
  return fmt::format("novphy {}\nBox2D {}\n{}, {}", build.version, build.box2d, build.compiler,
                     build.architecture);
}

CatchSignals::CatchSignals(CatchPause pause) {
  stop_now = false;
  pause_soon = false;
  caught_signal = 0;
  for (const int signal : kSignals) handle(signal, note_signal);
  if (pause == CatchPause::kYes) handle(SIGUSR1, note_pause, 0);
}

CatchSignals::~CatchSignals() {
  for (const int signal : kSignals) handle(signal, SIG_DFL);
  handle(SIGUSR1, SIG_DFL);
}

StopFlag CatchSignals::stop() const { return &stop_now; }

StopFlag CatchSignals::pause() const { return &pause_soon; }

int CatchSignals::signal() const { return caught_signal; }

}  // namespace novphy::app
