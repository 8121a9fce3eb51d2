#pragma once

#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace novphy {

/// FNV-1a, 64 bits: the hash of texts and files. `hash` is the hash of the bytes so far.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325ULL) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return hash;
}

/// Hash of a sequence of numbers by their exact bits.
class Hash {
 public:
  Hash& add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15ULL;
    state_ ^= state_ >> 32U;
    return *this;
  }
  Hash& add(std::int64_t number) { return add(static_cast<std::uint64_t>(number)); }
  Hash& add(int number) { return add(static_cast<std::int64_t>(number)); }
  Hash& add(float number) { return add(static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(number))); }
  Hash& add(double number) { return add(std::bit_cast<std::uint64_t>(number)); }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x243f6a8885a308d3ULL;
};

/// SHA-256 of the bytes (FIPS 180-4), as 64 hexadecimal digits in lower case, as sha256sum prints it. Unlike
/// fnv1a() of base/hash.h, it also holds against somebody who looks for another text with the same hash.
std::string sha256(std::string_view bytes);
/// That of a file of any size. Throws InputError where it cannot be read.
std::string file_sha256(const std::filesystem::path& file);
/// That of all in a folder: of a line for each file and link, with its own, whether it can be run, and its
/// path. Throws InputError where something cannot be read.
std::string folder_sha256(const std::filesystem::path& folder);

}  // namespace novphy
