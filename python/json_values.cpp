#include "python/json_values.h"

#include <fmt/core.h>

#include <cmath>

#include "base/input_error.h"
#include "base/json_reader.h"

namespace novphy::python {

namespace py = pybind11;

namespace {

/// Writes Python values as JSON.
class JsonOfValue {
 public:
  explicit JsonOfValue(std::string name) : name_(std::move(name)) {}
  const std::string& text() const { return text_; }

  void write(const py::handle& value, const std::string& place) {
    if (value.is_none())
      text_ += "null";
    else if (PyBool_Check(value.ptr()))
      text_ += value.cast<bool>() ? "true" : "false";
    else if (PyLong_Check(value.ptr()))
      write_integer(value, place);
    else if (PyFloat_Check(value.ptr()))
      write_number(value.cast<double>(), place);
    else if (PyUnicode_Check(value.ptr()))
      append_quoted(text_, word(value, place));
    else
      write_many(value, place);
  }

 private:
  /// Writes the digits, also of an integer that has another text, such as an enum's.
  void write_integer(const py::handle& value, const std::string& place) {
    constexpr int kDecimal = 10;
    PyObject* digits = PyNumber_ToBase(value.ptr(), kDecimal);
    if (digits == nullptr) {
      PyErr_Clear();
      refuse(place, "found an integer of too many digits");
    }
    text_ += std::string(py::reinterpret_steal<py::str>(digits));
  }

  /// The text in UTF-8.
  std::string word(const py::handle& text, const std::string& place) const {
    py::ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) {
      PyErr_Clear();
      refuse(place,
             fmt::format("found the text {}, which has half of a surrogate pair, expected Unicode",
                         std::string(py::module_::import("builtins").attr("ascii")(text).cast<py::str>())));
    }
    return {bytes, static_cast<std::size_t>(size)};
  }

  void write_number(double number, const std::string& place) {
    if (!std::isfinite(number)) refuse(place, fmt::format("expected a finite number, found {}", number));
    text_ += shortest(number);
  }

  void write_many(const py::handle& value, const std::string& place) {
    constexpr int kDeepest = 100;
    if (++depth_ > kDeepest) refuse(place, "expected at most 100 lists and dictionaries within each other");
    if (PyDict_Check(value.ptr()))
      write_members(value.cast<py::dict>(), place);
    else if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr()))
      write_items(value, place);
    else if (py::hasattr(value, "tolist"))
      write(value.attr("tolist")(), place);
    else
      refuse(place, fmt::format("expected a dict, a list, a text, a number, a bool or None, found {}",
                                std::string(py::str(py::type::of(value).attr("__name__")))));
    --depth_;
  }

  void write_members(const py::dict& members, const std::string& place) {
    text_ += '{';
    bool first = true;
    for (const auto& [key, value] : members) {
      if (!PyUnicode_Check(key.ptr()))
        refuse(place, fmt::format("expected keys of text, found {}", std::string(py::repr(key))));
      begin(first);
      const std::string name = word(key, place);
      append_quoted(text_, name);
      text_ += ':';
      write(value, place + "/" + pointer_part(name));
    }
    text_ += '}';
  }

  void write_items(const py::handle& items, const std::string& place) {
    text_ += '[';
    bool first = true;
    std::size_t i = 0;
    for (const py::handle& item : items) {
      begin(first);
      write(item, place + "/" + std::to_string(i++));
    }
    text_ += ']';
  }

  void begin(bool& first) {
    if (!first) text_ += ',';
    first = false;
  }

  [[noreturn]] void refuse(const std::string& place, const std::string& text) const {
    throw InputError(std::vector{Problem{name_, 0, place, text}});
  }

  std::string name_;
  std::string text_{};
  int depth_ = 0;
};

}  // namespace

py::object value_of_json(const std::string& json) {
  static const py::handle loads = py::object(py::module_::import("json").attr("loads")).release();
  return loads(json);
}

std::string json_of_value(const py::handle& value, const std::string& name) {
  JsonOfValue writer(name);
  writer.write(value, "");
  return writer.text();
}

}  // namespace novphy::python
