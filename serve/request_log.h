#pragma once

#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>

#include "serve/messages.h"

namespace novphy {

/// The log of a server, with one line for each request. Any thread may write. Without a file, the log only
/// shows problems, on the standard error.
class RequestLog {
 public:
  /// `file` may be empty. Throws InputError where the file cannot be written.
  explicit RequestLog(const std::filesystem::path& file);

  /// Throws InputError where a line could not be written. Trials go on then, and no further line is written.
  void check();

  /// Logs a request and its reply: a short reply by its number, a long one by its size. `place` says where in
  /// the plan the client plays.
  void add(int connection, const std::string& place, const Request& request, std::string_view reply);
  /// Logs what happened to a connection, such as its end.
  void note(int connection, const std::string& place, const std::string& what);
  /// Logs what went wrong with a connection.
  void problem(int connection, const std::string& place, const std::string& what);
  /// Whether requests are written; if not, callers need not describe them.
  bool writes() const { return file_.is_open(); }

 private:
  void line(int connection, const std::string& place, const std::string& text);

  std::mutex mutex_{};
  std::filesystem::path path_;
  std::ofstream file_{};
  int error_ = 0;  ///< of the first line that could not be written
};

}  // namespace novphy
