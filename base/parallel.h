#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace novphy {

/// Calls work(i) for each i below count, on `threads` threads (at least 1). Each call must write only to data
/// of its own; then results do not depend on the number of threads. After a call has thrown, no further call
/// begins. Of several exceptions, the one of the lowest i is rethrown. As calls begin in the order of i, this
/// is the same exception for any number of threads.
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
  try {
    for (unsigned i = 1; i < threads && i < count; ++i) others.emplace_back(run);
  } catch (const std::exception&) {
    // Where there is no room for a further thread, those that there are do the work.
  }
  run();
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

/// Called where a stage of long work begins, with what is done in it and the plural of its pieces, such as
/// "solving the pairs" and "pairs". Progress is counted anew in each stage.
using StageBegin = std::function<void(const std::string& stage, const std::string& unit)>;

/// Counts the pieces of work that several threads have done.
class PieceCounter {
 public:
  /// Called with the number of pieces that are done and of all pieces, by one thread at a time: first with
  /// those that are done at the beginning, then after each piece.
  using Progress = std::function<void(std::size_t done, std::size_t of)>;

  PieceCounter(Progress progress, std::size_t of, std::size_t done = 0)
      : progress_(std::move(progress)), done_(done), of_(of) {
    if (progress_) progress_(done_, of_);
  }
  void add(std::size_t pieces = 1) {
    const std::lock_guard lock(mutex_);
    done_ += pieces;
    if (progress_) progress_(done_, of_);
  }

 private:
  Progress progress_;
  std::size_t done_;
  std::size_t of_;
  std::mutex mutex_{};
};

/// A flag that another thread or a signal handler sets to make long work end soon. Null: nobody stops the
/// work.
using StopFlag = const std::atomic<bool>*;

/// Thrown by work that ends because its StopFlag is set; its result is lost.
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("stopped") {}
};

inline bool is_set(StopFlag stop) { return stop != nullptr && stop->load(); }

/// Throws Stopped where the flag is set.
inline void check_stop(StopFlag stop) {
  if (is_set(stop)) throw Stopped();
}

}  // namespace novphy
