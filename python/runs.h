#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "jobs/run.h"
#include "python/data.h"
#include "python/settings.h"

namespace novphy::python {

/// Takes a Plan out of what Python gives. Null where it gives the name of a file.
PlanPointer taken_plan(Settings& settings, const pybind11::dict& given);

/// Frees the Python object while holding the interpreter's lock, whatever the thread.
std::shared_ptr<pybind11::object> shared_object(const pybind11::object& object);

/// A run that Python asks for. The thread of the run owns it.
struct AskedRun {
  Warned warned = std::make_shared<std::vector<std::string>>();
  std::unique_ptr<PlannedRun> run{};
};

/// Checks what Python gives: the settings, of which the plan may be a Plan and the agent a callable that
/// makes an agent written in Python. `part` is the plan of a worker. Throws InputError.
std::shared_ptr<AskedRun> asked_run(const pybind11::dict& given, const PlanPointer& part = nullptr);

}  // namespace novphy::python
