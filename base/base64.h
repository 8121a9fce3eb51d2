#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// Bytes as text: base 64 of RFC 4648, with padding, on one line.
std::string base64(std::string_view bytes);

}  // namespace novphy
