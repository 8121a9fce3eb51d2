#include "python/interruptible.h"

#include <fmt/core.h>
#include <pybind11/pybind11.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "jobs/setting.h"

namespace novphy::python {
namespace {

namespace py = pybind11;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenSignals{20};
constexpr milliseconds kLastWait{100};

/// The work that was abandoned. Never deleted, because it may outlast the interpreter.
std::vector<std::shared_ptr<Work>>& abandoned() {
  static auto& all = *new std::vector<std::shared_ptr<Work>>;
  return all;
}

/// Waits until abandoned work has ended, which would otherwise use libraries that are no longer there. A
/// further signal ends the waiting. A forked process has none of the parent's threads to wait for.
void wait_for_abandoned(pid_t parent) {
  if (::getpid() != parent) return;
  for (const std::shared_ptr<Work>& work : abandoned())
    while (!work->done_within(kBetweenSignals))
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

/// Leaves the work to itself until it ends, or until Python does.
void abandon(const std::shared_ptr<Work>& work) {
  static bool waits = false;
  if (!waits)
    py::module_::import("atexit").attr("register")(py::cpp_function(&wait_for_abandoned), ::getpid());
  waits = true;
  std::erase_if(abandoned(), [](const auto& other) { return other->is_done(); });
  abandoned().push_back(work);
}

/// Joins the thread, or abandons it if Python has a signal and the work does not end in time.
void wait(const std::shared_ptr<Work>& work, std::thread& thread) {
  while (!work->done_within(kBetweenSignals)) {
    if (PyErr_CheckSignals() == 0) continue;
    work->stop = true;
    const bool ended = work->done_within(kLastWait);
    const py::error_already_set signal;
    if (ended) {
      thread.join();
    } else {
      thread.detach();
      abandon(work);
    }
    throw signal;
  }
  const py::gil_scoped_release release;
  thread.join();
}

}  // namespace

void Work::run() {
  try {
    work_(stop);
  } catch (...) {
    error_ = std::current_exception();
  }
  set_done();
}

void Work::set_done() {
  const std::lock_guard lock(mutex_);
  done_ = true;
  changed_.notify_all();
}

bool Work::is_done() {
  const std::lock_guard lock(mutex_);
  return done_;
}

bool Work::done_within(milliseconds time) {
  const py::gil_scoped_release release;
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [&] { return done_; });
}

void run_interruptible(std::function<void(const Stop& stop)> function) {
  const auto work = std::make_shared<Work>(std::move(function));
  std::thread thread([work] { work->run(); });
  wait(work, thread);
  if (work->error()) std::rethrow_exception(work->error());
}

unsigned threads_of(int asked) {
  if (asked < 0 || asked > 1024)
    throw InputError("threads", fmt::format("found {}, expected 0 to 1024", asked));
  return novphy::threads_of(asked);
}

}  // namespace novphy::python
