#include "python/settings.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>

#include "base/input_error.h"
#include "base/json_reader.h"
#include "python/data.h"

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

py::object value_of_json(const std::string& json) { return py::module_::import("json").attr("loads")(json); }

std::string json_of_value(const py::handle& value, const std::string& name) {
  JsonOfValue writer(name);
  writer.write(value, "");
  return writer.text();
}

namespace {

py::object with_texts(const py::handle& value) {
  if (py::hasattr(value, "__fspath__")) return py::module_::import("os").attr("fspath")(value);
  if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr()))
    return py::reinterpret_borrow<py::object>(value);
  py::list texts;
  for (const py::handle& each : value) texts.append(with_texts(each));
  return texts;
}

/// Throws InputError for a value that JSON does not have, such as a number that is not finite.
std::string json_given(const Setting& setting, const py::handle& value) {
  const std::string name = name_of(setting, Face::kPython);
  try {
    return json_of_value(with_texts(value), name);
  } catch (const InputError&) {
    throw InputError(
        name, fmt::format("found {}, expected {}", std::string(py::repr(value)), expected_text(setting)));
  }
}

std::string kind_of(const Setting& setting) {
  struct Kind {
    std::string operator()(const bool*) const { return "bool"; }
    std::string operator()(const int*) const { return "int"; }
    std::string operator()(const std::uint64_t*) const { return "int"; }
    std::string operator()(const double*) const { return "float"; }
    std::string operator()(const std::optional<int>*) const { return "int?"; }
    std::string operator()(const std::optional<double>*) const { return "float?"; }
    std::string operator()(const std::string*) const { return "str"; }
    std::string operator()(const TextReader&) const { return "str"; }
    std::string operator()(const std::vector<std::string>*) const { return "list"; }
    std::string operator()(const std::vector<int>*) const { return "list"; }
    std::string operator()(const std::map<std::string, std::string>*) const { return "dict"; }
  };
  return std::visit(Kind(), setting.value);
}

}  // namespace

JobContext context_of(const Settings& settings, const Warned& warned) {
  return {.face = Face::kPython,
          .folder = [](std::string_view name) { return data_folder() / name; },
          .assets = {std::shared_ptr<const Assets>(), &data().assets},
          .given = given_settings(settings),
          .warn =
              [warned](const std::string& text) {
                if (warned) warned->push_back(text);
              }};
}

void set_settings(Settings& settings, const py::dict& given, const std::string& owner) {
  for (const auto& [key, value] : given) {
    const auto name = key.cast<std::string>();
    Setting* setting = find(settings, name, Face::kPython);
    if (setting == nullptr)
      throw InputError(owner, fmt::format("found the option \"{}\", which it does not have", name));
    if (value.is_none()) continue;
    JsonDocument document(json_given(*setting, value), name);
    set(*setting, *document.find(""), Face::kPython);
  }
  check(settings, Face::kPython);
}

std::size_t index_of(std::string_view word, std::span<const std::string_view> words,
                     const std::string& place) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  throw InputError(place, fmt::format("found \"{}\", expected {} or {}", word,
                                      fmt::join(words.first(words.size() - 1), ", "), words.back()));
}

py::dict values_of(const Settings& settings) {
  const auto value_of = [](const auto& value) -> py::object {
    if constexpr (std::is_same_v<decltype(value), const TextReader&>)
      throw std::logic_error("a text reader keeps no value");
    else
      return py::cast(*value);
  };
  py::dict all;
  for (const Setting& setting : settings)
    all[py::str(name_of(setting, Face::kPython))] = std::visit(value_of, setting.value);
  return all;
}

py::list described(const Settings& settings) {
  py::list all;
  for (const Setting& setting : settings)
    all.append(py::make_tuple(name_of(setting, Face::kPython), kind_of(setting), default_text(setting),
                              setting.help, setting.choices));
  return all;
}

}  // namespace novphy::python
