#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace novphy {

/// A file that is written in parts and appears under its name only after commit(). Throws InputError if the
/// file cannot be written; an old file of that name then stays unchanged. Of a
/// symbolic link, the target is replaced. "-" is the standard output.
/// Standard output, devices and pipes get each part immediately.
class RecordsFile {
 public:
  explicit RecordsFile(std::filesystem::path file);
  ~RecordsFile();
  RecordsFile(const RecordsFile&) = delete;
  RecordsFile& operator=(const RecordsFile&) = delete;

  void write(std::string_view text);
  /// Makes sure that every byte is on disk, then gives the file its name.
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };

  [[noreturn]] void fail() const;

  std::filesystem::path file_;
  std::filesystem::path temporary_;
  std::unique_ptr<std::FILE, Close> stream_;
};

}  // namespace novphy
