#include "trials/store/records_file.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "base/read_bytes.h"

namespace novphy {
namespace {

/// The temporary name is always the same, so that the next run overwrites what a killed run left. Standard
/// output, devices and pipes have no temporary file.
std::filesystem::path temporary_of(const std::filesystem::path& file) {
  return file == "-" || is_written_through(file) ? "" : link_target(file).string() + ".new";
}

std::FILE* open_for_writing(const std::filesystem::path& file) {
  if (file != "-") return std::fopen(file.c_str(), "wb");
  const int out = ::dup(STDOUT_FILENO);
  return out < 0 ? nullptr : ::fdopen(out, "wb");
}

}  // namespace

RecordsFile::RecordsFile(std::filesystem::path file)
    : file_(std::move(file)),
      temporary_(temporary_of(file_)),
      stream_(open_for_writing(temporary_.empty() ? file_ : temporary_)) {
  if (!stream_) fail();
}

RecordsFile::~RecordsFile() {
  if (temporary_.empty()) return;
  stream_.reset();
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void RecordsFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) fail();
}

void RecordsFile::commit() {
  if (std::fflush(stream_.get()) != 0 || !sync_bytes(::fileno(stream_.get()))) fail();
  if (std::fclose(stream_.release()) != 0) fail();
  if (!temporary_.empty() && std::rename(temporary_.c_str(), link_target(file_).c_str()) != 0) fail();
  temporary_.clear();
}

void RecordsFile::fail() const {
  throw InputError(file_.string(), fmt::format("cannot be written: {}", std::strerror(errno)));
}

}  // namespace novphy
