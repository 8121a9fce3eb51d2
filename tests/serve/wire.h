#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "serve/messages.h"

namespace novphy::test {

inline std::string i32(std::int32_t value) {
  const auto bits = static_cast<std::uint32_t>(value);
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(bits >> shift & 255U);
  return bytes;
}
inline std::string f32(float value) { return i32(std::bit_cast<std::int32_t>(value)); }
inline std::string u8(int value) { return {static_cast<char>(value)}; }

/// The int32 at a place of a reply.
inline std::int32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (const char byte : bytes.substr(at, 4)) value = value << 8U | static_cast<std::uint8_t>(byte);
  return static_cast<std::int32_t>(value);
}

inline std::string likelihood_bytes(float novel, const std::string& ids, int count, int level,
                                    const std::string& text) {
  return u8(66) + f32(novel) + f32(1 - novel) + i32(count) + ids + i32(level) +
         i32(static_cast<std::int32_t>(text.size())) + text;
}

/// The only request in the bytes.
inline Request request_in(const std::string& bytes) {
  Framing framing;
  framing.add(bytes);
  const auto request = framing.next();
  if (!request || framing.half()) throw std::logic_error("the bytes are not one request");
  return *request;
}

}  // namespace novphy::test
