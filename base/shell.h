#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <string_view>

namespace novphy {

/// The argument as a POSIX shell reads it: in single quotes unless all its characters are plain.
std::string quoted_for_shell(std::string_view argument);

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
