#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "jobs/context.h"
#include "jobs/setting.h"

namespace novphy::app {

/// How far a job has come.
struct JobCount {
  std::size_t done = 0;
  std::size_t of = 0;  ///< 0: not known
  std::size_t before =
      0;  ///< the part of `done` that was finished before the job began, such as tasks of a resumed run
};

/// "90 s", "15 min" or "3.2 h".
std::string duration_text(double seconds);

/// The texts that say how far a job has come: on a terminal a line that is overwritten each time, elsewhere a
/// line after 2 s, another as soon as the time left can be told, and then one every 30 s. The caller gives
/// the time, in seconds since the job began.
class ProgressText {
 public:
  /// `job` begins each line, such as "plan". `unit` is the plural of one piece of the job, such as "tasks".
  ProgressText(std::string job, std::string unit, bool terminal);

  void count(const JobCount& now) { now_ = now; }
  const JobCount& counted() const { return now_; }
  /// Begins to count anew. `stage` stands behind the job's name; "": the work that the job is named by.
  void begin_stage(std::string stage, std::string unit, double elapsed_s);
  /// The text to write at this time; "" if none is due. Jobs of less than 2 s are silent. Rate and time left
  /// appear once three pieces are done. `waits` stands behind them: what the job waits for, which is told at
  /// once; "": nothing.
  std::string at(double elapsed_s, const std::string& waits = "");
  /// The last line, with the pieces and the time; "" for a job that was silent.
  std::string end(double elapsed_s);

 private:
  std::string line(double elapsed_s, const std::string& waits) const;
  std::string count_text() const;
  std::string rate_text(double elapsed_s) const;
  std::string framed(const std::string& line, bool last);

  std::string job_;
  std::string unit_;
  bool terminal_;
  std::string stage_{};
  double stage_begin_s_ = 0;
  JobCount now_{};
  double due_s_;
  std::size_t width_ = 0;  ///< of the line on the terminal; 0: none yet
  bool spoke_ = false;
  bool told_rate_ = false;
  bool told_wait_ = false;
};

/// The setting "quiet" of commands that may take long.
Setting quiet_setting(bool& quiet);
struct Quiet {
  bool quiet = false;
  Settings settings() { return {quiet_setting(quiet)}; }
};

/// While it lives, shows on the standard error how far a job has come, unless the user wants quiet. It writes
/// from a thread of its own, so that jobs without a count show at least the time.
class ProgressLine {
 public:
  /// `waits` tells what the job waits for; "": nothing.
  ProgressLine(std::string job, std::string unit, bool quiet, std::function<std::string()> waits = {});
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Any thread may call these three.
  void count(const JobCount& now);
  void begin(std::size_t of) { count({.of = of}); }
  void add();  ///< one more piece is done
  /// A function that takes the number of pieces that are done and of all pieces. What its first call of a
  /// stage says was done before the stage began. This object must outlive it.
  std::function<void(std::size_t, std::size_t)> counter();
  /// Progress and stages of a command, without a flag that stops it. This object must outlive it.
  JobWatch watch();

 private:
  double elapsed_s() const;
  void write_until_over();

  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::mutex mutex_{};
  std::condition_variable over_{};
  bool is_over_ = false;
  bool is_stage_new_ = true;  ///< nothing was counted in it
  std::size_t before_ = 0;    ///< pieces of the stage that were done before it began
  ProgressText text_;
  std::function<std::string()> waits_;
  std::thread writer_{};
};

}  // namespace novphy::app
