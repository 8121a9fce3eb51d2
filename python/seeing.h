#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "sim/observation.h"
#include "sim/world.h"
#include "view/painter.h"

namespace novphy::python {

/// An observation for Python: the objects of docs/reference/perception.md, and the forms that learners use.
class Seen {
 public:
  /// Without `text`, nothing but the picture can be had of it: all other calls throw InputError.
  explicit Seen(Observation observation, bool text = true)
      : observation_(std::move(observation)), text_(text) {}
  /// The observation as programs get it, one line of JSON without the picture.
  std::string json() const;
  /// The form "table", "features", "flat", "picture", "geojson" or "objects". Throws InputError for any other
  /// name, and for a picture that senses() did not ask for.
  pybind11::object form(const std::string& name) const;
  const Observation& observation() const;

 private:
  Observation observation_;
  bool text_;
};

/// A picture as an array of uint8 (height, width, 3).
pybind11::array_t<std::uint8_t> picture_array(const Picture& picture);

/// The picture of a world on a screen of this size. Throws as screen_of() does.
pybind11::array_t<std::uint8_t> picture_of(const World& world, int width_px, int height_px);

/// {"passed": ..., "score": ..., "last": Observation}
pybind11::dict result_dict(const TaskResult& result, bool text = true);

/// The forms in which environments and learners see a world.
enum class Form {
  kTable,
  kFeatures,
  kFlat,  ///< the numbers of kFeatures, row by row in one row
  kPicture
};
/// The form called "table", "features", "flat" or "picture". Throws InputError for any other name.
Form form_named(const std::string& name);
/// The shape of what is seen: of float32 or, for pictures, of uint8.
std::vector<pybind11::ssize_t> shape_of(Form form, int width_px, int height_px);

/// Writes what is seen of worlds into memory of a fixed size. Each thread needs its own writer.
class ObservationWriter {
 public:
  ObservationWriter(Form form, int width_px, int height_px);
  /// Bytes of one observation.
  std::size_t bytes() const;
  void write(const World& world, void* into);
  /// The cells of the ObjectTable for the world of the last call of write() or update_table().
  const std::vector<float>& table() const { return table_; }
  void update_table(const World& world);

 private:
  Form form_;
  Screen screen_;
  std::vector<float> table_;
  std::unique_ptr<Painter> painter_{};
};

/// A screen of this size that shows at least what the agents' screen shows. Throws InputError for a side of
/// less than 1 or more than 16,384 pixels.
Screen screen_of(int width_px, int height_px);

}  // namespace novphy::python
