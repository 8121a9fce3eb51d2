#include <fmt/core.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/record_io.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/runs.h"
#include "python/threads.h"
#include "python/trial.h"
#include "serve/served_trials.h"
#include "serve/tools/tool_trial.h"
#include "trials/runner.h"

// Trials that are played by calls of tools, and runs of them. novphy/tools.py gives them their form.
namespace novphy::python {
namespace {

namespace py = pybind11;

/// A trial of a plan, by its number, that is played by calls of tools.
struct PlayedByTools {
  static constexpr const char* kRefusal =
      "ToolTrial: another thread uses this trial, expected one thread at a time";

  PlayedByTools(PlanPointer of, int number, const Track& on, const std::string& physics_of)
      : plan(std::move(of)),
        track(on),
        physics_name(physics_of),
        index(number),
        trial(plan->plan, numbered_trial(plan->plan, number),
              {.catalogue = catalogue(),
               .physics = physics(physics_name),
               .colours = data().assets.colours,
               .clock = steady_seconds},
              track) {}

  /// The trial, which must not have given its records away. Throws InputError.
  ToolTrial& going_on() {
    if (finished) throw InputError("trial", "has given its records away, expected no further call");
    return trial;
  }
  std::vector<Record> finish(const std::string& reason) {
    std::vector<Record> records = going_on().finish(reason);
    finished = true;
    return records;
  }

  PlanPointer plan;
  Track track;
  std::string physics_name;
  int index;
  ToolTrial trial;
  bool finished = false;
};
using GuardedToolTrial = Guarded<PlayedByTools>;

/// The function for Python, which makes the call without the interpreter's lock.
template <class Function>
auto released(Function* call) {
  return alone<Interpreter::kReleased>(call);
}

using NamedTool = std::tuple<std::string, std::string, std::string>;

std::vector<NamedTool> tools(PlayedByTools& played) {
  std::vector<NamedTool> list;
  for (const Tool& tool : played.trial.tools())
    list.emplace_back(tool.name, tool.description, schema_of(tool));
  return list;
}

ToolReply call(PlayedByTools& played, std::string tool, std::string arguments) {
  return played.going_on().call(tool, arguments);
}

/// Pictures are bytes, which need the interpreter's lock.
py::tuple called(GuardedToolTrial& guarded, std::string tool, std::string arguments) {
  const ToolReply reply = released(&call)(guarded, std::move(tool), std::move(arguments));
  return py::make_tuple(reply.text, reply.refused, py::bytes(reply.png), to_json(reply.facts));
}

void spend(PlayedByTools& played, std::optional<std::int64_t> tokens_in,
           std::optional<std::int64_t> tokens_out, std::optional<double> cost) {
  check_range("tokens_in", tokens_in.value_or(0), 0, kMostTokens);
  check_range("tokens_out", tokens_out.value_or(0), 0, kMostTokens);
  check_range("cost", cost.value_or(0), 0, kMostCost);
  played.going_on().spend({.tokens_in = tokens_in, .tokens_out = tokens_out, .cost = cost});
}

Track track_of(bool pictures, int lookahead, std::optional<std::uint64_t> disguise) {
  check_range("lookahead", lookahead, 0, kMostLookahead);
  return {.pictures = pictures, .lookahead = lookahead, .disguise = disguise};
}

using Model = std::pair<std::string, std::string>;  // name and version, each may be ""

/// A run with these settings and with the name of the agent.
RecordedRun run_by_tools(const py::dict& given, const Track& track, const Model& model) {
  RecordedSettings wanted;
  std::string agent;
  Settings settings = wanted.settings();
  settings.push_back({"agent", &agent, "-", "NAME", Also{.required = true}});
  PlanPointer plan = taken_plan(settings, given);
  find(settings, "out", Face::kPython)->required = false;  // the first line alone is written nowhere
  set_settings(settings, given, "run");
  check_shown_name(agent, "agent");
  for (const auto& [text, place] : {std::pair(&model.first, "model"), {&model.second, "model_version"}})
    if (!text->empty()) check_shown_name(*text, place);
  RecordedRun run = recorded_run(wanted, context_of({}), std::move(plan));
  run.fingerprint.agent = agent;
  run.fingerprint.overrides = overrides();
  run.fingerprint.served = words(track);
  run.fingerprint.model = model.first;
  run.fingerprint.model_version = model.second;
  return run;
}

/// The first line of the records of such a run.
std::string fingerprint_of_tools(const py::dict& given, const Track& track, const Model& model) {
  const RecordedRun run = run_by_tools(given, track, model);
  const Plan& plan = run.plan->plan;
  return to_line(with_counts(run.fingerprint, plan, selected_trials(plan, run.files.trials)));
}

/// A run whose trials are played by calls of tools. Any thread may call.
class ToolRun {
 public:
  ToolRun(const py::dict& given, const Track& track, const Model& model)
      : run_(run_by_tools(given, track, model)), track_(track) {
    const Plan& plan = run_.plan->plan;
    if (const auto finished = finished_run(plan, run_.fingerprint, run_.files)) {
      summary_ = fmt::format("{}: all {} played", run_.files.out.string(),
                             counted(finished->trials, "trial is", "trials are"));
      return;
    }
    open_.emplace(plan, run_.fingerprint, run_.files);
    queue_.emplace(*open_);
    awaited_ = std::set<int>(open_->missing().begin(), open_->missing().end());
  }

  /// The next trial of the run; null where none is left.
  std::unique_ptr<GuardedToolTrial> begin() {
    const std::lock_guard lock(mutex_);
    const std::optional<int> index = queue_ ? queue_->take() : std::nullopt;
    if (!index) return nullptr;
    return std::make_unique<GuardedToolTrial>(run_.plan, *index, track_, run_.fingerprint.physics);
  }
  /// Keeps the records of a trial of this run, whose last task is over.
  /// Returns whether it was the last one, so that the output is written.
  bool keep(PlayedByTools& played) {
    if (!played.going_on().over()) throw InputError("trial", "is not over");
    const std::lock_guard lock(mutex_);
    check(played);
    queue_->finish(played.index, played.finish(""));
    awaited_.erase(played.index);
    if (!queue_->all_finished()) return false;
    queue_.reset();
    const RunSummary done = open_->finish();
    summary_ = fmt::format("{}: {} of {}, {} passed", run_.files.out.string(), counted(done.records, "task"),
                           counted(done.trials, "trial"), done.passed);
    if (done.begun_again > 0)
      summary_ += fmt::format("; {} begun more than once, as the records tell",
                              counted(done.begun_again, "trial was", "trials were"));
    open_.reset();
    return true;
  }
  /// Takes a trial of this run back without records, for another player if the run goes on.
  void give_back(PlayedByTools& played) {
    const std::lock_guard lock(mutex_);
    if (queue_) check(played);
    played.finish("the player left");
    if (!queue_) return;
    queue_->put_back(played.index);
  }
  /// Ends the run early. Returns how many trials are kept for the next run.
  int stop() {
    const std::lock_guard lock(mutex_);
    if (!open_) return 0;
    queue_.reset();
    const StoppedRun stopped = open_->stop();
    summary_ = kept_text(stopped);
    open_.reset();
    return stopped.kept;
  }
  /// Once the run is over: what was played, or what is kept for the next run. "" where nothing is.
  std::string summary() const {
    const std::lock_guard lock(mutex_);
    return summary_;
  }

 private:
  void check(const PlayedByTools& played) const {
    if (!queue_) throw InputError("run", "is over");
    if (played.plan->hash != run_.plan->hash || played.track != track_ ||
        played.physics_name != run_.fingerprint.physics)
      throw InputError("trial", "is of another plan, track or physics than the run");
    if (!awaited_.contains(played.index))
      throw InputError("trial", fmt::format("number {} is kept already, or not of this run", played.index));
  }

  RecordedRun run_;
  Track track_;
  mutable std::mutex mutex_{};
  std::optional<OpenRun> open_{};
  std::optional<TrialQueue> queue_{};
  std::set<int> awaited_{};  ///< numbers of the trials that are not kept
  std::string summary_{};
};

}  // namespace

void bind_tool_trials(py::module_& module) {
  py::class_<Track>(module, "Track").def(py::init(&track_of)).def("words", [](const Track& track) {
    return words(track);
  });
  py::class_<GuardedToolTrial>(module, "ToolTrial")
      .def(py::init(
          [](const PlanPointer& plan, int trial, const Track& track, const std::string& physics_name) {
            return std::make_unique<GuardedToolTrial>(plan, trial, track, physics_name);
          }))
      .def("tools", released(&tools))
      .def("call", &called)
      .def("spend", released(&spend))
      .def("over", released(+[](PlayedByTools& played) { return played.trial.over(); }))
      .def("index", released(+[](PlayedByTools& played) { return played.index; }))
      .def("so_far", released(+[](PlayedByTools& played) {
             const TasksSoFar so_far = played.trial.so_far();
             return std::pair(so_far.over, so_far.passed);
           }))
      .def("finish", released(+[](PlayedByTools& played, std::string reason) {
             return lines_of(played.finish(reason));
           }));
  const auto of_run = [](auto method) {
    return [method](ToolRun& run, GuardedToolTrial& guarded) {
      const UseOf<PlayedByTools> trial(guarded);
      const py::gil_scoped_release release;
      return (run.*method)(*trial);
    };
  };
  py::class_<ToolRun>(module, "ToolRun")
      .def(py::init<const py::dict&, const Track&, const Model&>())
      .def("begin", &ToolRun::begin, py::call_guard<py::gil_scoped_release>())
      .def("keep", of_run(&ToolRun::keep))
      .def("give_back", of_run(&ToolRun::give_back))
      .def("stop", &ToolRun::stop, py::call_guard<py::gil_scoped_release>())
      .def("summary", &ToolRun::summary);
  module.def("set_assets", [](const std::string& folder, const std::vector<std::string>& overrides) {
    set_assets(folder, overrides);
  });
  module.attr("MOST_SPENT") = py::make_tuple(kMostTokens, kMostTokens, kMostCost);
  module.attr("TOOL_INSTRUCTIONS") = py::str(kInstructions.data(), kInstructions.size());
  module.def("fingerprint_of_tools", &fingerprint_of_tools);
}

}  // namespace novphy::python
