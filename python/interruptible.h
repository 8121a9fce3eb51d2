#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/parallel.h"

namespace novphy::python {

/// Whether the caller no longer waits for the result.
using Stop = std::atomic<bool>;

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
