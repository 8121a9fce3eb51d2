#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// SHA-256 of the bytes (FIPS 180-4), as 64 hexadecimal digits in lower case, as sha256sum prints it. Unlike
/// fnv1a() of base/hash.h, it also holds against somebody who looks for another text with the same hash.
std::string sha256(std::string_view bytes);

}  // namespace novphy
