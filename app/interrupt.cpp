#include "app/interrupt.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <string>

#include "base/shell.h"

namespace novphy::app {
namespace {

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
  // Reads and writes that a signal interrupts begin anew; poll() does not.
  now.sa_flags = SA_RESTART | flags;
  ::sigaction(signal, &now, nullptr);
}

}  // namespace

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

std::string command_that_goes_on(int argc, const char* const* argv) {
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

}  // namespace novphy::app
