#pragma once

#include <dlfcn.h>

#include <cassert>

namespace novphy {

/// Gets Box2D ready for use by several threads. Call this before the first world is made. A program that
/// calls it is linked with the definitions of box2d_replacements.cpp.
void prepare_box2d();

/// Whether Box2D calls our clock, memory, sine and search for times of impact. It does so in every program
/// that is linked with this file; in a library that a program loads, it depends on how the library was
/// loaded. With Box2D's own functions, plays have other digests. Also false in a build with
/// NOVPHY_BOX2D_CLOCK, which keeps Box2D's clock.
bool replaces_box2d_functions();

/// The shared Box2D library's version of a function that this program defines itself. `name` is the
/// function's name for the linker.
template <class Function>
Function box2d_library(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  assert(found != nullptr);
  return reinterpret_cast<Function>(found);
}

}  // namespace novphy
