#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// The hash (FNV-1a, 64 bits, 16 hexadecimal digits) of a JSON text's content. White space and the order of
/// keys do not change the hash; every value does. Throws if the text is not JSON.
std::string content_hash(std::string_view json_text);

}  // namespace novphy
