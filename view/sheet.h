#pragma once

#include <string>

#include "sim/catalogue.h"
#include "view/image_file.h"

namespace novphy {

/// The bytes of a picture of everything there is to see, with names: objects in all materials and states of
/// damage, birds, scenery. Drawn at 60 pixels a metre.
std::string contact_sheet(const Catalogue& catalogue, ImageFormat format);

/// The colours of every appearance, as they are in our artwork: what assets/colours.json holds. Shares are
/// rounded to 4 digits.
ColourTable colours_of_artwork(const Catalogue& catalogue);

}  // namespace novphy
