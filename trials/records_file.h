#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace novphy {

/// A file that is written bit by bit and appears under its name only when it is whole. Throws InputError
/// where it cannot be written, leaving what was there.
class RecordsFile {
 public:
  explicit RecordsFile(std::filesystem::path file);
  ~RecordsFile();
  RecordsFile(const RecordsFile&) = delete;
  RecordsFile& operator=(const RecordsFile&) = delete;

  void write(std::string_view text);
  /// Makes sure every byte is on disk, then takes the name.
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
