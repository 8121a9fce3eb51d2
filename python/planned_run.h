#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/table/agent_table.h"
#include "evaluator/detectors/detector.h"
#include "learning/trained.h"
#include "python/data.h"
#include "trials/runner.h"

namespace novphy::python {

/// What Python passes to ask for a run.
struct RunWishes {
  PlanPointer plan;
  std::string path;          ///< path of the plan, or ""
  pybind11::object agent{};  ///< the name of an agent of novphy, or a callable that makes an agent written in
                             ///< Python
  std::string label;         ///< the agent's name in the records
  std::string out;
  bool resume = false;
  bool force = false;
  bool labels = false;  ///< whether an agent written in Python sees developer labels
  int trials = 0;       ///< 0: all
  std::string detector;
  std::string physics;
  bool informed = false;
  std::string weights{};  ///< folder of the nets that an agent of novphy plays, or ""
  std::string run{};      ///< the training of the agent, or ""
};

/// Everything that a run needs. The thread of the run owns it.
struct PlannedRun {
  PlanPointer plan{};
  std::shared_ptr<pybind11::object> make{};  ///< makes an agent written in Python; null for an agent of
                                             ///< novphy
  std::string agent{};
  PlanNets nets{};  ///< for an agent of novphy that plays nets
  std::string physics{};
  Fingerprint fingerprint{};
  RunOptions options{};
  std::optional<OnlineDetector> detector{};
  std::string warning{};  ///< of check_calibration()

  /// What is doubtful about the detector, once the run is over.
  std::vector<std::string> warnings() const;

  std::unique_ptr<Agent> agent_of(const AgentOptions& agent_options,
                                  const std::string& normal_template) const;
};

/// Throws InputError, which names the place, for a name that tables and terminals cannot show.
void check_shown_name(const std::string& name, const char* place);
/// The plan, the files and the fingerprint, which names no agent yet. Throws InputError.
std::shared_ptr<PlannedRun> planned_without_agent(const RunWishes& wishes);
/// Checks the wishes. Throws InputError.
std::shared_ptr<PlannedRun> planned_run(const RunWishes& wishes);

/// Frees the Python object while holding the interpreter's lock, whatever the thread.
std::shared_ptr<pybind11::object> shared_object(const pybind11::object& object);

/// What agents of novphy need besides their name, and the setup of sessions. Lives as long as the run.
class Players {
 public:
  Players(const std::string& physics, bool labels, StopFlag stop);
  const AgentOptions& agent_options() const { return agent_options_; }
  const SessionSetup& setup() const { return setup_; }

 private:
  SolverNumbers numbers_;
  AgentOptions agent_options_;
  SessionSetup setup_;
};

}  // namespace novphy::python
