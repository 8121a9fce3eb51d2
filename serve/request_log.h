#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "serve/messages.h"

namespace novphy {

/// The file in which a server writes one line for each request. Any thread may write. Without a file only
/// problems are shown, on the standard error.
class RequestLog {
 public:
  /// `file` may be empty. Throws InputError where the file cannot be written.
  explicit RequestLog(const std::filesystem::path& file);

  /// A request and its reply: the number of a short one, the size of a long one. `place` says where in the
  /// plan the client plays.
  void add(int connection, const std::string& place, const Request& request, std::string_view reply);
  /// Something that happened to a connection, such as its end.
  void note(int connection, const std::string& place, const std::string& what);
  /// Something that went wrong with a connection.
  void problem(int connection, const std::string& place, const std::string& what);
  /// Whether requests are written, so that callers need not describe them otherwise.
  bool writes() const { return file_ != nullptr; }

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  void line(int connection, const std::string& place, const std::string& text);

  std::mutex mutex_{};
  std::unique_ptr<std::FILE, Close> file_{};
};

}  // namespace novphy
