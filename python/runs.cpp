#include "python/runs.h"

#include <fmt/core.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "agents/agent.h"
#include "agents/external/line_protocol.h"
#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "jobs/check_agent.h"
#include "python/bind.h"
#include "python/seeing.h"
#include "python/threads.h"
#include "trials/made_by.h"
#include "trials/plan.h"
#include "trials/replay.h"
#include "trials/runner.h"
#include "trials/store/blocks.h"

namespace novphy::python {

/// An agent written in Python (novphy.Agent). Its answers are read like those of a program behind exec:, so
/// that the same agent gives the same records either way. Every call takes the interpreter's lock.
class PyAgent : public Agent {
 public:
  /// Takes an object of novphy.Agent. Throws AgentError if Python raises an exception.
  explicit PyAgent(const pybind11::object& make);
  ~PyAgent() override;

  Senses senses() const override { return wishes_.senses(); }
  int training_tasks() const override { return wishes_.training_tasks; }
  int watch_every_ms() const override { return wishes_.watch_every_ms; }
  void begin_trial(std::uint64_t seed) override;
  void told_novel() override;
  void begin_task() override;
  Shot choose(const Observation& seen) override;
  void watch(const Observation& seen) override;
  void end_task(const TaskResult& result) override;
  NoveltyReport novelty() override { return report_; }
  std::optional<Answer> answer(const Question& question) override;

 private:
  pybind11::object agent_;
  line_protocol::Wishes wishes_{};
  NoveltyReport report_{};
};

namespace {

namespace py = pybind11;

/// A function of novphy/agents.py that asks an agent and returns its answer as JSON.
py::object asking(const char* name) { return py::module_::import("novphy.agents").attr(name); }

/// The text of an exception's value, also of one that is no Unicode or cannot be made.
std::string text_of(const py::object& value) try {
  return py::bytes(py::str(value).attr("encode")("utf-8", "backslashreplace"));
} catch (const py::error_already_set&) {
  return "an exception without a text";
}

/// The text of an exception on one line: "ZeroDivisionError: division by zero".
std::string line_of(const py::error_already_set& error) {
  std::string text = py::str(error.type().attr("__name__"));
  const std::string value = text_of(error.value());
  if (!value.empty()) text += ": " + value;
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Makes a call with the interpreter's lock. An exception of Python becomes an AgentError.
template <class Call>
auto locked(const char* what, Call call) {
  const AgentCall called;
  const py::gil_scoped_acquire lock;
  try {
    return call();
  } catch (const py::error_already_set& error) {
    throw AgentError(fmt::format("the agent's {}(): {}", what, line_of(error)));
  } catch (const py::cast_error& error) {
    throw AgentError(fmt::format("the agent's {}(): {}", what, error.what()));
  }
}

}  // namespace

PyAgent::PyAgent(const py::object& make) {
  const py::gil_scoped_acquire lock;
  py::object agent;  // after a wrong answer, it is freed before the lock
  const auto wishes = locked("senses", [&] {
    agent = make();
    return asking("wishes_of")(agent).cast<std::string>();
  });
  wishes_ = line_protocol::read_wishes(wishes);
  agent_ = std::move(agent);
}

PyAgent::~PyAgent() {
  const py::gil_scoped_acquire lock;
  agent_ = py::object();  // so that no lock is needed later
}

void PyAgent::begin_trial(std::uint64_t seed) {
  locked("begin_trial", [&] { agent_.attr("begin_trial")(seed); });
}

void PyAgent::told_novel() {
  locked("told_novel", [&] { agent_.attr("told_novel")(); });
}

void PyAgent::begin_task() {
  locked("begin_task", [&] { agent_.attr("begin_task")(); });
}

Shot PyAgent::choose(const Observation& seen) {
  const std::string answer = locked(
      "choose", [&] { return asking("shot_of")(agent_, Seen(seen, wishes_.text)).cast<std::string>(); });
  return line_protocol::read_shot(answer, seen);
}

void PyAgent::watch(const Observation& seen) {
  locked("watch", [&] { agent_.attr("watch")(Seen(seen, wishes_.text)); });
}

void PyAgent::end_task(const TaskResult& result) {
  const std::string answer = locked("end_task", [&] {
    return asking("report_of")(agent_, result_dict(result, wishes_.text)).cast<std::string>();
  });
  report_ = line_protocol::read_report(answer);
}

std::optional<Answer> PyAgent::answer(const Question& question) {
  const auto said = locked("answer", [&] {
    const Seen seen(question.seen, wishes_.text);
    return asking("answer_of")(agent_, seen, line_protocol::shot_to_json(question.shot)).cast<std::string>();
  });
  return line_protocol::read_answer(said);
}

namespace {

py::object taken(const py::dict& given, Settings& settings, const char* name) {
  find(settings, name, Face::kPython)->required = false;
  return given.attr("pop")(name);
}

/// Takes an agent that is a callable out of what Python gives.
void take_agent(Settings& settings, const py::dict& given, RunObjects& objects) {
  if (!given.contains("agent") || PyCallable_Check(py::object(given["agent"]).ptr()) == 0) return;
  const py::object agent = taken(given, settings, "agent");
  objects.labels = py::bool_(py::getattr(agent, "labels", py::bool_(false)));
  objects.make = [make = shared_object(agent)] { return std::make_unique<PyAgent>(*make); };
}

/// Plays a plan as `novphy run` does. Returns warnings.
std::vector<std::string> run_plan(const py::dict& given) {
  const auto asked = asked_run(given);
  interruptible([asked](const Stop& stop) {
    const auto tell = [&stop](const Progress& now) {
      stop.progress(static_cast<unsigned>(now.tasks), static_cast<unsigned>(now.tasks_of));
    };
    asked->run->play({.stop = &stop, .begins = tell, .progress = tell});
  });
  asked->run->warn_of_detector();
  return *asked->warned;
}

/// Checks an agent as `novphy check-agent` does. Returns its JSON.
std::string check_agents(const py::dict& given) {
  AgentCheckSettings wanted;
  Settings settings = wanted.settings();
  RunObjects own;
  take_agent(settings, given, own);
  set_settings(settings, given, "check_agent");
  const JobContext context = context_of(settings);
  return interruptible([=](const Stop& stop) {
    return check_agent(wanted, context, {.make = own.make, .labels = own.labels}, &stop).json();
  });
}

}  // namespace

PlanPointer taken_plan(Settings& settings, const py::dict& given) {
  if (!given.contains("plan") || !py::isinstance<PlanFile>(given["plan"])) return nullptr;
  return taken(given, settings, "plan").cast<std::shared_ptr<PlanFile>>();
}

std::shared_ptr<py::object> shared_object(const py::object& object) {
  return {new py::object(object), [](py::object* held) {
            const py::gil_scoped_acquire lock;
            delete held;
          }};
}

std::shared_ptr<AskedRun> asked_run(const py::dict& given, const PlanPointer& part) {
  const auto asked = std::make_shared<AskedRun>();
  RunSettings wanted;
  Settings settings = wanted.settings();
  RunObjects objects{.plan = part};
  if (part)
    for (const char* name : {"plan", "out"}) find(settings, name, Face::kPython)->required = false;
  else
    objects.plan = taken_plan(settings, given);
  take_agent(settings, given, objects);
  set_settings(settings, given, "run");
  asked->run = std::make_unique<PlannedRun>(wanted, context_of(settings, asked->warned), std::move(objects));
  return asked;
}

void bind_runs(py::module_& module) {
  module.def("run", &run_plan);
  module.def("check_agent", &check_agents);
  module.def("check_plan", [] { return std::make_shared<PlanFile>(check_plan(catalogue())); });
  module.def("check_records", [](const std::string& out) { return check_records(out).json(); });
  module.def("settings_of_check_agent", [] { return described(AgentCheckSettings().settings()); });
  module.def("settings_of_run", [] { return described(RunSettings().settings()); });
}

// Runs whose trials are played by workers, in other processes or on other machines. The driver has a
// SharedRun, sends parts of the plan to workers, and keeps the records that they send back.

namespace {

class SharedRun {
 public:
  explicit SharedRun(const py::dict& given) : asked_(asked_run(given)) {
    const PlannedRun& run = *asked_->run;
    if (finished_run(run.plan(), run.fingerprint(), run.files())) return;
    open_.emplace(run.plan(), run.fingerprint(), run.files());
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
    open().keep(trial, block, not_begun);
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
  module.def("check_machine", &check_this_machine, py::call_guard<py::gil_scoped_release>());
}

}  // namespace novphy::python
