#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace novphy {

/// What part of a plan a task belongs to.
enum class Phase {
  kTraining,     ///< normal tasks an agent plays before its trial
  kCalibration,  ///< normal tasks that set a detector's mean and spread
  kNormal,       ///< of a trial, before the novelty
  kNovel,        ///< of a trial, after it
};

/// A shot as it was played. Metres and milliseconds as in sim/shot.h.
struct RecordedShot {
  std::array<double, 2> drag_m{};
  int tap_ms = -1;
  int launch_ms = -1;
  friend bool operator==(const RecordedShot&, const RecordedShot&) = default;
};

/// Largest number of a trial and of a task in a record: a damaged number must not fill the memory.
inline constexpr int kMostIndex = 999'999;

/// One task played: a line of records.jsonl. Everything a measure or a replay needs, and nothing that depends
/// on the wall clock or on threads. The format is described in docs/records.md.
struct Record {
  std::string novelty;    ///< of the novelty-scenario: "objects", "agents", ..., or a name of one's own
  std::string scenario;   ///< "single_force", "multiple_forces", "rolling", "falling", "sliding", ...
  int trial = 0;          ///< within the novelty-scenario, from 0; calibration runs count apart
  bool control = false;   ///< a trial without novelty: its "novel" tasks are normal ones
  bool informed = false;  ///< the agent was told of the novelty
  Phase phase = Phase::kNormal;
  int task = 0;               ///< within the trial, from 0: normal tasks, then novel ones
  std::string task_template;  ///< name of the template in the plan
  int variation = 0;          ///< index of the template's variation in the plan
  bool passed = false;
  int score = 0;
  std::vector<RecordedShot> shots;
  std::string end;                    ///< "pigs_gone", "birds_used", "time", "no_shot", "agent_error"
  std::string digest;                 ///< 16 hexadecimal digits; "" where nothing was played
  double time_s = 0;                  ///< simulated
  double novelty_probability = 0;     ///< what the agent said after the task
  std::optional<int> reported_level;  ///< of the novelty hierarchy, by the agent
  std::vector<int> reported_objects;  ///< ids, by the agent
  std::string reported_text;          ///< by the agent
  std::optional<bool> alarm;  ///< a detector's or a person's verdict; where absent, the probability decides
  std::string error;          ///< why the agent could not go on
  bool no_result = false;     ///< passed and score are not known (logs of people): counts for detection only
  friend bool operator==(const Record&, const Record&) = default;
};

/// First line of records.jsonl: what made the records.
struct Fingerprint {
  int format = 1;       ///< version of the record format
  std::string version;  ///< of novphy
  std::string box2d;
  std::string compiler;
  std::string architecture;
  std::string catalogue_hash;
  std::string physics_hash;
  std::string physics;  ///< name of the time step, such as "standard"
  std::string plan;     ///< path as given
  std::string plan_hash;
  std::uint64_t seed = 0;              ///< of the plan
  std::string agent;                   ///< as given, such as "exec:python3 my_agent.py"
  bool labels = false;                 ///< the agent saw developer labels
  std::vector<std::string> overrides;  ///< catalogue numbers changed on the command line
  std::string detector;                ///< what set the alarms, such as "pma:10:1.5"; "" where none did
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

}  // namespace novphy
