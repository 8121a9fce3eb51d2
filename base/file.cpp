#include "base/file.h"

#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/input_error.h"

namespace novphy {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what, std::error_code error) {
  throw InputError(file.string(), what + ": " + error.message());
}

/// The size of a regular file; 0 for pipes and devices.
std::size_t size_of(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
}

bool write_and_sync(int fd, std::string_view bytes) { return write_bytes(fd, bytes) && sync_bytes(fd); }

/// Whether the open file still has this name: another process may have renamed or removed the file.
bool is_named(int fd, const std::filesystem::path& name) {
  struct stat open_file {};
  struct stat named_file {};
  return ::fstat(fd, &open_file) == 0 && ::stat(name.c_str(), &named_file) == 0 &&
         open_file.st_dev == named_file.st_dev && open_file.st_ino == named_file.st_ino;
}

/// The temporary file always has the same name, so that the next write takes over what a killed process left.
void replace(const std::filesystem::path& file, std::string_view bytes) {
  const std::filesystem::path target = link_target(file);
  std::filesystem::path temporary = target;
  temporary += ".novphy.tmp";
  const Descriptor out = open_locked(temporary, O_WRONLY | O_CREAT | O_NOFOLLOW, true, "", file);
  std::error_code error;
  if (::ftruncate(out.get(), 0) != 0 || !write_and_sync(out.get(), bytes)) error = last_error();
  if (!error) std::filesystem::rename(temporary, target, error);
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  fail(file, "cannot be written", error);
}

void write_through(const std::filesystem::path& file, std::string_view bytes) {
  Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (out.get() < 0 || !write_and_sync(out.get(), bytes) || !out.close())
    fail_by_errno(file, "cannot be written");
}

}  // namespace

void fail_by_errno(const std::filesystem::path& file, const std::string& what) {
  fail(file, what, last_error());
}

void check_readable(const std::filesystem::path& file) {
  // To open a pipe with a name waits for a writer. Those of a shell's <(...) have theirs.
  std::error_code ignored;
  if (std::filesystem::is_fifo(file, ignored) && file.parent_path() != "/dev/fd" &&
      file.parent_path() != "/proc/self/fd" && file != "/dev/stdin")
    throw InputError(file.string(), "is a pipe with a name (FIFO), expected a file");
  if (::access(file.c_str(), R_OK) != 0) fail_by_errno(file, "cannot be read");
}

void check_writable(const std::filesystem::path& file) {
  if (is_written_through(file)) return;
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw InputError(file.string(), "expected a file, found a folder");
  const auto folder = std::filesystem::absolute(link_target(file)).parent_path();
  if (::access((folder / ".").c_str(), W_OK) != 0) fail_by_errno(file, "cannot be written");
}

void check_makeable(const std::filesystem::path& folder) {
  std::filesystem::path there = std::filesystem::absolute(link_target(folder));
  std::error_code ignored;
  while (!std::filesystem::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  if (::access((there / ".").c_str(), W_OK) != 0) fail_by_errno(folder, "cannot be made");
}

Descriptor open_to_read(const std::filesystem::path& file) {
  check_readable(file);
  Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.get() < 0) fail_by_errno(file, "cannot be read");
  return in;
}

Descriptor open_locked(const std::filesystem::path& file, int flags, bool wait, std::string_view in_use,
                       const std::filesystem::path& named) {
  while (true) {
    Descriptor opened(::open(file.c_str(), flags | O_CLOEXEC, 0666));
    if (opened.get() < 0) fail_by_errno(named, "cannot be written");
    while (::flock(opened.get(), wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) throw InputError(named.string(), std::string(in_use));
      if (!wait || errno != EINTR) fail_by_errno(named, "cannot be locked");
    }
    if (is_named(opened.get(), file)) return opened;
  }
}

std::string read_part(const Descriptor& from, std::int64_t offset, std::size_t bytes,
                      const std::filesystem::path& file) {
  std::string content(bytes, '\0');
  std::size_t done = 0;
  while (done < bytes) {
    const auto at = offset + static_cast<std::int64_t>(done);
    const ssize_t count = ::pread(from.get(), content.data() + done, bytes - done, at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_by_errno(file, "cannot be read");
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  content.resize(done);
  return content;
}

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
  const Descriptor in = open_to_read(file);
  if (size_of(in.get()) > bounds.bytes) throw InputError(file.string(), too_long(bounds));
  std::string bytes;
  std::array<char, 65536> portion;
  while (true) {
    const ssize_t count = ::read(in.get(), portion.data(), portion.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_by_errno(file, "cannot be read");
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
