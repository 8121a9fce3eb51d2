#include "serve/mcp/stdio_door.h"

#include <fmt/core.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>

namespace novphy {
namespace {

constexpr int kLookEveryMs = 50;

/// The lines of a file descriptor.
class Lines {
 public:
  Lines(int in, StopFlag stop) : in_(in), stop_(stop) {}

  /// The next line without its line break; nothing at the end. Of a line longer than kMostMessageBytes, its
  /// beginning, one byte longer than that.
  std::optional<std::string> next() {
    std::string line;
    while (true) {
      if (at_ == held_.size() && !read_more()) return line.empty() ? std::nullopt : std::optional(line);
      const std::size_t end = std::min(held_.find('\n', at_), held_.size());
      const std::size_t room = kMostMessageBytes + 1 - line.size();
      line.append(held_, at_, std::min(end - at_, room));
      at_ = end;
      if (at_ == held_.size()) continue;
      ++at_;
      return line;
    }
  }

 private:
  bool read_more() {
    std::array<char, 65'536> bytes{};
    while (true) {
      // What the client sent before the stop counts: a report may be the last thing that it sent.
      if (is_set(stop_) && !last_) last_ = waiting_bytes();
      if (last_ && *last_ == 0) throw Stopped{};
      pollfd waits{.fd = in_, .events = POLLIN, .revents = 0};
      const int ready = ::poll(&waits, 1, kLookEveryMs);
      if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
      const ssize_t count = ::read(in_, bytes.data(), std::min(bytes.size(), last_.value_or(bytes.size())));
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count <= 0) {
        check_stop(stop_);  // a signal may have ended the client, too
        return false;
      }
      if (last_) *last_ -= static_cast<std::size_t>(count);
      held_.assign(bytes.data(), static_cast<std::size_t>(count));
      at_ = 0;
      return true;
    }
  }

  std::size_t waiting_bytes() const {
    int bytes = 0;
    return ::ioctl(in_, FIONREAD, &bytes) == 0 ? static_cast<std::size_t>(bytes) : 0;
  }

  int in_;
  StopFlag stop_;
  std::optional<std::size_t> last_{};  // once stopped: the bytes that are still read
  std::string held_{};
  std::size_t at_ = 0;  // of the first byte of held_ that is in no line yet
};

/// Returns whether all bytes were taken.
bool write_all(int out, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(out, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

void serve_lines(McpService& service, int in, int out, StopFlag stop) {
  Lines lines(in, stop);
  McpConnection connection;
  while (const std::optional<std::string> line = lines.next()) {
    if (line->find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string answer =
        line->size() > kMostMessageBytes
            ? rpc_error("",
                        RpcError(RpcCode::kInvalidRequest,
                                 fmt::format("expected a message of at most {} bytes", kMostMessageBytes)))
            : service.answer(*line, &connection).text;
    if (!answer.empty() && !write_all(out, answer + "\n")) return check_stop(stop);
  }
}

}  // namespace novphy
