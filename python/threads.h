#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.h"

namespace novphy::python {

/// Whether the caller no longer waits for the result, and what the work calls with its progress.
struct Stop : std::atomic<bool> {
  PieceCounter::Progress progress{};
};

/// Work for a thread of its own, and how it ended.
class Work {
 public:
  explicit Work(std::function<void(const Stop&)> work) : work_(std::move(work)) {}

  Stop stop{};
  std::atomic<std::uint64_t> pieces = 0;  ///< that are done, and all, in 32 bits each
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

/// Has the next interruptible() of this thread call a function of Python, which is borrowed, with the numbers
/// of pieces that are done and of all pieces; null: none.
void tell_progress(PyObject* call);
/// As interruptible(), of work without a result.
void run_interruptible(std::function<void(const Stop& stop)> work);

/// Runs the work on a separate thread, without the interpreter's lock, until it is done or Python has a
/// signal for the program, such as Ctrl-C, and returns its result. After a signal, sets `Stop` and ends with
/// Python's exception within 0.2 s. Work that has not ended by then goes on alone, so it must own everything
/// that it uses; at its end, Python waits for it. Rethrows an exception of the work. The caller holds the
/// interpreter's lock. An exception of the function that is told the progress counts as a signal.
template <class Function>
auto interruptible(Function work) {
  using Result = std::invoke_result_t<Function&, const Stop&>;
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

/// The number of threads that a caller asked for. 0 means all cores, which agents in Python that play at the
/// same time share. Throws InputError unless it is 0 to 1024.
unsigned threads_of(int asked);

/// A call of an agent in Python, whose calls of novphy share the cores with those of other agents.
struct AgentCall {
  AgentCall() { ++open; }
  ~AgentCall() { --open; }
  AgentCall(const AgentCall&) = delete;
  AgentCall& operator=(const AgentCall&) = delete;
  static inline std::atomic<unsigned> open = 0;
};

/// A value for Python, whose calls may release the interpreter's lock. Only one thread at a time may use it.
template <class Value>
class Guarded {
 public:
  template <class... Arguments>
  explicit Guarded(Arguments&&... arguments) : value_(std::forward<Arguments>(arguments)...) {}

 private:
  template <class>
  friend class UseOf;
  Value value_;
  std::atomic<bool> used_ = false;
};

/// One call's use of a value. Throws std::runtime_error with the text Value::kRefusal if another call, which
/// is on another thread, uses it.
template <class Value>
class UseOf {
 public:
  explicit UseOf(Guarded<Value>& guarded) : guarded_(guarded) {
    if (guarded_.used_.exchange(true)) throw std::runtime_error(Value::kRefusal);
  }
  ~UseOf() { guarded_.used_ = false; }
  UseOf(const UseOf&) = delete;
  UseOf& operator=(const UseOf&) = delete;
  Value& operator*() const { return guarded_.value_; }
  Value* operator->() const { return &guarded_.value_; }

 private:
  Guarded<Value>& guarded_;
};

/// Whether a call keeps the interpreter's lock.
enum class Interpreter { kLocked, kReleased };

/// The function for Python, which refuses a value that another thread uses.
template <Interpreter interpreter = Interpreter::kLocked, class Value, class Result, class... Arguments>
auto alone(Result (*call)(Value&, Arguments...)) {
  return [call](Guarded<Value>& guarded, Arguments... arguments) -> Result {
    const UseOf<Value> value(guarded);
    std::optional<pybind11::gil_scoped_release> released;
    if (interpreter == Interpreter::kReleased) released.emplace();
    return call(*value, std::forward<Arguments>(arguments)...);
  };
}

/// Threads that wait for jobs, so that a step of many short shots does not have to start threads. A forked
/// process has none of its parent's threads; the pool then starts its own. A pool of 0 threads does each job
/// in take_done(), on the caller's thread.
class WorkerPool {
 public:
  /// Calls `work` with the number of each job, from several threads at once.
  WorkerPool(unsigned threads, std::function<void(int)> work);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Adds a job.
  void add(int job);
  /// A job that is done, and what it threw.
  struct Done {
    int job = 0;
    std::exception_ptr error{};
  };
  /// The next job that is done, in the order in which jobs end. Nothing if none ended within 20 ms.
  std::optional<Done> take_done();
  /// Takes back the jobs that no thread has begun, and returns their numbers.
  std::vector<int> drop_waiting();
  /// Number of jobs that were added and have not been taken yet.
  int open() const;

 private:
  struct Shared;
  void start();
  void abandon();
  bool is_ready() const;

  unsigned count_;
  std::function<void(int)> work_;
  int process_ = 0;  ///< the process whose threads these are
  std::shared_ptr<Shared> shared_{};
  std::vector<std::thread> threads_{};
};

}  // namespace novphy::python
