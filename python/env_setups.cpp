#include <fmt/core.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "evaluator/detectors/detector.h"
#include "python/bind.h"
#include "python/env.h"
#include "python/settings.h"

namespace novphy::python {
namespace {

namespace py = pybind11;
using namespace pybind11::literals;

EnvOptions checked_options(const py::dict& given) {
  EnvOptions options;
  Settings settings = options.settings();
  set_settings(settings, given, "environments");
  physics(options.physics);
  return options;
}

/// The tasks are made when all other settings are known to be right, because that may take minutes. `asks` is
/// whether Python answers for the detector, whose settings are then "".
std::shared_ptr<EnvSetup> setup_of(const py::dict& options, const py::object& make_tasks,
                                   const std::shared_ptr<PlanFile>& plan, const std::optional<int>& trial,
                                   const std::string& detector, bool asks) {
  auto setup = std::make_shared<EnvSetup>(EnvSetup{
      .options = checked_options(options), .plan = plan, .trial = trial, .detector = detector, .asks = asks});
  if (trial && (*trial < 0 || *trial >= setup->episodes()))
    throw InputError("trial", fmt::format("found {}, expected 0 to {}", *trial, setup->episodes() - 1));
  if (!detector.empty()) parse_detector(detector);
  if (plan) return setup;
  setup->tasks = make_tasks().cast<std::vector<Task>>();
  if (setup->tasks.empty()) throw InputError("tasks", "found no task, expected at least one");
  return setup;
}

/// The arguments that make the setup anew.
py::dict arguments_of(EnvSetup& setup) {
  return py::dict("options"_a = values_of(setup.options.settings()), "tasks"_a = setup.tasks,
                  "plan"_a = std::const_pointer_cast<PlanFile>(setup.plan), "trial"_a = setup.trial,
                  "detector"_a = setup.detector, "asks"_a = setup.asks);
}

std::shared_ptr<EnvSetup> setup_again(const py::dict& arguments) {
  const auto tasks = arguments["tasks"];
  return setup_of(arguments["options"], py::cpp_function([tasks] { return tasks; }),
                  arguments["plan"].cast<std::shared_ptr<PlanFile>>(),
                  arguments["trial"].cast<std::optional<int>>(), arguments["detector"].cast<std::string>(),
                  arguments["asks"].cast<bool>());
}

}  // namespace

Settings EnvOptions::settings() {
  return {
      {.name = "actions",
       .value = &actions,
       .help = "The set of actions, see docs/environments.md",
       .choices = {"grid", "planner", "box"}},
      {.name = "observation",
       .value = &observation,
       .help = "The form of observations, see observe()",
       .choices = {"table", "features", "flat", "picture"}},
      {.name = "physics",
       .value = &physics,
       .help = "The numbers of the physics, a name of assets/physics.json"},
      {.name = "reward",
       .value = &reward,
       .help = "1 for the shot that passes the task, or the share of the pigs' life that each shot takes",
       .choices = {"sparse", "dense"}},
      {.name = "width", .value = &width_px, .help = "Of pictures, in pixels", .least = 1, .most = 16384},
      {.name = "height", .value = &height_px, .help = "Of pictures, in pixels", .least = 1, .most = 16384},
      {.name = "fps",
       .value = &fps,
       .help = "Frames that are filmed of each second",
       .least = 0,
       .most = 100}};
}

void bind_env_setups(py::module_& module) {
  py::class_<EnvSetup, std::shared_ptr<EnvSetup>>(module, "EnvSetup")
      .def(py::init(&setup_of), py::arg("options"), py::arg("tasks") = py::none(), py::arg("plan") = nullptr,
           py::arg("trial") = py::none(), py::arg("detector") = "", py::arg("asks") = false)
      .def_property_readonly("options", [](EnvSetup& setup) { return values_of(setup.options.settings()); })
      .def("__copy__", [](const std::shared_ptr<EnvSetup>& setup) { return setup; })
      .def("__deepcopy__", [](const std::shared_ptr<EnvSetup>& setup, const py::dict&) { return setup; })
      .def(py::pickle([](EnvSetup& setup) { return arguments_of(setup); }, &setup_again));
  module.def("settings_of_environments", [] { return described(EnvOptions().settings()); });
  module.attr("GRID_ACTIONS") = action_count(ActionSet::kGrid);
  module.attr("PLANNER_ACTIONS") = planner_actions();
}

}  // namespace novphy::python
