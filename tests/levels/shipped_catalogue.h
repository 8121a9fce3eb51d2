#pragma once

#include "levels/assets.h"

namespace novphy {

/// The catalogue of the assets folder, read once.
inline const Catalogue& shipped_catalogue() {
  static const Assets assets = load_assets(NOVPHY_SOURCE_DIR "/assets");
  return assets.catalogue;
}

}  // namespace novphy
