#include "trials/made_by.h"

#include <sys/utsname.h>

#include "trials/plan_tasks.h"

namespace novphy {

Fingerprint build_info() {
  Fingerprint print;
  print.version = NOVPHY_VERSION;
  print.told_seeds = kToldSeeds;
  print.box2d = NOVPHY_BOX2D_VERSION;
  print.compiler = NOVPHY_COMPILER;
  utsname system{};
  print.architecture = ::uname(&system) == 0 ? system.machine : "unknown";
  return print;
}

bool made_in_browser(const Fingerprint& fingerprint) { return fingerprint.architecture == "wasm32"; }

Fingerprint made_by(const Assets& assets, const std::string& physics,
                    std::span<const std::string> overrides) {
  Fingerprint print = build_info();
  print.catalogue_hash = assets.catalogue_hash;
  print.physics_hash = assets.physics_hash;
  print.physics = physics;
  print.overrides.assign(overrides.begin(), overrides.end());
  return print;
}

}  // namespace novphy
