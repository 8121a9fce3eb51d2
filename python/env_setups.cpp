#include <fmt/core.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "evaluator/detectors/detector.h"
#include "python/bind.h"
#include "python/env.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// What environments of tasks and of trials have in common.
EnvSetup setup_of(const std::string& actions, const std::string& form, int width_px, int height_px,
                  const std::string& physics_name, const std::string& reward, int fps) {
  physics(physics_name);
  return {.actions = actions_named(actions),
          .form = form_named(form),
          .width_px = width_px,
          .height_px = height_px,
          .physics = physics_name,
          .reward = reward_named(reward),
          .frame_s = fps == 0 ? 0 : frame_s_of(fps)};
}

/// The tasks are made when all other settings are known to be right, because that may take minutes.
std::shared_ptr<EnvSetup> setup_of_tasks(const std::function<std::vector<Task>()>& make_tasks,
                                         const std::string& actions, const std::string& form, int width_px,
                                         int height_px, const std::string& physics_name,
                                         const std::string& reward, int fps) {
  auto setup =
      std::make_shared<EnvSetup>(setup_of(actions, form, width_px, height_px, physics_name, reward, fps));
  setup->tasks = make_tasks();
  if (setup->tasks.empty()) throw InputError("tasks", "found no task, expected at least one");
  return setup;
}

/// `asks` is whether Python answers for the detector, whose settings are then "".
std::shared_ptr<EnvSetup> setup_of_trials(const std::shared_ptr<PlanFile>& plan,
                                          const std::optional<int>& trial, const std::string& detector,
                                          bool asks, const std::string& actions, const std::string& form,
                                          int width_px, int height_px, const std::string& physics_name,
                                          const std::string& reward, int fps) {
  auto setup =
      std::make_shared<EnvSetup>(setup_of(actions, form, width_px, height_px, physics_name, reward, fps));
  setup->plan = plan;
  setup->trial = trial;
  setup->detector = detector;
  setup->asks = asks;
  if (trial && (*trial < 0 || *trial >= setup->episodes()))
    throw InputError("trial", fmt::format("found {}, expected 0 to {}", *trial, setup->episodes() - 1));
  if (!detector.empty()) parse_detector(detector);
  return setup;
}

py::tuple pickled_setup(const EnvSetup& setup) {
  return py::make_tuple(setup.tasks, std::const_pointer_cast<PlanFile>(setup.plan), setup.trial,
                        setup.detector, setup.asks, static_cast<int>(setup.actions),
                        static_cast<int>(setup.form), setup.width_px, setup.height_px, setup.physics,
                        static_cast<int>(setup.reward), setup.frame_s);
}

std::shared_ptr<EnvSetup> setup_of_pickle(const py::tuple& state) {
  return std::make_shared<EnvSetup>(EnvSetup{.tasks = state[0].cast<std::vector<Task>>(),
                                             .plan = state[1].cast<std::shared_ptr<PlanFile>>(),
                                             .trial = state[2].cast<std::optional<int>>(),
                                             .detector = state[3].cast<std::string>(),
                                             .asks = state[4].cast<bool>(),
                                             .actions = static_cast<Actions>(state[5].cast<int>()),
                                             .form = static_cast<Form>(state[6].cast<int>()),
                                             .width_px = state[7].cast<int>(),
                                             .height_px = state[8].cast<int>(),
                                             .physics = state[9].cast<std::string>(),
                                             .reward = static_cast<Reward>(state[10].cast<int>()),
                                             .frame_s = state[11].cast<double>()});
}

}  // namespace

void bind_env_setups(py::module_& module) {
  py::class_<EnvSetup, std::shared_ptr<EnvSetup>>(module, "EnvSetup")
      .def(py::init(&setup_of_tasks))
      .def(py::init(&setup_of_trials))
      .def("__copy__", [](const std::shared_ptr<EnvSetup>& setup) { return setup; })
      .def("__deepcopy__", [](const std::shared_ptr<EnvSetup>& setup, const py::dict&) { return setup; })
      .def(py::pickle(&pickled_setup, &setup_of_pickle));
  module.attr("GRID_ACTIONS") = grid_actions();
  module.attr("PLANNER_ACTIONS") = planner_actions();
}

}  // namespace novphy::python
