#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

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

/// Writes all bytes to an open file, in as many portions as the system takes. Returns false, with errno set,
/// at the first failure.
inline bool write_bytes(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Makes sure that what was written is on disk. Pipes and devices cannot be synced, which counts as success.
inline bool sync_bytes(int fd) { return ::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP; }

/// Whether the open file still has this name: another process may have renamed or removed the file.
inline bool is_named(int fd, const std::filesystem::path& name) {
  struct stat open_file {};
  struct stat named_file {};
  return ::fstat(fd, &open_file) == 0 && ::stat(name.c_str(), &named_file) == 0 &&
         open_file.st_dev == named_file.st_dev && open_file.st_ino == named_file.st_ino;
}

/// Whether the file is a device, a pipe or a socket, such as /dev/null. Such a file is written to and never
/// replaced.
inline bool is_written_through(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

}  // namespace novphy
