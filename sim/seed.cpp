#include "sim/seed.h"

#include <stdexcept>

#include "base/sha256.h"

namespace novphy {
namespace {

constexpr std::size_t kDigits = 16;  // hexadecimal, of 64 bits

std::uint64_t number_at(const std::string& digits, std::size_t at) {
  return std::stoull(digits.substr(at, kDigits), nullptr, 16);
}

}  // namespace

std::uint64_t sha256_number(std::string_view bytes) { return number_at(sha256(bytes), 0); }

Seed with_secret(std::uint64_t number, std::string_view secret) {
  Seed seed(number);
  seed.secret_sha256 = sha256(secret);
  seed.key = sha256("novphy: key of draws\n" + std::string(secret));
  return seed;
}

Rng stream_of(const Seed& seed, std::string_view purpose, std::uint64_t index) {
  if (seed.secret_sha256.empty()) return Rng::stream(seed.number, purpose, index);
  if (seed.key.empty()) throw std::logic_error("draws of a secret of which only the hash is known");
  const std::string drawn = sha256(seed.key + "\n" + std::to_string(seed.number) + "\n" +
                                   std::to_string(index) + "\n" + std::string(purpose));
  return {number_at(drawn, 0), number_at(drawn, kDigits)};
}

}  // namespace novphy
