#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "jobs/generate.h"
#include "python/bind.h"
#include "python/interruptible.h"
#include "python/settings.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// What Python's generate() takes: all cores make tasks.
GenerateSettings wanted_tasks() { return {.jobs = 0}; }

/// Writes tasks as `novphy generate` does. Returns the lines of the index.
std::vector<std::string> generate_tasks(const py::dict& given) {
  const auto wanted = std::make_shared<GenerateSettings>(wanted_tasks());
  Settings settings = wanted->settings();
  for (const char* name : {"names", "count", "out"}) find(settings, name, Face::kPython)->required = true;
  set_settings(settings, given, "generate");
  const auto made = std::make_shared<GeneratedTasks>();
  const JobContext context = context_of(settings);
  interruptible([=](const Stop& stop) { *made = generate(*wanted, context, {.stop = &stop}); });
  std::vector<std::string> lines;
  for (const TaskSetLine& line : made->lines) lines.push_back(to_json_line(line));
  return lines;
}

}  // namespace

void bind_generating(py::module_& module) {
  module.def("generate", &generate_tasks);
  module.def("settings_of_generate", [] { return described(wanted_tasks().settings()); });
}

}  // namespace novphy::python
