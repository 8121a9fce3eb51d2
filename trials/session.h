#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/agent.h"
#include "evaluator/record.h"
#include "sim/catalogue.h"
#include "sim/observation.h"
#include "sim/outcome.h"
#include "sim/shot.h"
#include "sim/task.h"
#include "sim/world.h"
#include "view/painter.h"

namespace novphy {

/// Where a session stands, which is what it waits for.
enum class SessionState {
  kTold,    ///< the player is to be told that the world has changed: told()
  kChoose,  ///< a bird is on the slingshot and all is still: shoot() or give_up()
  kFlying,  ///< the world moves when asked: advance() or advance_until_still()
  kReport,  ///< the task is over: result(), then report()
  kDone,    ///< no task is left
};

/// "told", "choose", "flying", "report", "done".
std::string_view name(SessionState state);

/// A call that the session's state does not allow: a mistake of the driver, never of a player.
class SessionError : public std::logic_error {
  using std::logic_error::logic_error;
};

/// One task of a trial and the part of the trial it belongs to.
struct SessionTask {
  Phase phase = Phase::kNormal;
  Task task;
};

/// What a session needs besides its tasks. The numbers must outlive the session.
struct SessionSetup {
  const Catalogue& catalogue;
  const Physics& physics;
  const ColourTable& colours;
  bool labels = false;     ///< observations carry developer labels
  bool informed = false;   ///< the player is told of the novelty before the first novel task
  Senses senses{};         ///< what observations hold
  std::uint64_t seed = 0;  ///< of the trial: noise is drawn from it
};

/// A task as it was played.
struct PlayedTask {
  std::vector<Shot> shots;  ///< playing the task with them again gives the same digest
  Outcome outcome;
};

/// One trial: its tasks in order, played by whoever drives it (an agent, a person, a socket). It owns the
/// world of the current task and moves it only when asked. Calls that the state does not allow throw
/// SessionError and change nothing.
class Session {
 public:
  /// Throws std::invalid_argument for a task the world cannot hold, here and in told() and report().
  Session(std::vector<SessionTask> tasks, const SessionSetup& setup);

  SessionState state() const { return now_.state; }
  int task() const { return task_; }  ///< index of the current task; the number of tasks when done
  int tasks() const { return static_cast<int>(tasks_.size()); }
  /// Part of the trial the current task belongs to. Not in kDone.
  Phase phase() const;

  /// kTold: the player knows now.
  void told();
  /// What the player sees, by its senses. Noise is another one each time, but the same in a session that goes
  /// the same way. In kChoose, kFlying and kReport.
  Observation observe();
  /// The shot for the next bird: in kChoose, or in kFlying once may_shoot(). A launch time that has passed
  /// means now. Throws std::invalid_argument, and changes nothing, where a number of the shot is not finite
  /// or absurdly large.
  void shoot(Shot shot);
  /// In flight the next bird may be launched early: the previous one had its first contact, no shot is
  /// waiting.
  bool may_shoot() const;
  /// In flight the launched bird uses its ability at the next time step: for players who tap by hand. False,
  /// and nothing changes, where its shot has a tap already. In kFlying.
  bool tap();
  /// The player gives no further shot for this task. In kChoose.
  void give_up();
  /// kFlying: moves the world by that much, or until the state changes; parts of a time step are kept for the
  /// next call.
  void advance(double ms);
  /// kFlying: moves the world until the state changes.
  void advance_until_still();

  /// The shots of the current task so far, as a replay takes them.
  const std::vector<Shot>& shots() const { return now_.shots; }

  /// kReport: what the player learns.
  TaskResult result();
  /// kReport: what records keep.
  PlayedTask played() const;
  /// kReport: the player has said what it thinks of the novelty; the next task begins.
  void report();

  /// The world of the current task, for pictures. In kChoose, kFlying and kReport.
  const World& world() const;

  /// A moment of a session's task, only made by save().
  class Snapshot;
  /// For players that look ahead: all that the current task's play changes. In kChoose, kFlying and kReport.
  Snapshot save() const;
  /// Back to a moment of the current task, also after its end; observations then repeat their noise. Throws
  /// SessionError, and changes nothing, for a snapshot of another task or session.
  void restore(const Snapshot& snapshot);

 private:
  void require(bool allowed, const char* call) const;
  void next_task();
  void begin_task();
  void tick();
  int playable_launch_ms(int launch_ms) const;
  void launch_if_due();
  void update_state();

  /// What the play of a task changes, besides its world.
  struct Course {
    SessionState state = SessionState::kDone;
    std::vector<Shot> shots{};
    std::optional<Shot> waiting{};
    double debt_ms = 0;
    std::uint64_t observations = 0;  ///< made in this trial
  };

  std::vector<SessionTask> tasks_;
  SessionSetup setup_;
  int task_ = -1;
  bool was_told_ = false;
  std::optional<World> world_;
  Course now_;
  std::optional<Painter> painter_{};  // made when the first picture is asked for
};

class Session::Snapshot {
  friend class Session;
  Snapshot(World::Snapshot world, Course course) : world_(std::move(world)), course_(std::move(course)) {}
  World::Snapshot world_;
  Course course_;
};

}  // namespace novphy
