#include "base/lines.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"

namespace novphy {
namespace {

constexpr std::size_t kPortion = 65536;

[[noreturn]] void cannot_be_read(const std::string& path, int error) {
  throw InputError(path, std::string("cannot be read: ") + std::strerror(error));
}

}  // namespace

LineReader::LineReader(std::string path, const FileBounds& bounds)
    : path_(std::move(path)),
      bounds_(bounds),
      fd_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)),
      portion_(kPortion) {
  if (fd_ < 0) cannot_be_read(path_, errno);
}

LineReader::~LineReader() { ::close(fd_); }

bool LineReader::fill() {
  ssize_t count = 0;
  do count = ::read(fd_, portion_.data(), portion_.size());
  while (count < 0 && errno == EINTR);
  if (count < 0) cannot_be_read(path_, errno);
  begin_ = 0;
  end_ = static_cast<std::size_t>(count);
  return count > 0;
}

void LineReader::append(std::string_view piece) {
  if (piece.size() > bounds_.bytes - text_.size()) throw InputError(path_, line_, too_long(bounds_));
  text_ += piece;
}

bool LineReader::next() {
  text_.clear();
  ++line_;
  unfinished_ = true;
  bool any = false;
  while (unfinished_ && (begin_ < end_ || fill())) {
    any = true;
    const char* from = portion_.data() + begin_;
    const char* to = portion_.data() + end_;
    const char* stop = std::find(from, to, '\n');
    append({from, static_cast<std::size_t>(stop - from)});
    unfinished_ = stop == to;
    begin_ = static_cast<std::size_t>(stop - portion_.data()) + (unfinished_ ? 0 : 1);
  }
  if (!any) --line_;
  return any;
}

namespace {

[[noreturn]] void fail_with(int error, const std::filesystem::path& file, const char* what) {
  throw InputError(file.string(), std::string(what) + ": " + std::strerror(error));
}

}  // namespace

AppendFile::AppendFile(const std::filesystem::path& file, const Options& options)
    : file_(link_target(file)), sync_(options.sync) {
  options.own ? open_own() : open(options);
  size_ = ::lseek(fd_, 0, SEEK_END);
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : file_(std::move(other.file_)),
      fd_(std::exchange(other.fd_, -1)),
      sync_(other.sync_),
      size_(other.size_) {}

AppendFile::~AppendFile() {
  if (fd_ >= 0) ::close(fd_);
}

/// Opens and locks the file. While it waits for the lock, another process may replace or remove the file;
/// then the file is opened again.
void AppendFile::open(const Options& options) {
  do {
    if (fd_ >= 0) ::close(fd_);
    fd_ = ::open(file_.c_str(), O_RDWR | O_CLOEXEC | (options.create ? O_CREAT : 0), 0666);
    if (fd_ < 0) fail_with(errno, file_, "cannot be written");
    lock(options);
  } while (!is_named(fd_, file_));
}

void AppendFile::open_own() {
  fd_ = ::open(file_.c_str(), O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
  if (fd_ < 0) fail_with(errno, file_, "cannot be written");
}

void AppendFile::lock(const Options& options) {
  int error = 0;
  do {
    if (::flock(fd_, options.wait ? LOCK_EX : LOCK_EX | LOCK_NB) == 0) return;
    error = errno;
  } while (options.wait && error == EINTR);
  ::close(std::exchange(fd_, -1));
  if (error == EWOULDBLOCK) throw InputError(file_.string(), std::string(options.in_use));
  fail_with(error, file_, "cannot be locked");
}

void AppendFile::append(std::string_view piece) {
  const bool written = ::lseek(fd_, size_, SEEK_SET) >= 0 && write_bytes(fd_, piece);
  if (!written || (sync_ && ::fsync(fd_) != 0)) {
    const int error = errno;
    // If the cut fails too, an incomplete last piece stays in the file, and the next reader finds it.
    [[maybe_unused]] const int ignored = ::ftruncate(fd_, size_);
    fail_with(error, file_, "cannot be written");
  }
  size_ += static_cast<std::int64_t>(piece.size());
}

void AppendFile::sync() {
  if (::fsync(fd_) != 0) fail_with(errno, file_, "cannot be written");
}

std::string AppendFile::read(std::int64_t offset, std::size_t bytes) const {
  auto content = read_bytes(fd_, offset, bytes);
  if (!content) fail_with(errno, file_, "cannot be read");
  return std::move(*content);
}

void AppendFile::cut(std::int64_t size) {
  if (::ftruncate(fd_, size) != 0) fail_with(errno, file_, "cannot be written");
  size_ = size;
}

void AppendFile::replace(std::string_view content) {
  AppendFile next(file_.string() + ".novphy.tmp", {.create = true, .sync = true});
  next.cut(0);  // a killed process may have left the temporary file
  try {
    next.append(content);
  } catch (const InputError&) {
    next.remove();
    throw;
  }
  if (::rename(next.file_.c_str(), file_.c_str()) != 0) fail_with(errno, file_, "cannot be written");
  std::swap(fd_, next.fd_);
  size_ = next.size_;
}

void AppendFile::remove() {
  if (::unlink(file_.c_str()) != 0) fail_with(errno, file_, "cannot be removed");
}

void AppendFile::rename(const std::filesystem::path& name) {
  const std::filesystem::path target = link_target(name);
  if (::fsync(fd_) != 0 || ::rename(file_.c_str(), target.c_str()) != 0)
    fail_with(errno, name, "cannot be written");
  file_ = target;
}

}  // namespace novphy
