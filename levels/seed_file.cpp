#include "levels/seed_file.h"

#include <fmt/core.h>

#include "base/file.h"
#include "base/input_error.h"

namespace novphy {
namespace {

constexpr std::size_t kShortestSecret = 16;  // bytes: as many guesses as nobody can make
constexpr FileBounds kSecretBounds{"a secret", kMebibyte, 0};

}  // namespace

std::string Sha256Codec::read(const Node& node) const {
  std::string digits = node.text();
  if (digits.size() != 64 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    node.expected("64 hexadecimal digits in lower case");
  return digits;
}

Seed read_secret(std::uint64_t number, const std::filesystem::path& file) {
  const std::string secret = read_file(file, kSecretBounds);
  if (secret.size() < kShortestSecret)
    throw InputError(file.string(),
                     fmt::format("holds {} bytes, expected a secret of at least {} that nobody can guess",
                                 secret.size(), kShortestSecret));
  return with_secret(number, secret);
}

}  // namespace novphy
