#pragma once

#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace novphy {

/// Calls work(i) for each i below count, on so many threads (at least 1). What each call makes must be its
/// own: results never depend on the number of threads. Throws what the call with the lowest i threw, after
/// all are through.
template <class Work>
void for_each_index(std::size_t count, int threads, Work&& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> errors(count);
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads && static_cast<std::size_t>(i) < count; ++i) others.emplace_back(run);
  run();
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace novphy
