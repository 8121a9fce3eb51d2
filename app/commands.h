#pragma once

#include <CLI/CLI.hpp>

/// One function for each sub-command, in the file of its name. It declares the options and what runs.
namespace novphy::app {}  // namespace novphy::app
