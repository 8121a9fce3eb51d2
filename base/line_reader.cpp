#include "base/line_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

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

}  // namespace novphy
