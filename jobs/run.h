#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/external/sandbox.h"
#include "agents/learning/trained.h"
#include "agents/table/agent_table.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/record.h"
#include "jobs/context.h"
#include "jobs/setting.h"
#include "trials/plan_file.h"
#include "trials/runner.h"
#include "trials/store/merge.h"

/// Runs of plans: what novphy run and Python's run() share; and what all commands share that play a plan and
/// write records.
namespace novphy {

struct RecordedSettings {
  AssetSettings assets{};
  std::string plan{};
  std::string out{};
  std::string run{};  ///< the training of the agent; "": not known
  std::optional<int> trials{};
  bool resume = false;
  bool force = false;
  bool informed = false;  ///< agents are told about the novelty, whatever the plan says

  Settings settings();
};

/// A plan to play, and what its records say of it.
struct RecordedRun {
  std::shared_ptr<const Assets> assets{};
  std::shared_ptr<const PlanFile> plan{};
  Fingerprint fingerprint{};  ///< without the agent
  RunFiles files{};

  const Physics& physics() const { return assets->physics.at(fingerprint.physics); }
  /// Sessions refer to the assets.
  SessionSetup setup() const;
};

/// Checks the output before anything is read. Throws InputError. `plan` is one that was read already.
RecordedRun recorded_run(const RecordedSettings& wanted, const JobContext& context,
                         std::shared_ptr<const PlanFile> plan = nullptr);

/// Throws InputError, which names `place`, for a name that tables and terminals cannot show.
void check_shown_name(const std::string& name, const std::string& place);

struct RunSettings {
  RecordedSettings recorded{};
  std::string agent{};
  std::string name{};
  std::string weights{};  ///< folder
  std::vector<std::string> agent_files{};
  double agent_timeout_s = 0;
  double trial_timeout_s = 0;
  std::string sandbox{};  ///< folder that the agent's program sees
  std::string image{};    ///< Sandbox
  std::map<std::string, std::string> limits{};
  int agent_threads = 1;
  int jobs = 1;
  std::string detector{};
  int questions = 0;  ///< after each trial
  std::optional<Shard> shard{};
  bool no_selftest = false;

  Settings settings();
};

/// What a caller may give to a run as objects of its own.
struct RunObjects {
  std::shared_ptr<const PlanFile> plan{};          ///< in place of RecordedSettings::plan
  std::function<std::unique_ptr<Agent>()> make{};  ///< makes an agent that is not in the table
  bool labels = false;                             ///< whether that agent sees developer labels
};

struct RunWatch {  ///< as in RunOptions and AgentOptions
  StopFlag stop = nullptr;
  StopFlag pause = nullptr;
  std::function<void(const Progress&)> begins{};
  std::function<void(const Progress&)> progress{};
  OpenQuestions* questions = nullptr;
};

/// A run that is ready to be played.
class PlannedRun {
 public:
  /// Checks everything and reads the plan and the nets. Throws InputError. Warns of a detector's calibration.
  PlannedRun(RunSettings wanted, const JobContext& context, RunObjects objects = {});
  PlannedRun(const PlannedRun&) = delete;
  PlannedRun& operator=(const PlannedRun&) = delete;
  ~PlannedRun() = default;

  /// Plays the trials as run() does. A shard first checks that this machine plays as others do.
  RunSummary play(const RunWatch& watch);
  /// Plays one trial of the plan or of a part of it, for a run that is played elsewhere.
  FinishedTrial play(const Plan& plan, const PlannedTrial& trial, StopFlag stop);

  const Plan& plan() const { return run_.plan->plan; }
  const Fingerprint& fingerprint() const { return run_.fingerprint; }
  const RunFiles& files() const { return run_.files; }
  std::string output() const;  ///< the file that the run writes
  /// Warns of a detector that could not fire. To be called once the records are written.
  void warn_of_detector() const;

 private:
  void name_agent();
  void check_agent(const AgentNeeds& needs) const;
  void read_nets(const AgentNeeds& needs);
  void open_sandbox();
  void add_questions();
  void set_detector();
  AgentFactory factory() const;

  RunSettings wanted_;
  JobContext context_;
  RunObjects objects_;
  RecordedRun run_{};
  PlanNets nets_{};
  std::unique_ptr<const Sandbox> sandbox_{};
  AgentOptions agent_options_{};
  std::optional<OnlineDetector> detector_{};
};

/// What novphy merge and Python's merge() take.
struct MergeSettings {
  std::vector<std::string> files{};
  std::string out{};
  std::string plan{};
  std::optional<int> shards{};
  bool force = false;

  Settings settings();
};

/// A merge: the records that were written or, if trials are missing, what is known of these.
struct Merged {
  std::optional<RunSummary> written{};
  std::string warning{};      ///< that the detector cannot fire everywhere; "": it can
  int held = 0;               ///< number of trials that the files hold
  std::string missing{};      ///< such as "3 of 14 trials are missing; nothing is written"
  std::vector<int> places{};  ///< of the missing trials in the plan, if the plan is there
  std::vector<int> shards{};  ///< that hold them, if their number is known as well
};

/// Merges the files, with the alarms of the detector that the run names; `assets` is the folder of the
/// assets. Throws InputError as Merge does, and if the output is there. Throws Stopped, and writes nothing,
/// once the flag is set.
Merged merge(const MergeSettings& wanted, const std::filesystem::path& assets, StopFlag stop = nullptr);

}  // namespace novphy
