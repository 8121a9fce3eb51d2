#pragma once

#include <cstdint>
#include <string_view>

namespace novphy {

/// FNV-1a, 64 bits: the hash of files and blocks.
constexpr std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

}  // namespace novphy
