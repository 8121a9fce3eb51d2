#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "serve/messages.h"
#include "serve/served_trials.h"
#include "view/painter.h"

namespace novphy {

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
/// The world moves only while a shot is answered. Where no world is shown, states have no features and
/// pictures are black.
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
  std::string answer_recorded_shot(const Request& request);
  std::string answer_set();
  std::string seen_state(double noise_px);
  std::string noisy_state() { return seen_state(options_.noise_px); }
  std::string picture();
  std::string first_picture();
  std::string picture_of(const World& world);
  bool take_shot(const Request& request);
  bool load_level(std::int32_t wanted);
  bool take_likelihood(const Request& request);
  bool take_description(const Request& request);
  bool practises_next() const;
  void begin_set();

  bool has_world() const { return playing() || task_is_over(); }
  bool playing() const { return state_ == GameState::kPlaying; }
  bool task_is_over() const;
  const PlannedTrial& planned() const { return plan_.trials[static_cast<std::size_t>(trial_->index)]; }
  bool informed() const { return trial_ && planned().informed; }
  bool told() const { return informed() && has_world() && trial_->session->was_told(); }
  int level() const;
  int tasks_of_set() const;
  int told_levels() const;
  void refuse_old_version(const Request& request) const;
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

  const Plan& plan_;
  TrialQueue& queue_;
  SessionSetup setup_;
  PlayerOptions options_;
  GameState state_ = GameState::kNewTrial;
  std::optional<Trial> trial_{};
  std::optional<Practice> practice_{};
  NoveltyReport report_{};            // on the current task
  std::optional<Painter> painter_{};  // made for the first picture
  bool told_of_trial_ = false;
  bool told_over_ = false;
  bool asked_for_set_ = false;
  bool practised_ = false;
};

}  // namespace novphy
