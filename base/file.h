#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace novphy {

/// The most that is read of one kind of input. Every reader checks these bounds before it takes memory.
struct FileBounds {
  std::string_view what;   ///< for messages: "a task or pair"
  std::size_t bytes = 0;   ///< of the whole file, or of one line where files are read line by line
  std::size_t values = 0;  ///< JSON values; of XML: elements
};

inline constexpr std::size_t kMebibyte = std::size_t{1} << 20;

inline constexpr FileBounds kTaskBounds{"a task or pair", 4 * kMebibyte, 200'000};
inline constexpr FileBounds kLevelBounds{"an XML level", 4 * kMebibyte, 10'000};
inline constexpr FileBounds kNoveltyBounds{"a novelty", kMebibyte, 10'000};
inline constexpr FileBounds kAssetBounds{"a file of assets", 4 * kMebibyte, 200'000};
inline constexpr FileBounds kPlanBounds{"a plan", 256 * kMebibyte, 12'000'000};
inline constexpr FileBounds kStandardPlanBounds{"a standard plan", kMebibyte, 10'000};
inline constexpr FileBounds kStudyBounds{"a study", 4 * kMebibyte, 200'000};
inline constexpr FileBounds kJournalBounds{"the journal of a study", 64 * kMebibyte, 0};
inline constexpr FileBounds kOnlineDataBounds{"the data of an online study", 256 * kMebibyte, 12'000'000};
inline constexpr FileBounds kCardBounds{"an agent card", kMebibyte, 10'000};
inline constexpr FileBounds kWeightsBounds{"weights of a net", 64 * kMebibyte, 0};
/// One line of records, of a table (CSV), of a journal or of the index of a task set. The number of lines
/// has no bound.
inline constexpr FileBounds kLineBounds{"a line", kMebibyte, 100'000};

/// The most that one report on a novelty may hold. Records with the longest reports, and with an error as
/// long as the longest text, are lines that a reader takes.
inline constexpr std::size_t kMostReportedIds = 10'000;
inline constexpr std::size_t kMostReportedBytes = std::size_t{1} << 16;

/// A file that belongs to none of these kinds.
inline constexpr FileBounds kFileBounds{"a file", 256 * kMebibyte, 0};

/// Rows of the table in docs/dev/reliability.md.
inline constexpr std::array kAllBounds{kTaskBounds,       kLevelBounds,        kNoveltyBounds, kAssetBounds,
                                       kPlanBounds,       kStandardPlanBounds, kStudyBounds,   kJournalBounds,
                                       kOnlineDataBounds, kCardBounds,         kWeightsBounds, kLineBounds};

/// An XML element has at most this many attributes.
inline constexpr std::size_t kMostAttributes = 32;

/// A message such as "expected at most 4 MiB of a task or pair, found more".
std::string too_long(const FileBounds& bounds);

/// Returns the bytes of a file. Throws InputError for a file that cannot be read or has more bytes than the
/// bounds allow. A file that is too long is refused before a byte is read; an endless device, as soon as it
/// exceeds the bounds.
std::string read_file(const std::filesystem::path& file, const FileBounds& bounds = kFileBounds);

/// The file that a write to this name is to reach. Symbolic links are followed, also to further links and to
/// a file that does not exist yet. Throws InputError for links that lead in a circle.
std::filesystem::path link_target(const std::filesystem::path& file);

/// Makes a folder and the folders above it, where they are missing. Throws InputError.
void make_folder(const std::filesystem::path& folder);

/// Writes the whole file or leaves the old one unchanged: the bytes go to a temporary file in the same
/// folder, which is renamed once all of them are on disk. If a process is killed meanwhile, the next write
/// takes over its temporary file. Writers of one file wait for each other. Of a symbolic link, the target is
/// replaced and the link stays. Devices and pipes are written to directly. Throws InputError (no folder, no
/// permission, disk full).
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

/// An open file, which is closed when it goes out of scope; -1: none.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }
  /// Returns whether closing worked: some systems report a full disk only here.
  bool close() noexcept { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

/// Throws InputError: what cannot be done with the file, and why, as errno says.
[[noreturn]] void fail_by_errno(const std::filesystem::path& file, const std::string& what);

/// Throws InputError where open_to_read() would, without opening the file.
void check_readable(const std::filesystem::path& file);
/// Throws InputError where the file cannot be written: its folder is not there, or the name is a folder's.
void check_writable(const std::filesystem::path& file);
/// Throws InputError where the folder cannot be made, or no file in it.
void check_makeable(const std::filesystem::path& folder);

/// Opens a file to read it. Throws InputError.
Descriptor open_to_read(const std::filesystem::path& file);

/// Opens and locks a file. While it waits for the lock, another process may replace or remove the file; then
/// the file is opened again. Throws InputError, with `in_use` where the file is locked and it is not to wait.
/// Messages are of the file `named`.
Descriptor open_locked(const std::filesystem::path& file, int flags, bool wait, std::string_view in_use,
                       const std::filesystem::path& named);

/// Reads `bytes` bytes of an open file from this offset on, or fewer where the file ends earlier. Throws
/// InputError.
std::string read_part(const Descriptor& from, std::int64_t offset, std::size_t bytes,
                      const std::filesystem::path& file);

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

/// Whether the file is a device, a pipe or a socket, such as /dev/null. Such a file is written to and never
/// replaced.
inline bool is_written_through(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

/// Opens a pipe that is closed on exec, so that programs that other threads start at the same moment do not
/// hold it open. `ends` are the end to read from and the end to write to. Returns 0 or the error's number.
/// macOS has no pipe2(): a program started between the two calls holds the pipe open there.
inline int open_pipe(std::array<int, 2>& ends) {
#ifdef __APPLE__
  if (::pipe(ends.data()) != 0) return errno;
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return ::pipe2(ends.data(), O_CLOEXEC) == 0 ? 0 : errno;
#endif
}

}  // namespace novphy
