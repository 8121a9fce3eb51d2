#include "trials/made_by.h"

#include <sys/utsname.h>

#include "trials/plan_tasks.h"

namespace novphy {
namespace {

std::string architecture() {
  utsname system{};
  return ::uname(&system) == 0 ? system.machine : "unknown";
}

}  // namespace

BuildInfo build_info() { return {NOVPHY_VERSION, NOVPHY_BOX2D_VERSION, NOVPHY_COMPILER, architecture()}; }

bool made_in_browser(const Fingerprint& fingerprint) { return fingerprint.architecture == "wasm32"; }

Fingerprint made_by(const Assets& assets, const std::string& physics,
                    std::span<const std::string> overrides) {
  const BuildInfo build = build_info();
  Fingerprint print;
  print.version = build.version;
  print.told_seeds = kToldSeeds;
  print.box2d = build.box2d;
  print.compiler = build.compiler;
  print.architecture = build.architecture;
  print.catalogue_hash = assets.catalogue_hash;
  print.physics_hash = assets.physics_hash;
  print.physics = physics;
  print.overrides.assign(overrides.begin(), overrides.end());
  return print;
}

}  // namespace novphy
