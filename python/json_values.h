#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace novphy::python {

/// Python's value of a JSON text.
pybind11::object value_of_json(const std::string& json);

/// The JSON text of a Python value that is made of dictionaries with text keys, lists, tuples, texts,
/// numbers, booleans and None. Numpy's numbers and arrays count as numbers and lists. Throws InputError, with
/// `name` and the place as a JSON pointer, for anything else and for a number that is not finite.
std::string json_of_value(const pybind11::handle& value, const std::string& name);

}  // namespace novphy::python
