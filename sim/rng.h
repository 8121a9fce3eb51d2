#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace novphy {

/// The random generator PCG32 (O'Neill 2014, XSH-RR 64/32) with distributions of our own, so that every
/// compiler and library gives the same draws. Callers take a named stream for each purpose, and draw at most
/// once in a statement, because C++ leaves the order of evaluation open.
class Rng {
 public:
  Rng(std::uint64_t seed, std::uint64_t sequence);

  /// The generator for one purpose (such as "trials/order") and index, independent of all other streams.
  static Rng stream(std::uint64_t seed, std::string_view purpose, std::uint64_t index = 0);

  std::uint32_t next();
  /// Uniform in [0, 1), a multiple of 2^-32.
  double uniform();
  /// Uniform in [low, high).
  double uniform(double low, double high);
  /// Uniform among low, low + 1, ..., high; needs low <= high.
  int integer(int low, int high);
  /// A 64-bit seed for another random generator.
  std::uint64_t seed64();
  friend bool operator==(const Rng&, const Rng&) = default;

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_ = 0;
};

/// Puts the values into a random order, each equally likely (Fisher and Yates).
template <class Value>
void shuffle(std::vector<Value>& values, Rng& rng) {
  for (int i = static_cast<int>(values.size()) - 1; i > 0; --i)
    std::swap(values[static_cast<std::size_t>(i)], values[static_cast<std::size_t>(rng.integer(0, i))]);
}

/// One of the values, each equally likely. There must be one.
template <class Values>
const auto& pick(const Values& values, Rng& rng) {
  return values[static_cast<std::size_t>(rng.integer(0, static_cast<int>(values.size()) - 1))];
}

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
