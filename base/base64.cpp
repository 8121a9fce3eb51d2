#include "base/base64.h"

#include <algorithm>
#include <cstdint>

namespace novphy {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(3, bytes.size()))) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i)
      three = three << 8U | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += digit <= bytes.size() ? kDigits[three >> (18U - 6U * digit) & 63U] : '=';
  }
  return text;
}

}  // namespace novphy
