#include "app/made_by.h"

namespace novphy::app {

Fingerprint made_by(const AssetOptions& options, const Assets& assets) {
  const BuildInfo build = build_info();
  Fingerprint print;
  print.version = build.version;
  print.box2d = build.box2d;
  print.compiler = build.compiler;
  print.architecture = build.architecture;
  print.catalogue_hash = assets.catalogue_hash;
  print.physics_hash = assets.physics_hash;
  print.physics = options.physics_name();
  print.overrides = options.overrides();
  return print;
}

}  // namespace novphy::app
