#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "serve/messages.h"
#include "serve/practice.h"
#include "serve/trial_queue.h"
#include "trials/plan.h"
#include "trials/session.h"
#include "view/painter.h"

namespace novphy {

/// What a client sees, as replies: states and pictures. Where nothing is shown, states have no features and
/// pictures are black.
class ClientSight {
 public:
  /// What the setup refers to must outlive the sight.
  ClientSight(const SessionSetup& setup, double noise_px);

  std::string exact_state(Session* shown) const;
  std::string noisy_state(Session* shown) const;
  std::string picture(Session* shown);
  /// The world as it was before the first shot.
  std::string first_picture(Session* shown);

 private:
  std::string state(Session* shown, double noise_px) const;
  std::string picture_of(const World& world);

  SessionSetup setup_;
  double noise_px_;
  std::optional<Painter> painter_{};  // made for the first picture
};

/// The states of the protocol that a client of ours can see.
enum class GameState : std::uint8_t {
  kMainMenu = 1,  ///< a set has begun, and none of its levels yet
  kPlaying = 5,
  kWon = 6,
  kLost = 7,
  kTestSet = 8,
  kTrainingSet = 9,
  kNewTrial = 11,
  kLikelihood = 12,  ///< the client is to say how likely a novelty is
  kOver = 13,        ///< no trial is left
};

struct PlayerOptions {
  double noise_px = 2;        ///< of the noisy state
  int ask_every = 1;          ///< number of tasks after which the likelihood is asked for; 0: never
  int training_tasks = 0;     ///< the most training tasks before each trial
  bool hints = false;         ///< in informed trials clients may ask for the level of the novelty hierarchy
  bool count_levels = false;  ///< clients are told how many levels a set has, and so where a trial ends
  const PracticeSet* practice = nullptr;  ///< what a client plays before its first trial; null: nothing
};

/// Plays the trials of one connection: it takes requests and gives replies, and knows nothing of the network.
/// The world moves only while a shot is answered.
///
/// The client sees a trial as one set of levels, or as two: the training tasks, then the trial's own. Each
/// task is played once. A set for practice may come before the first trial.
class Player {
 public:
  /// The plan, the queue and what the setup refers to must outlive the player.
  Player(const Plan& plan, TrialQueue& queue, const SessionSetup& setup, const PlayerOptions& options);

  /// The reply to a request. Throws InputError where records cannot be written, and ProtocolError for a
  /// request of an older version of the protocol, before any trial.
  std::string answer(const Request& request);
  /// Ends the connection's trial, if one is going on, in the way in which an agent's program that fails ends
  /// its trial. A trial whose last task is over stays complete. Throws as answer() does.
  void leave(const std::string& reason);

  /// Ends the client's practice, and keeps its attempt. Throws as answer() does.
  void end_practice();

  /// The state that the client sees.
  GameState state() const;
  /// Whether the client has been told that no trial is left.
  bool told_over() const { return told_over_; }
  /// Whether the client has been told of a new trial and has never asked for one.
  bool shuns_trials() const { return told_of_trial_ && !asked_for_set_ && !told_over_; }
  /// The place in the plan, for logs, such as "objects, rolling, trial 3, task 5". "" between trials.
  std::string place() const;

 private:
  struct Trial {
    int index = 0;
    std::vector<Record> records{};
    int training_tasks = 0;
    std::unique_ptr<Session> session{};
  };

  std::string answer_state();
  std::string answer_shot(const Request& request);
  std::string answer_recorded_shot(const Request& request);
  std::string answer_load(std::int32_t wanted);
  std::string answer_restart();
  std::string answer_likelihood(const Request& request);
  std::string answer_description(const Request& request);
  std::string answer_set();
  bool practises_next() const;
  void begin_set();
  std::string answer_hint(std::int32_t hint_level) const;
  std::int32_t novelty_information() const;

  bool has_world() const;
  bool playing() const { return state_ == GameState::kPlaying; }
  bool task_is_over() const;
  bool told() const;
  int level() const;
  int tasks_of_set() const;
  int told_levels() const;
  void refuse_old_version(const Request& request) const;
  Session* shown();
  Session& session() { return practice_ ? practice_->session() : *trial_->session; }
  void begin_trial(int index);
  std::int32_t next_level();
  std::int32_t next_practice_level();
  bool load_practice(std::int32_t wanted);
  void load();
  bool shoot(const Request& request);
  void after_flight();
  void close_task();
  void finish_trial();
  NoveltyReport& report();

  const Plan& plan_;
  TrialQueue& queue_;
  SessionSetup setup_;
  PlayerOptions options_;
  GameState state_ = GameState::kNewTrial;
  std::optional<Trial> trial_{};
  std::optional<Practice> practice_{};
  std::optional<NoveltyReport> report_{};  // on the current task
  ClientSight sight_;
  bool told_of_trial_ = false;
  bool told_over_ = false;
  bool asked_for_set_ = false;
  bool practised_ = false;
};

}  // namespace novphy
