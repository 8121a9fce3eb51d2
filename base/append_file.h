#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace novphy {

/// A file that grows at its end, one whole piece after the other: what a run, a study or the making of tasks
/// has finished. The file is locked while it is open. A piece that cannot be written whole, on a full disk,
/// is taken back, so that the pieces before it stay whole. Every function throws InputError where the file
/// cannot be opened, locked, read or written.
class AppendFile {
 public:
  struct Options {
    bool create = false;  ///< a file that is missing is made
    bool sync = false;    ///< each piece is on disk, not only with the system, when append() returns
    std::string_view in_use = "another run is writing it";  ///< told where the file is locked already
  };

  /// Opens the file for appending after all that it holds.
  AppendFile(std::filesystem::path file, const Options& options);
  ~AppendFile();
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&&) = delete;

  const std::filesystem::path& file() const { return file_; }
  /// Bytes in the file.
  std::int64_t size() const { return size_; }
  void append(std::string_view piece);
  /// So many bytes from this offset, or those up to the end.
  std::string read(std::int64_t offset, std::size_t bytes) const;
  /// Keeps the first bytes only.
  void cut(std::int64_t size);
  /// Deletes the file.
  void remove();

 private:
  void lock(std::string_view in_use);

  std::filesystem::path file_;
  int fd_ = -1;
  bool sync_ = false;
  std::int64_t size_ = 0;
};

}  // namespace novphy
