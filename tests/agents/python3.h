#pragma once

#include <cstdlib>
#include <iostream>

namespace novphy {

/// Whether a `python3` is in PATH. Tests whose agents are written in Python call skip_python() where none is.
inline bool has_python() { return std::system("python3 -c '' > /dev/null 2>&1") == 0; }
inline void skip_python() { std::cout << "SKIPPED: no python3\n"; }

}  // namespace novphy
