#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/rng.h"

namespace novphy {

/// What all draws of a plan or of a set of tasks start from: a number that everybody may know and, where
/// nobody else may draw again, a secret.
struct Seed {
  std::uint64_t number = 1;
  std::string
      secret_sha256{};  ///< of the secret, in hexadecimal digits, which may be published; "": no secret
  std::string key{};    ///< made from the secret; "" where only its hash is known. Never written

  Seed(std::uint64_t seed = 1) : number(seed) {}  // NOLINT: most seeds are numbers
  /// Whether both give the same draws.
  friend bool operator==(const Seed& a, const Seed& b) {
    return a.number == b.number && a.secret_sha256 == b.secret_sha256;
  }
};

/// The seed with this secret, of any bytes.
Seed with_secret(std::uint64_t number, std::string_view secret);

/// The generator for one purpose and index, as Rng::stream() gives it. With a secret it comes from a SHA-256
/// of key, number, purpose and index, so that what is seen of one stream tells nothing of the others. Throws
/// std::logic_error where only the secret's hash is known.
Rng stream_of(const Seed& seed, std::string_view purpose, std::uint64_t index = 0);

/// The first 64 bits of the SHA-256 of the bytes.
std::uint64_t sha256_number(std::string_view bytes);

}  // namespace novphy
