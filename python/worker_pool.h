#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace novphy::python {

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
