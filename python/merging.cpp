#include <pybind11/stl.h>

#include <memory>

#include "jobs/merge.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/settings.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// Merges files as `novphy merge` does. Returns what is said of missing trials ("" if there are none), their
/// places in the plan, the number of trials that the files hold, the shards of the missing trials, and a
/// warning.
py::tuple merge_shards(const py::dict& given) {
  const auto wanted = std::make_shared<MergeSettings>();
  Settings settings = wanted->settings();
  set_settings(settings, given, "merge");
  const auto merged = std::make_shared<Merged>();
  interruptible([=](const Stop& stop) { *merged = merge(*wanted, data_folder() / "assets", &stop); });
  return py::make_tuple(merged->missing, merged->places, merged->held, merged->shards, merged->warning);
}

}  // namespace

void bind_merging(py::module_& module) {
  module.def("merge", &merge_shards);
  module.def("settings_of_merge", [] { return described(MergeSettings().settings()); });
}

}  // namespace novphy::python
