#include "web/module/numbers.h"

#include <string>
#include <string_view>

namespace novphy {

extern const std::string_view kCatalogueText;
extern const std::string_view kPhysicsText;
extern const std::string_view kColoursText;

}  // namespace novphy

namespace novphy::web {

const Assets& numbers() {
  static const Assets assets = read_assets(
      {std::string(kCatalogueText), std::string(kPhysicsText), std::string(kColoursText)}, "assets");
  return assets;
}

const Physics& physics() { return numbers().physics.at("standard"); }

}  // namespace novphy::web
