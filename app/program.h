#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "base/parallel.h"

namespace novphy::app {

/// Parses the command line and runs the callback of the sub-command. Every error is one line on the standard
/// error that begins with the program's name. The exit code is 2 for bad input, 3 for a mistake of the
/// program, and the code of an ExitCode that was thrown. After an Interrupted the program ends by its signal.
/// Output that cannot be written counts as bad input.
int run_program(CLI::App& app, int argc, char** argv);

/// "novphy 0.1.0", then the libraries and tools of the build.
std::string version_text();

/// Whether SIGUSR1 is caught, too.
enum class CatchPause { kNo, kYes };

/// While an object of this class lives, the first SIGINT, SIGTERM or SIGHUP sets a flag and does not end the
/// program. A second one ends the program. Signals that are ignored stay ignored. Only one object may live
/// at a time. Where SIGUSR1 is caught, it sets a flag of its own, any number of times: work is to end at the
/// next place where nothing is lost.
class CatchSignals {
 public:
  explicit CatchSignals(CatchPause pause = CatchPause::kNo);
  ~CatchSignals();
  CatchSignals(const CatchSignals&) = delete;
  CatchSignals& operator=(const CatchSignals&) = delete;

  StopFlag stop() const;
  StopFlag pause() const;  ///< set by SIGUSR1
  int signal() const;      ///< the signal that came; 0: none
};

/// Thrown by a command that a signal has ended early. run_program() prints what is kept and, where something
/// is kept, the command that goes on. Then the program ends by the same signal.
struct Interrupted {
  int signal = 0;
  std::string kept{};  ///< such as "3 of 8 trials are kept in r.jsonl.partial"; "" where nothing is kept
};

/// The command line with which an interrupted command goes on: with --resume and without --force, each
/// argument quoted for the shell where needed.
std::string command_that_goes_on(int argc, const char* const* argv);

}  // namespace novphy::app
