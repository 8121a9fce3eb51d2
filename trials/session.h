#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "base/parallel.h"
#include "evaluator/record.h"
#include "sim/catalogue.h"
#include "sim/observation.h"
#include "sim/task.h"
#include "sim/world.h"
#include "trials/plan.h"
#include "view/painter.h"

namespace novphy {

/// The state of a session. Each state waits for certain calls.
enum class SessionState {
  kTold,    ///< the player must be told that the world has changed; waits for told()
  kChoose,  ///< a bird is on the slingshot and all is still; waits for shoot() or give_up()
  kFlying,  ///< bodies may move; waits for advance() or advance_until_still()
  kReport,  ///< the task is over; waits for result(), then report()
  kDone,    ///< no task is left
};

/// The name of a state: "told", "choose", "flying", "report" or "done".
std::string_view name(SessionState state);

/// Thrown by a call that the session's state does not allow. This is a mistake of the program that drives the
/// session, never of a player.
class SessionError : public std::logic_error {
  using std::logic_error::logic_error;
};

/// One task of a trial, and the part of the trial that the task belongs to.
struct SessionTask {
  Phase phase = Phase::kNormal;
  Task task;
};

/// A clock in seconds. Only differences of its values count.
using PlayerClock = std::function<double()>;
/// The computer's steady clock, which never goes back.
double steady_seconds();

/// The settings of a session. The catalogue, the physics and the colours must outlive the session.
struct SessionSetup {
  const Catalogue& catalogue;
  const Physics& physics;
  const ColourTable& colours;
  bool labels = false;    ///< observations carry developer labels
  bool informed = false;  ///< before the first novel task, the player is told that the world has changed
  Senses senses{};        ///< what observations contain
  std::uint64_t noise_seed = 0;  ///< of the noise in observations, which nobody is told (told_seed.h)
  bool log_events = false;       ///< the worlds log their events, for players who watch
  bool certain_ends = true;      ///< false: the worlds have none, whatever `physics` says
  /// Measures how long players think in tasks with a time limit; it is read in no other task. Without a clock
  /// no time is measured, and a time limit applies to the times that the shots themselves state.
  PlayerClock clock{};
  /// Called once by a session's constructor, before anything of a task can be seen: for OpenRun::begin().
  std::function<void()> begins{};
};

/// The shots and the outcome of a task that was played.
struct PlayedTask {
  std::vector<Shot> shots;  ///< playing the task again with these shots gives the same digest
  Outcome outcome;
  bool saw_text = true;  ///< the player was given the scene as text or numbers
};

/// One trial: a sequence of tasks, played by a driver such as an agent, a person or a socket. A session owns
/// the world of the current task, which moves only in advance() and advance_until_still(). Calls that the
/// state does not allow throw SessionError and change nothing.
class Session {
 public:
  /// The constructor, told() and report() throw std::invalid_argument for a task that World refuses.
  Session(std::vector<SessionTask> tasks, const SessionSetup& setup);

  SessionState state() const { return now_.state; }
  int task() const { return task_; }  ///< index of the current task; the number of tasks when done
  int tasks() const { return static_cast<int>(tasks_.size()); }
  /// The part of the trial that the current task belongs to. Not allowed in kDone.
  Phase phase() const;

  /// Confirms that the player has been told of the change. Allowed in kTold.
  void told();
  /// Whether the player has been told. It is told once, also in trials whose novelty ends or comes again.
  bool was_told() const { return was_told_; }
  /// The player's observation, according to the setup's senses. Each call draws new noise, but a session with
  /// the same calls draws the same noise. Allowed in kChoose, kFlying and kReport.
  Observation observe() { return observe(setup_.senses); }
  /// An observation with other senses than the setup's, for players that choose the senses of each
  /// observation. The noise depends on the number of noisy observations so far, so observations without noise
  /// do not change it. The task's record says whether the setup's senses, or those of any call, had text.
  Observation observe(const Senses& senses);
  /// Starts the clock of a decision, unless it already runs. observe() calls this; players that draw the
  /// world themselves must call it when they show their picture. Only has an effect in kChoose, in a task
  /// with a time limit.
  void picture_shown();
  /// Seconds left for the decisions of a task with a time limit, at least 0. Nothing in other tasks.
  std::optional<double> time_left_s() const;
  /// Takes the shot for the next bird. In a task with a time limit, a shot that does not state its thought_ms
  /// gets the time since the clock's start; in other tasks it gets none. No clock runs while bodies move.
  /// Allowed in kChoose, and in kFlying if may_shoot() is true. A launch time in the past means now. Throws
  /// std::invalid_argument, and changes nothing, if a number of the shot is not finite or absurdly large.
  void shoot(Shot shot);
  /// Whether the next bird may be launched while bodies still move: a bird is left, the previous bird has had
  /// its first contact, and no shot is waiting.
  bool may_shoot() const;
  /// Makes the launched bird use its ability at the next time step, for players who tap by hand. Returns
  /// false, and changes nothing, if the bird's shot already has a tap. Allowed in kFlying.
  bool tap();
  /// Ends the task without a further shot. Allowed in kChoose.
  void give_up();
  /// Moves the world by `ms` milliseconds, or until the state changes. What remains of a time step is kept
  /// for the next call. Allowed in kFlying.
  void advance(double ms);
  /// Moves the world until the state changes. Allowed in kFlying.
  void advance_until_still();

  /// The shots of the current task so far, in the form that a replay takes.
  const std::vector<Shot>& shots() const { return now_.shots; }

  /// What the player learns at the end of the task. Allowed in kReport.
  TaskResult result();
  /// What records keep of the task. Allowed in kReport.
  PlayedTask played() const;
  /// Begins the next task, after the player has reported on the novelty. Allowed in kReport.
  void report();

  /// The world of the current task, for pictures. Allowed in kChoose, kFlying and kReport.
  const World& world() const;

  /// Everything that playing a task changes, except the task's world.
  struct Course {
    SessionState state = SessionState::kDone;
    std::vector<Shot> shots{};
    std::optional<Shot> waiting{};
    double debt_ms = 0;
    std::optional<double> shown_at_s{};  ///< when the clock of the decision started
    std::uint64_t noisy = 0;             ///< number of noisy observations made in this trial
  };
  /// A moment of the current task.
  struct Snapshot {
    World::Snapshot world;
    Course course;
  };
  /// A snapshot of everything that playing the current task changes, for players that look ahead. Allowed in
  /// kChoose, kFlying and kReport.
  Snapshot save() const;
  /// Goes back to a moment of the current task, even after its end. Observations then repeat their noise.
  /// Throws SessionError, and changes nothing, for a snapshot of another task or session.
  void restore(const Snapshot& snapshot);

 private:
  void require(bool allowed, const char* call) const;
  void next_task();
  void begin_task();
  void tick();
  int playable_launch_ms(int launch_ms) const;
  int measured_ms(int stated_ms) const;
  void launch_if_due();
  void update_state();

  std::vector<SessionTask> tasks_;
  SessionSetup setup_;
  int task_ = -1;
  bool was_told_ = false;
  std::optional<World> world_;
  Course now_;
  bool saw_text_ = false;             // in the current task; restore() does not take it back
  std::optional<Painter> painter_{};  // made for the first picture
};

/// Makes a new agent for a trial whose normal tasks are of this template, such as "rolling/agents/normal".
/// Only trained agents need the template. May throw AgentError.
using AgentFactory = std::function<std::unique_ptr<Agent>(const std::string& normal_template)>;

/// The tasks of a planned trial, in the order in which they are played.
struct TrialScript {
  std::vector<TaskRef> refs;        ///< the place of each task in the plan
  std::vector<SessionTask> tasks;   ///< the tasks themselves, in the order of `refs`
  std::vector<int> changes{};       ///< OrderedTask::change of each
  std::vector<double> strengths{};  ///< OrderedTask::strength of each
};
/// The script of a trial, with at most `training_tasks` training tasks. Throws InputError as task_of() does.
TrialScript script(const Plan& plan, const PlannedTrial& trial, int training_tasks,
                   const Catalogue& catalogue);

/// The setup of a session that plays this trial: with the trial's noise, whether it is informed, and whether
/// its plan has certain ends.
SessionSetup setup_of(const Plan& plan, const PlannedTrial& trial, SessionSetup setup);

/// The records of all tasks of the script, before the first task is played.
std::vector<Record> blank_records(const Plan& plan, const PlannedTrial& trial, const TrialScript& script);
/// Puts the shots and the outcome of a played task into the task's record.
void fill(Record& record, const PlayedTask& played);
/// Puts what the agent says about the novelty into a record.
void fill(Record& record, const NoveltyReport& report);
/// Ends a trial whose agent cannot go on: the records of all unfinished tasks get the end "agent_error" and
/// the reason. A record is filled only when its task is over.
void end_with(std::vector<Record>& records, const std::string& reason);

/// Plays the tasks with an agent that is there already: calls its begin_trial(seed), and fills one of the
/// records for each task that is over. The agent's senses replace `setup.senses`. Throws what the agent
/// throws, and Stopped before the next task if `stop` is set.
void play_tasks(std::vector<SessionTask> tasks, Agent& agent, std::uint64_t seed, SessionSetup setup,
                std::vector<Record>& records, StopFlag stop = nullptr);

/// Plays one trial with a new agent, asks it the trial's questions, and returns its records in order. An
/// AgentError from the agent ends the
/// trial: the records of the current task and of all later tasks then end with "agent_error" and give the
/// reason. What setup_of() gives replaces the setup's own values, and the agent's senses replace
/// `setup.senses`. Throws Stopped before the next task if `stop` is set.
std::vector<Record> play_trial(const Plan& plan, const PlannedTrial& trial, const AgentFactory& make,
                               const SessionSetup& setup, StopFlag stop = nullptr);

}  // namespace novphy
