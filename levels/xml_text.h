#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// The text of an XML file as UTF-8. The byte order mark, or else the position of the zero bytes in the first
/// character, decides between UTF-8 and UTF-16; the declaration does not. Bytes that are neither are
/// ISO 8859-1 if the declaration says so, or Windows-1252. `file` names the source. Throws InputError, with
/// the line, for other bytes, and for control characters.
std::string xml_text(std::string_view bytes, const std::string& file);

}  // namespace novphy
