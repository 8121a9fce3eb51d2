#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// FNV-1a (64 bits, 16 hexadecimal digits) of a JSON text's content: without white space and with sorted
/// keys, so that it changes with any value and not with the layout. Throws where the text is no JSON.
std::string content_hash(std::string_view json_text);

}  // namespace novphy
