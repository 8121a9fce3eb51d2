#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace novphy {

/// Calls work(i) for each i below count, on `threads` threads (at least 1). Each call must write only to data
/// of its own, so that results never depend on the number of threads. After a call has thrown, no further
/// call begins. Of several exceptions, the exception of the lowest i is rethrown. Calls begin in the order of
/// i, so that any number of threads gives the same exception.
template <class Work>
void parallel_for(std::size_t count, unsigned threads, Work&& work) {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stop = false;
  std::vector<std::exception_ptr> errors(count);
  const auto run = [&] {
    while (!stop) {
      const std::size_t i = next++;
      if (i >= count) return;
      try {
        work(i);
      } catch (...) {
        errors[i] = std::current_exception();
        stop = true;
      }
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads && i < count; ++i) others.emplace_back(run);
  run();
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace novphy
