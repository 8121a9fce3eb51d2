#include "app/progress_line.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

namespace novphy::app {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{250};

void write(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

/// Starts a thread that gets no signals, so that signals still interrupt the waits of the job.
template <class Work>
std::thread deaf_thread(Work&& work) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::forward<Work>(work));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

void QuietOption::add_to(CLI::App& command) {
  command.add_flag("--quiet", quiet_, "Does not show how far the command is");
}

ProgressLine::ProgressLine(std::string job, std::string unit, const QuietOption& quiet)
    : text_(std::move(job), std::move(unit), ::isatty(STDERR_FILENO) == 1) {
  if (!quiet.quiet()) writer_ = deaf_thread([this] { write_until_over(); });
}

ProgressLine::~ProgressLine() {
  if (!writer_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  over_.notify_one();
  writer_.join();
  write(text_.end(elapsed_s()));
}

double ProgressLine::elapsed_s() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void ProgressLine::count(const JobCount& now) {
  const std::lock_guard lock(mutex_);
  text_.count(now);
}

void ProgressLine::add() {
  const std::lock_guard lock(mutex_);
  JobCount now = text_.counted();
  ++now.done;
  text_.count(now);
}

std::function<void(std::size_t, std::size_t)> ProgressLine::counter() {
  return [this, first = true, before = std::size_t{0}](std::size_t done, std::size_t of) mutable {
    if (std::exchange(first, false)) before = done - 1;
    count({.done = done, .of = of, .before = before});
  };
}

void ProgressLine::write_until_over() {
  std::unique_lock lock(mutex_);
  while (!over_.wait_for(lock, kBetweenLooks, [this] { return is_over_; })) write(text_.at(elapsed_s()));
}

}  // namespace novphy::app
