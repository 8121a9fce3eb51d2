// Box2D's own versions of the functions that box2d_replacements.cpp replaces.
#ifdef NOVPHY_BUNDLED_BOX2D
#define Step LibraryStep  // the name that scripts/bundled/CMakeLists.txt gives b2World::Step
#endif
#include <box2d/box2d.h>

#include "sim/box2d_replacements.h"

#ifdef NOVPHY_BUNDLED_BOX2D

void Libraryb2TimeOfImpact(b2TOIOutput* output, const b2TOIInput* input);

namespace novphy {

void library_step(b2World& world, float time_step_s, int velocity_iterations, int position_iterations) {
  world.LibraryStep(time_step_s, velocity_iterations, position_iterations);
}

void library_time_of_impact(b2TOIOutput* output, const b2TOIInput* input) {
  Libraryb2TimeOfImpact(output, input);
}

}  // namespace novphy

#else

#include <dlfcn.h>

#include <cassert>

namespace novphy {
namespace {

/// The shared library's version of a function. `name` is the function's name for the linker.
template <class Function>
Function next(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  assert(found != nullptr);
  return reinterpret_cast<Function>(found);
}

}  // namespace

void library_step(b2World& world, float time_step_s, int velocity_iterations, int position_iterations) {
  static const auto step = next<void (*)(b2World*, float, int32, int32)>("_ZN7b2World4StepEfii");
  step(&world, time_step_s, velocity_iterations, position_iterations);
}

void library_time_of_impact(b2TOIOutput* output, const b2TOIInput* input) {
  static const auto search =
      next<void (*)(b2TOIOutput*, const b2TOIInput*)>("_Z14b2TimeOfImpactP11b2TOIOutputPK10b2TOIInput");
  search(output, input);
}

}  // namespace novphy

#endif
