#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>

#include "agents/external/line_protocol.h"
#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/seen_object.h"
#include "view/geojson.h"
#include "view/object_table.h"
#include "view/stage.h"

namespace novphy::python {

namespace py = pybind11;

Form form_named(const std::string& name) {
  if (name == "table") return Form::kTable;
  if (name == "features") return Form::kFeatures;
  if (name == "flat") return Form::kFlat;
  if (name == "picture") return Form::kPicture;
  throw InputError("observation",
                   fmt::format("found \"{}\", expected table, features, flat or picture", name));
}

Screen screen_of(int width_px, int height_px) {
  constexpr int kMost = 16384;
  if (width_px < 1 || width_px > kMost || height_px < 1 || height_px > kMost)
    throw InputError("size",
                     fmt::format("found {} x {} pixels, expected sides of 1 to 16384", width_px, height_px));
  Screen screen{.width_px = width_px, .height_px = height_px};
  const Screen agents;
  screen.px_per_m = agents.px_per_m * std::min(static_cast<double>(width_px) / agents.width_px,
                                               static_cast<double>(height_px) / agents.height_px);
  return screen;
}

py::array_t<std::uint8_t> picture_of(const World& world, int width_px, int height_px) {
  return picture_array(Painter(screen_of(width_px, height_px)).screenshot(world));
}

ObservationWriter::ObservationWriter(Form form, int width_px, int height_px)
    : form_(form), screen_(screen_of(width_px, height_px)), table_(ObjectTable::size()) {}

std::size_t ObservationWriter::bytes() const {
  if (form_ == Form::kTable) return ObjectTable::size() * sizeof(float);
  if (form_ == Form::kFeatures || form_ == Form::kFlat) return ObjectFeatures::size() * sizeof(float);
  return std::size_t{3} * static_cast<std::size_t>(screen_.width_px) *
         static_cast<std::size_t>(screen_.height_px);
}

void ObservationWriter::update_table(const World& world) { data().table.observe_into(world, table_); }

void ObservationWriter::write(const World& world, void* into) {
  if (form_ == Form::kPicture) {
    if (!painter_) painter_ = std::make_unique<Painter>(screen_);
    const Picture& picture = painter_->screenshot(world);
    std::memcpy(into, picture.rgb.data(), picture.rgb.size());
    return;
  }
  update_table(world);
  if (form_ == Form::kTable)
    std::memcpy(into, table_.data(), bytes());
  else
    features_of(table_, {static_cast<float*>(into), ObjectFeatures::size()});
}

namespace {

struct ManyViews {
  std::vector<Task> tasks;
  Form form;
  int width_px;
  int height_px;
  unsigned threads;
  std::size_t bytes;
  std::vector<std::byte> seen;

  void see_all(const Stop& stop) {
    parallel_until(stop, tasks.size(), threads, [&](std::size_t i) {
      const World world(tasks[i], catalogue(), physics("standard"));
      ObservationWriter(form, width_px, height_px).write(world, seen.data() + i * bytes);
    });
  }
};

py::array views_array(const ManyViews& views) {
  const auto n = static_cast<py::ssize_t>(views.tasks.size());
  const auto filled = [&](py::array array) {
    std::memcpy(array.mutable_data(), views.seen.data(), views.seen.size());
    return array;
  };
  if (views.form == Form::kTable)
    return filled(py::array_t<float>({n, static_cast<py::ssize_t>(ObjectTable::size())}));
  if (views.form == Form::kFlat)
    return filled(py::array_t<float>({n, static_cast<py::ssize_t>(ObjectFeatures::size())}));
  if (views.form == Form::kFeatures)
    return filled(py::array_t<float>({n, static_cast<py::ssize_t>(ObjectFeatures::kRows),
                                      static_cast<py::ssize_t>(ObjectFeatures::kColumns)}));
  return filled(py::array_t<std::uint8_t>({n, static_cast<py::ssize_t>(views.height_px),
                                           static_cast<py::ssize_t>(views.width_px), py::ssize_t{3}}));
}

/// What is seen of the settled tasks: one row for each task.
py::array observe_many(std::vector<Task> tasks, const std::string& form_name, int width_px, int height_px,
                       int threads) {
  const Form form = form_named(form_name);
  const std::size_t bytes = ObservationWriter(form, width_px, height_px).bytes();
  const std::size_t all = bytes * tasks.size();
  data();
  const auto views = std::make_shared<ManyViews>(ManyViews{
      std::move(tasks), form, width_px, height_px, threads_of(threads), bytes, std::vector<std::byte>(all)});
  interruptible([views](const Stop& stop) { views->see_all(stop); });
  return views_array(*views);
}

std::string seen_text(const Task& task, const std::string& form, bool labels) {
  const World world(task, catalogue(), physics("standard"));
  const Observation seen = observe(world, data().assets.colours, labels);
  return form == "geojson" ? geojson(seen) : observation_to_json(seen);
}

}  // namespace

void bind_seeing(py::module_& module) {
  module.def("observe_many", &observe_many);
  module.def("seen_text", &seen_text);
  std::vector<std::string> names(ObjectFeatures::kNames.begin(), ObjectFeatures::kNames.end());
  module.attr("FEATURES") = py::tuple(py::cast(names));
  module.attr("FEATURE_ROWS") = ObjectFeatures::kRows;
  module.attr("TABLE_CELLS") = ObjectTable::size();
}

}  // namespace novphy::python
