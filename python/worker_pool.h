#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace novphy::python {

/// Threads that wait for jobs, so that a step of many short shots costs no start of a thread. A process that
/// was forked has none of its parent's threads. The pool then starts threads of its own. A pool of 0 threads
/// does each job in take_done(), on the caller's thread.
class WorkerPool {
 public:
  /// Each call of `work` is given the number of a job. Several threads call `work` at once.
  WorkerPool(unsigned threads, std::function<void(int)> work);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Adds a job.
  void add(int job);
  /// The number of a job that is done, in the order in which jobs end. Nothing where none ended within 20 ms.
  /// Rethrows what the job threw.
  std::optional<int> take_done();
  /// Number of jobs that were added and not yet taken.
  int open() const;

 private:
  struct Shared;
  void start();
  std::optional<int> do_next();

  unsigned count_;
  std::function<void(int)> work_;
  int process_ = 0;  ///< the process whose threads these are
  std::shared_ptr<Shared> shared_{};
  std::vector<std::thread> threads_{};
  std::deque<int> own_jobs_{};  ///< of a pool without threads
};

}  // namespace novphy::python
