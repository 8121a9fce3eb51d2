#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jobs/context.h"

namespace novphy::python {

/// Python's value of a JSON text.
pybind11::object value_of_json(const std::string& json);

/// The JSON text of a Python value that is made of dictionaries with text keys, lists, tuples, texts,
/// numbers, booleans and None. Numpy's numbers and arrays count as numbers and lists. Throws InputError, with
/// `name` and the place as a JSON pointer, for anything else and for a number that is not finite.
std::string json_of_value(const pybind11::handle& value, const std::string& name);

/// What a job warns of, for Python's warnings.
using Warned = std::shared_ptr<std::vector<std::string>>;

/// What the package gives to a job with these settings.
JobContext context_of(const Settings& settings, const Warned& warned = nullptr);

/// Sets the settings from arguments that Python passes by name, and checks them. None leaves a setting at its
/// default; a path counts as a text. Throws InputError, also for a name that no setting has; `owner` says
/// whose settings they are.
void set_settings(Settings& settings, const pybind11::dict& given, const std::string& owner);

/// A job that Python asks for. The thread of the job owns it.
template <class Wanted>
struct Asked {
  Wanted wanted{};
  Warned warned = std::make_shared<std::vector<std::string>>();
  JobContext context{};
};

/// The job of `owner`, whose settings are `wanted` until Python gives others; these are required. Throws as
/// set_settings() does.
template <class Wanted>
Asked<Wanted> asked(const pybind11::dict& given, const std::string& owner, Wanted wanted,
                    std::initializer_list<const char*> required = {}) {
  Asked<Wanted> job{.wanted = std::move(wanted)};
  Settings settings = job.wanted.settings();
  for (const char* name : required) find(settings, name, Face::kPython)->required = true;
  set_settings(settings, given, owner);
  job.context = context_of(settings, job.warned);
  return job;
}

/// The index of a word among these. Throws InputError, naming the place, for another word.
std::size_t index_of(std::string_view word, std::span<const std::string_view> words,
                     const std::string& place);

/// The values by their names, as set_settings() takes them. Throws std::logic_error for a text reader, whose
/// value it does not know.
pybind11::dict values_of(const Settings& settings);

/// For signatures and descriptions: a tuple (name, kind, default as a text, help, choices) for each setting.
/// The kind is "bool", "int", "float", "str", "list" or "dict", with "?" behind it where None is the default.
pybind11::list described(const Settings& settings);

}  // namespace novphy::python
