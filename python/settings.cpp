#include "python/settings.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "base/input_error.h"
#include "base/json_reader.h"
#include "python/data.h"
#include "python/json_values.h"

namespace novphy::python {

namespace py = pybind11;

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
