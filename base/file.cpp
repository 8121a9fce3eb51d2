#include "base/file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/input_error.h"

namespace novphy {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what, std::error_code error) {
  throw InputError(file.string(), what + ": " + error.message());
}

/// A file descriptor that is closed when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  int get() const { return fd_; }
  /// Closes the descriptor. Returns whether that worked: some systems report a full disk only here.
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

/// The size of a regular file; 0 for pipes and devices.
std::size_t size_of(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
}

bool write_and_sync(int fd, std::string_view bytes) { return write_bytes(fd, bytes) && sync_bytes(fd); }

bool lock(int fd) {
  while (::flock(fd, LOCK_EX) != 0)
    if (errno != EINTR) return false;
  return true;
}

/// Opens, locks and empties the temporary file. Where this fails, the descriptor is -1 and errno is set.
Descriptor open_temporary(const std::filesystem::path& temporary) {
  for (;;) {
    Descriptor out(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (out.get() < 0 || !lock(out.get())) return Descriptor(-1);
    if (is_named(out.get(), temporary))
      return ::ftruncate(out.get(), 0) == 0 ? std::move(out) : Descriptor(-1);
  }
}

/// The temporary file always has the same name, so that the next write takes over what a killed process left.
void replace(const std::filesystem::path& file, std::string_view bytes) {
  const std::filesystem::path target = link_target(file);
  std::filesystem::path temporary = target;
  temporary += ".novphy.tmp";
  const Descriptor out = open_temporary(temporary);
  if (out.get() < 0) fail(file, "cannot be written", last_error());
  std::error_code error;
  if (!write_and_sync(out.get(), bytes)) error = last_error();
  if (!error) std::filesystem::rename(temporary, target, error);
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  fail(file, "cannot be written", error);
}

void write_through(const std::filesystem::path& file, std::string_view bytes) {
  Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (out.get() < 0 || !write_and_sync(out.get(), bytes) || !out.close())
    fail(file, "cannot be written", last_error());
}

}  // namespace

std::filesystem::path link_target(const std::filesystem::path& file) {
  constexpr int kMostLinks = 40;  // as Linux follows
  std::filesystem::path target = file;
  std::error_code error;
  for (int links = 0; std::filesystem::is_symlink(target, error); ++links) {
    if (links == kMostLinks)
      fail(file, "cannot be written", std::make_error_code(std::errc::too_many_symbolic_link_levels));
    target = target.parent_path() / std::filesystem::read_symlink(target, error);
  }
  return target;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(link_target(folder), error);
  if (error) fail(folder, "cannot be made", error);
}

std::string read_file(const std::filesystem::path& file, const FileBounds& bounds) {
  Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.get() < 0) fail(file, "cannot be read", last_error());
  if (size_of(in.get()) > bounds.bytes) throw InputError(file.string(), too_long(bounds));
  std::string bytes;
  std::array<char, 65536> portion;
  while (true) {
    const ssize_t count = ::read(in.get(), portion.data(), portion.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(file, "cannot be read", last_error());
    if (count == 0) return bytes;
    if (static_cast<std::size_t>(count) > bounds.bytes - bytes.size())
      throw InputError(file.string(), too_long(bounds));
    bytes.append(portion.data(), static_cast<std::size_t>(count));
  }
}

void write_atomically(const std::filesystem::path& file, std::string_view bytes) {
  is_written_through(file) ? write_through(file, bytes) : replace(file, bytes);
}

std::string too_long(const FileBounds& bounds) {
  return fmt::format("expected at most {} MiB of {}, found more", bounds.bytes / kMebibyte, bounds.what);
}

}  // namespace novphy
