#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "evaluator/record.h"
#include "serve/tools/named_scene.h"
#include "serve/tools/tool.h"
#include "trials/plan.h"
#include "trials/session.h"

namespace novphy {

/// What a reply says, for programs. A reply has the facts that its tool tells. No key says what the game is
/// about, for tracks that disguise it.
struct ReplyFacts {
  bool told_novel = false;  ///< from now on, the world does not work as it did at first
  std::optional<bool> task_over{};
  std::optional<bool> passed{};
  std::optional<bool> trial_over{};  ///< the last task is over
  std::optional<int> throws_left{};
  std::optional<double> angle_deg{};
  std::optional<double> pull_m{};
  std::optional<bool> passes{};  ///< in the simulator
  std::optional<int> simulations_left{};
  std::optional<NamedScene> scene{};
  std::string observation{};  ///< as JSON; "": none
  std::optional<TurnFacts> turn{};
  std::optional<std::string> notes{};
};

void describe(FieldIo& io, ReplyFacts& facts);

/// What a player of the tools gets back.
struct ToolReply {
  std::string text{};
  bool refused = false;  ///< the call changed nothing; the text says what was expected
  std::string png{};     ///< a picture as the bytes of a PNG file; "": none
  ReplyFacts facts{};
};

/// How far a trial is.
struct TasksSoFar {
  int over = 0;    ///< tasks that are over ...
  int passed = 0;  ///< ... and passed
};

/// A trial that is played by calls of tools. The calls drive a Session; no reply tells the phase, the
/// novelty, the template or the number of tasks that are left. A call that is refused changes nothing in the
/// current task.
///
/// After the end of a task, what the player reports still counts for it; the next task begins with the first
/// call about it. Thus replies depend on calls alone, and never on time.
class ToolTrial {
 public:
  /// Plays these tasks into these records, of which there are as many. What the setup refers to must outlive
  /// the trial.
  ToolTrial(std::vector<SessionTask> tasks, std::vector<Record> records, const SessionSetup& setup,
            const Track& track);
  /// A trial of a plan, whose own values replace `setup.informed` and `setup.noise_seed`.
  ToolTrial(const Plan& plan, const PlannedTrial& trial, const SessionSetup& setup, const Track& track);
  ~ToolTrial();
  ToolTrial(const ToolTrial&) = delete;
  ToolTrial& operator=(const ToolTrial&) = delete;

  /// The tools of this trial.
  const std::vector<Tool>& tools() const;
  /// Answers a call. `arguments` is a JSON object; "" counts as {}.
  ToolReply call(std::string_view tool, std::string_view arguments);
  /// Adds to what the player has spent on the current task. A report after a task's end is part of that task.
  void spend(const PlayerUsage& usage);
  /// Whether the last task is over. A report may still follow.
  bool over() const;
  TasksSoFar so_far() const;
  /// The records of the trial, in which unfinished tasks end with this reason (see end_with() in drive.h). No
  /// call may follow.
  std::vector<Record> finish(const std::string& reason);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy
