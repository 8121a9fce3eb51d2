#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/parallel.h"

namespace novphy::python {

/// Whether the caller no longer waits for the result.
using Stop = std::atomic<bool>;

/// Work for a thread of its own, and how it ended.
class Work {
 public:
  explicit Work(std::function<void(const Stop&)> work) : work_(std::move(work)) {}

  Stop stop = false;
  /// Does the work. Another thread waits for its end.
  void run();
  /// Notes the end of work that was not done.
  void set_done();
  bool is_done();
  /// Waits at most this long, without the interpreter's lock. Returns whether the work is done.
  bool done_within(std::chrono::milliseconds time);
  /// What the work threw.
  const std::exception_ptr& error() const { return error_; }

 private:
  std::function<void(const Stop&)> work_;
  std::mutex mutex_{};
  std::condition_variable changed_{};
  bool done_ = false;
  std::exception_ptr error_{};
};

void run_interruptible(std::function<void(const Stop& stop)> work);

/// Runs the work on a separate thread, without the interpreter's lock, until it is done or Python has a
/// signal for the program, such as Ctrl-C, and returns its result. After a signal, sets `Stop` and ends with
/// Python's exception within 0.2 s. Work that has not ended by then goes on alone, so it must own everything
/// that it uses; at its end, Python waits for it. Rethrows an exception of the work. The caller holds the
/// interpreter's lock.
template <class Work>
auto interruptible(Work work) {
  using Result = std::invoke_result_t<Work&, const Stop&>;
  if constexpr (std::is_void_v<Result>) {
    run_interruptible(std::move(work));
  } else {
    const auto result = std::make_shared<std::optional<Result>>();
    run_interruptible(
        [work = std::move(work), result](const Stop& stop) mutable { result->emplace(work(stop)); });
    return *std::move(*result);
  }
}

/// parallel_for that ends early once `stop` is set.
template <class Work>
void parallel_until(const Stop& stop, std::size_t count, unsigned threads, Work&& work) {
  parallel_for(count, threads, [&](std::size_t i) {
    check_stop(&stop);
    work(i);
  });
}

/// The number of threads that a caller asked for; 0 means all cores. Throws InputError unless it is 0 to
/// 1024.
unsigned threads_of(int asked);

}  // namespace novphy::python
