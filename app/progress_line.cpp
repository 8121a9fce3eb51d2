#include "app/progress_line.h"

#include <fmt/core.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>

#include "app/job.h"

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

constexpr double kSilentS = 2;
constexpr double kBetweenLinesS = 30;
constexpr std::size_t kEnoughPieces = 3;  // for a first estimate

}  // namespace

Setting quiet_setting(bool& quiet) {
  return {"quiet", &quiet, "Does not show how far the command is", Also{.aside = true}};
}

ProgressLine::ProgressLine(std::string job, std::string unit, bool quiet, std::function<std::string()> waits)
    : text_(std::move(job), std::move(unit), ::isatty(STDERR_FILENO) == 1), waits_(std::move(waits)) {
  if (!quiet) writer_ = deaf_thread([this] { write_until_over(); });
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
  return [this](std::size_t done, std::size_t of) {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_stage_new_, false)) before_ = done;
    text_.count({.done = done, .of = of, .before = before_});
  };
}

JobWatch ProgressLine::watch() {
  return {.progress = counter(), .stage = [this](const std::string& stage, const std::string& unit) {
            const std::lock_guard lock(mutex_);
            text_.begin_stage(stage, unit, elapsed_s());
            is_stage_new_ = true;
          }};
}

void ProgressLine::write_until_over() {
  std::unique_lock lock(mutex_);
  while (!over_.wait_for(lock, kBetweenLooks, [this] { return is_over_; }))
    write(text_.at(elapsed_s(), waits_ ? waits_() : ""));
}

std::string duration_text(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

ProgressText::ProgressText(std::string job, std::string unit, bool terminal)
    : job_(std::move(job)), unit_(std::move(unit)), terminal_(terminal), due_s_(kSilentS) {}

void ProgressText::begin_stage(std::string stage, std::string unit, double elapsed_s) {
  stage_ = std::move(stage);
  unit_ = std::move(unit);
  stage_begin_s_ = elapsed_s;
  now_ = {};
}

std::string ProgressText::count_text() const {
  const std::string of = now_.of > 0 ? fmt::format("/{}", now_.of) : "";
  return now_.done + now_.of == 0 ? "" : fmt::format("{}{} {}, ", now_.done, of, unit_);
}

std::string ProgressText::rate_text(double elapsed_s) const {
  const std::size_t pieces = now_.done - now_.before;
  const double stage_s = elapsed_s - stage_begin_s_;
  if (pieces < kEnoughPieces || stage_s <= 0) return "";
  const double rate = static_cast<double>(pieces) / stage_s;
  return rate < 1 ? fmt::format(", {:.1f} s each", 1 / rate) : fmt::format(", {:.3g}/s", rate);
}

std::string ProgressText::line(double elapsed_s, const std::string& waits) const {
  const std::string rate = rate_text(elapsed_s);
  const std::string waiting = waits.empty() ? "" : ", " + waits;
  const std::string text = fmt::format("{}: {}{}{}{}{}", job_, stage_, stage_.empty() ? "" : ": ",
                                       count_text(), duration_text(elapsed_s), rate);
  if (rate.empty() || now_.of <= now_.done) return text + waiting;
  const double left = static_cast<double>(now_.of - now_.done) / static_cast<double>(now_.done - now_.before);
  return fmt::format("{}, {} left{}", text, duration_text(left * (elapsed_s - stage_begin_s_)), waiting);
}

std::string ProgressText::framed(const std::string& line, bool last) {
  spoke_ = true;
  if (!terminal_) return line + "\n";
  const std::size_t blanks = width_ > line.size() ? width_ - line.size() : 0;  // over the line before
  width_ = line.size();
  return fmt::format("\r{}{}{}", line, std::string(blanks, ' '), last ? "\n" : "");
}

std::string ProgressText::at(double elapsed_s, const std::string& waits) {
  const bool has_rate = !rate_text(elapsed_s).empty();
  if (waits.empty()) told_wait_ = false;  // the next wait is news, though no line is due meanwhile
  const bool is_news = (has_rate && !told_rate_) || (!waits.empty() && !told_wait_);
  if (elapsed_s < (is_news ? kSilentS : due_s_)) return "";
  told_rate_ = has_rate;
  told_wait_ = !waits.empty();
  if (!terminal_) due_s_ = elapsed_s + kBetweenLinesS;
  return framed(line(elapsed_s, waits), false);
}

std::string ProgressText::end(double elapsed_s) {
  if (!spoke_ && !(terminal_ && elapsed_s >= kSilentS)) return "";
  const bool whole = now_.of == 0 || now_.of == now_.done;
  const std::string what =
      whole ? fmt::format("{} {}", now_.done, unit_) : fmt::format("{}/{} {}", now_.done, now_.of, unit_);
  const std::string pieces = now_.done + now_.of == 0 ? "done" : what;
  return framed(fmt::format("{}: {} in {}{}", job_, pieces, duration_text(elapsed_s), rate_text(elapsed_s)),
                true);
}

}  // namespace novphy::app
