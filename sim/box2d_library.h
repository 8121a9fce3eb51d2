#pragma once

#include <dlfcn.h>

#include <cassert>

namespace novphy {

/// A function of the shared Box2D library that a definition of this program replaces, by its name for the
/// linker.
template <class Function>
Function box2d_library(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  assert(found != nullptr);
  return reinterpret_cast<Function>(found);
}

}  // namespace novphy
