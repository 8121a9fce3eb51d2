#pragma once

#include <string>

#include "base/stop.h"

namespace novphy::app {

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
