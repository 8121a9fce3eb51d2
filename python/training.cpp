#include <pybind11/stl.h>

#include <memory>
#include <vector>

#include "jobs/train.h"
#include "python/bind.h"
#include "python/interruptible.h"
#include "python/settings.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// What Python's train() takes: all cores train.
TrainSettings wanted_training() { return {.jobs = 0}; }

py::list rows_of(const std::vector<NetResult>& results) {
  py::list rows;
  for (const NetResult& each : results)
    rows.append(py::make_tuple(name_of(each.kind), each.task_template, each.ceiling.tasks, each.passed,
                               each.ceiling.solved, each.ceiling.random, each.ceiling.best_single));
  return rows;
}

py::list train_nets(const py::dict& given) {
  const auto wanted = std::make_shared<TrainSettings>(wanted_training());
  Settings settings = wanted->settings();
  find(settings, "out", Face::kPython)->required = true;
  set_settings(settings, given, "train");
  const auto results = std::make_shared<std::vector<NetResult>>();
  const JobContext context = context_of(settings);
  interruptible([=](const Stop& stop) {
    TrainWatch watch;
    watch.stop = &stop;
    *results = train(*wanted, context, watch, {});
  });
  return rows_of(*results);
}

}  // namespace

void bind_training(py::module_& module) {
  module.def("train", &train_nets);
  module.def("settings_of_train", [] { return described(wanted_training().settings()); });
}

}  // namespace novphy::python
