#include "base/lines.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/input_error.h"

namespace novphy {
namespace {

constexpr std::size_t kPortion = 65536;

}  // namespace

LineReader::LineReader(std::string path, const FileBounds& bounds)
    : path_(std::move(path)), bounds_(bounds), file_(open_to_read(path_)), portion_(kPortion) {}

bool LineReader::fill() {
  ssize_t count = 0;
  do count = ::read(file_.get(), portion_.data(), portion_.size());
  while (count < 0 && errno == EINTR);
  if (count < 0) fail_by_errno(path_, "cannot be read");
  if (count == 0) return false;  // the last portion stays, for restart()
  begin_ = 0;
  end_ = static_cast<std::size_t>(count);
  ++portions_;
  return true;
}

void LineReader::restart() {
  if (portions_ > 1) {
    if (::lseek(file_.get(), 0, SEEK_SET) < 0)
      fail_by_errno(path_, "cannot be read from its beginning again");
    portions_ = 0;
    end_ = 0;
  }
  begin_ = 0;
  line_ = 0;
  text_.clear();
  unfinished_ = false;
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

AppendFile::AppendFile(const std::filesystem::path& file, const Options& options)
    : file_(link_target(file)), sync_(options.sync) {
  const int flags = O_RDWR | (options.create || options.own ? O_CREAT : 0);
  if (options.own)
    open_ = Descriptor(::open(file_.c_str(), flags | O_CLOEXEC | O_EXCL, 0666));
  else
    open_ = open_locked(file_, flags, options.wait, options.in_use, file_);
  if (open_.get() < 0) fail_by_errno(file_, "cannot be written");
  size_ = ::lseek(open_.get(), 0, SEEK_END);
}

void AppendFile::append(std::string_view piece) {
  const bool written = ::lseek(open_.get(), size_, SEEK_SET) >= 0 && write_bytes(open_.get(), piece);
  if (!written || (sync_ && ::fsync(open_.get()) != 0)) {
    const int error = errno;
    // If the cut fails too, an incomplete last piece stays in the file, and the next reader finds it.
    [[maybe_unused]] const int ignored = ::ftruncate(open_.get(), size_);
    errno = error;
    fail_by_errno(file_, "cannot be written");
  }
  size_ += static_cast<std::int64_t>(piece.size());
}

void AppendFile::sync() {
  if (::fsync(open_.get()) != 0) fail_by_errno(file_, "cannot be written");
}

std::string AppendFile::read(std::int64_t offset, std::size_t bytes) const {
  return read_part(open_, offset, bytes, file_);
}

void AppendFile::cut(std::int64_t size) {
  if (::ftruncate(open_.get(), size) != 0) fail_by_errno(file_, "cannot be written");
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
  if (::rename(next.file_.c_str(), file_.c_str()) != 0) fail_by_errno(file_, "cannot be written");
  std::swap(open_, next.open_);
  size_ = next.size_;
}

void AppendFile::remove() {
  if (::unlink(file_.c_str()) != 0) fail_by_errno(file_, "cannot be removed");
}

void AppendFile::rename(const std::filesystem::path& name) {
  const std::filesystem::path target = link_target(name);
  if (::fsync(open_.get()) != 0 || ::rename(file_.c_str(), target.c_str()) != 0)
    fail_by_errno(name, "cannot be written");
  file_ = target;
}

}  // namespace novphy
