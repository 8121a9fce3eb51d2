#include "trials/records_file.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/input_error.h"

namespace novphy {

RecordsFile::RecordsFile(std::filesystem::path file)
    : file_(std::move(file)),
      // The temporary name is always the same, so that the next run overwrites the rest of a killed run.
      temporary_(file_.string() + ".new"),
      stream_(std::fopen(temporary_.c_str(), "wb")) {
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
  if (std::fflush(stream_.get()) != 0 || ::fsync(::fileno(stream_.get())) != 0) fail();
  if (std::fclose(stream_.release()) != 0) fail();
  if (std::rename(temporary_.c_str(), file_.c_str()) != 0) fail();
  temporary_.clear();
}

void RecordsFile::fail() const {
  throw InputError(file_.string(), fmt::format("cannot be written: {}", std::strerror(errno)));
}

}  // namespace novphy
