#include "python/runs.h"

#include <pybind11/stl.h>

#include <utility>

#include "python/bind.h"
#include "python/interruptible.h"
#include "python/py_agent.h"
#include "python/settings.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

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
  interruptible([asked](const Stop& stop) { asked->run->play({.stop = &stop}); });
  asked->run->warn_of_detector();
  return *asked->warned;
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
  module.def("settings_of_run", [] { return described(RunSettings().settings()); });
}

}  // namespace novphy::python
