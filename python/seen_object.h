#pragma once

#include <pybind11/numpy.h>

#include <string>

#include "agents/agent.h"
#include "sim/observation.h"

namespace novphy::python {

/// An observation as Python sees it: the objects of docs/agents.md, and the forms that learners take.
class Seen {
 public:
  explicit Seen(Observation observation) : observation_(std::move(observation)) {}
  /// The observation as programs get it, one line of JSON. The picture is left out.
  std::string json() const;
  /// "table", "features", "picture", "geojson" or "objects". Throws InputError for another name, and for a
  /// picture that senses() did not ask for.
  pybind11::object form(const std::string& name) const;

 private:
  pybind11::object picture() const;
  Observation observation_;
};

/// A picture as an array of uint8 (height, width, 3).
pybind11::array_t<std::uint8_t> picture_array(const Picture& picture);

/// {"passed": ..., "score": ..., "last": Observation}
pybind11::dict result_dict(const TaskResult& result);

}  // namespace novphy::python
