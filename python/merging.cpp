#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "trials/store/merge.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// Merges files as `novphy merge` does. Returns what is said of missing trials ("" if there are none), their
/// places in the plan, the number of trials that the files hold, the shards of the missing trials, and a
/// warning.
py::tuple merge(std::vector<std::string> files, const std::string& out, const std::string& plan, int shards,
                bool force) {
  const auto merged = std::make_shared<Merged>();
  const MergeOptions asked{.out = out, .force = force, .plan = plan, .shards = shards};
  interruptible([merged, asked, files = std::move(files)](const Stop& stop) {
    MergeOptions options = asked;
    options.stop = &stop;
    *merged = merge_files(files, options, data_folder() / "assets");
  });
  return py::make_tuple(merged->missing, merged->places, merged->held, merged->shards, merged->warning);
}

}  // namespace

void bind_merging(py::module_& module) { module.def("merge", &merge); }

}  // namespace novphy::python
