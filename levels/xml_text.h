#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// The text of an XML file as UTF-8. The byte order mark, or the position of the zero bytes in the first
/// character, decides the encoding, not the declaration. `file` names the source. Throws InputError, with the
/// line, for text that is neither UTF-8 nor UTF-16, and for control characters.
std::string xml_text(std::string_view bytes, const std::string& file);

}  // namespace novphy
