#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "serve/messages.h"

namespace novphy {

/// Cuts the bytes of a connection into requests, however the bytes come. Every length is bounded before
/// memory is taken.
///
/// Some clients send a tail behind a request's fields. The bytes behind the fields are the tail where
/// * they are exactly as many as the tail has, or
/// * the first of them is the id of no message. Such a tail may also come later than the fields.
class Framing {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }
  /// The next whole request; nothing before more bytes have come. Throws ProtocolError where the bytes are no
  /// request.
  std::optional<Request> next();
  /// Whether a part of a request is waiting for its rest.
  bool half() const { return !bytes_.empty(); }

 private:
  void drop_late_tail();
  void take_tail(Request& request, std::size_t end);

  std::string bytes_;
  std::size_t late_tail_bytes_ = 0;  ///< of the last request, whose tail may still come
  std::size_t dropping_bytes_ = 0;   ///< of a late tail that has begun to come
};

}  // namespace novphy
