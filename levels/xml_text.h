#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// The text of an XML file as UTF-8, whatever its declaration claims: told by the byte order mark, or by
/// where the zero bytes of the first character are. `file` names the source. Throws InputError, with the
/// line, for what is neither UTF-8 nor UTF-16, and for control characters.
std::string xml_text(std::string_view bytes, const std::string& file);

}  // namespace novphy
