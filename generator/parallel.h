#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace novphy {

/// Calls f(i) for every i below count on that many threads; f must not throw.
template <class F>
void parallel_for(std::size_t count, unsigned threads, F f) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) f(i);
  };
  std::vector<std::thread> others;
  for (unsigned t = 1; t < threads; ++t) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
}

}  // namespace novphy
