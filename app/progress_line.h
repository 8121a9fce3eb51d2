#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "app/progress_text.h"

namespace novphy::app {

/// The option --quiet of commands that may take long.
class QuietOption {
 public:
  void add_to(CLI::App& command);
  bool quiet() const { return quiet_; }

 private:
  bool quiet_ = false;
};

/// Shows on the standard error how far a job is, from this object's construction to its end. A thread of its
/// own writes, so that jobs without a count tell at least the time. The standard error is not touched where
/// the user wants quiet.
class ProgressLine {
 public:
  ProgressLine(std::string job, std::string unit, const QuietOption& quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Any thread may call these three.
  void count(const JobCount& now);
  void begin(std::size_t of) { count({.of = of}); }
  void add();  ///< one more piece is done
  /// A function of the pieces done and of all pieces, which counts. The pieces done before its first call
  /// count as done before the job began. This object must outlive the function.
  std::function<void(std::size_t, std::size_t)> counter();

 private:
  double elapsed_s() const;
  void write_until_over();

  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::mutex mutex_{};
  std::condition_variable over_{};
  bool is_over_ = false;
  ProgressText text_;
  std::thread writer_{};
};

}  // namespace novphy::app
