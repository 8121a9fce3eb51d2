#include "python/seen_object.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "agents/external/line_protocol.h"
#include "base/input_error.h"
#include "python/json_values.h"
#include "view/geojson.h"
#include "view/object_table.h"

namespace novphy::python {

namespace py = pybind11;

namespace {

py::object floats(const std::vector<float>& values, const std::vector<py::ssize_t>& shape) {
  py::array_t<float> array(shape);
  std::copy(values.begin(), values.end(), array.mutable_data());
  return array;
}

}  // namespace

py::array_t<std::uint8_t> picture_array(const Picture& picture) {
  py::array_t<std::uint8_t> array({picture.height_px, picture.width_px, 3});
  std::memcpy(array.mutable_data(), picture.rgb.data(), picture.rgb.size());
  return array;
}

py::dict result_dict(const TaskResult& result) {
  py::dict dict;
  dict["passed"] = result.passed;
  dict["score"] = result.score;
  dict["last"] = Seen(result.last);
  return dict;
}

std::string Seen::json() const { return observation_to_json(observation_); }

py::object Seen::picture() const {
  if (!observation_.screenshot)
    throw InputError("form", "there is no picture, because the agent did not ask for screenshots");
  return picture_array(*observation_.screenshot);
}

py::object Seen::form(const std::string& name) const {
  if (name == "geojson") return py::str(geojson(observation_));
  if (name == "objects") return value_of_json(json());
  if (name == "picture") return picture();
  std::vector<float> table(ObjectTable::size());
  table_of(observation_, table);
  if (name == "table") return floats(table, {static_cast<py::ssize_t>(table.size())});
  if (name != "features" && name != "flat")
    throw InputError("form", fmt::format("found \"{}\", expected table, features, flat, picture, geojson or "
                                         "objects",
                                         name));
  std::vector<float> features(ObjectFeatures::size());
  features_of(table, features);
  if (name == "flat") return floats(features, {static_cast<py::ssize_t>(features.size())});
  return floats(features, {static_cast<py::ssize_t>(ObjectFeatures::kRows),
                           static_cast<py::ssize_t>(ObjectFeatures::kColumns)});
}

}  // namespace novphy::python
