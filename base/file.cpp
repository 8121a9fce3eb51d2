#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/input_error.h"
#include "base/write_bytes.h"

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
  int get() const { return fd_; }
  /// Closes the descriptor and returns whether closing worked: some systems report a full disk only here.
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

/// The size that the system knows: 0 for pipes and devices.
std::size_t size_of(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
}

/// Pipes and devices cannot be synced, which counts as success.
bool sync(int fd) { return ::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP; }

/// Returns the errno of the first call that failed, or 0 once all bytes are on disk.
int write_all(const std::filesystem::path& file, std::string_view bytes, int flags) {
  Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666));
  const bool ok = out.get() >= 0 && write_bytes(out.get(), bytes) && sync(out.get()) && out.close();
  return ok ? 0 : errno;
}

/// The name of a temporary file in the same folder, unique among processes and threads.
std::filesystem::path temporary_beside(const std::filesystem::path& file) {
  static std::atomic<int> count{0};
  std::filesystem::path name = file;
  name += "." + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".tmp";
  return name;
}

/// Devices and pipes (/dev/stdout, /dev/full) cannot be replaced, only written to.
bool is_special(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

void replace(const std::filesystem::path& file, std::string_view bytes) {
  const std::filesystem::path temporary = temporary_beside(file);
  std::error_code error(write_all(temporary, bytes, O_CREAT | O_EXCL), std::generic_category());
  if (!error) std::filesystem::rename(temporary, file, error);
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  fail(file, "cannot be written", error);
}

}  // namespace

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
  if (!is_special(file)) return replace(file, bytes);
  if (const int error = write_all(file, bytes, 0))
    fail(file, "cannot be written", {error, std::generic_category()});
}

}  // namespace novphy
