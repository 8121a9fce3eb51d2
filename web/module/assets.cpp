#include "web/module/assets.h"

#include <string>
#include <string_view>

namespace novphy {

extern const std::string_view kCatalogueText;
extern const std::string_view kPhysicsText;
extern const std::string_view kColoursText;

}  // namespace novphy

namespace novphy::web {

const Assets& assets() {
  static const Assets built_in = read_assets(
      {std::string(kCatalogueText), std::string(kPhysicsText), std::string(kColoursText)}, "assets");
  return built_in;
}

const Physics& physics() { return assets().physics.at("standard"); }

}  // namespace novphy::web
