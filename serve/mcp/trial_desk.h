#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/tools/tool_trial.h"
#include "serve/trial_queue.h"

namespace novphy {

/// Hands out the trials of a run to players of tools, and keeps the records of those that are finished. A
/// player names its trial by a handle, which tells nothing. Any thread may call; calls of one trial are
/// answered one after the other.
class TrialDesk {
 public:
  /// What is given must outlive the desk.
  TrialDesk(const Plan& plan, TrialQueue& queue, const SessionSetup& setup, const Track& track);
  ~TrialDesk();
  TrialDesk(const TrialDesk&) = delete;
  TrialDesk& operator=(const TrialDesk&) = delete;

  /// The tools of every trial.
  const std::vector<Tool>& tools() const { return tools_; }
  /// Begins the next trial. Nothing where no trial is left.
  std::optional<std::string> begin();
  /// Whether the handle is that of a trial with tasks that are not over.
  bool goes_on(const std::string& handle) const;
  /// Adds to what the player of a trial has spent on its current task. An unknown handle is ignored.
  void spend(const std::string& handle, const PlayerUsage& spent);
  /// Answers a call of a tool, on which the player has spent this; refuses it for an unknown handle. A report
  /// after the last task ends the trial, whose handle is then unknown. Throws InputError where records cannot
  /// be written.
  ToolReply call(const std::string& handle, std::string_view tool, std::string_view arguments,
                 const PlayerUsage& spent = {});
  /// Ends a trial. If its last task is over, its records are kept; otherwise nothing is, so that the trial is
  /// played again when the run is resumed. An unknown handle is ignored. Throws as call() does.
  void leave(const std::string& handle);
  /// Ends all trials in the same way.
  void leave_all();
  /// Whether every trial is finished.
  bool all_finished() const { return queue_.all_finished(); }

 private:
  struct Open {
    int index = 0;
    std::mutex mutex{};
    std::unique_ptr<ToolTrial> trial{};  ///< null once it is finished
  };

  std::shared_ptr<Open> find(const std::string& handle) const;
  void finish(Open& open);

  const Plan& plan_;
  TrialQueue& queue_;
  SessionSetup setup_;
  Track track_;
  std::vector<Tool> tools_;
  mutable std::mutex mutex_{};
  std::map<std::string, std::shared_ptr<Open>> open_{};
};

}  // namespace novphy
