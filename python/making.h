#pragma once

#include <string>

#include "generator/variation.h"

namespace novphy::python {

/// The proof called "none", "valid", "witness" or "full". Throws InputError for another name.
Proof proof_named(const std::string& name);
/// The name of a file that no other call has, for tasks that are being made.
std::string temporary_file();

}  // namespace novphy::python
