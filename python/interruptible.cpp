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

/// What the caller's thread and the thread of the work share.
struct Shared {
  std::function<void(const Stop&)> work;
  Stop stop = false;
  std::mutex mutex{};
  std::condition_variable changed{};
  bool done = false;
  std::exception_ptr error{};

  void run() {
    std::exception_ptr thrown;
    try {
      work(stop);
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    error = thrown;
    done = true;
    changed.notify_all();
  }

  bool done_within(milliseconds time) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, time, [&] { return done; });
  }
};

/// The work that was abandoned. Never deleted, because it may outlast the interpreter.
std::vector<std::shared_ptr<Shared>>& abandoned() {
  static auto& all = *new std::vector<std::shared_ptr<Shared>>;
  return all;
}

/// Waits until abandoned work has ended, which would otherwise use libraries that are no longer there. A
/// further signal ends the waiting. A forked process has none of the parent's threads to wait for.
void wait_for_abandoned(pid_t parent) {
  if (::getpid() != parent) return;
  for (const std::shared_ptr<Shared>& shared : abandoned())
    while (true) {
      {
        const py::gil_scoped_release release;
        if (shared->done_within(kBetweenSignals)) break;
      }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
}

/// Leaves the work to itself until it ends, or until Python does.
void abandon(const std::shared_ptr<Shared>& shared) {
  static bool waits = false;
  if (!waits)
    py::module_::import("atexit").attr("register")(py::cpp_function(&wait_for_abandoned), ::getpid());
  waits = true;
  std::erase_if(abandoned(), [](const auto& other) { return other->done_within(milliseconds(0)); });
  abandoned().push_back(shared);
}

/// Joins the thread, or abandons it if Python has a signal and the work does not end in time.
void wait(const std::shared_ptr<Shared>& shared, std::thread& thread) {
  while (true) {
    {
      const py::gil_scoped_release release;
      if (shared->done_within(kBetweenSignals)) break;
    }
    if (PyErr_CheckSignals() == 0) continue;
    shared->stop = true;
    bool ended = false;
    {
      const py::gil_scoped_release release;
      ended = shared->done_within(kLastWait);
    }
    const py::error_already_set signal;
    if (ended) {
      thread.join();
    } else {
      thread.detach();
      abandon(shared);
    }
    throw signal;
  }
  const py::gil_scoped_release release;
  thread.join();
}

}  // namespace

void run_interruptible(std::function<void(const Stop& stop)> work) {
  const auto shared = std::make_shared<Shared>();
  shared->work = std::move(work);
  std::thread thread([shared] { shared->run(); });
  wait(shared, thread);
  if (shared->error) std::rethrow_exception(shared->error);
}

unsigned threads_of(int asked) {
  if (asked < 0 || asked > 1024)
    throw InputError("threads", fmt::format("found {}, expected 0 to 1024", asked));
  return novphy::threads_of(asked);
}

}  // namespace novphy::python
