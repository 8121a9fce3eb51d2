#include "trials/partial.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <utility>

#include "levels/input_error.h"
#include "sim/hash.h"

namespace novphy {
namespace {

// Lines of these lengths hold every fingerprint and every block header there is.
constexpr std::size_t kLongestFirstLine = 1 << 20;
constexpr std::size_t kLongestHeader = 128;

struct Header {
  int trial = 0;
  std::size_t bytes = 0;
  std::uint64_t hash = 0;
};

std::string text(const Header& header) {
  return fmt::format("{{\"trial\":{},\"bytes\":{},\"hash\":\"{:016x}\"}}\n", header.trial, header.bytes,
                     header.hash);
}

/// Whether the line is exactly what text() gives for the header it holds.
bool parse(const std::string& line, Header& header) {
  const int fields = std::sscanf(line.c_str(), "{\"trial\":%d,\"bytes\":%zu,\"hash\":\"%16" SCNx64 "\"}",
                                 &header.trial, &header.bytes, &header.hash);
  return fields == 3 && header.trial >= 0 && text(header) == line;
}

/// Up to and with the first line break; empty where there is none.
std::string first_line_of(const std::string& bytes) {
  const auto end = bytes.find('\n');
  return end == std::string::npos ? "" : bytes.substr(0, end + 1);
}

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw InputError(file.string(), fmt::format("{}: {}", what, std::strerror(errno)));
}

}  // namespace

std::filesystem::path Partial::path_for(const std::filesystem::path& output) {
  return output.string() + ".partial";
}

Partial::Partial(std::filesystem::path file, int flags)
    : file_(std::move(file)), fd_(::open(file_.c_str(), O_RDWR | O_CLOEXEC | flags, 0666)) {
  if (fd_ < 0) fail(file_, "cannot be written");
  lock();
}

Partial::Partial(Partial&& other) noexcept
    : file_(std::move(other.file_)),
      fd_(std::exchange(other.fd_, -1)),
      end_(other.end_),
      first_line_(std::move(other.first_line_)),
      blocks_(std::move(other.blocks_)) {}

Partial::~Partial() {
  if (fd_ >= 0) ::close(fd_);
}

Partial Partial::create(const std::filesystem::path& file, std::string_view first_line) {
  Partial partial(file, O_CREAT);
  partial.restart(first_line);
  return partial;
}

Partial Partial::open(const std::filesystem::path& file) {
  Partial partial(file, 0);
  partial.find_blocks();
  partial.truncate(partial.end_);
  return partial;
}

void Partial::restart(std::string_view first_line) {
  blocks_.clear();
  end_ = 0;
  truncate(0);
  write(std::string(first_line) + "\n");
  first_line_ = first_line;
}

void Partial::append(int trial, std::string_view block) {
  const std::string header = text({.trial = trial, .bytes = block.size(), .hash = fnv1a(block)});
  write(header + std::string(block));
  blocks_[trial] = {.offset = end_ - static_cast<std::int64_t>(block.size()), .bytes = block.size()};
}

std::string Partial::read(int trial) const {
  const Place& place = blocks_.at(trial);
  return read_at(place.offset, place.bytes);
}

void Partial::remove() {
  if (::unlink(file_.c_str()) != 0) fail(file_, "cannot be removed");
}

void Partial::lock() {
  if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  const int error = errno;
  ::close(std::exchange(fd_, -1));
  if (error == EWOULDBLOCK) throw InputError(file_.string(), "another run is writing it");
  errno = error;
  fail(file_, "cannot be locked");
}

void Partial::truncate(std::int64_t bytes) {
  if (::ftruncate(fd_, bytes) != 0) fail(file_, "cannot be written");
}

void Partial::write(std::string_view bytes) {
  std::int64_t at = end_;
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(fd_, bytes.data(), bytes.size(), at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      // Should this fail too, the next opening drops the broken block.
      [[maybe_unused]] const int ignored = ::ftruncate(fd_, end_);
      errno = error;
      fail(file_, "cannot be written");
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
    at += written;
  }
  end_ = at;
}

std::string Partial::read_at(std::int64_t offset, std::size_t bytes) const {
  std::string content(bytes, '\0');
  std::size_t done = 0;
  while (done < bytes) {
    const auto at = offset + static_cast<std::int64_t>(done);
    const ssize_t count = ::pread(fd_, content.data() + done, bytes - done, at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(file_, "cannot be read");
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  content.resize(done);
  return content;
}

void Partial::find_blocks() {
  const std::string line = first_line_of(read_at(0, kLongestFirstLine));
  if (line.empty()) return;
  first_line_ = line.substr(0, line.size() - 1);
  end_ = static_cast<std::int64_t>(line.size());
  while (find_block()) {
  }
}

bool Partial::find_block() {
  const std::string line = first_line_of(read_at(end_, kLongestHeader));
  Header header;
  if (line.empty() || !parse(line, header)) return false;
  const std::int64_t begin = end_ + static_cast<std::int64_t>(line.size());
  const ::off_t size = ::lseek(fd_, 0, SEEK_END);
  if (size < begin || header.bytes > static_cast<std::size_t>(size - begin)) return false;
  if (fnv1a(read_at(begin, header.bytes)) != header.hash) return false;
  blocks_[header.trial] = {.offset = begin, .bytes = header.bytes};
  end_ = begin + static_cast<std::int64_t>(header.bytes);
  return true;
}

}  // namespace novphy
