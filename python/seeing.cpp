#include "python/seeing.h"

#include <fmt/core.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "agents/external/line_protocol.h"
#include "base/input_error.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/settings.h"
#include "python/threads.h"
#include "view/geojson.h"
#include "view/object_table.h"

namespace novphy::python {

namespace py = pybind11;
using namespace pybind11::literals;

namespace {

/// The first ones are those of Form, in its order.
constexpr std::array<std::string_view, 6> kForms{"table",   "features", "flat",
                                                 "picture", "geojson",  "objects"};

/// Numbers in the shape of their form.
py::object floats(const std::vector<float>& values, Form form) {
  py::array_t<float> array(shape_of(form, 0, 0));
  std::copy(values.begin(), values.end(), array.mutable_data());
  return array;
}

}  // namespace

Form form_named(const std::string& name) {
  return static_cast<Form>(index_of(name, std::span(kForms).first<4>(), "observation"));
}

std::vector<py::ssize_t> shape_of(Form form, int width_px, int height_px) {
  if (form == Form::kTable) return {static_cast<py::ssize_t>(ObjectTable::size())};
  if (form == Form::kFlat) return {static_cast<py::ssize_t>(ObjectFeatures::size())};
  if (form == Form::kFeatures)
    return {static_cast<py::ssize_t>(ObjectFeatures::kRows),
            static_cast<py::ssize_t>(ObjectFeatures::kColumns)};
  return {height_px, width_px, 3};
}

py::array_t<std::uint8_t> picture_array(const Picture& picture) {
  py::array_t<std::uint8_t> array({picture.height_px, picture.width_px, 3});
  std::memcpy(array.mutable_data(), picture.rgb.data(), picture.rgb.size());
  return array;
}

py::dict result_dict(const TaskResult& result, bool text) {
  return py::dict("passed"_a = result.passed, "score"_a = result.score, "last"_a = Seen(result.last, text));
}

const Observation& Seen::observation() const {
  if (!text_) throw InputError("observation", "the agent asked to see pictures alone, expected \"picture\"");
  return observation_;
}

std::string Seen::json() const { return observation_to_json(observation()); }

py::object Seen::form(const std::string& name) const {
  if (name == "geojson") return py::str(geojson(observation()));
  if (name == "objects") return value_of_json(json());
  const auto form = static_cast<Form>(index_of(name, kForms, "form"));
  if (form == Form::kPicture) {
    if (!observation_.screenshot)
      throw InputError("form", "there is no picture, because the agent did not ask for screenshots");
    return picture_array(*observation_.screenshot);
  }
  std::vector<float> table(ObjectTable::size());
  table_of(observation(), table);
  if (form == Form::kTable) return floats(table, form);
  std::vector<float> features(ObjectFeatures::size());
  features_of(table, features);
  return floats(features, form);
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
  std::size_t bytes = form_ == Form::kPicture ? 1 : sizeof(float);
  for (const py::ssize_t side : shape_of(form_, screen_.width_px, screen_.height_px))
    bytes *= static_cast<std::size_t>(side);
  return bytes;
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

/// What is seen of the settled tasks: one row for each task.
py::array observe_many(std::vector<Task> tasks, const std::string& form_name, int width_px, int height_px,
                       int threads) {
  const Form form = form_named(form_name);
  const std::size_t bytes = ObservationWriter(form, width_px, height_px).bytes();
  std::vector<py::ssize_t> shape = shape_of(form, width_px, height_px);
  shape.insert(shape.begin(), static_cast<py::ssize_t>(tasks.size()));
  data();
  const std::vector<std::byte> seen = interruptible([tasks = std::move(tasks), form, width_px, height_px,
                                                     bytes, count = threads_of(threads)](const Stop& stop) {
    std::vector<std::byte> rows(bytes * tasks.size());
    parallel_until(stop, tasks.size(), count, [&](std::size_t i) {
      const World world(tasks[i], catalogue(), physics("standard"));
      ObservationWriter(form, width_px, height_px).write(world, rows.data() + i * bytes);
    });
    return rows;
  });
  py::array array =
      form == Form::kPicture ? py::array(py::array_t<std::uint8_t>(shape)) : py::array_t<float>(shape);
  std::memcpy(array.mutable_data(), seen.data(), seen.size());
  return array;
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
  module.attr("FEATURES") = py::tuple(py::cast(ObjectFeatures::kNames));
  module.attr("FEATURE_ROWS") = ObjectFeatures::kRows;
  module.attr("TABLE_CELLS") = ObjectTable::size();
}

}  // namespace novphy::python
