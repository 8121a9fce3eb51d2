#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace novphy {

/// Reads `bytes` bytes of an open file from this offset on, or fewer where the file ends earlier. Nothing,
/// with errno set, where the file cannot be read.
inline std::optional<std::string> read_bytes(int fd, std::int64_t offset, std::size_t bytes) {
  std::string content(bytes, '\0');
  std::size_t done = 0;
  while (done < bytes) {
    const auto at = offset + static_cast<std::int64_t>(done);
    const ssize_t count = ::pread(fd, content.data() + done, bytes - done, at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  content.resize(done);
  return content;
}

}  // namespace novphy
