#include "sim/rng.h"

#include <stdexcept>

#include "base/hash.h"

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

namespace {

constexpr std::uint64_t kMultiplier = 6364136223846793005ULL;

/// The finalizer of SplitMix64, which maps neighbouring numbers to unrelated numbers.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

Rng::Rng(std::uint64_t seed, std::uint64_t sequence) : increment_((sequence << 1U) | 1U) {
  next();
  state_ += seed;
  next();
}

Rng Rng::stream(std::uint64_t seed, std::string_view purpose, std::uint64_t index) {
  const std::uint64_t name = fnv1a(purpose);
  return {mixed(seed + mixed(index)), mixed(name ^ mixed(index + 1))};
}

std::uint32_t Rng::next() {
  const std::uint64_t old = state_;
  state_ = old * kMultiplier + increment_;
  const auto xorshifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
  const auto rot = static_cast<std::uint32_t>(old >> 59U);
  return (xorshifted >> rot) | (xorshifted << ((32U - rot) & 31U));
}

double Rng::uniform() { return next() * 0x1p-32; }

double Rng::uniform(double low, double high) { return low + (high - low) * uniform(); }

int Rng::integer(int low, int high) {
  const auto count = static_cast<std::uint32_t>(high - low) + 1U;
  if (count == 0) return static_cast<int>(next());
  // Draws below the threshold are rejected, because they would make some results more likely than others.
  const std::uint32_t threshold = (0U - count) % count;
  std::uint32_t drawn = next();
  while (drawn < threshold) drawn = next();
  return static_cast<int>(static_cast<std::uint32_t>(low) + drawn % count);
}

std::uint64_t Rng::seed64() {
  const std::uint64_t high = next();
  const std::uint64_t low = next();
  return (high << 32U) | low;
}

}  // namespace novphy
