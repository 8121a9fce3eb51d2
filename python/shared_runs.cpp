#include <fmt/core.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/runs.h"
#include "trials/made_by.h"
#include "trials/plan.h"
#include "trials/replay.h"
#include "trials/store/blocks.h"
#include "trials/store/fingerprint.h"
#include "trials/store/open_run.h"

// Runs whose trials are played by workers, in other processes or on other machines. The driver has a
// SharedRun, sends parts of the plan to workers, and keeps the records that they send back.
namespace novphy::python {
namespace {

namespace py = pybind11;

class SharedRun {
 public:
  explicit SharedRun(const py::dict& given) : asked_(asked_run(given)) {
    const PlannedRun& run = *asked_->run;
    if (finished_run(run.plan(), run.fingerprint(), run.files())) return;
    open_.emplace(run.plan(), run.fingerprint(), run.files());
    finished_.emplace(*open_);
  }

  /// The trials to play. None if the output is already whole.
  std::vector<int> missing() const { return open_ ? open_->missing() : std::vector<int>(); }
  int kept() { return open().kept(); }

  /// What a worker needs to play these trials: the part of the plan as JSON, and the numbers that its tasks
  /// have in the whole plan.
  std::pair<std::string, std::vector<std::vector<int>>> part(const std::vector<int>& trials) {
    PlanPart part = part_of(open().plan(), trials);
    return {writer_.json(part.plan), std::move(part.variations)};
  }

  /// Keeps the records that a worker has sent, immediately on the driver's disk. `not_begun` names the worker
  /// and says why its agent could not be made; "" if it could.
  void keep(int trial, const std::string& block, const std::string& not_begun) {
    open();
    finished_->add(trial, block, not_begun);
  }

  /// Writes the output. Returns warnings.
  std::vector<std::string> finish() {
    if (open_) open_->finish();
    open_.reset();
    asked_->run->warn_of_detector();
    return *asked_->warned;
  }
  /// Ends the run early and keeps the finished trials. Returns their number.
  int stop() {
    const int kept = open().stop().kept;
    open_.reset();
    return kept;
  }

 private:
  OpenRun& open() {
    if (!open_) throw InputError("run", "is over");
    return *open_;
  }

  std::shared_ptr<AskedRun> asked_;
  std::optional<OpenRun> open_{};
  std::optional<FinishedTrials> finished_{};
  PlanWriter writer_{catalogue()};
};

/// The records of a trial as lines of a file, and why the agent could not be made.
using SentTrial = std::pair<std::string, std::string>;

/// Plays all trials of a part of a plan in this process. `given` are the settings of the run that change what
/// an agent does.
std::vector<SentTrial> play_part(const std::string& plan, std::vector<std::vector<int>> variations,
                                 const py::dict& given) {
  const auto part = std::make_shared<PlanPart>(
      PlanPart{.plan = parse_plan(plan, "part of a plan", catalogue()), .variations = std::move(variations)});
  const auto asked = asked_run(given, std::make_shared<PlanFile>(PlanFile{part->plan, ""}));
  return interruptible([=](const Stop& stop) {
    std::vector<SentTrial> sent;
    for (const PlannedTrial& trial : part->plan.trials) {
      FinishedTrial finished = asked->run->play(part->plan, trial, &stop);
      restore_variations(finished.records, *part);
      sent.emplace_back(block_of(finished.records), std::move(finished.not_begun));
    }
    return sent;
  });
}

/// What must be the same on the driver and on every worker.
std::string machine() { return to_line(made_by(data().assets, "standard")); }

/// Throws InputError, naming the worker and the first field that differs.
void check_worker(const std::string& theirs, const std::string& worker) {
  const auto found =
      differences(fingerprint_from_line(machine(), "driver"), fingerprint_from_line(theirs, worker),
                  {.then = "is {} here", .now = "is {} there"});
  if (!found.empty()) throw InputError(worker, "cannot play for this run: " + found.front());
}

void check_this_machine() { check_machine(data_folder() / "levels" / "templates", data().assets); }

}  // namespace

void bind_shared_runs(py::module_& module) {
  py::class_<SharedRun>(module, "SharedRun")
      .def(py::init<const py::dict&>())
      .def("missing", &SharedRun::missing)
      .def("kept", &SharedRun::kept)
      .def("part", &SharedRun::part)
      .def("keep", &SharedRun::keep)
      .def("finish", &SharedRun::finish, py::call_guard<py::gil_scoped_release>())
      .def("stop", &SharedRun::stop);
  module.def("play_part", &play_part);
  module.def("machine", &machine);
  module.def("check_worker", &check_worker);
  module.def("check_machine", &check_this_machine);
}

}  // namespace novphy::python
