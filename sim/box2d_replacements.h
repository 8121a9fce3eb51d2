#pragma once

#include <dlfcn.h>

#include <cassert>

namespace novphy {

/// Gets Box2D ready for use by several threads. To be called before the first world is made. A program that
/// calls this function is linked with the definitions of box2d_replacements.cpp.
void prepare_box2d();

/// Whether Box2D calls our clock, memory, sine and search for times of impact, as it does in every program
/// that is linked with this file. In a library that is loaded by a program, that depends on how the library
/// was loaded. Without them, plays have other digests. (Not in a build with NOVPHY_BOX2D_CLOCK, which keeps
/// Box2D's clock.)
bool replaces_box2d_functions();

/// A function of the shared Box2D library for which this program has a definition of its own. `name` is the
/// function's name for the linker.
template <class Function>
Function box2d_library(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  assert(found != nullptr);
  return reinterpret_cast<Function>(found);
}

}  // namespace novphy
