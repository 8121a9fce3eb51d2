#include "serve/request_log.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "base/input_error.h"
#include "base/text.h"

namespace novphy {
namespace {

constexpr std::size_t kShortBytes = 4;  // of the longest reply that is a number

/// The number in a reply of one or four bytes; for other replies, their size.
std::string short_form(std::string_view reply) {
  if (reply.size() != 1 && reply.size() != kShortBytes) return counted(reply.size(), "byte");
  std::uint32_t value = 0;
  for (const char byte : reply) value = value << 8U | static_cast<std::uint8_t>(byte);
  return fmt::format("{}", static_cast<std::int32_t>(value));
}

}  // namespace

RequestLog::RequestLog(const std::filesystem::path& file) : path_(file) {
  if (file.empty()) return;
  file_.open(file);
  if (!file_) throw InputError(file.string(), fmt::format("cannot be written: {}", std::strerror(errno)));
}

void RequestLog::add(int connection, const std::string& place, const Request& request,
                     std::string_view reply) {
  if (!writes()) return;
  std::string text = fmt::format("{} {}", static_cast<int>(request.id()), request.kind->name);
  if (!request.numbers.empty()) text += fmt::format(" {}", fmt::join(request.numbers, " "));
  if (request.kind->fields == Fields::kLikelihood)
    text +=
        fmt::format(" {} of {}, level {}, {} of text", request.likelihood, counted(request.ids.size(), "id"),
                    request.level, counted(request.text.size(), "byte"));
  line(connection, place, fmt::format("{} -> {}", text, short_form(reply)));
}

void RequestLog::note(int connection, const std::string& place, const std::string& what) {
  if (writes()) line(connection, place, what);
}

void RequestLog::problem(int connection, const std::string& place, const std::string& what) {
  note(connection, place, what);
  const std::lock_guard lock(mutex_);
  const auto text =
      fmt::format("novphy: connection {}{}: {}\n", connection, place.empty() ? "" : " (" + place + ")", what);
  std::fputs(text.c_str(), stderr);  // fmt::print() would throw where the standard error is closed
}

void RequestLog::line(int connection, const std::string& place, const std::string& text) {
  const std::string bytes = fmt::format("{} [{}] {}\n", connection, place, text);
  const std::lock_guard lock(mutex_);
  if (error_ != 0) return;
  if (!(file_ << bytes << std::flush)) error_ = errno != 0 ? errno : EIO;
}

void RequestLog::check() {
  const std::lock_guard lock(mutex_);
  if (error_ != 0)
    throw InputError(path_.string(), fmt::format("cannot be written: {}", std::strerror(error_)));
}

}  // namespace novphy
