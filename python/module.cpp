#include <pybind11/pybind11.h>

#include <exception>
#include <stdexcept>
#include <string>

#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/threads.h"
#include "sim/box2d_replacements.h"

namespace {

namespace py = pybind11;

/// Turns a C++ exception into Python's: InputError and the exceptions derived from it become
/// novphy.InputError, which is a ValueError.
void translate(std::exception_ptr error) {
  const auto refuse = [](const char* text) {
    PyErr_SetString(py::module_::import("novphy._errors").attr("InputError").ptr(), text);
  };
  try {
    if (error) std::rethrow_exception(error);
  } catch (const novphy::InputError& wrong) {
    refuse(wrong.what());
  } catch (const std::invalid_argument& wrong) {
    refuse(wrong.what());
  }
}

/// Before version 2.12, pybind11 takes wrong strides from numpy 2, so that arrays would hold wrong numbers.
void check_numpy() {
  if (PYBIND11_VERSION_HEX >= 0x020C0000) return;
  const auto version = py::module_::import("numpy").attr("__version__").cast<std::string>();
  if (std::stoi(version) < 2) return;
  throw py::import_error("novphy: this build needs numpy 1, found " + version +
                         "; a build with pybind11 2.12 or later takes both");
}

}  // namespace

PYBIND11_MODULE(_novphy, module) {
  using namespace novphy::python;
  check_numpy();
  py::register_exception_translator(translate);
  module.attr("__version__") = NOVPHY_VERSION;
  module.def("set_data_folder", [](const std::string& folder) { set_data_folder(folder); });
  module.def("tell_progress",
             [](const py::object& call) { tell_progress(call.is_none() ? nullptr : call.ptr()); });
  module.def("replaces_box2d_functions", &novphy::replaces_box2d_functions);
  // A type is bound before the functions that take it, so that their signatures name it in Python.
  bind_tasks(module);
  bind_plays(module);
  bind_filming(module);
  bind_seeing(module);
  bind_plans(module);
  bind_env_setups(module);
  bind_environments(module);
  bind_episodes(module);
  bind_sessions(module);
  bind_worlds(module);
  bind_believing(module);
  bind_agents(module);
  bind_runs(module);
  bind_tool_trials(module);
  bind_shared_runs(module);
  bind_serving(module);
  bind_jobs(module);
  bind_measures(module);
  bind_commands(module);
}
