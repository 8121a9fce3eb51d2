#pragma once

#include <filesystem>
#include <string>

#include "base/json_fields.h"
#include "sim/seed.h"

/// Seeds in files: the number and the hash of the secret, never the secret; and the secret's own file.
namespace novphy {

/// A SHA-256 as 64 hexadecimal digits in lower case.
struct Sha256Codec : TextCodec {
  std::string read(const Node& node) const;
};

template <class Io, class Number = Unsigned64Codec>
void describe_seed(Io& io, Seed& seed, const Number& number = {}) {
  io.field("seed", seed.number, number);
  io.field("secret_sha256", seed.secret_sha256, Sha256Codec{}, "");
}

/// The seed with the secret of this file, whose bytes are taken as they are. Throws InputError unless it has
/// 16 bytes to 1 MiB.
Seed read_secret(std::uint64_t number, const std::filesystem::path& file);

}  // namespace novphy
