#pragma once

#include <string>

#include "sim/catalogue.h"
#include "view/image_file.h"

/// All artwork at once.
namespace novphy {

/// The bytes of a picture of all artwork, with names: objects in all materials and states of damage, birds,
/// and scenery, at 60 pixels a metre.
std::string contact_sheet(const Catalogue& catalogue, ImageFormat format);

/// The colours of every appearance in our artwork: the content of assets/colours.json. Shares have 4 digits.
ColourTable colours_of_artwork(const Catalogue& catalogue);

}  // namespace novphy
