#include "python/interruptible.h"

#include <fmt/core.h>
#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "base/input_error.h"

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
    ended ? thread.join() : thread.detach();
    throw py::error_already_set();
  }
  const py::gil_scoped_release release;
  thread.join();
}

}  // namespace

void interruptible(std::function<void(const Stop& stop)> work) {
  const auto shared = std::make_shared<Shared>();
  shared->work = std::move(work);
  std::thread thread([shared] { shared->run(); });
  wait(shared, thread);
  if (shared->error) std::rethrow_exception(shared->error);
}

unsigned threads_of(int asked) {
  if (asked < 0 || asked > 1024)
    throw InputError("threads", fmt::format("found {}, expected 0 to 1024", asked));
  return asked > 0 ? static_cast<unsigned>(asked) : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace novphy::python
