#pragma once

#include <string>

#include "app/job.h"
#include "base/parallel.h"

namespace novphy::app {

/// Runs the command that the words name. An error is one line on the standard error, which begins with the
/// program's name. The exit code is 2 for bad input and for output that cannot be written, 3 for a mistake in
/// the program, and the code of an ExitCode that was thrown. After an Interrupted, the program ends by its
/// signal.
int run_program(Command& program, int argc, char** argv);

/// "novphy 0.1.0", then the libraries and tools of the build.
std::string version_text();

/// Whether SIGUSR1 is caught, too.
enum class CatchPause { kNo, kYes };

/// While an object of this class lives, the first SIGINT, SIGTERM or SIGHUP sets a flag, and only the second
/// one ends the program. Signals that are ignored stay ignored. Only one object may live at a time. If
/// SIGUSR1 is caught, it sets a flag of its own, as often as it comes: work is to end at the next point where
/// nothing is lost.
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

/// Thrown by a command that a signal has ended early. run_program() prints what is kept and, if anything is,
/// the command to go on with. Then the program ends by the same signal.
struct Interrupted {
  int signal = 0;
  std::string kept{};  ///< such as "3 of 8 trials are kept in r.jsonl.partial"; "" where nothing is kept
};

}  // namespace novphy::app
