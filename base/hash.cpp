#include "base/hash.h"

#include <fmt/core.h>
#include <sha2.h>

#include <array>

namespace novphy {

std::string sha256(std::string_view bytes) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256Final(digest.data(), &context);
  std::string digits;
  for (const unsigned char byte : digest) digits += fmt::format("{:02x}", byte);
  return digits;
}

}  // namespace novphy
