#pragma once

#include <string>

#include "sim/catalogue.h"
#include "view/image_file.h"

namespace novphy {

/// The bytes of a picture of all artwork with names: objects in all materials and states of damage, birds,
/// scenery. The scale is 60 pixels a metre.
std::string contact_sheet(const Catalogue& catalogue, ImageFormat format);

/// The colours of every appearance in our artwork, which is the content of assets/colours.json. Shares are
/// rounded to 4 digits.
ColourTable colours_of_artwork(const Catalogue& catalogue);

}  // namespace novphy
