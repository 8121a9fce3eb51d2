#pragma once

#include <fmt/core.h>

#include <chrono>
#include <list>
#include <mutex>
#include <string>

namespace novphy {

/// The questions to agents' programs that have no answer yet, so that a run can tell what it waits for.
/// Several threads may use it.
class OpenQuestions {
  using Clock = std::chrono::steady_clock;
  struct Question {
    std::string program;
    std::string type;
    Clock::time_point since;
  };

 public:
  /// A question of this type, such as "begin_trial", which is open while this object lives. `all` may be
  /// null.
  class Asked {
   public:
    Asked(OpenQuestions* all, const std::string& program, std::string_view type) : all_(all) {
      if (!all_) return;
      const std::lock_guard lock(all_->mutex_);
      place_ = all_->open_.insert(all_->open_.end(), {program, std::string(type), Clock::now()});
    }
    ~Asked() {
      if (!all_) return;
      const std::lock_guard lock(all_->mutex_);
      all_->open_.erase(place_);
    }
    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;

   private:
    OpenQuestions* all_;
    std::list<Question>::iterator place_{};
  };

  /// What has been waited for longest, where that is `least_s` seconds or more: `waits for the answer of
  /// "python3 agent.py" to begin_trial (12 s)`; else "".
  std::string waits(double least_s) const {
    const std::lock_guard lock(mutex_);
    if (open_.empty()) return "";
    const Question& first = open_.front();  // they stand in the order in which they were asked
    const double waited_s = std::chrono::duration<double>(Clock::now() - first.since).count();
    if (waited_s < least_s) return "";
    return fmt::format("waits for the answer of \"{}\" to {} ({:.0f} s)", first.program, first.type,
                       waited_s);
  }

 private:
  mutable std::mutex mutex_{};
  std::list<Question> open_{};
};

}  // namespace novphy
