#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "jobs/context.h"

namespace novphy::python {

/// What a job warns of, for Python's warnings.
using Warned = std::shared_ptr<std::vector<std::string>>;

/// What the package gives to a job with these settings.
JobContext context_of(const Settings& settings, const Warned& warned = nullptr);

/// Sets the settings from arguments that Python passes by name, and checks them. None leaves a setting at its
/// default; a path counts as a text. Throws InputError, also for a name that no setting has; `owner` says
/// whose settings they are.
void set_settings(Settings& settings, const pybind11::dict& given, const std::string& owner);

/// The values by their names, as set_settings() takes them. Throws std::logic_error for a text reader, whose
/// value it does not know.
pybind11::dict values_of(const Settings& settings);

/// For signatures and descriptions: a tuple (name, kind, default as a text, help, choices) for each setting.
/// The kind is "bool", "int", "float", "str", "list" or "dict", with "?" behind it where None is the default.
pybind11::list described(const Settings& settings);

}  // namespace novphy::python
