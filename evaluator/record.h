#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace novphy {

/// The part of a plan that a task belongs to.
enum class Phase {
  kTraining,     ///< normal tasks an agent plays before its trial
  kCalibration,  ///< normal tasks that set a detector's mean and spread
  kNormal,       ///< task of a trial without the novelty: before it and, where it ends, after it
  kNovel,        ///< task of a trial with the novelty
};

/// A shot that was played, in metres and milliseconds as in sim/task.h.
struct RecordedShot {
  std::array<double, 2> drag_m{};
  int tap_ms = -1;
  int launch_ms = -1;
  int thought_ms = -1;  ///< only for tasks with a time limit
  friend bool operator==(const RecordedShot&, const RecordedShot&) = default;
};

/// The largest number of a trial or a task in a record. With this limit, a damaged number cannot fill the
/// memory.
inline constexpr int kMostIndex = 999'999;

/// The largest number of changes in a trial.
inline constexpr int kMostChanges = 100;

/// The novelty in records of levels without any (novphy plan --levels). The scenario is the levels' folder.
inline constexpr const char* kPlainLevels = "levels";

/// What a player spent on a task. A number that is not known is empty, and never 0.
struct PlayerUsage {
  std::optional<int> calls{};  ///< calls of tools
  std::optional<std::int64_t> tokens_in{};
  std::optional<std::int64_t> tokens_out{};
  std::optional<double> cost{};    ///< US dollars
  std::optional<double> wall_s{};  ///< time by the wall clock that the player took for the task
  friend bool operator==(const PlayerUsage&, const PlayerUsage&) = default;
};

/// The largest numbers of PlayerUsage. With these limits, a damaged number cannot make a sum infinite.
inline constexpr int kMostCalls = 1'000'000;
inline constexpr std::int64_t kMostTokens = 1'000'000'000'000;
inline constexpr double kMostCost = 1e9;
inline constexpr double kMostWallS = 1e9;

/// What a throw does, or is said to do. What is not known, or not said, is empty.
struct RecordedAnswer {
  /// The bird's last place, in metres from the bird at rest, as the screen shows it: x to the right, y up.
  std::optional<std::array<double, 2>> end_m{};
  std::optional<int> hit{};        ///< id of the object that is touched first; -1: the ground, -2: nothing
  std::optional<double> passes{};  ///< probability that the throw passes the task; of what happened, 0 or 1
  friend bool operator==(const RecordedAnswer&, const RecordedAnswer&) = default;
};

/// A question about a throw in the world at a trial's end.
struct RecordedQuestion {
  std::string task_template;  ///< name of the template in the plan
  int variation = 0;          ///< index of the template's variation in the plan
  std::array<double, 2> drag_m{};
  RecordedAnswer truth;   ///< what the throw does
  RecordedAnswer answer;  ///< what the agent said
  RecordedAnswer again;   ///< what the agent's most similar throw did (trials/questions.h)
  friend bool operator==(const RecordedQuestion&, const RecordedQuestion&) = default;
};

/// One task that was played: a line of records.jsonl. Holds everything that a measure or a replay needs.
/// Nothing in a record depends on threads. Nothing depends on the wall clock either, except
/// RecordedShot::thought_ms in tasks with a time limit, and PlayerUsage::wall_s. docs/reference/records.md
/// describes the format.
struct Record {
  /// Novelty of the novelty-scenario: "objects", "agents", ..., or a name of the user's own.
  std::string novelty;
  std::string scenario;   ///< "single_force", "multiple_forces", "rolling", "falling", "sliding", ...
  int trial = 0;          ///< number within the novelty-scenario, from 0; calibration runs are numbered
                          ///< separately
  bool control = false;   ///< a trial without novelty, whose "novel" tasks are normal ones
  bool informed = false;  ///< the agent was told of the novelty
  /// How often the trial was begun, this time included. Counted for players outside the program only.
  int attempts = 1;
  Phase phase = Phase::kNormal;
  /// Of a novel task of a trial whose plan says when a novelty holds: how often one has begun, this time
  /// included. Else 0.
  int change = 0;
  double strength = 1;  ///< of a novelty that grows: the share of its full strength
  int task = 0;         ///< index within the trial, from 0: normal tasks, then novel tasks, or the order
                        ///< that the plan says
  std::string task_template;  ///< name of the template in the plan
  int variation = 0;          ///< index of the template's variation in the plan
  bool passed = false;
  int score = 0;
  std::vector<RecordedShot> shots;
  std::string end;  ///< "pigs_gone", "birds_used", "time", "no_shot", "too_late", "forbidden", "agent_error"
  std::string digest;  ///< 16 hexadecimal digits; "" if nothing was played
  double time_s = 0;   ///< simulated time
  /// The player was given the scene as text or numbers, or this is not known. Else it saw pictures alone.
  bool saw_text = true;
  double novelty_probability = 0;  ///< reported by the agent after the task
  /// The probability, 0 to 1, above which the agent itself says "novel".
  std::optional<double> novelty_threshold;
  std::optional<int> reported_level;  ///< level of the novelty hierarchy, as the agent reports it
  std::vector<int> reported_objects;  ///< ids of objects, as the agent reports them
  std::string reported_text;          ///< the agent's description
  std::optional<bool> alarm;  ///< a detector's or a person's verdict; without it, the probability decides
  std::string error;          ///< why the agent could not go on
  /// `passed` and `score` are not known (logs of people), and the task counts for detection only.
  bool no_result = false;
  PlayerUsage usage;                        ///< what the player spent on the task
  std::vector<RecordedQuestion> questions;  ///< of the last task of a trial: asked after it
  friend bool operator==(const Record&, const Record&) = default;
};

/// The first line of records.jsonl: the program, numbers, plan and agent that made the records.
struct Fingerprint {
  int format = 1;       ///< version of the record format
  std::string version;  ///< of novphy
  std::string box2d;
  std::string compiler;
  std::string architecture;
  std::string catalogue_hash;
  std::string physics_hash;
  std::string physics;  ///< name of the time step, such as "standard"
  std::string plan;     ///< path as the user gave it
  std::string plan_hash;
  std::uint64_t seed = 0;  ///< of the plan
  int told_seeds = 1;      ///< version of the numbers that agents are told (trials/plan_tasks.h)
  std::string agent;       ///< as the user gave it, such as "exec:python3 my_agent.py"
  std::string name;        ///< shown for the agent instead of `agent`; "" shows `agent`
  std::string run;         ///< the training of the agent that made it, such as "seed 3"; "": not known
  /// Files that the agent's command names, with their hashes, such as "my_agent.py 0123456789abcdef".
  std::vector<std::string> agent_files;
  bool labels = false;    ///< the agent saw developer labels
  bool informed = false;  ///< the run told the agent of novelties that the plan does not announce
  int questions = 0;      ///< asked after each trial
  std::vector<std::string> overrides;  ///< catalogue numbers changed on the command line
  std::string detector;  ///< the detector that set the alarms, such as "pma:10:1.5"; "" without a detector
  std::string served;    ///< how a server or sandbox let the agent play, such as "noise 2 px"; "": neither
  std::string model;     ///< the language model that played, such as "my-model"; "": none, or not known
  std::string model_version;  ///< of the model; "": not known
  int planned_trials = 0;     ///< trials and calibration runs that the run was to play; 0: not known
  int planned_novel = 0;      ///< novel tasks of each trial; 0: not known, or not the same in all trials
  bool novel_varies = false;  ///< trials of one cell of the plan have different numbers of novel tasks
  bool novel_spans =
      false;             ///< the plan says when novelties hold, so that normal tasks may follow novel ones
  std::string left_out;  ///< why measures leave the records out, such as an excluded person's; "": they count
  /// What was given to the command, as a JSON object; "": nothing, or not known. Other fields tell what came
  /// of it, so two runs are compared without it.
  std::string settings;
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// The name of the agent in tables and reports.
inline const std::string& shown_name(const Fingerprint& fingerprint) {
  return fingerprint.name.empty() ? fingerprint.agent : fingerprint.name;
}

}  // namespace novphy
