#include "python/threads.h"

#include <unistd.h>

#include <algorithm>

#include "base/input_error.h"
#include "jobs/setting.h"
#include "python/data.h"

namespace novphy::python {
namespace {

namespace py = pybind11;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenSignals{20};
constexpr milliseconds kLastWait{100};

/// The work that was abandoned. Never deleted, because it may outlast the interpreter.
std::vector<std::shared_ptr<Work>>& abandoned() {
  static auto& all = *new std::vector<std::shared_ptr<Work>>;
  return all;
}

/// Waits until abandoned work has ended, which would otherwise use libraries that are no longer there. A
/// further signal ends the waiting. A forked process has none of the parent's threads to wait for.
void wait_for_abandoned(pid_t parent) {
  if (::getpid() != parent) return;
  for (const std::shared_ptr<Work>& work : abandoned())
    while (!work->done_within(kBetweenSignals))
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

/// Leaves the work to itself until it ends, or until Python does.
void abandon(const std::shared_ptr<Work>& work) {
  static bool waits = false;
  if (!waits)
    py::module_::import("atexit").attr("register")(py::cpp_function(&wait_for_abandoned), ::getpid());
  waits = true;
  std::erase_if(abandoned(), [](const auto& other) { return other->is_done(); });
  abandoned().push_back(work);
}

thread_local PyObject* listener = nullptr;

/// Tells the work's progress where it is new. Returns false where Python has an exception.
bool tell(PyObject* call, const Work& work, std::uint64_t& told) {
  const std::uint64_t now = work.pieces;
  if (call == nullptr || now == std::exchange(told, now)) return true;
  PyObject* answer = PyObject_CallFunction(call, "KK", now >> 32U, now & UINT32_MAX);
  Py_XDECREF(answer);
  return answer != nullptr;
}

/// Joins the thread, or abandons it if Python has a signal and the work does not end in time.
void wait(const std::shared_ptr<Work>& work, std::thread& thread, PyObject* call, std::uint64_t& told) {
  while (!work->done_within(kBetweenSignals)) {
    if (PyErr_CheckSignals() == 0 && tell(call, *work, told)) continue;
    work->stop.store(true);
    const bool ended = work->done_within(kLastWait);
    const py::error_already_set signal;
    if (ended) {
      thread.join();
    } else {
      thread.detach();
      abandon(work);
    }
    throw signal;
  }
  const py::gil_scoped_release release;
  thread.join();
}

WorkerPool::Done done_of(const std::function<void(int)>& work, int job) try {
  work(job);
  return {.job = job};
} catch (...) {
  return {.job = job, .error = std::current_exception()};
}

}  // namespace

void Work::run() {
  try {
    work_(stop);
  } catch (...) {
    error_ = std::current_exception();
  }
  set_done();
}

void Work::set_done() {
  const std::lock_guard lock(mutex_);
  done_ = true;
  changed_.notify_all();
}

bool Work::is_done() {
  const std::lock_guard lock(mutex_);
  return done_;
}

bool Work::done_within(milliseconds time) {
  const py::gil_scoped_release release;
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [&] { return done_; });
}

void tell_progress(PyObject* call) { listener = call; }

void run_interruptible(std::function<void(const Stop& stop)> function) {
  PyObject* call = std::exchange(listener, nullptr);  // which may itself come here
  std::uint64_t told = 0;
  const auto work = std::make_shared<Work>(std::move(function));
  work->stop.progress = [&pieces = work->pieces](std::uint64_t done, std::uint64_t of) {
    pieces = done << 32U | of;
  };
  std::thread thread([work] { work->run(); });
  wait(work, thread, call, told);
  if (work->error()) std::rethrow_exception(work->error());
  if (!tell(call, *work, told)) throw py::error_already_set();
}

unsigned threads_of(int asked) {
  check_range("threads", asked, 0, 1024);
  const unsigned sharing = asked == 0 ? std::max(1U, AgentCall::open.load()) : 1;
  return std::max(1U, novphy::threads_of(asked) / sharing);
}

struct WorkerPool::Shared {
  std::mutex mutex{};
  std::condition_variable wanted{};
  std::condition_variable ended{};
  std::deque<int> jobs{};
  std::deque<Done> done{};
  int open = 0;
  bool stop = false;

  void do_next(std::unique_lock<std::mutex>& lock, const std::function<void(int)>& work) {
    const int job = jobs.front();
    jobs.pop_front();
    lock.unlock();
    Done each = done_of(work, job);
    lock.lock();
    done.push_back(std::move(each));
    ended.notify_one();
  }

  void run(const std::function<void(int)>& work) {
    std::unique_lock lock(mutex);
    while (true) {
      wanted.wait(lock, [&] { return stop || !jobs.empty(); });
      if (stop) return;
      do_next(lock, work);
    }
  }
};

WorkerPool::WorkerPool(unsigned threads, std::function<void(int)> work)
    : count_(threads), work_(std::move(work)) {}

WorkerPool::~WorkerPool() {
  if (!is_ready()) {
    abandon();
    return;
  }
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->stop = true;
  }
  shared_->wanted.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool WorkerPool::is_ready() const { return shared_ && (count_ == 0 || process_ == ::getpid()); }

// The threads stayed with the parent, and their locks may never be released. So what belongs to them is kept
// for ever. Their handles must not even be detached: a later thread of this process may have the same handle.
void WorkerPool::abandon() {
  if (!shared_) return;
  new std::vector<std::thread>(std::move(threads_));
  new std::shared_ptr<Shared>(shared_);
  threads_.clear();
}

void WorkerPool::start() {
  if (is_ready()) return;
  abandon();
  shared_ = std::make_shared<Shared>();
  process_ = ::getpid();
  for (unsigned i = 0; i < count_; ++i)
    threads_.emplace_back([shared = shared_, this] { shared->run(work_); });
}

void WorkerPool::add(int job) {
  start();
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->jobs.push_back(job);
    ++shared_->open;
  }
  shared_->wanted.notify_one();
}

std::optional<WorkerPool::Done> WorkerPool::take_done() {
  if (!is_ready()) return {};
  std::unique_lock lock(shared_->mutex);
  if (count_ == 0 && !shared_->jobs.empty()) shared_->do_next(lock, work_);
  if (count_ == 0 && shared_->done.empty()) return {};
  const auto some = [&] { return !shared_->done.empty(); };
  if (!shared_->ended.wait_for(lock, std::chrono::milliseconds(20), some)) return {};
  Done each = std::move(shared_->done.front());
  shared_->done.pop_front();
  --shared_->open;
  return each;
}

std::vector<int> WorkerPool::drop_waiting() {
  if (!is_ready()) return {};
  const std::lock_guard lock(shared_->mutex);
  const std::deque<int> waiting = std::exchange(shared_->jobs, {});
  shared_->open -= static_cast<int>(waiting.size());
  return {waiting.begin(), waiting.end()};
}

int WorkerPool::open() const {
  if (!is_ready()) return 0;
  const std::lock_guard lock(shared_->mutex);
  return shared_->open;
}

}  // namespace novphy::python
